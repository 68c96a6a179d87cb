/** Yes and no in addresses. A name without a value means yes. */
const TRUE = ['', 'true', '1', 'yes', 'y', 't', 'on'];
const FALSE = ['false', '0', 'no', 'n', 'f', 'off'];

/** null if it is neither. */
export function readFlag(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (TRUE.includes(word)) return true;
  return FALSE.includes(word) ? false : null;
}

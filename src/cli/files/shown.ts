/** What stands in a stranger's file, on the screen: short, and without characters that a terminal obeys. */

const SHOWN_CHARS = 60;
const CONTROLS = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** A line of what a file holds. */
export function shownLine(text: string, chars: number): string {
  const line = text.replace(CONTROLS, '?');
  return line.length <= chars ? line : `${line.slice(0, chars)}…`;
}

/** A name as it is. */
export function shownName(name: string): string {
  return shownLine(name, SHOWN_CHARS);
}

/** A value as JSON writes it. */
export function shownValue(value: unknown): string {
  const text = typeof value === 'string' ? value.slice(0, SHOWN_CHARS + 1) : value;
  return shownLine(JSON.stringify(text) ?? 'nothing', SHOWN_CHARS);
}

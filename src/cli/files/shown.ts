/** Contents of unknown files for the terminal: short, and without control characters. */

const SHOWN_CHARS = 60;
const CONTROLS = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** A line of a file, cut to `chars`. */
export function shownLine(text: string, chars: number): string {
  const line = text.replace(CONTROLS, '?');
  return line.length <= chars ? line : `${line.slice(0, chars)}…`;
}

/** A name, cut and unquoted. */
export function shownName(name: string): string {
  return shownLine(name, SHOWN_CHARS);
}

/** A value as JSON, cut. */
export function shownValue(value: unknown): string {
  const text = typeof value === 'string' ? value.slice(0, SHOWN_CHARS + 1) : value;
  return shownLine(JSON.stringify(text) ?? 'nothing', SHOWN_CHARS);
}

/** What commands print. */
import { statSync } from 'node:fs';
import { visible } from '../../base/visible.ts';

const MEGABYTE = 1e6;

/** To people. */
export function say(text: string): void {
  process.stdout.write(`${harmless(text)}\n`);
}

/** To people, beside what is printed. */
export function tell(text: string): void {
  process.stderr.write(`${harmless(text)}\n`);
}

/** To programs, to the byte. */
export function give(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Names of projects, sources and the like come from callers, and must not act on the operator's terminal. */
function harmless(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

/** For programs as JSON, for people as text. */
export function print({ json }: { readonly json: boolean }, value: unknown, text: string): void {
  if (json) give(JSON.stringify(value, null, 2));
  else say(text);
}

/** Lines of columns, the head first. */
export function aligned(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  isRight: (column: number) => boolean,
  has_rule = false,
): string[] {
  // There may be more rows than a function takes arguments.
  const widths = head.map((name, at) => rows.reduce((widest, row) => Math.max(widest, row[at]!.length), name.length));
  const is_right = head.map((_, at) => isRight(at));
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => (is_right[at] ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)))
      .join('  ')
      .trimEnd();
  const rule = has_rule ? [widths.map((width) => '-'.repeat(width)).join('  ')] : [];
  return [line(head), ...rule, ...rows.map(line)];
}

/** For example `1.2 MB`. */
export function sizeOf(path: string): string {
  return `${(statSync(path).size / MEGABYTE).toFixed(1)} MB`;
}

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

/** For example `1.2 MB`. */
export function sizeOf(path: string): string {
  return `${(statSync(path).size / MEGABYTE).toFixed(1)} MB`;
}

/** What commands print to stdout. */
import { statSync } from 'node:fs';

const MEGABYTE = 1e6;

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** For programs as JSON, for people as text. */
export function print({ json }: { readonly json: boolean }, value: unknown, text: string): void {
  say(json ? JSON.stringify(value, null, 2) : text);
}

/** For example `1.2 MB`. */
export function sizeOf(path: string): string {
  return `${(statSync(path).size / MEGABYTE).toFixed(1)} MB`;
}

/** Versions of programs in texts: 1.10.2 comes after 1.9, and 1.2 is 1.2.0. */

/** With a dot wherever it stands; a bare number only by itself. */
const DOTTED = /\d{1,9}(?:\.\d{1,9})+/;
const BARE = /^\s*v?(\d{1,9})(?!\w)/i;

/** The numbers of the first version in the text; null if there is none. What follows them ("-beta.2") does not count. */
export function parseVersion(text: string): number[] | null {
  const found = DOTTED.exec(text)?.[0] ?? BARE.exec(text)?.[1];
  return found === undefined ? null : found.split('.').map(Number);
}

/** Negative if `a` comes before `b`; numbers that are missing are 0. */
export function compareVersions(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const apart = (a[at] ?? 0) - (b[at] ?? 0);
    if (apart !== 0) return apart;
  }
  return 0;
}

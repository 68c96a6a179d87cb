/** Versions of programs in texts: 1.10.2 comes after 1.9, and 1.2 is 1.2.0. */

/** A version with a dot counts anywhere in the text; a bare number only if it stands alone. */
const DOTTED = /\d{1,9}(?:\.\d{1,9})+/;
const BARE = /^\s*v?(\d{1,9})(?!\w)/i;

/** Numbers of the first version in the text; null if there is none. Suffixes ("-beta.2") are ignored. */
export function parseVersion(text: string): number[] | null {
  const found = DOTTED.exec(text)?.[0] ?? BARE.exec(text)?.[1];
  return found === undefined ? null : found.split('.').map(Number);
}

/** Negative if `a` comes before `b`; missing numbers are 0. */
export function compareVersions(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const apart = (a[at] ?? 0) - (b[at] ?? 0);
    if (apart !== 0) return apart;
  }
  return 0;
}

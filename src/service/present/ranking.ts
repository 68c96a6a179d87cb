/** Which values of a breakdown are shown: the largest stay, the rest is one sum. */

export const NULL_VALUE = '$$_posthog_breakdown_null_$$';
export const OTHER_VALUE = '$$_posthog_breakdown_other_$$';

/** Order of texts that does not depend on where the program runs. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Items in ranked order -> one page of them, and what comes after the page. */
export function cutRanked<T>(ranked: readonly T[], offset: number, limit: number): { kept: T[]; rest: T[] } {
  return { kept: ranked.slice(offset, offset + limit), rest: ranked.slice(offset + limit) };
}

/** Which breakdown values are shown: the largest. The rest becomes one sum. */

export const NULL_VALUE = '$$_posthog_breakdown_null_$$';
export const OTHER_VALUE = '$$_posthog_breakdown_other_$$';

/** Whether a breakdown value is the pooled rest of them, which is no value and has no list of people. */
export function isRest(breakdown_value: unknown): boolean {
  return [breakdown_value].flat().includes(OTHER_VALUE);
}

/** A value as one text, whether it has several parts or one; '' if there is none. */
export function flatText(value: unknown): string {
  return [value].flat().join('::');
}

/** Text order that does not depend on the locale. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Splits ranked items into one page and the items after it. */
export function cutRanked<T>(ranked: readonly T[], offset: number, limit: number): { kept: T[]; rest: T[] } {
  return { kept: ranked.slice(offset, offset + limit), rest: ranked.slice(offset + limit) };
}

/** Breakdown values in words. Data is quoted, so unquoted `Other` and `None` are ours. */
import { quoted } from '../../base/visible.ts';
import { NULL_VALUE, OTHER_VALUE } from '../present/ranking.ts';

/** No value, and the rest of the values. */
export const NONE = 'None';
export const OTHER = 'Other';

const VALUE_CHARS = 120;

export type SplitValue = string | number | boolean | null | undefined | readonly (string | number | null)[];

export function splitValueText(value: SplitValue): string {
  if (typeof value === 'object' && value !== null) {
    return value.includes(OTHER_VALUE) ? OTHER : value.map(splitValueText).join(' / ');
  }
  if (value === undefined || value === null || value === '' || value === NULL_VALUE) return NONE;
  return value === OTHER_VALUE ? OTHER : quoted(String(value), VALUE_CHARS);
}

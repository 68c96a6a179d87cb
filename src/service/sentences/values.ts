/** Breakdown values in words. Data is quoted, so unquoted `Other` and `None` are ours. */
import { quoted } from '../../base/visible.ts';
import { NULL_VALUE, OTHER_VALUE } from '../present/ranking.ts';

const VALUE_CHARS = 120;

export type SplitValue = string | number | boolean | null | undefined | readonly (string | number | null)[];

export function splitValueText(value: SplitValue): string {
  if (typeof value === 'object' && value !== null) {
    return value.includes(OTHER_VALUE) ? 'Other' : value.map(splitValueText).join(' / ');
  }
  if (value === undefined || value === null || value === '' || value === NULL_VALUE) return 'None';
  return value === OTHER_VALUE ? 'Other' : quoted(String(value), VALUE_CHARS);
}

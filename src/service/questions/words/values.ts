/** Values that rows are split by, in words: data is quoted, so that `Other` and `None` can only be ours. */
import { quoted } from '../../../base/visible.ts';
import { NULL_VALUE, OTHER_VALUE } from '../../present/ranking.ts';

const VALUE_CHARS = 120;

export type SplitValue = string | number | boolean | null | undefined | readonly (string | number | null)[];

export function splitValueText(value: SplitValue): string {
  if (typeof value === 'object' && value !== null) {
    return value.includes(OTHER_VALUE) ? 'Other' : value.map(splitValueText).join(' / ');
  }
  if (value === undefined || value === null || value === '' || value === NULL_VALUE) return 'None';
  return value === OTHER_VALUE ? 'Other' : quoted(String(value), VALUE_CHARS);
}

/** A trend where it is computed. */
import type { Series } from '../../../model/question/trend.ts';
import { asLine } from '../../nothing/lines.ts';
import { linkSeries } from '../../present/series_links.ts';
import { presentTrend, type TrendShowing } from '../../present/trend.ts';
import type { Shown } from './shown.ts';

export const trend: Shown<'trend', TrendShowing, Series[]> = {
  present: presentTrend,
  linked: linkSeries,
  lines: ({ current }) => current.entities.map((line) => asLine(line, current.range)),
  // The result is looked at: numbers are made one line at a time, and gone once they are shown.
  empty: ({ current }, _, series) =>
    current.entities
      .filter(({ order }) => series.filter((one) => isOfLine(one, order)).every(isZero))
      .map((line) => asLine(line, current.range)),
};

/** A formula is of all lines: where it comes to nothing, each may be why. */
function isOfLine({ action, compare_label }: Series, order: number): boolean {
  if (compare_label === 'previous') return false;
  return action === null || action === undefined || action['order'] === order;
}

function isZero({ data, aggregated_value = 0 }: Series): boolean {
  return aggregated_value === 0 && data.every((value) => value === 0);
}

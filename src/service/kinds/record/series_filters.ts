/** Filters of trends, lifecycles and stickiness, which share one body. */
import type { TrendBody } from '../../../model/question/trend.ts';
import { commonFilters, pick } from './filters.ts';

const OPTIONAL = [
  ...['breakdown_normalize_url', 'breakdown_histogram_bin_count', 'compare', 'compare_to', 'formula', 'formulas'],
  ...['formulaNodes', 'smoothing_intervals', 'sampling_factor'],
];

export function seriesFilters(body: TrendBody, insight: string): Record<string, unknown> {
  const shown = { display: body.display ?? 'ActionsLineGraph', interval: body.interval ?? 'day' };
  return { insight, ...commonFilters(body, shown), ...pick(body, OPTIONAL) };
}

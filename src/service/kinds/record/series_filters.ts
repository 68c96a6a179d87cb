/** Filters and cache keys of trends, lifecycles and stickiness, which share one body. */
import type { TimeRange } from '../../../model/question/query.ts';
import type { TrendBody } from '../../../model/question/trend.ts';
import type { ProjectContext } from '../../contract/context.ts';
import { commonFilters, pick } from './filters.ts';

const OPTIONAL = [
  ...['breakdown_normalize_url', 'breakdown_histogram_bin_count', 'compare', 'compare_to', 'formula', 'formulas'],
  ...['formulaNodes', 'smoothing_intervals', 'sampling_factor'],
];

export function seriesFilters(body: TrendBody, insight: string): Record<string, unknown> {
  const shown = { display: body.display ?? 'ActionsLineGraph', interval: body.interval ?? 'day' };
  return { insight, ...commonFilters(body, shown), ...pick(body, OPTIONAL) };
}

/** Cache key. Edges are left out, because they follow from range, interval and project settings. */
export function cachedAs(
  { project }: ProjectContext,
  query: object,
  previous: { readonly range: TimeRange } | null,
): readonly unknown[] {
  return [{ ...query, edges_ms: null, week_start_day: project.week_start_day }, previous?.range];
}

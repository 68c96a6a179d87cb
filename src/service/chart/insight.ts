/** A saved insight as a chart: by its kind, under its name. */
import { isObject } from '../../base/json.ts';
import type { Chart } from '../../model/chart.ts';
import type { FunnelResult } from '../../model/funnel.ts';
import type { Insight } from '../../model/insight.ts';
import type { PathResult } from '../../model/path.ts';
import type { RetentionResult } from '../../model/retention.ts';
import type { TrendResult } from '../../model/trend.ts';
import { kindOf } from '../text/insight_text.ts';
import type { ChartAsked } from './frame.ts';
import { funnelChart } from './funnel.ts';
import { pathChart } from './path.ts';
import { retentionChart } from './retention.ts';
import { trendChart } from './trend.ts';

type Maker = (answer: never, asked: ChartAsked) => Chart;

/** kind -> how it is drawn, and the tool that computes it; the others are series. */
const MAKERS: Readonly<Record<string, readonly [make: Maker, tool: string]>> = {
  FUNNELS: [(answer: FunnelResult, asked) => funnelChart(answer, asked), 'compute_funnel'],
  RETENTION: [(answer: RetentionResult, asked) => retentionChart(answer, asked), 'compute_retention'],
  PATHS: [(answer: PathResult, asked) => pathChart(answer, asked), 'compute_path'],
};
const SERIES: readonly [make: Maker, tool: string] = [
  (answer: TrendResult, asked) => trendChart(answer, asked),
  'compute_trend',
];

/** null where there is no result to draw. */
export function insightChart(insight: Insight): Chart | null {
  const { result, resolved, name, derived_name, description, filters } = insight;
  if (result === null || result === undefined || resolved === null) return null;
  const kind = kindOf(insight)
    .toUpperCase()
    .replace(/QUERY$/, '');
  const [make, tool] = MAKERS[kind] ?? SERIES;
  const asked = {
    title: name || derived_name,
    description: description ?? '',
    tool,
    arguments: isObject(filters) ? filters : {},
  };
  const chart = make({ ...insight, next: null } as never, asked);
  // What was asked by a query node has no arguments to ask it again by.
  return isObject(filters) && Object.keys(filters).length > 0
    ? chart
    : { ...chart, ask: null, listing: null, controls: [] };
}

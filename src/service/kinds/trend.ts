/** Trends as a kind of insight. */
import { z } from 'zod';
import { TrendEntityBody } from '../../model/question/body.ts';
import { KIND_NAMES } from '../../model/question/kind.ts';
import type { PeoplePoint } from '../../model/question/people.ts';
import { TrendBody, type TrendQuery, TrendResult } from '../../model/question/trend.ts';
import { trendChart } from '../chart/trend.ts';
import type { ProjectContext } from '../contract/context.ts';
import { checked } from '../resolve/body.ts';
import { isListBreakdown } from '../resolve/series/breakdown.ts';
import { isTotalDisplay, pageOffset, resolveTrend } from '../resolve/trend.ts';
import { trendWords } from '../sentences/questions.ts';
import { trendTable } from '../text/trend_table.ts';
import { trendPassages } from '../text/trend_text.ts';
import { axisOf } from '../words/labels.ts';
import { alongTime, cohortsOf } from './record/extent.ts';
import type { FlatBody, InsightKind, Resolution } from './record/kind.ts';
import { entityOf, indexOfDay, keyOf, periodOf, type SentPoint } from './record/point.ts';
import { seriesFilters } from './record/series_filters.ts';

export const trend: InsightKind<'trend'> = {
  kind: 'trend',
  body: TrendBody,
  also: { offset: z.unknown() },
  line: TrendEntityBody,
  resolve,
  nothing: [],
  text: (answer, telling) => trendPassages(answer, telling, 'Trend'),
  table: trendTable,
  chart: trendChart,
  people: {
    shared: ['series', 'day', 'period', 'breakdown_value'],
    fields: {},
    point: (sent, query) => pointOf(sent, periodOf(sent, query)),
  },
  computing: {
    path: 'trend/',
    title: 'Compute a trend',
    description:
      'How often events happened: a number per day (hour, week …) for each line, split by a property if asked. Counts events, or people with "math":"dau". "insight":"LIFECYCLE" and "STICKINESS" too.',
    as_json: 'lists',
    output: TrendResult,
    answer: TrendResult,
    unasked: KIND_NAMES.trend.insight,
  },
};

function resolve(context: ProjectContext, flat: FlatBody): Resolution<'trend'> {
  const body = checked(TrendBody, flat);
  const resolved = resolveTrend(context, body);
  const { query, previous, ...shown } = resolved;
  const filters = seriesFilters(body, KIND_NAMES.trend.insight);
  const { entities, breakdown } = query;
  const lines = { series: entities.length, cohorts: cohortsOf(breakdown) };
  const asked = { kind: 'trend', query: { current: query, previous } } as const;
  return {
    asked,
    showing: {
      ...shown,
      filter: filters,
      as_list: isListBreakdown(body),
      offset: pageOffset(body),
      hide_other: body.breakdown_hide_other_aggregation ?? false,
    },
    filters,
    cached_as: [{ ...query, windows: null }, previous?.range],
    range: query.range,
    interval: query.interval,
    // Formulas are shown instead of the lines, but lines are still computed.
    extent: [lines, { formulas: shown.formulas.length }].map((each) => ({ ...each, ...alongTime(asked.query) })),
    page: breakdown?.kind === 'values' ? { limit: breakdown.limit, offset: pageOffset(body) } : null,
    understood: () => ({
      ...query,
      previous: previous?.range,
      ends: body,
      words: trendWords(context, body, resolved),
    }),
  };
}

function pointOf(sent: SentPoint, query: TrendQuery): PeoplePoint {
  const entity = entityOf(sent, query.entities);
  const key = keyOf(sent, query.breakdown);
  const all = { kind: 'trend', query, entity, key, first: 0, until: query.edges_ms.length - 1 } as const;
  if (sent.day === undefined || isTotalDisplay(query.display)) return all;
  const { days } = axisOf(query.timezone, query.interval, query.range, query.edges_ms);
  const first = indexOfDay(days, sent.day);
  // A point of a cumulative trend includes everybody up to it.
  return { ...all, first: query.display === 'ActionsLineGraphCumulative' ? 0 : first, until: first + 1 };
}

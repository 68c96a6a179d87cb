/** Stickiness: in how many periods people were active. The body is a trend's. */
import { z } from 'zod';
import { invalid } from '../../model/error.ts';
import { TrendEntityBody } from '../../model/question/body.ts';
import { KIND_NAMES } from '../../model/question/kind.ts';
import type { PeoplePoint } from '../../model/question/people.ts';
import { STICKINESS_OPTIONS, type StickinessQuery } from '../../model/question/stickiness.ts';
import { TrendBody } from '../../model/question/trend.ts';
import { stickinessChart } from '../chart/trend.ts';
import type { ProjectContext } from '../contract/context.ts';
import { checked } from '../resolve/body.ts';
import { resolveStickiness } from '../resolve/stickiness.ts';
import { stickinessWords } from '../sentences/questions.ts';
import { trendTable } from '../text/trend_table.ts';
import { trendPassages } from '../text/trend_text.ts';
import { alongTime } from './record/extent.ts';
import { pick } from './record/filters.ts';
import type { FlatBody, InsightKind, Resolution } from './record/kind.ts';
import { entityOf, periodOf, type SentPoint } from './record/point.ts';
import { seriesFilters } from './record/series_filters.ts';

export const stickiness: InsightKind<'stickiness'> = {
  kind: 'stickiness',
  body: TrendBody,
  also: { offset: z.unknown() },
  line: TrendEntityBody,
  resolve,
  nothing: [],
  text: (answer, telling) => trendPassages(answer, telling, 'Stickiness'),
  table: trendTable,
  chart: stickinessChart,
  people: {
    shared: ['series', 'day', 'period'],
    fields: {},
    point: (sent, query) => pointOf(sent, periodOf(sent, query)),
  },
  computing: null,
};

function resolve(context: ProjectContext, flat: FlatBody): Resolution<'stickiness'> {
  const body = checked(TrendBody, flat);
  const { query, previous, sampled_share } = resolveStickiness(context, body);
  const filters = { ...seriesFilters(body, KIND_NAMES.stickiness.insight), ...pick(body, STICKINESS_OPTIONS) };
  const asked = { kind: 'stickiness', query: { current: query, previous } } as const;
  return {
    asked,
    showing: { filter: filters, sampled_share },
    filters,
    cached_as: [query, previous?.range],
    range: query.range,
    interval: query.interval,
    extent: [{ series: query.entities.length, ...alongTime(asked.query) }],
    page: null,
    understood: () => ({
      ...query,
      previous: previous?.range,
      ends: body,
      words: stickinessWords(context, body, query),
    }),
  };
}

function pointOf(sent: SentPoint, query: StickinessQuery): PeoplePoint {
  const periods = Number(sent.day);
  if (!Number.isInteger(periods) || periods < 1 || periods >= query.edges_ms.length) {
    throw invalid('day', 'Say in how many periods they were active, as the days of the answer do: 1, 2, …');
  }
  return { kind: 'stickiness', query, entity: entityOf(sent, query.entities), periods };
}

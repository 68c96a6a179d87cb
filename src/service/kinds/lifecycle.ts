/** Lifecycles: who is new, returning, resurrecting or dormant. The body is a trend's. */
import { z } from 'zod';
import { choiceField } from '../../model/fields.ts';
import { TrendEntityBody } from '../../model/question/body.ts';
import { KIND_NAMES } from '../../model/question/kind.ts';
import { type LifecycleQuery, STATUSES } from '../../model/question/lifecycle.ts';
import type { PeoplePoint } from '../../model/question/people.ts';
import { TrendBody } from '../../model/question/trend.ts';
import { lifecycleChart } from '../chart/trend.ts';
import type { ProjectContext } from '../contract/context.ts';
import { checked } from '../resolve/body.ts';
import { resolveLifecycle } from '../resolve/lifecycle.ts';
import { lifecycleWords } from '../sentences/questions.ts';
import { trendTable } from '../text/trend_table.ts';
import { trendPassages } from '../text/trend_text.ts';
import { axisOf } from '../words/labels.ts';
import { pointsOf } from './record/extent.ts';
import type { FlatBody, InsightKind, Resolution } from './record/kind.ts';
import { indexOfDay, nothingAsked, type SentPoint } from './record/point.ts';
import { seriesFilters } from './record/series_filters.ts';

const POINT = { status: choiceField(STATUSES, 'Lifecycle: which status') };

export const lifecycle: InsightKind<'lifecycle'> = {
  kind: 'lifecycle',
  body: TrendBody,
  also: { offset: z.unknown() },
  line: TrendEntityBody,
  resolve,
  nothing: [],
  text: (answer, telling) => trendPassages(answer, telling, 'Lifecycle'),
  table: trendTable,
  chart: lifecycleChart,
  people: {
    shared: ['series', 'day'],
    fields: POINT,
    point: pointOf,
  },
  computing: null,
};

function resolve(context: ProjectContext, flat: FlatBody): Resolution<'lifecycle'> {
  const body = checked(TrendBody, flat);
  const { query, sampled_share, warnings } = resolveLifecycle(context, body);
  const { entity } = query;
  const filters = seriesFilters(body, KIND_NAMES.lifecycle.insight);
  return {
    asked: { kind: 'lifecycle', query },
    showing: { filter: filters, sampled_share },
    filters,
    cached_as: [query],
    range: query.range,
    interval: query.interval,
    extent: [{ statuses: STATUSES.length, points: pointsOf(query) }],
    page: null,
    understood: () => ({
      ...query,
      entities: entity === null ? [] : [entity],
      ends: body,
      words: lifecycleWords(context, body, query),
      warnings,
    }),
  };
}

function pointOf({ status = 'new', day }: SentPoint<typeof POINT>, query: LifecycleQuery): PeoplePoint {
  if (query.entity === null) throw nothingAsked();
  const { days } = axisOf(query.timezone, query.interval, query.range, query.edges_ms.subarray(1));
  return { kind: 'lifecycle', query, status: STATUSES.indexOf(status), bucket: indexOfDay(days, day) };
}

/** The kind `retention`: its body, its text, table and chart, and its points. */

import { invalid } from '../../model/error.ts';
import { wholeField } from '../../model/fields.ts';
import { TrendEntityBody } from '../../model/question/body.ts';
import { KIND_NAMES } from '../../model/question/kind.ts';
import type { PeoplePoint } from '../../model/question/people.ts';
import { RetentionBody, type RetentionQuery, RetentionResult } from '../../model/question/retention.ts';
import { retentionChart } from '../chart/retention.ts';
import type { ProjectContext } from '../contract/context.ts';
import { checked } from '../resolve/body.ts';
import { resolveRetention } from '../resolve/retention.ts';
import { retentionWords } from '../sentences/questions.ts';
import { retentionPassages, retentionTable } from '../text/retention_text.ts';
import { cohortsOf, pointsOf } from './record/extent.ts';
import { pick, said } from './record/filters.ts';
import type { FlatBody, InsightKind, Resolution } from './record/kind.ts';
import { keyOf, type SentPoint } from './record/point.ts';

const POINT = {
  cohort: wholeField('Retention: which row, from 0', { min: 0 }),
  later: wholeField('Retention: periods after the start (default 0: all who started)', { min: 0 }),
};

export const retention: InsightKind<'retention'> = {
  kind: 'retention',
  body: RetentionBody,
  also: {},
  line: TrendEntityBody,
  resolve,
  nothing: [],
  text: retentionPassages,
  table: retentionTable,
  chart: retentionChart,
  people: {
    shared: ['breakdown_value'],
    fields: POINT,
    point: pointOf,
  },
  computing: {
    path: 'retention/',
    title: 'Compute retention',
    description:
      'Who comes back: a row per start period with how many did the target event, and how many of them the returning event 1, 2, … periods later. Example: {"target_entity":{"id":"sign up"},"returning_entity":{"id":"$pageview"},"period":"Week"}.',
    as_json: 'entities and lists',
    output: null,
    answer: RetentionResult,
    unasked: null,
  },
};

function resolve(context: ProjectContext, flat: FlatBody): Resolution<'retention'> {
  const body = checked(RetentionBody, flat);
  const { query, ...showing } = resolveRetention(context, body);
  return {
    asked: { kind: 'retention', query },
    showing,
    filters: { insight: KIND_NAMES.retention.insight, ...said(pick(body, Object.keys(RetentionBody.shape))) },
    cached_as: [query],
    range: query.range,
    interval: query.interval,
    extent: [{ cohorts: cohortsOf(query.breakdown), 'cells of a table': cellsOf(query) }],
    understood: () => ({
      ...query,
      entities: [query.target, query.returning],
      words: retentionWords(context, body, query),
    }),
  };
}

/** How many cells the answer has: a triangle, or one row. */
function cellsOf(query: RetentionQuery): number {
  const points = pointsOf(query);
  return query.split_returns ? (points * (points + 1)) / 2 : points;
}

function pointOf({ cohort, later = 0, ...sent }: SentPoint<typeof POINT>, query: RetentionQuery): PeoplePoint {
  const size = pointsOf(query);
  const last = size - 1;
  if ((cohort ?? 0) > last) throw invalid('cohort', `Rows are counted from 0: send 0 to ${last}.`);
  if ((cohort ?? 0) + later > last) {
    const text = `Row ${cohort ?? 0} has the periods 0 to ${last - (cohort ?? 0)} after its start.`;
    throw invalid('later', text);
  }
  const rows = cohort === undefined ? { first: 0, until: size } : { first: cohort, until: cohort + 1 };
  return { kind: 'retention', query, key: keyOf(sent, query.breakdown), later, ...rows };
}

/** Trends: rows of each entity, grouped by bucket edge and key, aggregated by the line's math. */
import { unreachable } from '../../base/assert.ts';
import { type Breakdown, type GroupKey, restricted } from '../../model/question/query.ts';
import type { ActiveWindows, TrendEntity, TrendMath, TrendNumbers, TrendQuery } from '../../model/question/trend.ts';
import { type Aggregation, aggregated } from '../statement/aggregate.ts';
import { type Answered, type Asking, plainActorOf, type Row } from '../statement/asking.ts';
import { keyColumn, keyOf, measure, type Split, splitBy, UNSPLIT } from '../statement/breakdown.ts';
import { numberOf } from '../statement/condition.ts';
import { Frame, type Scope } from '../statement/frame.ts';
import { selectedRows } from '../statement/rows.ts';
import { msList, type Sql, sql } from '../statement/sql.ts';
import type { Staged } from '../statement/staged.ts';

export async function answerTrend(query: TrendQuery, asking: Asking): Answered<TrendNumbers[]> {
  const numbers: TrendNumbers[] = [];
  for (const entity of query.entities) {
    const answered = await answerEntity(query, entity, asking);
    if (answered === null) return null;
    numbers.push(answered);
  }
  return numbers;
}

async function answerEntity(query: TrendQuery, entity: TrendEntity, asking: Asking): Answered<TrendNumbers> {
  if (query.breakdown?.kind === 'cohorts') return answerCohorts(query, query.breakdown, entity, asking);
  const split = await splitBy(query.breakdown, (part) =>
    measure(asking, part, (frame) => countedRows(frame, query, entity)),
  );
  const rows = split && (await asking.rows((scope) => trendStatement(query, entity, split, scope)));
  return rows ? numbersOf(query, split, rows) : null;
}

/** Rows without an actor to count do not affect the bins, either. */
function countedRows(frame: Frame, query: TrendQuery, { matches, math }: TrendEntity): Sql | undefined {
  const besides = 'actor' in math ? [plainActorOf(math.actor, frame).is_there] : [];
  return selectedRows(frame, matches, reachOf(math, query), besides);
}

type Cohorts = Extract<Breakdown, { kind: 'cohorts' }>;

/** A person may be in several cohorts, so each cohort is a query of its own. Cohorts without rows are dropped. */
async function answerCohorts(
  query: TrendQuery,
  { cohorts }: Cohorts,
  entity: TrendEntity,
  asking: Asking,
): Answered<TrendNumbers> {
  const lines: { key: GroupKey; values: Float64Array }[] = [];
  for (const { id, where } of cohorts) {
    const rows = await asking.rows((scope) => trendStatement(query, restricted(entity, where), UNSPLIT, scope));
    if (rows === undefined) return null;
    if (rows.length > 0) lines.push({ key: [String(id)], values: numbersOf(query, UNSPLIT, rows).values });
  }
  const buckets = query.edges_ms.length - 1;
  const values = new Float64Array(buckets * lines.length);
  for (const [group, line] of lines.entries()) {
    for (const [bucket, value] of line.values.entries()) values[bucket * lines.length + group] = value;
  }
  return { groups: lines.map(({ key }) => key), values, buckets, rest: null };
}

/** Rows: start of the bucket, key, number. */
function numbersOf({ edges_ms, breakdown }: TrendQuery, split: Split, rows: readonly Row[]): TrendNumbers {
  const buckets = edges_ms.length - 1;
  const bucket_of = new Map(Array.from(edges_ms, (edge, bucket) => [edge, bucket]));
  const groups: GroupKey[] = breakdown === null ? [[]] : [];
  const group_of = new Map<string, number>(breakdown === null ? [['', 0]] : []);
  const placed = rows.map(([edge, cell, value]) => {
    const key = keyOf(split, cell);
    const name = breakdown === null ? '' : JSON.stringify(key);
    const group = group_of.get(name) ?? groups.push(key) - 1;
    group_of.set(name, group);
    return { bucket: bucket_of.get(Number(edge))!, group, value: Number(value) };
  });
  const values = new Float64Array(buckets * groups.length);
  for (const { bucket, group, value } of placed) values[bucket * groups.length + group]! += value;
  return { groups, values, buckets, rest: null };
}

/** undefined if SQL cannot express it. */
function trendStatement(query: TrendQuery, entity: TrendEntity, split: Split, scope: Scope): Staged | undefined {
  const frame = new Frame(scope);
  const key = keyColumn(split, frame);
  return key && mathStatement(entity.math, { query, entity, key, frame });
}

/** What a math's statement is made of. */
interface Counting {
  readonly query: TrendQuery;
  readonly entity: TrendEntity;
  /** Key of each row. */
  readonly key: Sql;
  readonly frame: Frame;
}

type MathOf<K extends TrendMath['kind']> = Extract<TrendMath, { kind: K }>;

function mathStatement(math: TrendMath, counting: Counting): Staged | undefined {
  switch (math.kind) {
    case 'total':
      return grouped(counting, { part: sql`count()`, whole: (part) => sql`sum(${part})` }, [], 'shard');
    case 'unique':
      return uniqueActors(math, counting);
    case 'unique_once':
      return firstBuckets(math, counting);
    case 'active':
      return activeActors(math, counting);
    case 'first_ever':
      return firstTimes(math, counting);
    case 'unique_session':
      return uniqueSessions(counting);
    case 'property':
      return math.source.of === 'session' ? perSession(math, counting) : ofProperty(math, counting);
    case 'per_actor':
      return perActor(math, counting);
    case 'expression':
    case 'squares':
      return undefined;
    default:
      return unreachable(math);
  }
}

/** The times of rows that a math needs: windows of active actors start before the range. */
function reachOf(math: TrendMath, query: TrendQuery): TrendQuery['range'] {
  if (math.kind !== 'active') return query.range;
  const { from_ms, until_ms } = windowsOf(math, query);
  return { from_ms: from_ms[0]!, until_ms: until_ms[until_ms.length - 1]! };
}

function windowsOf(math: MathOf<'active'>, query: TrendQuery): ActiveWindows {
  return query.windows.find(({ days }) => days === math.days)!;
}

function edgeOf({ edges_ms }: TrendQuery): Sql {
  return sql`roundDown(time, ${msList(edges_ms)})`;
}

/** Aggregates rows directly. */
function grouped(
  { query, entity, key, frame }: Counting,
  { part, whole }: Aggregation,
  besides: readonly Sql[],
  per: Staged['per'],
): Staged | undefined {
  const rows = selectedRows(frame, entity.matches, query.range, besides);
  return (
    rows && {
      inner: sql`select ${edgeOf(query)} as edge, ${key} as k, ${part} as part from ${rows} group by edge, k`,
      outer: (parts) => sql`select edge, k, ${whole(sql`part`)} from ${parts} group by edge, k`,
      per,
    }
  );
}

/** Shards have different persons, so their numbers add up. */
function distinct(of: Sql, per: Staged['per']): Aggregation {
  if (per === 'shard') return { part: sql`uniqExact(${of})`, whole: (part) => sql`sum(${part})` };
  return { part: sql`uniqExactState(${of})`, whole: (part) => sql`uniqExactMerge(${part})` };
}

function uniqueActors(math: MathOf<'unique' | 'unique_once'>, counting: Counting): Staged | undefined {
  const { of, is_there, per } = plainActorOf(math.actor, counting.frame);
  return grouped(counting, distinct(of, per), [is_there], 'shard');
}

function uniqueSessions(counting: Counting): Staged | undefined {
  const session = sql`ifNull(${counting.frame.session()}, '')`;
  return grouped(counting, distinct(session, 'whole'), [], 'shard');
}

/** Sums partial numbers per bucket and key. */
const SUMMED = (parts: Sql): Sql => sql`select edge, k, sum(part) from ${parts} group by edge, k`;

function firstBuckets(
  math: MathOf<'unique' | 'unique_once'>,
  { query, entity, key, frame }: Counting,
): Staged | undefined {
  const { of, is_there, per } = plainActorOf(math.actor, frame);
  const rows = selectedRows(frame, entity.matches, query.range, [is_there]);
  return (
    rows && {
      inner: sql`select edge, k, count() as part
        from (select ${key} as k, ${of} as actor, min(${edgeOf(query)}) as edge from ${rows} group by k, actor) group by edge, k`,
      outer: SUMMED,
      per,
    }
  );
}

/**
 * Between two window bounds, all rows of an actor are in the same windows. So they are merged first, and windows are
 * assigned after that.
 */
function activeActors(math: MathOf<'active'>, { query, entity, key, frame }: Counting): Staged | undefined {
  const windows = windowsOf(math, query);
  const { of, is_there, per } = plainActorOf(math.actor, frame);
  const rows = selectedRows(frame, entity.matches, reachOf(math, query), [is_there]);
  if (rows === undefined) return undefined;
  const bounds = [...new Set([...windows.from_ms, ...windows.until_ms])].sort((a, b) => a - b);
  const edges = query.edges_ms.subarray(0, -1);
  const inWindow = sql`(edge, since, until) -> since <= bucket and bucket < until`;
  const { part, whole } = distinct(sql`actor`, per);
  return {
    inner: sql`select edge, k, ${part} as part
      from (select distinct ${key} as k, ${of} as actor, roundDown(time, ${msList(bounds)}) as bucket from ${rows})
      array join arrayFilter(${inWindow}, ${msList(edges)}, ${msList(windows.from_ms)}, ${msList(windows.until_ms)}) as edge group by edge, k`,
    outer: (parts) => sql`select edge, k, ${whole(sql`part`)} from ${parts} group by edge, k`,
    per: 'shard',
  };
}

/** If a person has several rows at its first instant, always the same one counts. */
function firstTimes(math: MathOf<'first_ever'>, { query, entity, key, frame }: Counting): Staged | undefined {
  const among = new Frame(frame.scope);
  const first = selectedRows(among, math.of, { from_ms: Number.NEGATIVE_INFINITY, until_ms: query.range.until_ms });
  if (first === undefined) return undefined;
  const isFirst = sql`(person, time) in (select person, min(time) from ${first} group by person)`;
  const rows = selectedRows(frame, entity.matches, query.range, [isFirst]);
  return (
    rows && {
      inner: sql`select edge, k, count() as part
        from (select argMin((${edgeOf(query)}, ${key}), (event, arrived)) as began, began.1 as edge, began.2 as k from ${rows} group by person)
        group by edge, k`,
      outer: SUMMED,
      per: 'shard',
    }
  );
}

function numberIn({ source, multiplier }: MathOf<'property'>, frame: Frame): Sql | undefined {
  if (source.of === 'metadata' && source.key === 'timestamp') {
    return sql`(toNullable(toFloat64(intDiv(time, 1000))) * ${multiplier})`;
  }
  const text = frame.text(source);
  return text && sql`(${numberOf(text)} * ${multiplier})`;
}

function ofProperty(math: MathOf<'property'>, counting: Counting): Staged | undefined {
  const value = numberIn(math, counting.frame);
  return value && grouped(counting, aggregated(math.aggregate, value), [], 'shard');
}

/** A session may include several persons, who may be on different shards. */
function perSession(math: MathOf<'property'>, { query, entity, key, frame }: Counting): Staged | undefined {
  const value = numberIn(math, frame);
  const session = frame.session();
  const rows = selectedRows(frame, entity.matches, query.range);
  if (value === undefined || rows === undefined) return undefined;
  const { part, whole } = aggregated(math.aggregate, sql`value`);
  return {
    inner: sql`select edge, k, ${part} as part
      from (select ${edgeOf(query)} as edge, ${key} as k, ${session} as of_session, any(${value}) as value from ${rows} group by edge, k, of_session)
      group by edge, k`,
    outer: (parts) => sql`select edge, k, ${whole(sql`part`)} from ${parts} group by edge, k`,
    per: 'whole',
  };
}

function perActor(math: MathOf<'per_actor'>, { query, entity, key, frame }: Counting): Staged | undefined {
  const { of, is_there, per } = plainActorOf(math.actor, frame);
  const rows = selectedRows(frame, entity.matches, query.range, [is_there]);
  if (rows === undefined) return undefined;
  const { part, whole } = aggregated(math.aggregate, sql`toNullable(toFloat64(times))`);
  return {
    inner: sql`select edge, k, ${part} as part
      from (select ${edgeOf(query)} as edge, ${key} as k, ${of} as actor, count() as times from ${rows} group by edge, k, actor)
      group by edge, k`,
    outer: (parts) => sql`select edge, k, ${whole(sql`part`)} from ${parts} group by edge, k`,
    per,
  };
}

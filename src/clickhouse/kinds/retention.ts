/** Retention: in which buckets an actor starts, in which ones it is active, and how far apart these are. */
import { type Breakdown, type GroupKey, restricted } from '../../model/question/query.ts';
import type { RetentionGroup, RetentionNumbers, RetentionQuery } from '../../model/question/retention.ts';
import { type Actor, type Answered, type Asking, plainActorOf, type Row } from '../statement/asking.ts';
import { keyColumn, keyOf, measure, type Split, splitBy, UNSPLIT } from '../statement/breakdown.ts';
import { matched } from '../statement/condition.ts';
import { Frame, type Scope } from '../statement/frame.ts';
import { selectedRows } from '../statement/rows.ts';
import { msList, type Sql, sql } from '../statement/sql.ts';
import type { Staged } from '../statement/staged.ts';

export async function answerRetention(query: RetentionQuery, asking: Asking): Answered<RetentionNumbers> {
  if (query.breakdown?.kind === 'cohorts') return answerCohorts(query, query.breakdown, asking);
  const split = await splitBy(query.breakdown, (part) =>
    measure(asking, part, (frame) => selectedRows(frame, query.target.matches, query.range)),
  );
  // Bins must span start and return events together. Only the engine's kernels measure them so.
  if (split === null || split.bounds.some((bounds) => bounds !== undefined)) return null;
  const rows = await asking.rows((scope) => retentionStatement(query, split, scope));
  return rows ? { groups: groupsOf(query, split, rows) } : null;
}

async function answerCohorts(
  query: RetentionQuery,
  { cohorts }: Extract<Breakdown, { kind: 'cohorts' }>,
  asking: Asking,
): Answered<RetentionNumbers> {
  const groups: RetentionGroup[] = [];
  for (const { id, where } of cohorts) {
    const within: RetentionQuery = {
      ...query,
      breakdown: null,
      target: restricted(query.target, where),
      returning: restricted(query.returning, where),
      first_among: restricted({ ...query.target, matches: query.first_among }, where).matches,
    };
    const rows = await asking.rows((scope) => retentionStatement(within, UNSPLIT, scope));
    if (rows === undefined) return null;
    if (rows.length > 0) groups.push({ ...groupsOf(within, UNSPLIT, rows)[0]!, key: [String(id)] });
  }
  return { groups };
}

/** Rows: key, bucket of the start, distance in buckets, actors. */
function groupsOf({ edges_ms, breakdown }: RetentionQuery, split: Split, rows: readonly Row[]): RetentionGroup[] {
  const size = edges_ms.length - 1;
  const groups = new Map<string, { key: GroupKey; counts: Uint32Array }>();
  const groupAt = (key: GroupKey): { key: GroupKey; counts: Uint32Array } => {
    const name = JSON.stringify(key);
    const group = groups.get(name) ?? { key, counts: new Uint32Array(size * size) };
    groups.set(name, group);
    return group;
  };
  if (breakdown === null) groupAt([]);
  for (const [cell, start, later, actors] of rows) {
    groupAt(keyOf(split, cell)).counts[(Number(start) - 1) * size + Number(later)]! += Number(actors);
  }
  return [...groups.values()];
}

function retentionStatement(query: RetentionQuery, split: Split, scope: Scope): Staged | undefined {
  const starts = query.start === 'every' ? everyStart(query, split, scope) : firstStarts(query, split, scope);
  const returns = returnsOf(query, split, scope);
  if (starts === undefined || returns === undefined) return undefined;
  const later = query.cumulative
    ? sql`arrayMap(later -> toInt64(later), range(1, toUInt64(arrayMax(arrayConcat([began], buckets)) - began + 1)))`
    : sql`arrayMap(bucket -> bucket - began, arrayFilter(bucket -> bucket > began, buckets))`;
  const same_key = query.split_returns ? sql` and started.k = returned.k` : sql``;
  return {
    inner: sql`with started as (${starts}), returned as (${returns})
      select k, began, later, count() as actors from (
        select k, began, arrayJoin(arrayConcat([toInt64(0)], ${later})) as later from (
          select started.k as k, started.began as began, returned.buckets as buckets
          from started left join returned on started.actor = returned.actor${same_key} settings join_use_nulls = 0))
      group by k, began, later`,
    outer: (parts) => sql`select k, began, later, sum(actors) from ${parts} group by k, began, later`,
    per: query.actor.kind === 'person' ? 'shard' : 'whole',
  };
}

/** The bucket of an edge, from 1. Costs more than finding the edge, so it is looked up once per actor and bucket. */
function bucketOf(edge: Sql, { edges_ms }: RetentionQuery): Sql {
  return sql`toInt64(indexOf(${msList(edges_ms)}, ${edge}))`;
}

function edgeOf({ edges_ms }: RetentionQuery): Sql {
  return sql`roundDown(time, ${msList(edges_ms)})`;
}

function everyStart(query: RetentionQuery, split: Split, scope: Scope): Sql | undefined {
  const frame = new Frame(scope);
  const { of, is_there } = plainActorOf(query.actor, frame);
  const key = keyColumn(split, frame);
  const rows = selectedRows(frame, query.target.matches, query.range, [is_there]);
  if (key === undefined || rows === undefined) return undefined;
  return sql`select actor, k, ${bucketOf(sql`edge`, query)} as began
    from (select distinct ${of} as actor, ${key} as k, ${edgeOf(query)} as edge from ${rows})`;
}

/**
 * An actor's first event of all time (per key if keys split actors) is its start, if it is in the range and any row at
 * that instant matches the target.
 */
function firstStarts(query: RetentionQuery, split: Split, scope: Scope): Sql | undefined {
  const frame = new Frame(scope);
  const { of, is_there }: Actor = plainActorOf(query.actor, frame);
  const key = keyColumn(split, frame);
  const valid = matched(query.target.matches, frame);
  const reach = { from_ms: Number.NEGATIVE_INFINITY, until_ms: query.range.until_ms };
  const rows = selectedRows(frame, query.first_among, reach, [is_there]);
  if (key === undefined || valid === undefined || rows === undefined) return undefined;
  const apart = query.split_returns ? sql`actor, k` : sql`actor`;
  const first = query.split_returns ? sql`k` : sql`argMin(k, (time, event, arrived))`;
  return sql`select actor, first_key as k, ${bucketOf(sql`edge`, query)} as began from (
      select actor, ${first} as first_key, min(time) as first_time, any(edge_at) as edge, max(is_valid) as is_started from (
        select *, min(time) over (partition by ${apart}) as earliest, ${edgeOf(query)} as edge_at
        from (select ${of} as actor, ${key} as k, time, event, arrived, ${valid} as is_valid from ${rows}))
      where time = earliest group by ${apart})
    where first_time >= ${Math.ceil(query.range.from_ms)} and is_started`;
}

function returnsOf(query: RetentionQuery, split: Split, scope: Scope): Sql | undefined {
  const frame = new Frame(scope);
  const { of, is_there } = plainActorOf(query.actor, frame);
  const key = keyColumn(query.split_returns ? split : UNSPLIT, frame);
  const rows = selectedRows(frame, query.returning.matches, query.range, [is_there]);
  if (key === undefined || rows === undefined) return undefined;
  return sql`select actor, k, groupArray(${bucketOf(sql`edge`, query)}) as buckets from (
      select ${of} as actor, ${key} as k, ${edgeOf(query)} as edge, count() as times
      from ${rows} group by actor, k, edge having times >= ${query.minimum_occurrences})
    group by actor, k`;
}

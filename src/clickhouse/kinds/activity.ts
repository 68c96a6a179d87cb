/** Lifecycle and stickiness: an array per actor of the buckets in which it was active. */
import { type LifecycleNumbers, type LifecycleQuery, STATUSES } from '../../model/question/lifecycle.ts';
import type { StickinessEntity, StickinessNumbers, StickinessQuery } from '../../model/question/stickiness.ts';
import { type Answered, type Asking, plainActorOf } from '../statement/asking.ts';
import { Frame, type Scope } from '../statement/frame.ts';
import { selectedRows } from '../statement/rows.ts';
import { msList, sql } from '../statement/sql.ts';
import type { Staged } from '../statement/staged.ts';

export async function answerLifecycle(query: LifecycleQuery, asking: Asking): Answered<LifecycleNumbers> {
  if (query.entity === null) return [];
  const rows = await asking.rows((scope) => lifecycleStatement(query, scope));
  if (rows === undefined) return null;
  // The bucket before the range only serves to know who was active before.
  const numbers = STATUSES.map(() => new Float64Array(query.edges_ms.length - 2));
  for (const [bucket, status, actors] of rows) numbers[Number(status)]![Number(bucket) - 2]! += Number(actors);
  return numbers;
}

/** Rows: bucket from 1, index of the status, actors. undefined for groups: their first time is defined differently. */
function lifecycleStatement(query: LifecycleQuery, scope: Scope): Staged | undefined {
  const { actor, entity, edges_ms } = query;
  if (actor.kind !== 'person' || entity === null) return undefined;
  const frame = new Frame(scope);
  const created = frame.personCreated();
  const edges = msList(edges_ms);
  const buckets = edges_ms.length - 1;
  const rows = selectedRows(frame, entity.matches, { from_ms: edges_ms[0]!, until_ms: edges_ms[buckets]! });
  if (rows === undefined) return undefined;
  const isNew = sql`place = 1 and created >= ${edges}[bucket] and created < ${edges}[bucket + 1]`;
  return {
    inner: sql`select standing.1 as bucket, standing.2 as status, count() as actors from (
        select arrayJoin(arrayConcat(
          arrayMap((bucket, place) -> (bucket, multiIf(place > 1 and there[place - 1] = bucket - 1, 1, ${isNew}, 0, 2)), there, arrayEnumerate(there)),
          arrayMap(bucket -> (bucket + 1, 3), arrayFilter((bucket, place) -> there[place + 1] != bucket + 1, there, arrayEnumerate(there)))
        )) as standing
        from (select arraySort(arrayMap(edge -> toInt64(indexOf(${edges}, edge)), groupUniqArray(roundDown(time, ${edges})))) as there,
          any(${created}) as created from ${rows} group by person))
      where bucket >= 2 and bucket <= ${buckets} group by bucket, status`,
    outer: (parts) => sql`select bucket, status, sum(actors) from ${parts} group by bucket, status`,
    per: 'shard',
  };
}

export async function answerStickiness(query: StickinessQuery, asking: Asking): Answered<StickinessNumbers[]> {
  const numbers: StickinessNumbers[] = [];
  for (const entity of query.entities) {
    const rows = await asking.rows((scope) => stickinessStatement(query, entity, scope));
    if (rows === undefined) return null;
    const actors_of = new Float64Array(query.edges_ms.length - 1);
    for (const [periods, actors] of rows) actors_of[Number(periods) - 1]! += Number(actors);
    numbers.push(actors_of);
  }
  return numbers;
}

/** Rows: number of buckets, actors active in that many. */
function stickinessStatement(query: StickinessQuery, entity: StickinessEntity, scope: Scope): Staged | undefined {
  const frame = new Frame(scope);
  const { of, is_there, per } = plainActorOf(entity.actor, frame);
  const rows = selectedRows(frame, entity.matches, query.range, [is_there]);
  if (rows === undefined) return undefined;
  const { min_rows, max_rows } = query;
  const most = Number.isFinite(max_rows) ? sql` and times <= ${max_rows}` : sql``;
  return {
    inner: sql`select periods, count() as actors from (
        select actor, count() as periods from (
          select ${of} as actor, roundDown(time, ${msList(query.edges_ms)}) as edge, count() as times
          from ${rows} group by actor, edge having times >= ${min_rows}${most})
        group by actor)
      group by periods`,
    outer: (parts) => sql`select periods, sum(actors) from ${parts} group by periods`,
    per,
  };
}

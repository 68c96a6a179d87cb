/** Paths: a person's steps as a sorted array, which is cut into sessions, and these into edges. */
import { LIMIT } from '../../model/limit.ts';
import type { PathEdge, PathNumbers, PathQuery } from '../../model/question/path.ts';
import type { Answered, Asking, Row } from '../statement/asking.ts';
import { condition } from '../statement/condition.ts';
import { Frame, type Scope } from '../statement/frame.ts';
import { allOf, anyOf, list, ms, name, type Sql, sql, textList } from '../statement/sql.ts';
import type { Staged } from '../statement/staged.ts';
import { stepName } from '../statement/step_name.ts';

export async function answerPath(query: PathQuery, asking: Asking): Answered<PathNumbers> {
  const rows = await asking.rows((scope) => pathStatement(query, scope));
  if (rows === undefined) return null;
  const edges = rows.slice(0, query.edge_limit).map(edgeOf);
  // With weight bounds, all edges within them are wanted, whether they are connected or not.
  const is_weighed = query.min_weight > 0 || Number.isFinite(query.max_weight);
  return { edges: is_weighed ? edges : withoutOrphans(edges), is_cut: rows.length > query.edge_limit };
}

function edgeOf([step, source, target, count, total_ms]: Row): PathEdge {
  return {
    step: Number(step),
    source: String(source),
    target: String(target),
    count: Number(count),
    total_ms: Number(total_ms),
  };
}

/** Drops edges that no path from a first step reaches. */
function withoutOrphans(edges: readonly PathEdge[]): PathEdge[] {
  const reached = new Set<string>();
  const kept = new Set<PathEdge>();
  for (const edge of [...edges].sort((a, b) => a.step - b.step)) {
    if (edge.step > 1 && !reached.has(placeOf(edge.step, edge.source))) continue;
    kept.add(edge);
    reached.add(placeOf(edge.step + 1, edge.target));
  }
  return edges.filter((edge) => kept.has(edge));
}

function placeOf(step: number, text: string): string {
  return `${step}_${text}`;
}

/** Stands for the middle of paths that are too long. */
const LEFT_OUT = '...';

/** Rows: step, source, target, paths, milliseconds; one more than the limit. */
function pathStatement(query: PathQuery, scope: Scope): Staged | undefined {
  if (query.funnel !== null) return undefined;
  const steps = stepRows(query, scope);
  if (steps === undefined) return undefined;
  const gap = sql`arrayMap(place -> toUInt8(place > 1 and steps[place].1 - steps[place - 1].1 >= ${ms(query.session_gap_ms)}), arrayEnumerate(steps))`;
  return {
    inner: sql`with happened_steps as (
        select person, arraySort(groupArray((time, event, arrived, step))) as steps from (${steps}) group by person),
      sessions as (select arrayJoin(arraySplit((step, begins) -> begins, steps, ${gap})) as session from happened_steps),
      paths as (select arrayMap(step -> (step.1, step.4),
        arrayFilter((step, place) -> step.4 != if(place = length(session), '', session[place + 1].4), session, arrayEnumerate(session))) as path from sessions),
      ${cutPaths(query)}
      select edge.1 as step, edge.2 as source, edge.3 as target, count() as paths, sum(edge.4) as took
      from (select arrayJoin(arrayMap((one, next, place) -> (place, one.2, next.2, next.1 - one.1),
          arraySlice(cut, 1, -1), arraySlice(cut, 2), arrayEnumerate(arraySlice(cut, 2)))) as edge from cut_paths where length(cut) > 1)
      group by step, source, target`,
    outer: (parts) => heaviest(query, parts),
    per: 'shard',
  };
}

function heaviest({ min_weight, max_weight, edge_limit }: PathQuery, parts: Sql): Sql {
  const most = Number.isFinite(max_weight) ? sql` and weight <= ${max_weight}` : sql``;
  return sql`select step, source, target, sum(paths) as weight, sum(took) from ${parts}
    group by step, source, target having weight >= ${min_weight}${most}
    order by weight desc, concat(toString(step), '_', source), concat(toString(step + 1), '_', target) limit ${edge_limit + 1}`;
}

/** Rows: time, event, arrived, step; without excluded ones. */
function stepRows(query: PathQuery, scope: Scope): Sql | undefined {
  const frame = new Frame(scope);
  const step = stepName(query, frame);
  const where = condition(query.where, frame);
  if (step === undefined || where === undefined) return undefined;
  const { events, excluded, range } = query;
  const reach = { events: events.every || events.custom ? null : [...new Set(events.names)], ...range };
  const kept = excluded.length === 0 ? sql`1` : sql`step not in ${textList(excluded)}`;
  return sql`select person, time, event, arrived, ${step} as step from ${frame.rows(reach)} where ${allOf([where, isStep(query), kept])}`;
}

function isStep({ events }: PathQuery): Sql {
  if (events.every) return sql`1`;
  const kinds: Sql[] = [];
  if (events.custom) kinds.push(sql`not startsWith(event, '$')`);
  if (events.names.length > 0) kinds.push(sql`event in (${list(events.names.map((text) => sql`${text}`))})`);
  return anyOf(kinds);
}

/** Cuts paths from the start point to the end point, to at most this many steps. */
function cutPaths({ start_point, end_point, step_limit }: PathQuery): Sql {
  const path = name('path');
  const begun = start_point === null ? sql`path` : from(start_point, path);
  const room = LIMIT.path_steps;
  const short = sql`arraySlice(begun, 1, ${Math.min(step_limit, room)})`;
  if (end_point === null) {
    return sql`begun_paths as (select ${begun} as begun from paths where notEmpty(path)),
      cut_paths as (select ${short} as cut from begun_paths)`;
  }
  const cut =
    start_point === null ? sql`arraySlice(ended, -least(${step_limit}, length(ended)))` : middleLeftOut(step_limit);
  return sql`begun_paths as (select ${begun} as begun from paths where notEmpty(path)),
      ended_paths as (select ${upTo(end_point, name('begun'))} as ended from begun_paths),
      cut_paths as (select ${cut} as cut from ended_paths)`;
}

function placeIn(point: string, path: Sql): Sql {
  return sql`arrayFirstIndex(step -> step.2 = ${point}, ${path})`;
}

function from(point: string, path: Sql): Sql {
  return sql`if(${placeIn(point, path)} = 0, [], arraySlice(${path}, ${placeIn(point, path)}))`;
}

function upTo(point: string, path: Sql): Sql {
  return sql`if(${placeIn(point, path)} = 0, [], arraySlice(${path}, 1, ${placeIn(point, path)}))`;
}

/** Both ends matter, so the middle is cut. */
function middleLeftOut(step_limit: number): Sql {
  const half = Math.floor(step_limit / 2);
  const end = half === 0 ? sql`arraySlice(ended, 1, 0)` : sql`arraySlice(ended, -${half})`;
  return sql`if(length(ended) <= ${step_limit}, ended,
    arrayConcat(arraySlice(ended, 1, ${half}), [(ended[${half} + 1].1, ${LEFT_OUT})], ${end}))`;
}

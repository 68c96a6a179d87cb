/**
 * The actors behind a number, a page at a time, with the times of what was counted.
 * The counting code decides who counts: rows are selected, grouped and judged by the functions that made the number. If
 * the rule is inside a kernel, that kernel counts ever smaller ranges of actors (people_page.ts).
 */
import { must } from '../../../base/assert.ts';
import { or } from '../../../base/bitmap.ts';
import { LIMIT } from '../../../model/limit.ts';
import { STATUSES } from '../../../model/question/lifecycle.ts';
import { LEFT_OUT } from '../../../model/question/mark.ts';
import type { Missed, PeopleNumbers, PeoplePoint, PeopleQuery } from '../../../model/question/people.ts';
import {
  type CohortGroup,
  type GroupKey,
  restricted,
  type TimeRange,
  type ValueActorKind,
} from '../../../model/question/query.ts';
import { type Buckets, buildBuckets, slotCells } from '../../frame/buckets.ts';
import type { DatasetView } from '../../frame/dataset.ts';
import { countLifecycle } from '../../kernels/activity/lifecycle.ts';
import { countRetention, newRetentionWork } from '../../kernels/activity/retention.ts';
import { countStickiness } from '../../kernels/activity/stickiness.ts';
import { clearEdges, recordsOfEdge } from '../../kernels/path/edges.ts';
import { newPathWork, rowNumbers, walkPaths } from '../../kernels/path/walk.ts';
import { countRows, markActors, markFirstEver, type PeopleRows } from '../../kernels/rows/people_rows.ts';
import type { TrendRows } from '../../kernels/rows/trend_rows.ts';
import { countFirst } from '../../kernels/trend/first.ts';
import { groupCount, groupOf, missedKey, newGroups } from '../../select/breakdown.ts';
import { firstTimes } from '../../select/first_time.ts';
import { personsWhere } from '../../select/predicate.ts';
import { hasPresence, presentWithin, wordsOf } from '../../select/presence.ts';
import { type RunRows, trendRowsOf } from '../../select/selected_runs.ts';
import { prepareLifecycle } from '../activity/lifecycle.ts';
import { kernelRuns, prepareRetention, withinCohort } from '../activity/retention.ts';
import { prepareStickiness } from '../activity/stickiness.ts';
import type { PathNames } from '../path/names.ts';
import { preparePaths } from '../path/path.ts';
import { actorOf, windowsOf } from '../trend/math.ts';
import { partRows } from '../trend/trend.ts';
import { type ActorPage, newMarks, type PageOf, pageOfMarks, pageOfMost, pageOfTally, timesOf } from './people_page.ts';

/** A page, the kind of its actors, and when each did what was counted. */
export interface Found {
  readonly page: ActorPage;
  readonly actor: ValueActorKind;
  readonly times: (actor: number, most: number) => readonly number[];
  /** Rows counted per actor, if the page is ordered by that. */
  readonly rowsOf?: (actor: number) => number;
  readonly missed?: Missed | null;
}

export type PointOf<K extends PeoplePoint['kind']> = Extract<PeoplePoint, { kind: K }>;

/** kind -> who is behind a point of its answers. */
export type Finders = {
  readonly [K in PeoplePoint['kind']]: (point: PointOf<K>, page: PeopleQuery, view: DatasetView) => Found;
};

const PERSON: ValueActorKind = { kind: 'person' };
export const NOBODY: ActorPage = { count: 0, actors: [] };

export function computePeople(query: PeopleQuery, view: DatasetView, finders: Finders): PeopleNumbers {
  const { page, actor, times, rowsOf, missed = null } = find(query.point, query, view, finders);
  const people = page.actors.map((index) => ({
    actor: actor.kind === 'person' ? index : view.actorKey(actor, index),
    times_ms: [...times(index, query.times)],
    rows: rowsOf?.(index) ?? null,
  }));
  return { count: page.count, actor, people, missed };
}

function find<K extends PeoplePoint['kind']>(
  point: PointOf<K>,
  page: PeopleQuery,
  view: DatasetView,
  finders: Finders,
): Found {
  const { kind }: { kind: K } = point;
  return finders[kind](point, page, view);
}

/** The cohort a key names. */
export function cohortOf(cohorts: readonly CohortGroup[], key: GroupKey): CohortGroup {
  return must(
    cohorts.find(({ id }) => String(id) === key[0]),
    'a cohort of the breakdown',
  );
}

export function ofEverybody({ where }: PointOf<'everybody'>, page: PageOf, view: DatasetView): Found {
  return { page: pageOfMarks(personsWhere(where, view), page), actor: PERSON, times: () => [] };
}

/** What a trend counted at the point. */
function countedAt(point: PointOf<'trend'>, view: DatasetView) {
  const { query, key } = point;
  const { breakdown } = query;
  const line = must(query.entities[point.entity], 'an entity of the query');
  const entity = breakdown?.kind === 'cohorts' ? restricted(line, cohortOf(breakdown.cohorts, key).where) : line;
  const named = newGroups(breakdown?.kind === 'values' ? breakdown.dimensions : []);
  const parts = partRows(query, entity, named, view);
  const group = groupOf(named, key);
  const spans = spansOf(point);
  const rows = parts.flat().map(peopleRows);
  const times = (who: number, most: number) => timesOf({ rows, spans, group }, who, most);
  return { entity, named, parts, group, spans, rows, actor: actorOf(entity.math), times };
}

export function ofTrend(point: PointOf<'trend'>, page: PeopleQuery, view: DatasetView): Found {
  const counted = countedAt(point, view);
  const { named, group, actor, times } = counted;
  const missed = missedKey(named, point.key, group);
  if (missed !== null) return { page: NOBODY, actor, times, missed };
  return page.order === 'most' ? ofMost(counted, page, view) : ofAll(point, counted, page, view);
}

type CountedAt = ReturnType<typeof countedAt>;

function ofAll(point: PointOf<'trend'>, counted_at: CountedAt, page: PageOf, view: DatasetView): Found {
  const { query } = point;
  const { entity, named, parts, group, spans, rows, actor, times } = counted_at;
  const actors = view.actorCount(actor);
  const runs = parts.flat();
  if (entity.math.kind === 'unique_once') {
    const buckets = buildBuckets(query.edges_ms, query.range.from_ms, query.range.until_ms);
    const runs_of_parts = parts.map((part) => part.map(trendRowsOf));
    const counted = { runs_of_parts, buckets, groups: groupCount(named), group, actors };
    return { page: firstSeen(point, counted, page, view), actor, times };
  }
  const marks = newMarks(actors);
  if (entity.math.kind === 'first_ever') {
    const first_ms = firstTimes(entity.math.of, query.range.until_ms, view);
    for (const each of rows) markFirstEver(each, { range: query.range, span: spans[0]!, group }, first_ms, marks);
  } else if (runs.every(({ select }) => select === null) && hasPresence(runs, spans.length, spans.length)) {
    for (const { from_ms, until_ms } of spans) {
      const [present] = presentWithin(runs, Float64Array.of(from_ms, until_ms), wordsOf(runs), view);
      or(marks, present!.subarray(0, marks.length));
    }
  } else {
    for (const each of rows) for (const span of spans) markActors(each, span, group, marks);
  }
  return { page: pageOfMarks(marks, page), actor, times };
}

/** Actors of a trend's point, those with the most rows first. */
function ofMost({ group, spans, rows, actor, times }: CountedAt, page: PageOf, view: DatasetView): Found {
  const counts = new Uint32Array(view.actorCount(actor));
  for (const each of rows) {
    view.checkpoint();
    for (const span of spans) countRows(each, span, group, counts);
  }
  return {
    page: pageOfMost(counts, page),
    actor,
    times,
    rowsOf: (who) => counts[who]!,
  };
}

/** The fields needed row by row. */
export function peopleRows({ run, select, skip, group }: RunRows): PeopleRows {
  return { actor: run.actor, time_ms: run.time_ms, select, skip, group };
}

/** What is counted at a point of first times. */
interface FirstSeen {
  readonly runs_of_parts: readonly (readonly TrendRows[])[];
  readonly buckets: Buckets;
  readonly groups: number;
  /** The group of the point. */
  readonly group: number;
  readonly actors: number;
}

/** Actors first seen in these buckets. */
function firstSeen(
  { first, until }: PointOf<'trend'>,
  { runs_of_parts, buckets, groups, group, actors }: FirstSeen,
  page: PageOf,
  view: DatasetView,
): ActorPage {
  const counts = new Uint32Array(slotCells(buckets, groups));
  const tally = (first_actor: number, until_actor: number): number => {
    counts.fill(0);
    for (const runs of runs_of_parts) countFirst({ runs, buckets, groups }, counts, first_actor, until_actor);
    let number = 0;
    for (let bucket = first; bucket < until; bucket++) number += counts[(bucket + 1) * groups + group]!;
    return number;
  };
  return pageOfTally(tally, actors, true, page, view);
}

/** The spans in which rows count for the requested buckets. */
function spansOf({ query, entity, first, until }: PointOf<'trend'>): TimeRange[] {
  const { math } = must(query.entities[entity], 'an entity of the query');
  const { range, edges_ms } = query;
  if (math.kind !== 'active') {
    return [
      {
        from_ms: Math.max(range.from_ms, edges_ms[first]!),
        until_ms: Math.min(range.until_ms, edges_ms[until]!),
      },
    ];
  }
  const { from_ms, until_ms } = windowsOf(math, query);
  return [...from_ms.subarray(first, until)].map((from, at) => ({ from_ms: from, until_ms: until_ms[first + at]! }));
}

export function ofLifecycle({ query, status, bucket }: PointOf<'lifecycle'>, page: PageOf, view: DatasetView): Found {
  const { actor } = query;
  const entity = must(query.entity, 'a lifecycle is of an entity');
  const { buckets, parts: selected, createdMs } = prepareLifecycle(query, entity, view);
  const parts = selected.map((runs) => runs.map(trendRowsOf));
  const created_ms = createdMs();
  const slots = buckets.count + 2;
  // Point 0 of the answer is bucket 1, slot 2.
  const slot = bucket + 2;
  const counts = new Uint32Array(STATUSES.length * slots);
  const tally = (first: number, until: number): number => {
    counts.fill(0);
    for (const runs of parts) countLifecycle({ runs, buckets, created_ms }, counts, first, until);
    return counts[status * slots + slot]!;
  };
  // Dormant actors were active in the bucket before.
  const seen = STATUSES[status] === 'dormant' ? slot - 1 : slot;
  const spans = [{ from_ms: buckets.bounds_ms[seen]!, until_ms: buckets.bounds_ms[seen + 1]! }];
  return {
    page: pageOfTally(tally, view.actorCount(actor), true, page, view),
    actor,
    times: (who, most) => timesOf({ rows: parts.flat(), spans, group: -1 }, who, most),
  };
}

export function ofStickiness(point: PointOf<'stickiness'>, page: PageOf, view: DatasetView): Found {
  const { query, periods } = point;
  const entity = must(query.entities[point.entity], 'an entity of the query');
  const { buckets, occurrences, parts: selected } = prepareStickiness(query, entity, view);
  const parts = selected.map((runs) => runs.map(trendRowsOf));
  const counts = new Uint32Array(buckets.count + 1);
  const tally = (first: number, until: number): number => {
    counts.fill(0);
    for (const runs of parts) countStickiness({ runs, buckets, occurrences }, counts, first, until);
    if (!query.cumulative) return counts[periods]!;
    return counts.subarray(periods).reduce((sum, count) => sum + count, 0);
  };
  return {
    page: pageOfTally(tally, view.actorCount(entity.actor), true, page, view),
    actor: entity.actor,
    times: (who, most) => timesOf({ rows: parts.flat(), spans: [query.range], group: -1 }, who, most),
  };
}

export function ofPath({ query, step, source, target }: PointOf<'path'>, page: PageOf, view: DatasetView): Found {
  const { names, paths } = preparePaths(query, view);
  const of_source = names.texts.find(source);
  const of_target = names.texts.find(target);
  const work = newPathWork();
  const tally = (first_actor: number, until_actor: number): number => {
    if (of_source === undefined || of_target === undefined) return 0;
    clearEdges(work.log);
    walkPaths(paths, work, first_actor, until_actor);
    return recordsOfEdge(work.log, (step - 1) * paths.plan.names + of_source, of_target);
  };
  const rows = paths.parts.flatMap(({ skip, sources }) =>
    sources
      .filter((source) => source !== null)
      .map(({ actor, time_ms, names: named }): PeopleRows => {
        return { actor, time_ms, select: null, skip, group: rowNumbers(named) };
      }),
  );
  return {
    page: pageOfTally(tally, view.actorCount(PERSON), false, page, view),
    actor: PERSON,
    times: (who, most) => timesOf({ rows, spans: [query.range], group: of_target ?? -1 }, who, most),
    missed: missedStep(names.texts, source) ?? missedStep(names.texts, target),
  };
}

function missedStep(texts: PathNames['texts'], name: string): Missed | null {
  if (texts.find(name) !== undefined) return null;
  const known = Array.from({ length: Math.min(texts.length, LIMIT.values_compared) }, (_, at) => texts.at(at));
  return { key: [name], known: known.filter((text) => text !== LEFT_OUT).map((text) => [text]) };
}

export function ofRetention(point: PointOf<'retention'>, page: PageOf, view: DatasetView): Found {
  const { breakdown } = point.query;
  const of_cohort = breakdown?.kind === 'cohorts' ? cohortOf(breakdown.cohorts, point.key) : null;
  const query = of_cohort === null ? point.query : withinCohort(point.query, of_cohort);
  const prepared = prepareRetention(query, breakdown?.kind === 'values' ? breakdown.dimensions : [], view);
  const { named, plan } = prepared;
  const parts = prepared.parts.map(kernelRuns);
  const group = groupOf(named, point.key);
  const { buckets, groups } = plan;
  const size = buckets.count;
  const counts = new Uint32Array(groups * size * size);
  const works = parts.map((runs) => newRetentionWork({ runs, plan }, counts));
  const tally = (first: number, until: number): number => {
    counts.fill(0);
    for (const [at, runs] of parts.entries()) countRetention({ runs, plan }, works[at]!, first, until);
    let number = 0;
    for (let start = point.first; start < point.until && start + point.later < size; start++) {
      number += counts[(group * size + start) * size + point.later]!;
    }
    return number;
  };
  const rows = parts.flatMap(({ starts, returns }) => (point.later === 0 ? starts.runs : (returns ?? starts.runs)));
  const last = Math.min(size, query.cumulative && point.later > 0 ? size : point.until + point.later);
  const spans = [
    { from_ms: query.edges_ms[Math.min(size, point.first + point.later)]!, until_ms: query.edges_ms[last]! },
  ];
  const is_each_one = point.until - point.first === 1;
  const missed = missedKey(named, point.key, group);
  return {
    page: missed === null ? pageOfTally(tally, view.actorCount(query.actor), is_each_one, page, view) : NOBODY,
    actor: query.actor,
    times: (who, most) => timesOf({ rows, spans, group }, who, most),
    missed,
  };
}

/** Trends: asks the dataset for runs, chooses the rows, lets a kernel count, merges. One result per entity. */
import { unreachable } from '../base/assert.ts';
import { type ActorKind, type BreakdownPart, type GroupKey, narrowed } from '../model/query.ts';
import type { TrendEntity, TrendNumbers, TrendQuery } from '../model/trend.ts';
import {
  checkCells,
  type Groups,
  groupCount,
  groupKeys,
  groupRows,
  measureRows,
  needsMeasure,
  newGroups,
} from './breakdown.ts';
import { type Buckets, buildBuckets, placeCells } from './buckets.ts';
import type { DatasetView } from './dataset.ts';
import { actorOf, type Counted, countMath, type MathParts, reachOf } from './math.ts';
import { eventsOf, runsOf } from './matching.ts';
import { matchRows } from './predicate.ts';

export function computeTrend(query: TrendQuery, view: DatasetView): TrendNumbers[] {
  const buckets = buildBuckets(query.edges_ms, query.range.from_ms, query.range.until_ms);
  return query.entities.map((entity) => computeEntity(query, entity, buckets, view));
}

function computeEntity(query: TrendQuery, entity: TrendEntity, buckets: Buckets, view: DatasetView): TrendNumbers {
  const { breakdown } = query;
  switch (breakdown?.kind) {
    case undefined:
      return countGroups(query, entity, [], buckets, view);
    case 'values':
      return withoutEmptyGroups(countGroups(query, entity, breakdown.parts, buckets, view));
    case 'cohorts': {
      // A person may be in several, so that each is a question of its own.
      const lines = breakdown.cohorts.map((cohort) => {
        const { values } = countGroups(query, narrowed(entity, cohort.where), [], buckets, view);
        return { key: [String(cohort.id)], values };
      });
      return withoutEmptyGroups(sideBySide(lines, buckets.count));
    }
    default:
      return unreachable(breakdown);
  }
}

function countGroups(
  query: TrendQuery,
  entity: TrendEntity,
  parts: readonly BreakdownPart[],
  buckets: Buckets,
  view: DatasetView,
): TrendNumbers {
  const actor = countedActor(entity);
  const groups = newGroups(parts);
  const rows = partRows(query, entity, actor, groups, view);
  const group_count = groupCount(groups);
  checkCells(placeCells(buckets, group_count));
  const counts = new Uint32Array(placeCells(buckets, group_count));
  for (const runs of rows) countPart(entity, runs, buckets, view.actorCount(actor), group_count, counts);
  // The places before and after the range are no part of the answer.
  const values = Float64Array.from(counts.subarray(group_count, group_count * (buckets.count + 1)));
  return { groups: groupKeys(groups), values, buckets: buckets.count };
}

function countedActor(entity: TrendEntity): ActorKind {
  return entity.math.kind === 'total' ? PERSON : entity.math.actor;
}

/** part -> its runs that have rows of the entity. Actors of parts differ, so parts are counted on their own. */
function partRows(
  query: TrendQuery,
  entity: TrendEntity,
  actor: ActorKind,
  groups: Groups,
  view: DatasetView,
): TrendRows[][] {
  const events = eventsOf([entity]);
  const { from_ms, until_ms } = query.range;
  const parts = view.parts({ events, from_ms, until_ms, actor });
  const chosen = parts.map((part) =>
    runsOf(part, events).flatMap((run) => {
      const select = matchRows(entity.matches, run, view);
      return select === undefined ? [] : [{ run, range: { select, skip: part.skip, from_ms, until_ms } }];
    }),
  );
  if (needsMeasure(groups)) {
    for (const { run, range } of chosen.flat()) measureRows(groups, run, view, range);
  }
  return chosen.map((runs) =>
    runs.map(({ run, range }) => {
      const { select, skip } = range;
      return { actor: run.actor, time_ms: run.time_ms, select, skip, group: groupRows(groups, run, view, range) };
    }),
  );
}

function countPart(
  entity: TrendEntity,
  runs: readonly TrendRows[],
  buckets: Buckets,
  actors: number,
  groups: number,
  counts: Uint32Array,
): void {
  switch (entity.math.kind) {
    case 'total':
      for (const rows of runs) countTotal(rows, buckets, 0, rows.actor.length, groups, counts);
      return;
    case 'unique':
      countUniqueRuns(runs, buckets, actors, groups, counts);
      return;
    case 'unique_once':
      countFirst(runs, buckets, 0, actors, groups, counts);
      return;
    default:
      unreachable(entity.math);
  }
}

/** One run without groups needs no memory of whom it has counted. */
function countUniqueRuns(
  runs: readonly TrendRows[],
  buckets: Buckets,
  actors: number,
  groups: number,
  counts: Uint32Array,
): void {
  const only = runs.length === 1 ? runs[0]! : null;
  if (only !== null) countUnique(only, buckets, 0, only.actor.length, groups, counts);
  else countUniqueTogether(runs, buckets, 0, actors, groups, counts);
}

/** One group each, in their order. `values`: bucket -> number */
function sideBySide(
  lines: readonly { readonly key: GroupKey; readonly values: Float64Array }[],
  buckets: number,
): TrendNumbers {
  const values = new Float64Array(buckets * lines.length);
  for (const [group, line] of lines.entries()) {
    for (let bucket = 0; bucket < buckets; bucket++) values[bucket * lines.length + group] = line.values[bucket]!;
  }
  return { groups: lines.map((line) => line.key), values, buckets };
}

/** A value that nobody had in the range is no group of the answer. */
function withoutEmptyGroups(numbers: TrendNumbers): TrendNumbers {
  const { groups, values, buckets } = numbers;
  const kept = groups.map((_, group) => group).filter((group) => hasAny(values, group, groups.length));
  const compact = new Float64Array(buckets * kept.length);
  for (let bucket = 0; bucket < buckets; bucket++) {
    for (let at = 0; at < kept.length; at++) {
      compact[bucket * kept.length + at] = values[bucket * groups.length + kept[at]!]!;
    }
  }
  return { groups: kept.map((group) => groups[group]!), values: compact, buckets };
}

function hasAny(values: Float64Array, group: number, groups: number): boolean {
  for (let at = group; at < values.length; at += groups) if (values[at] !== 0) return true;
  return false;
}

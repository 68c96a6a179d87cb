/** Trends: reads runs, selects rows, groups them, and lets the math count. One result per entity. */
import { unreachable } from '../../../base/assert.ts';
import { type Dimension, type GroupKey, restricted, type TimeRange } from '../../../model/question/query.ts';
import type { TrendEntity, TrendMath, TrendNumbers, TrendQuery } from '../../../model/question/trend.ts';
import { checkNumbers, shownValues } from '../../frame/answer_size.ts';
import { type Buckets, buildBuckets, slotCells } from '../../frame/buckets.ts';
import type { DatasetView, RowsRequest } from '../../frame/dataset.ts';
import type { Part } from '../../frame/run.ts';
import { inPhase, ofLine } from '../../frame/trace.ts';
import { checkCells, type Groups, groupCount, groupKeys, newGroups } from '../../select/breakdown.ts';
import { eventsAsOne, eventsOf } from '../../select/matching.ts';
import { isOfRows, isSourceOfRows } from '../../select/predicate.ts';
import { groupSelected, measureSelected, selectRuns } from '../../select/selected_runs.ts';
import { countableRows, countLargest, isCountable, paysToJoin } from './largest.ts';
import { actorOf, type Counted, countMath, type MathParts, reachOf, readingOf } from './math.ts';
import { countWhole } from './whole_totals.ts';

/** Computes entities lazily, so that a large breakdown of one is cut before the next is computed. */
export function* computeTrend(query: TrendQuery, view: DatasetView): Generator<TrendNumbers, undefined> {
  const buckets = buildBuckets(query.edges_ms, query.range.from_ms, query.range.until_ms);
  for (const entity of query.entities) {
    yield ofLine(entity, () => inPhase('add_up', () => computeEntity(query, entity, buckets, view)));
  }
  return undefined;
}

function computeEntity(query: TrendQuery, entity: TrendEntity, buckets: Buckets, view: DatasetView): TrendNumbers {
  const { breakdown } = query;
  switch (breakdown?.kind) {
    case undefined:
      return numbersOf(countGroups(query, entity, [], buckets, view), buckets.count);
    case 'values':
      return withoutEmptyGroups(countGroups(query, entity, breakdown.dimensions, buckets, view), buckets.count);
    case 'cohorts': {
      // A person may be in several cohorts, so each is a question of its own.
      const lines = breakdown.cohorts.map((cohort) => {
        const counted = countGroups(query, restricted(entity, cohort.where), [], buckets, view);
        return { ...counted, keys: [[String(cohort.id)]] };
      });
      return withoutEmptyGroups(sideBySide(lines, buckets.count), buckets.count);
    }
    default:
      return unreachable(breakdown);
  }
}

interface CountedGroups extends Counted {
  readonly keys: readonly GroupKey[];
  /** bucket -> sum of all groups that are not shown. */
  readonly rest?: Float64Array;
}

function countGroups(
  query: TrendQuery,
  entity: TrendEntity,
  breakdown: readonly Dimension[],
  buckets: Buckets,
  view: DatasetView,
): CountedGroups {
  const whole = breakdown.length === 0 ? countWhole(entity, buckets, view) : null;
  if (whole !== null) return { ...whole, keys: [[]] };
  const request = { ...eventsFor(entity), ...readingOf(entity.math, query) };
  const { told } = query;
  const named = newGroups(breakdown, told !== null && isCountable(entity.math, request));
  const is_of_rows = breakdown.every(isDimensionOfRows) && isEntityOfRows(entity);
  const read = is_of_rows ? view.rowParts(request) : view.parts({ ...request, actor: actorOf(entity.math) });
  const parts = inPhase('select', () => selectRows(entity, reachOf(entity.math, query), read, named, view));
  const groups = groupCount(named);
  if (query.breakdown?.kind === 'values') {
    checkNumbers({ values: shownValues(groups, query.breakdown.limit), points: buckets.count });
  }
  const frame = { query, matches: entity.matches, buckets, groups, view };
  if (paysToJoin(groups, buckets.count, told) && isCountable(entity.math, request)) {
    const { counted, rest, keys } = inPhase('kernels', () =>
      countLargest(named, told, countableRows(entity.math, parts, frame), frame),
    );
    return { ...counted, keys, rest };
  }
  checkCells(slotCells(buckets, groups));
  return { ...inPhase('kernels', () => countMath(entity.math, parts, frame)), keys: groupKeys(named) };
}

/** Whether rows count regardless of actor; then fresh actors need no special care. */
function isEntityOfRows({ math, matches }: TrendEntity): boolean {
  const is_math = math.kind === 'total' || (math.kind === 'property' && isSourceOfRows(math.source));
  return is_math && matches.every(({ where }) => isOfRows(where));
}

function isDimensionOfRows({ source }: Dimension): boolean {
  return isSourceOfRows(source);
}

/** These maths count one of several rows at one instant; the choice must not depend on storage order. */
const FIRST_ROWS: ReadonlySet<TrendMath['kind']> = new Set(['unique_once', 'first_ever']);

function eventsFor({ math, matches }: TrendEntity): Pick<RowsRequest, 'events' | 'as_one'> {
  return FIRST_ROWS.has(math.kind) ? { events: eventsOf([{ matches }]) } : eventsAsOne(matches);
}

/** part -> its runs with rows of the entity. Parts have different actors and are counted separately. */
export function partRows(query: TrendQuery, entity: TrendEntity, groups: Groups, view: DatasetView): MathParts {
  const request = { ...eventsFor(entity), ...reachOf(entity.math, query) };
  return selectRows(entity, request, view.parts({ ...request, actor: actorOf(entity.math) }), groups, view);
}

function selectRows(
  entity: TrendEntity,
  range: TimeRange,
  parts: readonly Part[],
  groups: Groups,
  view: DatasetView,
): MathParts {
  const selected = parts.map((part) => selectRuns(entity.matches, part, range, view));
  measureSelected(groups, selected.flat(), view);
  return selected.map((runs) => runs.map((each) => groupSelected(groups, each, view)));
}

function numbersOf({ keys, values }: CountedGroups, buckets: number): TrendNumbers {
  return { groups: keys, values, buckets, rest: null };
}

/** One group per line, in order. */
function sideBySide(lines: readonly CountedGroups[], buckets: number): CountedGroups {
  const values = new Float64Array(buckets * lines.length);
  for (const [group, line] of lines.entries()) {
    for (let bucket = 0; bucket < buckets; bucket++) values[bucket * lines.length + group] = line.values[bucket]!;
  }
  const present = Uint8Array.from(lines, (line) => line.present[0]!);
  return { keys: lines.flatMap((line) => line.keys), values, present };
}

/** Values without rows in the range are no groups of the answer. */
function withoutEmptyGroups({ keys, values, present, rest }: CountedGroups, buckets: number): TrendNumbers {
  const kept = keys.map((_, group) => group).filter((group) => present[group] === 1);
  const compact = new Float64Array(buckets * kept.length);
  for (let bucket = 0; bucket < buckets; bucket++) {
    for (let at = 0; at < kept.length; at++) {
      compact[bucket * kept.length + at] = values[bucket * keys.length + kept[at]!]!;
    }
  }
  return {
    groups: kept.map((group) => keys[group]!),
    values: compact,
    buckets,
    rest: rest?.some((rows) => rows > 0) ? rest : null,
  };
}

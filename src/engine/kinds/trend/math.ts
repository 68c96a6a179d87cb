/**
 * The maths of a trend: rows of one entity become a number per bucket and group.
 * Additive maths add up kernel results part by part; others (quantiles, sessions) collect numbers from all parts first.
 */
import { must, unreachable } from '../../../base/assert.ts';
import { withoutNoise } from '../../../base/exact_sum.ts';
import { asSharedNumbers } from '../../../base/shared.ts';
import type { AggregateExpression } from '../../../model/question/expression.ts';
import type { EventMatch } from '../../../model/question/predicate.ts';
import type { ActorKind, TimeRange } from '../../../model/question/query.ts';
import type { ActiveWindows, Aggregate, TrendMath, TrendQuery } from '../../../model/question/trend.ts';
import { type Buckets, bucketCells, slotCells } from '../../frame/buckets.ts';
import type { DatasetView } from '../../frame/dataset.ts';
import type { Run } from '../../frame/run.ts';
import { actorCuts, rowCuts, wholeActorCuts } from '../../frame/slices.ts';
import { type Job, shareAll, shareCounts } from '../../frame/team.ts';
import { tracing } from '../../frame/trace.ts';
import { cellBlocks, codeReader, numberReader, rowCells } from '../../kernels/rows/cell_assignment.ts';
import { addTotals, newTotals, SUM_CELLS } from '../../kernels/rows/cell_sums.ts';
import { type CellKeys, distinctPairs } from '../../kernels/rows/distinct_pairs.ts';
import { mergeRows } from '../../kernels/rows/merge_rows.ts';
import type { TrendRows } from '../../kernels/rows/trend_rows.ts';
import { averagesOf, type CellValues, isAnyWithin, meetCells, sumsOf } from '../../kernels/rows/value_aggregates.ts';
import { changeActive, slotWindows } from '../../kernels/trend/active.ts';
import { FIRST } from '../../kernels/trend/first.ts';
import { countFirstEver, countFirstRows } from '../../kernels/trend/first_ever.ts';
import { type ActorCounts, countPerActor, timesAllGroups } from '../../kernels/trend/per_actor.ts';
import { TOTAL } from '../../kernels/trend/total.ts';
import { type CountRunsArgs, UNIQUE, UNIQUE_TOGETHER } from '../../kernels/trend/unique.ts';
import { passingFirstTimes } from '../../select/first_time.ts';
import { byOwner, columnNumbers, multiplied, storedNumbers } from '../../select/row_numbers.ts';
import { type RunRows, trendRowsOf } from '../../select/selected_runs.ts';
import { beginAggregate, type CellAggregate } from './aggregate.ts';
import { addUniquePresent, changeActivePresent } from './math_bitmaps.ts';
import { aggregateExpression } from './math_expression.ts';

/** part -> its runs. Parts have different actors, except where rows count regardless of actor. */
export type MathParts = readonly (readonly RunRows[])[];

/** `MathParts` with rows in the form that kernels read. */
type ReadParts = readonly (readonly { readonly run: Run; readonly rows: TrendRows }[])[];

export interface MathFrame {
  readonly query: TrendQuery;
  /** What rows were selected by. */
  readonly matches: readonly EventMatch[];
  readonly buckets: Buckets;
  /** Groups of the breakdown; 1 without one. */
  readonly groups: number;
  readonly view: DatasetView;
}

/** Bucket-major, as in TrendNumbers. */
export interface Counted {
  readonly values: Float64Array;
  /** group -> 1: it has rows, whatever its number. */
  readonly present: Uint8Array;
}

type MathOf<K extends TrendMath['kind']> = Extract<TrendMath, { kind: K }>;

const PERSON: ActorKind = { kind: 'person' };
const NO_VALUES = new Float64Array(0);
const CELL_AGGREGATES: Readonly<Record<Aggregate, CellAggregate>> = {
  sum: 'sum',
  avg: 'avg',
  min: 'min',
  max: 'max',
  median: 0.5,
  p75: 0.75,
  p90: 0.9,
  p95: 0.95,
  p99: 0.99,
};
/** Few morsels: kernels that read runs together allocate state for each. */
const CUTS_TOGETHER = 8;

/** The kind of actor that rows are sorted by. */
export function actorOf(math: TrendMath): ActorKind {
  return 'actor' in math ? math.actor : PERSON;
}

/** Range of rows that can count; windows reach back before the query's range. */
export function reachOf(math: TrendMath, query: TrendQuery): TimeRange {
  if (math.kind !== 'active') return query.range;
  const { from_ms, until_ms } = windowsOf(math, query);
  return { from_ms: from_ms[0]!, until_ms: until_ms[until_ms.length - 1]! };
}

/** Range of the runs to read: first times are sought in all of the past, and one run serves both. */
export function readingOf(math: TrendMath, query: TrendQuery): TimeRange {
  const reach = reachOf(math, query);
  return math.kind === 'first_ever' ? { ...reach, from_ms: Number.NEGATIVE_INFINITY } : reach;
}

/** `parts` hold the rows of `reachOf`, and possibly others. */
export function countMath(math: TrendMath, parts: MathParts, frame: MathFrame): Counted {
  switch (math.kind) {
    case 'total':
    case 'unique':
    case 'unique_once':
      return countRows(math, parts, frame);
    case 'active':
      return countActive(math, parts, frame);
    case 'first_ever':
      return countFirstTimes(math, parts, frame);
    case 'unique_session':
      return countSessions(readAll(parts), frame);
    case 'property':
      if (math.source.of === 'session') return aggregateSessions(math, readAll(parts), frame);
      return math.aggregate === 'sum' || math.aggregate === 'avg'
        ? sumProperty(math, parts, frame)
        : aggregateProperty(math, readAll(parts), frame);
    case 'per_actor':
      return math.aggregate === 'avg'
        ? averagePerActor(math, parts, frame)
        : aggregatePerActor(math, readAll(parts), frame);
    case 'squares':
      return sumSquares(math, readAll(parts), frame);
    case 'expression':
      return aggregateRows(math.expression, readAll(parts), frame);
    default:
      return unreachable(math);
  }
}

/** For maths without a shortcut. */
function readAll(parts: MathParts): ReadParts {
  return parts.map((part) => part.map((each) => ({ run: each.run, rows: trendRowsOf(each) })));
}

function countRows(math: MathOf<'total' | 'unique' | 'unique_once'>, parts: MathParts, frame: MathFrame): Counted {
  const { buckets, groups, view } = frame;
  const counts = new Uint32Array(slotCells(buckets, groups));
  if (math.kind === 'total') {
    const runs = parts.flat().map(trendRowsOf);
    const jobs = runs.map((rows) => ({ args: { rows, buckets, groups }, cuts: rowCuts(rows.actor.length) }));
    shareCounts(view, TOTAL, jobs, counts);
  } else if (math.kind === 'unique_once') {
    shareCounts(view, FIRST, jobsTogether(parts, math.actor, frame), counts);
  } else if (!addUniquePresent(parts.flat(), buckets, view, counts)) {
    countUniqueRows(math.actor, parts, frame, counts);
  }
  return counted(counts, frame);
}

/** A single run without groups needs no per-actor state. */
function countUniqueRows(actor: ActorKind, parts: MathParts, frame: MathFrame, counts: Uint32Array): void {
  const { buckets, groups, view } = frame;
  if (parts.some((runs) => runs.length > 1)) {
    shareCounts(view, UNIQUE_TOGETHER, jobsTogether(parts, actor, frame), counts);
    return;
  }
  const runs = parts.flat().map(trendRowsOf);
  const jobs = runs.map((rows) => ({ args: { rows, buckets, groups }, cuts: wholeActorCuts(rows.actor) }));
  shareCounts(view, UNIQUE, jobs, counts);
}

/** Jobs for kernels that read all runs of a part together. */
function jobsTogether(parts: MathParts, actor: ActorKind, { buckets, groups, view }: MathFrame): Job<CountRunsArgs>[] {
  const cuts = actorCuts(view.actorCount(actor), CUTS_TOGETHER);
  return parts.map((part) => ({ args: { runs: part.map(trendRowsOf), buckets, groups }, cuts }));
}

export function windowsOf(math: MathOf<'active'>, query: TrendQuery): ActiveWindows {
  return must(
    query.windows.find((windows) => windows.days === math.days),
    'a query has the windows of its maths',
  );
}

function countActive(math: MathOf<'active'>, parts: MathParts, frame: MathFrame): Counted {
  const { groups, query, view, buckets } = frame;
  const windows = windowsOf(math, query);
  const slots = slotWindows(windows);
  const changes = new Int32Array((buckets.count + 1) * groups);
  const is_done = changeActivePresent(parts.flat(), windows, view, changes);
  for (const part of is_done ? [] : parts) {
    if (part.length === 0) continue;
    const runs = part.map(trendRowsOf);
    const rows = runs.length === 1 ? runs[0]! : mergeRows(runs, view.actorCount(math.actor));
    changeActive(rows, slots, groups, changes);
  }
  const values = new Float64Array(buckets.count * groups);
  for (let cell = 0; cell < values.length; cell++) values[cell] = changes[cell]! + (values[cell - groups] ?? 0);
  return { values, present: presentIn(values, groups) };
}

function countFirstTimes(math: MathOf<'first_ever'>, parts: MathParts, frame: MathFrame): Counted {
  const { buckets, groups, query, view, matches } = frame;
  const counts = new Float64Array(slotCells(buckets, groups));
  const is_one_run = math.of === matches && parts.every((runs) => runs.length <= 1);
  const first_ms = is_one_run ? null : passingFirstTimes(math.of, query.range.until_ms, view);
  for (const { run, select, skip, group } of parts.flat()) {
    const rows = { ranges: run.ranges, time_ms: run.time_ms, select, skip, group };
    if (first_ms !== null) countFirstEver(rows, buckets, groups, first_ms, counts);
    else {
      tracing()?.note('first rows', run.ranges.actor.length);
      countFirstRows(rows, buckets, groups, counts);
    }
  }
  return counted(counts, frame);
}

/** Distinct (cell, session) pairs. Rows without a session share one extra number. */
function sessionCells(parts: ReadParts, { buckets, groups, view }: MathFrame): CellKeys {
  const runs = parts.flat().map(({ run, rows }) => ({ rows, sessions: codeReader(view.rowSession(run)) }));
  const blocks = runs.values().flatMap(({ rows, sessions }) => cellBlocks(rows, sessions, buckets, groups));
  return distinctPairs(blocks, bucketCells(buckets, groups), view.sessionCount());
}

/** session -> duration. */
function durations(parts: ReadParts, view: DatasetView): Float64Array {
  // Sessions are numbered when rows ask for them.
  for (const { run } of parts.flat()) view.rowSession(run);
  return columnNumbers(view.sessionColumn('$session_duration'));
}

function countSessions(parts: ReadParts, frame: MathFrame): Counted {
  const { cells } = sessionCells(parts, frame);
  const counts = new Float64Array(slotCells(frame.buckets, frame.groups));
  for (let at = 0; at < cells.length; at++) counts[cells[at]!]!++;
  return counted(counts, frame);
}

/** Each session counts once per cell. */
function aggregateSessions(math: MathOf<'property'>, parts: ReadParts, frame: MathFrame): Counted {
  const of_session = multiplied(durations(parts, frame.view), math.multiplier);
  const { cells, keys } = sessionCells(parts, frame);
  const values = byOwner(of_session, keys);
  return aggregated(math.aggregate, [{ cells, values, length: values.length }], values.length, frame);
}

/** The team's threads share the summing. */
function sumProperty(math: MathOf<'property'>, parts: MathParts, frame: MathFrame): Counted {
  const { buckets, groups, view } = frame;
  const cells = slotCells(buckets, groups);
  const jobs = parts.flat().map((each) => {
    const stored = storedNumbers(math.source, math.multiplier, each.run, view);
    const numbers = stored instanceof Float64Array ? asSharedNumbers(stored) : stored;
    const args = { rows: trendRowsOf(each), numbers, buckets, groups, cells };
    return { args, cuts: rowCuts(each.run.rows) };
  });
  const total = newTotals(cells);
  for (const some of shareAll(view, SUM_CELLS, jobs)) addTotals(some, total);
  const values = math.aggregate === 'sum' ? sumsOf(total.sums) : averagesOf(total.sums);
  return metValues(values, total.met, frame);
}

function aggregateProperty(math: MathOf<'property'>, parts: ReadParts, frame: MathFrame): Counted {
  const { buckets, groups, view } = frame;
  const runs = parts.flat();
  const lists = runs.values().flatMap(({ run, rows }) => {
    const numbers = storedNumbers(math.source, math.multiplier, run, view);
    return cellBlocks(rows, numberReader(numbers), buckets, groups);
  });
  const numbers = runs.reduce((sum, { run }) => sum + run.rows, 0);
  return aggregated(math.aggregate, lists, numbers, frame);
}

/** Rows divided by actors; no per-actor counts needed. */
function averagePerActor({ actor }: MathOf<'per_actor'>, parts: MathParts, frame: MathFrame): Counted {
  const { values: rows, present } = countRows({ kind: 'total' }, parts, frame);
  const { values: actors } = countRows({ kind: 'unique', actor }, parts, frame);
  return { values: rows.map((count, cell) => (count === 0 ? 0 : withoutNoise(count / actors[cell]!))), present };
}

function aggregatePerActor(math: MathOf<'per_actor'>, parts: ReadParts, frame: MathFrame): Counted {
  const lists = countsPerActor(math.actor, parts, frame);
  const numbers = lists.reduce((sum, { length }) => sum + length, 0);
  return aggregated(math.aggregate, lists, numbers, frame);
}

function sumSquares({ by }: MathOf<'squares'>, parts: ReadParts, frame: MathFrame): Counted {
  const lists = countsPerActor(PERSON, parts, frame).map((counts) =>
    by === 'all'
      ? timesAllGroups(counts, frame.groups)
      : { ...counts, values: counts.values.map((rows) => rows * rows) },
  );
  return aggregated('sum', lists, 0, frame);
}

/** A list for each part. */
function countsPerActor(actor: ActorKind, parts: ReadParts, { buckets, groups, view }: MathFrame): ActorCounts[] {
  const range = bucketCells(buckets, groups);
  return parts.map((part) => {
    const runs = part.map(({ rows }) => ({ actor: rows.actor, cells: rowCells(rows, buckets, groups) }));
    return countPerActor(runs, range, view.actorCount(actor));
  });
}

/** A group exists if it has rows, whatever the expression yields. */
function aggregateRows(expression: AggregateExpression, parts: ReadParts, frame: MathFrame): Counted {
  const { buckets, groups, view } = frame;
  const range = bucketCells(buckets, groups);
  const size = slotCells(buckets, groups);
  const runs = parts.flat().map(({ run, rows }) => ({ run, cells: rowCells(rows, buckets, groups) }));
  const met = new Uint8Array(size);
  for (const { cells } of runs) meetCells({ cells, values: NO_VALUES, length: cells.length }, met);
  const own = met.subarray(range.first, range.until);
  const values = aggregateExpression(expression, runs, { range, size, view });
  // Cells without rows stay 0, whatever the expression would make of nothing.
  return {
    values: values.map((value, cell) => (own[cell] === 0 ? 0 : value)),
    present: presentIn(new Float64Array(own), groups),
  };
}

/** Aggregates numbers in cells; `numbers`: estimate of how many. */
function aggregated(aggregate: Aggregate, lists: Iterable<CellValues>, numbers: number, frame: MathFrame): Counted {
  const { buckets, groups } = frame;
  const range = bucketCells(buckets, groups);
  const size = slotCells(buckets, groups);
  const aggregating = beginAggregate(CELL_AGGREGATES[aggregate], range, size, numbers);
  const met = new Uint8Array(size);
  for (const list of lists) {
    aggregating.add(list);
    // With one group, a single row is enough to know it exists.
    if (groups > 1) meetCells(list, met);
    else if (met[range.first] === 0 && isAnyWithin(list, range)) met[range.first] = 1;
  }
  return metValues(aggregating.end(), met, frame);
}

/** Reduces numbers of all cells (NaN = none), and which cells have rows, to those of buckets. */
function metValues(cells: Float64Array, met: Uint8Array, { buckets, groups }: MathFrame): Counted {
  const { first, until } = bucketCells(buckets, groups);
  const values = cells.subarray(first, until);
  for (let cell = 0; cell < values.length; cell++) if (Number.isNaN(values[cell])) values[cell] = 0;
  return { values, present: presentIn(new Float64Array(met.subarray(first, until)), groups) };
}

/** Reduces numbers of all slots to those of buckets; a group exists if any of its numbers is not 0. */
function counted(cells: Float64Array | Uint32Array, { buckets, groups }: MathFrame): Counted {
  const { first, until } = bucketCells(buckets, groups);
  const values = new Float64Array(cells.subarray(first, until));
  return { values, present: presentIn(values, groups) };
}

/** group -> 1 if one of its cells is not 0. */
function presentIn(cells: Float64Array, groups: number): Uint8Array {
  const present = new Uint8Array(groups);
  for (let first = 0; first < cells.length; first += groups) meet(cells.subarray(first, first + groups), present);
  return present;
}

/** Unrolled by four for speed: there may be as many groups as a property has values. */
function meet(cells: Float64Array, present: Uint8Array): void {
  const whole = present.length - (present.length % 4);
  for (let group = 0; group < whole; group += 4) {
    present[group]! |= Number(cells[group] !== 0);
    present[group + 1]! |= Number(cells[group + 1] !== 0);
    present[group + 2]! |= Number(cells[group + 2] !== 0);
    present[group + 3]! |= Number(cells[group + 3] !== 0);
  }
  for (let group = whole; group < present.length; group++) present[group]! |= Number(cells[group] !== 0);
}

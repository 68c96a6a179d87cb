/** Builds what funnel kernels read: the runs of each part, with step and exclusion bits per row. */
import { allocate, or } from '../../../base/bitmap.ts';
import { sharedWords } from '../../../base/shared.ts';
import type { FunnelQuery } from '../../../model/question/funnel.ts';
import type { DatasetView } from '../../frame/dataset.ts';
import type { Part, Run, Timeline } from '../../frame/run.ts';
import { ofLine, tracing } from '../../frame/trace.ts';
import type { FunnelSource } from '../../kernels/funnel/actor_events.ts';
import { type Groups, groupRows } from '../../select/breakdown.ts';
import { type FirstRows, firstTimes, newFirstRows, takeFirstRows } from '../../select/first_time.ts';
import { eventsOf, runsOf } from '../../select/matching.ts';
import { matchRows } from '../../select/predicate.ts';
import { rowsIn } from '../../select/skipped.ts';

const SECOND_STEP = 2;

export interface PartSources {
  readonly skip: Uint32Array | null;
  readonly sources: readonly FunnelSource[];
  /** source -> its run. */
  readonly runs: readonly Run[];
  /** Timeline of all runs; strict funnels only. */
  readonly timeline: Timeline | null;
}

interface Marking {
  readonly query: FunnelQuery;
  readonly view: DatasetView;
  readonly groups: Groups;
  /** step -> first rows of persons, for "first time" steps. */
  readonly firsts: readonly (FirstRows | null)[];
}

/** Adds the breakdown's groups to `groups` as rows have them. */
export function partSources(query: FunnelQuery, groups: Groups, view: DatasetView): PartSources[] {
  const firsts = query.steps.map(({ first_of }) =>
    first_of === null ? null : newFirstRows(firstTimes(first_of, query.range.until_ms, view)),
  );
  const marking: Marking = { query, view, groups, firsts };
  // A strict funnel allows no other event between its steps, so every event is read.
  const events = query.order === 'strict' ? null : eventsOf([...query.steps, ...query.exclusions]);
  const { from_ms, until_ms } = query.range;
  const parts = view.parts({ events, from_ms, until_ms, actor: query.actor });
  return parts.map((part) => {
    const read = runsOf(part, events).flatMap((run) => {
      const source = sourceOf(marking, run, part);
      return source === null ? [] : [{ run, source }];
    });
    return {
      ...{ skip: part.skip, sources: read.map(({ source }) => source), runs: read.map(({ run }) => run) },
      timeline: query.order === 'strict' ? part.timeline(view) : null,
    };
  });
}

/** null if no row of the run matters. */
function sourceOf(marking: Marking, run: Run, part: Part): FunnelSource | null {
  const { query, view } = marking;
  const steps = newMarks();
  for (const [step, entity] of query.steps.entries()) {
    const found = ofLine(entity, () => matchRows(entity.matches, run, view));
    const firsts = marking.firsts[step] ?? null;
    if (found === undefined) continue;
    mark(steps, 1 << step, firsts === null ? found : takeFirstRows(firsts, found, run, part.skip, view), run);
  }
  const exclusions = newMarks();
  for (const exclusion of query.exclusions) markExclusions(exclusions, exclusion, run, view);
  const strict = query.order === 'strict';
  if (!strict && (steps.any | exclusions.any) === 0) return null;
  const others = strict ? (matchRows([{ event: null, where: query.where }], run, view) ?? null) : null;
  const worth = strict ? others : markedRows(run.rows, steps, exclusions);
  tracing()?.note('rows of steps', rowsIn(run, worth, part.skip));
  return {
    actor: run.actor,
    ranges: run.ranges,
    index: run.presence.ranks(),
    time_ms: run.time_ms,
    steps: rowBits(steps),
    steps_any: steps.any,
    exclusions: rowBits(exclusions),
    exclusions_any: exclusions.any,
    group: groupRows(marking.groups, run, view, { select: worth, skip: part.skip, ...query.range }),
    others,
    positions: strict && steps.any === SECOND_STEP ? part.positions(run.event, view) : null,
  };
}

/** Bits of one run's rows, as they are collected. */
interface Marks {
  /** row -> bits of matches that select rows; null = none yet. */
  rows: Uint32Array | null;
  /** Bitmaps of these rows, one per match. */
  readonly selected: Uint32Array[];
  /** Bits that every row has. */
  all: number;
  /** Union of all bits. */
  any: number;
}

function newMarks(): Marks {
  return { rows: null, selected: [], all: 0, any: 0 };
}

function markExclusions(
  exclusions: Marks,
  { from_step, to_step, matches }: FunnelQuery['exclusions'][number],
  run: Run,
  view: DatasetView,
): void {
  const found = matchRows(matches, run, view);
  if (found !== undefined) mark(exclusions, exclusionBits(from_step, to_step), found, run);
}

/** Bit k: between steps k - 1 and k. */
function exclusionBits(from_step: number, to_step: number): number {
  let bits = 0;
  for (let step = from_step + 1; step <= to_step; step++) bits |= 1 << step;
  return bits;
}

/** `found`: bitmap over rows, null = all. */
function mark(marks: Marks, bits: number, found: Uint32Array | null, run: Run): void {
  marks.any |= bits;
  if (found === null) {
    marks.all |= bits;
    return;
  }
  marks.rows ??= sharedWords(run.rows);
  marks.selected.push(found);
  markSelected(marks.rows, found, bits);
}

function markSelected(rows: Uint32Array, found: Uint32Array, bits: number): void {
  for (let word = 0; word < found.length; word++) {
    for (let left = found[word]!; left !== 0; left &= left - 1) {
      rows[(word << 5) + 31 - Math.clz32(left & -left)]! |= bits;
    }
  }
}

/** row -> bits; null if all rows have the same bits. */
function rowBits(marks: Marks): Uint32Array | null {
  const { rows, all } = marks;
  if (rows !== null && all !== 0) for (let row = 0; row < rows.length; row++) rows[row]! |= all;
  return rows;
}

/** Bitmap of rows with any mark, null = all: only these need a group. */
function markedRows(rows: number, steps: Marks, exclusions: Marks): Uint32Array | null {
  if ((steps.all | exclusions.all) !== 0) return null;
  return [...steps.selected, ...exclusions.selected].reduce(or, allocate(rows));
}

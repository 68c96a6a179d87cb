/** Funnels: marks each row with the steps it matches, lets the kernel judge every actor, merges parts and groups. */
import { fromFlags } from '../base/bitmap.ts';
import { notSupported } from '../model/error.ts';
import type { FunnelGroup, FunnelNumbers, FunnelQuery } from '../model/funnel.ts';
import type { EventMatch } from '../model/predicate.ts';
import { checkCells, type Groups, groupCount, groupKeys, groupRows, newGroups } from './breakdown.ts';
import type { DatasetView } from './dataset.ts';
import type { EventSource } from './kernels/actor_events.ts';
import { countFunnel, type FunnelTally, newTally, type StepOrder, timesByCell } from './kernels/funnel_steps.ts';
import { eventsOf, runsOf } from './matching.ts';
import { matchRows } from './predicate.ts';
import type { Run } from './run.ts';

/** What a step of one group weighs, with its list of times, against a bare number. */
const CELLS_PER_STEP = 16;

interface PartSources {
  readonly skip: Uint32Array | null;
  readonly sources: readonly EventSource[];
}

export function computeFunnel(query: FunnelQuery, view: DatasetView): FunnelNumbers {
  const order = stepOrder(query);
  const groups = newGroups(query.breakdown?.kind === 'values' ? query.breakdown.parts : []);
  const parts = partSources(query, groups, view);
  const steps = query.steps.length;
  checkCells(groupCount(groups) * steps * CELLS_PER_STEP);
  const tally = newTally(steps, groupCount(groups));
  const plan = { steps, window_ms: query.window_ms, has_gaps: query.exclusions.length > 0 };
  const window = { ...query.range, keep_all: false };
  for (const part of parts) {
    countFunnel(part.sources, plan, order, window, part.skip, 0, view.actorCount(query.actor), tally);
  }
  const times = timesByCell(tally);
  return { groups: query.breakdown === null ? [tableOf(tally, times, null, 0)] : tables(tally, groups, times) };
}

/** The kernel knows strict order too; it needs the events of no step, and with them the question's overall filter. */
function stepOrder(query: FunnelQuery): StepOrder {
  if (query.viz !== 'steps') {
    throw notSupported(
      `funnel viz ${query.viz}`,
      'funnel_viz_type',
      'Only funnel_viz_type "steps" is computed so far.',
    );
  }
  if (query.order === 'strict') {
    throw notSupported('funnel order strict', 'funnel_order_type', 'Use funnel_order_type "ordered" or "unordered".');
  }
  return query.order;
}

function partSources(query: FunnelQuery, groups: Groups, view: DatasetView): PartSources[] {
  const events = eventsOf([...query.steps, ...query.exclusions]);
  const { from_ms, until_ms } = query.range;
  const parts = view.parts({ events, from_ms, until_ms, actor: query.actor });
  return parts.map((part) => {
    const sources = runsOf(part, events).map((run) => sourceOf(query, run, groups, view));
    return { skip: part.skip, sources: sources.filter((source) => (source.steps_any | source.gaps_any) !== 0) };
  });
}

function sourceOf(query: FunnelQuery, run: Run, groups: Groups, view: DatasetView): EventSource {
  const steps = newMarks();
  for (const [step, { matches }] of query.steps.entries()) mark(steps, 1 << step, matches, run, view);
  const gaps = newMarks();
  for (const { matches, from_step, to_step } of query.exclusions) {
    mark(gaps, gapBits(from_step, to_step), matches, run, view);
  }
  return {
    actor: run.actor,
    time_ms: run.time_ms,
    steps: rowBits(steps),
    steps_any: steps.any,
    gaps: rowBits(gaps),
    gaps_any: gaps.any,
    group: (steps.any | gaps.any) === 0 ? null : touchGroups(query, run, steps, gaps, groups, view),
  };
}

/** Bit k: between steps k - 1 and k. */
function gapBits(from_step: number, to_step: number): number {
  let bits = 0;
  for (let step = from_step + 1; step <= to_step; step++) bits |= 1 << step;
  return bits;
}

/** Bits of the rows of one run while they are collected. */
interface Marks {
  /** row -> bits of matches that select rows; null while there are none. */
  rows: Uint32Array | null;
  /** Bits of every row. */
  all: number;
  /** Bits that any row may have. */
  any: number;
}

function newMarks(): Marks {
  return { rows: null, all: 0, any: 0 };
}

function mark(marks: Marks, bits: number, matches: readonly EventMatch[], run: Run, view: DatasetView): void {
  const select = matchRows(matches, run, view);
  if (select === undefined) return;
  marks.any |= bits;
  if (select === null) {
    marks.all |= bits;
    return;
  }
  marks.rows ??= new Uint32Array(run.rows);
  markSelected(marks.rows, select, bits);
}

function markSelected(rows: Uint32Array, select: Uint32Array, bits: number): void {
  for (let word = 0; word < select.length; word++) {
    for (let left = select[word]!; left !== 0; left &= left - 1) {
      rows[(word << 5) + 31 - Math.clz32(left & -left)]! |= bits;
    }
  }
}

/** As an EventSource wants them: null where every row has the same. */
function rowBits(marks: Marks): Uint32Array | null {
  const { rows, all } = marks;
  if (rows !== null && all !== 0) for (let row = 0; row < rows.length; row++) rows[row]! |= all;
  return rows;
}

/** First touch looks at rows of any step or exclusion, so that only those get a group. */
function touchGroups(
  query: FunnelQuery,
  run: Run,
  steps: Marks,
  gaps: Marks,
  groups: Groups,
  view: DatasetView,
): Uint32Array | null {
  if (query.breakdown === null) return null;
  const select = (steps.all | gaps.all) !== 0 ? null : anyBits(run.rows, steps.rows, gaps.rows);
  return groupRows(groups, run, view, { select, skip: null, ...query.range });
}

/** Bit set of rows that have a bit in either. */
function anyBits(rows: number, left: Uint32Array | null, right: Uint32Array | null): Uint32Array {
  const flags = new Uint8Array(rows);
  for (const bits of [left, right]) {
    if (bits !== null) for (let row = 0; row < rows; row++) if (bits[row] !== 0) flags[row] = 1;
  }
  return fromFlags(flags);
}

/** One table per group that anybody is in. */
function tables(tally: FunnelTally, groups: Groups, times: readonly Float64Array[]): FunnelGroup[] {
  return groupKeys(groups).flatMap((key, group) =>
    tally.counts[group * tally.steps] === 0 ? [] : [tableOf(tally, times, key[0] ?? '', group)],
  );
}

function tableOf(tally: FunnelTally, times: readonly Float64Array[], value: string | null, group: number): FunnelGroup {
  const begin = group * tally.steps;
  const end = begin + tally.steps;
  return { value, counts: [...tally.counts.subarray(begin, end)], times_ms: times.slice(begin, end) };
}

/**
 * Builds a timeline: rows of several runs ordered by actor, time, run, arrival.
 * Input: sorted runs. Output: position -> (run, row), and positions per actor. Each run brings an actor's rows as one
 * ascending sequence; sequences are merged pairwise. Cost: rows x log(runs per actor).
 * run 0   a1  a4      timeline  a1 b2 b3 a4
 * run 1     b2 b3     run       0  1  1  0
 */
import { sharedWords } from '../../../base/shared.ts';
import { firstRowOf } from '../../frame/actor_walk.ts';
import { allocateCodes } from '../../frame/column.ts';
import type { Run, Timeline } from '../../frame/run.ts';
import { actorCuts } from '../../frame/slices.ts';
import type { Task, Team } from '../../frame/team.ts';
import { newTimeSort, sortByTime, type TimeSort } from './time_sort.ts';

/** The fields of a run that a timeline needs. */
type TimedRun = Pick<Run, 'rows' | 'time_ms' | 'ranges'>;

export function makeTimeline(runs: readonly TimedRun[], team: Team): Timeline {
  const begin = beginsOf(runs);
  const rows = begin[begin.length - 1]!;
  const timeline = { begin, run: allocateCodes(rows, 2 * runs.length), row: sharedWords(rows) };
  const timed = runs.map(({ time_ms, ranges }) => ({ time_ms, ranges }));
  team.share(BUILD_TIMELINE, { runs: timed, timeline }, actorCuts(begin.length - 1));
  return timeline;
}

/** row of run `number` -> position. `rows`: how many rows the run has. */
export function positionsOf({ run, row }: Timeline, number: number, rows: number): Uint32Array {
  const positions = sharedWords(rows);
  for (let position = 0; position < run.length; position++)
    if (run[position]! >>> 1 === number) positions[row[position]!] = position;
  return positions;
}

/** actor -> first position; the last item is how many positions there are. */
function beginsOf(runs: readonly TimedRun[]): Uint32Array {
  let actors = 0;
  for (const { ranges } of runs) actors = Math.max(actors, 1 + (ranges.actor.at(-1) ?? -1));
  const begins = sharedWords(actors + 1);
  for (const { ranges } of runs) countRows(ranges, begins);
  for (let actor = 0; actor < actors; actor++) begins[actor + 1]! += begins[actor]!;
  return begins;
}

/** Adds to counts[actor + 1] how many rows the actor has. */
function countRows({ actor, begin }: Run['ranges'], counts: Uint32Array): void {
  for (let at = 0; at < actor.length; at++) counts[actor[at]! + 1]! += begin[at + 1]! - begin[at]!;
}

interface Building {
  readonly runs: readonly Omit<TimedRun, 'rows'>[];
  /** The output. */
  readonly timeline: Timeline;
}

interface Work {
  /** Rows of a slice of actors; the index is position - first position of the slice; id = run * ROW_LIMIT + row. */
  rows: TimeSort;
  /** actor - first actor of the slice -> position of its next row. */
  next: Uint32Array;
}

/** Every row index is below this. */
const ROW_LIMIT = 2 ** 32;

/** Morsels of actors. */
export const BUILD_TIMELINE: Task<Building, Work, null> = {
  name: 'build timeline',
  begin: () => ({ rows: newTimeSort(0), next: new Uint32Array(0) }),
  add: orderSlice,
  end: () => null,
};

function orderSlice({ runs, timeline }: Building, work: Work, first: number, until: number): void {
  const { begin } = timeline;
  const base = begin[first]!;
  if (begin[until]! - base > work.rows.id.length) work.rows = newTimeSort(begin[until]! - base);
  work.next = begin.slice(first, until);
  for (let at = 0; at < until - first; at++) work.next[at]! -= base;
  for (const [number, run] of runs.entries()) takeRun(run, number * ROW_LIMIT, first, until, work);
  for (let actor = first; actor < until; actor++) sortByTime(work.rows, begin[actor]! - base, begin[actor + 1]! - base);
  writeTimeline(work.rows, timeline, base, begin[until]!);
  for (let actor = first; actor < until; actor++) {
    markTies(work.rows.time_ms, timeline, base, begin[actor]!, begin[actor + 1]!);
  }
}

function takeRun(
  { time_ms, ranges }: Omit<TimedRun, 'rows'>,
  first_id: number,
  first_actor: number,
  until_actor: number,
  { rows, next }: Work,
): void {
  const { actor, begin } = ranges;
  const { time_ms: to_ms, id } = rows;
  const end = firstRowOf(actor, until_actor);
  for (let at = firstRowOf(actor, first_actor); at < end; at++) {
    const who = actor[at]! - first_actor;
    const until = begin[at + 1]!;
    let to = next[who]!;
    for (let row = begin[at]!; row < until; row++) {
      to_ms[to] = time_ms[row]!;
      id[to++] = first_id + row;
    }
    next[who] = to;
  }
}

/** Writes positions [first, until), without marking ties. */
function writeTimeline({ id }: TimeSort, { run, row }: Timeline, first: number, until: number): void {
  for (let position = first; position < until; position++) {
    const of = id[position - first]!;
    const number = Math.floor(of / ROW_LIMIT);
    run[position] = 2 * number;
    row[position] = of - number * ROW_LIMIT;
  }
}

/** Marks one actor's rows at equal times, in bit 0 of `run`. */
function markTies(time_ms: Float64Array, { run }: Timeline, base: number, begin: number, end: number): void {
  for (let position = begin + 1; position < end; position++) {
    if (time_ms[position - base] !== time_ms[position - 1 - base]) continue;
    run[position - 1]! |= 1;
    run[position]! |= 1;
  }
}

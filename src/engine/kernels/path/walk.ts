/**
 * Walks the paths of a range of actors into an edge log.
 * Input: runs of each part with a step name per row. Output: records of the edge log. A single run is read as it lies,
 * several by their timeline. Cost: one or two steps per row.
 */
import { has } from '../../../base/bitmap.ts';
import { sharedWords } from '../../../base/shared.ts';
import type { TimeRange } from '../../../model/question/query.ts';
import { firstRowOf } from '../../frame/actor_walk.ts';
import type { Codes } from '../../frame/column.ts';
import type { ActorRanges, Timeline } from '../../frame/run.ts';
import type { Task } from '../../frame/team.ts';
import type { EdgeChunk, EdgeLog } from './edges.ts';
import { logSteps, NO_STEP_NAME, newSteps, type PathPlan, reserveSteps, type Steps } from './sessions.ts';

/** Rows of one run, with their names as steps. */
export interface PathSource {
  /** row -> actor, ascending. */
  readonly actor: Uint32Array;
  /** row -> epoch milliseconds, ascending within an actor. */
  readonly time_ms: Float64Array;
  readonly ranges: ActorRanges;
  readonly names: RowNames;
}

/** row -> codes[row] -> numbers[code]. */
export interface RowNames {
  readonly codes: Codes;
  /** code -> number of the step's name, NO_STEP_NAME = not a step. */
  readonly numbers: Uint32Array;
  /** Bitmap of rows that may be steps; null = all. */
  readonly select: Uint32Array | null;
  /** Whether every row is a step. */
  readonly is_every: boolean;
}

/** Which actors and rows to read. */
interface PathScope {
  readonly from_ms: number;
  readonly until_ms: number;
  /** Bitmap of actors to skip; null = none. */
  readonly skip: Uint32Array | null;
  /** Narrower time bounds per actor; null = none. */
  readonly spans: ActorSpans | null;
  readonly first_actor: number;
  readonly until_actor: number;
}

/** Indexed by actor; actors without a span have an empty one. */
export interface ActorSpans {
  readonly from_ms: Float64Array;
  readonly until_ms: Float64Array;
}

/** What to walk, shared by all threads. */
export interface Paths {
  readonly range: TimeRange;
  readonly parts: readonly PathPart[];
  readonly plan: PathPlan;
  readonly spans: ActorSpans | null;
}

interface PathPart {
  readonly skip: Uint32Array | null;
  /** run number -> run, null if none of its rows are steps. */
  readonly sources: readonly (PathSource | null)[];
  /** Timeline over these runs; null if at most one has steps. */
  readonly timeline: Timeline | null;
}

/** The log, and scratch buffers. */
export interface PathWork {
  readonly log: EdgeLog;
  /** Names of a slice's rows, run after run. */
  name: Uint32Array;
  /** Steps of one actor, without rows that are no steps. */
  readonly kept: Steps;
  readonly session: Steps;
}

/** Morsels of actors -> their logs. */
export const PATHS: Task<Paths, PathWork, readonly EdgeChunk[]> = {
  name: 'paths',
  begin: newPathWork,
  add: walkPaths,
  end: ({ log }) => log,
};

export function newPathWork(): PathWork {
  return { log: [], name: new Uint32Array(0), kept: newSteps(), session: newSteps() };
}

/** Adds the edges of the actors in [first_actor, until_actor). */
export function walkPaths(paths: Paths, work: PathWork, first_actor: number, until_actor: number): void {
  const { range, parts, plan, spans } = paths;
  if (plan.is_impossible) return;
  for (const { skip, sources, timeline } of parts) {
    const scope = { ...range, skip, spans, first_actor, until_actor };
    if (timeline !== null) walkRuns(sources, timeline, plan, scope, work);
    else for (const source of sources) if (source !== null) walkRun(source, plan, scope, work);
  }
}

/** Reads one run as it lies. */
function walkRun({ time_ms, ranges, names }: PathSource, plan: PathPlan, scope: PathScope, work: PathWork): void {
  const { skip, spans } = scope;
  const { kept } = work;
  const { actor, begin } = ranges;
  const first = firstRowOf(actor, scope.first_actor);
  const until = firstRowOf(actor, scope.until_actor);
  const first_row = begin[first]!;
  const until_row = begin[until]!;
  reserveNames(work, until_row - first_row);
  nameRows(names, first_row, until_row, work.name, 0);
  const steps: Steps = { time_ms: time_ms.subarray(first_row, until_row), name: work.name };
  for (let rank = first; rank < until; rank++) {
    const who = actor[rank]!;
    if (skip !== null && has(skip, who)) continue;
    const from_ms = spans === null ? scope.from_ms : Math.max(scope.from_ms, spans.from_ms[who]!);
    const until_ms = spans === null ? scope.until_ms : Math.min(scope.until_ms, spans.until_ms[who]!);
    let row = begin[rank]! - first_row;
    let end = begin[rank + 1]! - first_row;
    while (row < end && steps.time_ms[row]! < from_ms) row++;
    while (row < end && steps.time_ms[end - 1]! >= until_ms) end--;
    if (names.is_every) logSteps(steps, row, end, plan, work);
    else logSteps(kept, 0, keepSteps(steps, row, end, kept), plan, work);
  }
}

/** Keeps the rows that are steps; returns how many. */
function keepSteps({ time_ms, name }: Steps, row: number, end: number, kept: Steps): number {
  reserveSteps(kept, end - row);
  let count = 0;
  for (let at = row; at < end; at++) {
    kept.time_ms[count] = time_ms[at]!;
    kept.name[count] = name[at]!;
    count += Number(name[at] !== NO_STEP_NAME);
  }
  return count;
}

/** Rows of several runs within a slice of actors. */
interface SliceSteps {
  /** run number -> row -> epoch milliseconds; null if none of its rows are steps. */
  readonly time_ms: readonly (Float64Array | null)[];
  /** run number -> offset from a row to its name. */
  readonly name_at: Int32Array;
  readonly name: Uint32Array;
}

/** Reads several runs by their timeline. */
function walkRuns(
  sources: readonly (PathSource | null)[],
  timeline: Timeline,
  plan: PathPlan,
  scope: PathScope,
  work: PathWork,
): void {
  const { skip, spans, first_actor } = scope;
  const { kept } = work;
  const { begin } = timeline;
  const slice = sliceSteps(sources, scope, work);
  const until_actor = Math.min(scope.until_actor, begin.length - 1);
  for (let actor = first_actor; actor < until_actor; actor++) {
    if (skip !== null && has(skip, actor)) continue;
    const from_ms = spans === null ? scope.from_ms : Math.max(scope.from_ms, spans.from_ms[actor]!);
    const until_ms = spans === null ? scope.until_ms : Math.min(scope.until_ms, spans.until_ms[actor]!);
    const steps = gatherSteps(slice, timeline, begin[actor]!, begin[actor + 1]!, from_ms, until_ms, kept);
    logSteps(kept, 0, steps, plan, work);
  }
}

function sliceSteps(
  sources: readonly (PathSource | null)[],
  { first_actor, until_actor }: PathScope,
  work: PathWork,
): SliceSteps {
  const rows = sources.map((source) => (source === null ? null : rowsOf(source, first_actor, until_actor)));
  reserveNames(
    work,
    rows.reduce((sum, of) => sum + (of === null ? 0 : of.until - of.first), 0),
  );
  const name_at = new Int32Array(sources.length);
  let to = 0;
  for (const [number, of] of rows.entries()) {
    if (of === null) continue;
    nameRows(sources[number]!.names, of.first, of.until, work.name, to);
    name_at[number] = to - of.first;
    to += of.until - of.first;
  }
  return { time_ms: sources.map((source) => source?.time_ms ?? null), name_at, name: work.name };
}

function rowsOf({ ranges }: PathSource, first_actor: number, until_actor: number): { first: number; until: number } {
  const { actor, begin } = ranges;
  return { first: begin[firstRowOf(actor, first_actor)]!, until: begin[firstRowOf(actor, until_actor)]! };
}

/** Keeps the steps at positions [begin, end) within the time; returns how many. Bare arguments: called per actor. */
function gatherSteps(
  { time_ms, name_at, name }: SliceSteps,
  { run, row }: Timeline,
  begin: number,
  end: number,
  from_ms: number,
  until_ms: number,
  kept: Steps,
): number {
  reserveSteps(kept, end - begin);
  const { time_ms: kept_ms, name: kept_name } = kept;
  let count = 0;
  for (let position = begin; position < end; position++) {
    const number = run[position]! >>> 1;
    const times_ms = time_ms[number]!;
    if (times_ms === null) continue;
    const of = row[position]!;
    const time = times_ms[of]!;
    const step = name[of + name_at[number]!]!;
    kept_ms[count] = time;
    kept_name[count] = step;
    count += Number(step !== NO_STEP_NAME) & Number(time >= from_ms) & Number(time < until_ms);
  }
  return count;
}

function reserveNames(work: PathWork, rows: number): void {
  if (work.name.length < rows) work.name = new Uint32Array(rows);
}

/** name[to + row - first] = number of the row's step, NO_STEP_NAME = not a step. */
function nameRows(
  { codes, numbers, select }: RowNames,
  first: number,
  until: number,
  name: Uint32Array,
  to: number,
): void {
  const shift = to - first;
  for (let row = first; row < until; row++) name[row + shift] = numbers[codes[row]!]!;
  if (select === null) return;
  for (let row = first; row < until; row++) if (!has(select, row)) name[row + shift] = NO_STEP_NAME;
}

/** row -> number of its step, NO_STEP_NAME = not a step. */
export function rowNumbers(names: RowNames): Uint32Array {
  const numbers = sharedWords(names.codes.length);
  nameRows(names, 0, numbers.length, numbers, 0);
  return numbers;
}

/**
 * Whose rows make paths, and which of them: a range of actors goes in, the edges of their paths come out. Rows of one
 * run are read where they lie; rows of several are merged first, actor by actor.
 */
import { has } from '../../base/bitmap.ts';
import { sharedWords } from '../../base/shared.ts';
import type { TimeRange } from '../../model/query.ts';
import type { Codes } from '../column.ts';
import type { Stretches } from '../run.ts';
import type { Task } from '../team.ts';
import { type EventSource, gatherEvents, newActorEvents } from './actor_events.ts';
import { firstRowOf, NO_ACTOR, nextActor, walkActors } from './actor_walk.ts';
import { type EdgeLog, newEdgeLog } from './path_edges.ts';
import { logSteps, NO_STEP_NAME, newSteps, type PathPlan, reserveSteps, type Steps } from './path_sessions.ts';

/** Rows of one run, and their names as steps. */
export interface PathSource {
  /** row -> actor, ascending. */
  readonly actor: Uint32Array;
  /** row -> epoch milliseconds, ascending within an actor. */
  readonly time_ms: Float64Array;
  readonly stretches: Stretches;
  readonly names: RowNames;
}

/** row -> codes[row] -> numbers[code]. */
export interface RowNames {
  readonly codes: Codes;
  /** code -> number of the step's name, NO_STEP_NAME where rows are no steps. */
  readonly numbers: Uint32Array;
  /** Bit set over rows: those that may be steps; null = all. */
  readonly select: Uint32Array | null;
  /** Whether every row is a step. */
  readonly is_every: boolean;
}

/** Which rows of whom to look at. */
interface PathScope {
  readonly from_ms: number;
  readonly until_ms: number;
  /** Bit set over actors to pass over; null = none. */
  readonly skip: Uint32Array | null;
  /** Narrower bounds of each actor; null = none. */
  readonly spans: ActorSpans | null;
  readonly first_actor: number;
  readonly until_actor: number;
}

/** Both arrays have the actor as their index. Whoever has no span has an empty one. */
export interface ActorSpans {
  readonly from_ms: Float64Array;
  readonly until_ms: Float64Array;
}

/** Whose paths are walked, and over which rows: parts as in run.ts. */
export interface Paths {
  readonly range: TimeRange;
  readonly parts: readonly PathPart[];
  readonly plan: PathPlan;
  readonly spans: ActorSpans | null;
}

interface PathPart {
  readonly skip: Uint32Array | null;
  readonly sources: readonly PathSource[];
  /** The sources as they are merged: `group` is the number of the step's name. null where there is but one. */
  readonly merged: readonly EventSource[] | null;
}

/** What is walked goes into the log; the rest is used again. */
export interface PathWork {
  readonly log: EdgeLog;
  /** Names of a range's rows. */
  name: Uint32Array;
  /** Steps of one actor among rows that are none. */
  readonly kept: Steps;
  readonly session: Steps;
}

/** Over actors. */
export const PATHS: Task<Paths, PathWork, EdgeLog> = {
  name: 'paths',
  begin: newPathWork,
  add: walkPaths,
  end: ({ log }) => log,
};

export function newPathWork(): PathWork {
  return { log: newEdgeLog(), name: new Uint32Array(0), kept: newSteps(), session: newSteps() };
}

/** Adds the edges of the actors in [first_actor, until_actor). */
export function walkPaths(paths: Paths, work: PathWork, first_actor: number, until_actor: number): void {
  const { range, parts, plan, spans } = paths;
  if (plan.is_impossible) return;
  for (const { skip, sources, merged } of parts) {
    const scope = { ...range, skip, spans, first_actor, until_actor };
    if (merged !== null) walkRuns(merged, plan, scope, work);
    else for (const source of sources) walkRun(source, plan, scope, work);
  }
}

/** Paths of one run's rows, read where they lie. */
function walkRun({ time_ms, stretches, names }: PathSource, plan: PathPlan, scope: PathScope, work: PathWork): void {
  const { skip, spans } = scope;
  const { kept, session, log } = work;
  const { actor, begin } = stretches;
  const first = firstRowOf(actor, scope.first_actor);
  const until = firstRowOf(actor, scope.until_actor);
  const first_row = begin[first]!;
  const until_row = begin[until]!;
  if (work.name.length < until_row - first_row) work.name = new Uint32Array(until_row - first_row);
  nameRows(names, first_row, until_row, work.name);
  const steps: Steps = { time_ms: time_ms.subarray(first_row, until_row), name: work.name };
  for (let place = first; place < until; place++) {
    const who = actor[place]!;
    if (skip !== null && has(skip, who)) continue;
    const from_ms = spans === null ? scope.from_ms : Math.max(scope.from_ms, spans.from_ms[who]!);
    const until_ms = spans === null ? scope.until_ms : Math.min(scope.until_ms, spans.until_ms[who]!);
    let row = begin[place]! - first_row;
    let end = begin[place + 1]! - first_row;
    while (row < end && steps.time_ms[row]! < from_ms) row++;
    while (row < end && steps.time_ms[end - 1]! >= until_ms) end--;
    if (names.is_every) logSteps(steps, row, end, plan, session, log);
    else logSteps(kept, 0, keepSteps(steps, row, end, kept), plan, session, log);
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

/** Paths of the rows of several runs. `group` of a source's rows is the number of the step's name. */
function walkRuns(sources: readonly EventSource[], plan: PathPlan, scope: PathScope, work: PathWork): void {
  const { skip, spans } = scope;
  const events = newActorEvents(sources.length);
  const window = { from_ms: scope.from_ms, until_ms: scope.until_ms, keep_all: false };
  const walk = walkActors(
    sources.map((source) => source.actor),
    scope.first_actor,
    scope.until_actor,
  );
  for (let actor = nextActor(walk); actor !== NO_ACTOR; actor = nextActor(walk)) {
    if (skip !== null && has(skip, actor)) continue;
    if (spans !== null) {
      window.from_ms = Math.max(scope.from_ms, spans.from_ms[actor]!);
      window.until_ms = Math.min(scope.until_ms, spans.until_ms[actor]!);
      if (window.from_ms >= window.until_ms) continue;
    }
    gatherEvents(walk, sources, window, events);
    logSteps({ time_ms: events.time_ms, name: events.group }, 0, events.length, plan, work.session, work.log);
  }
}

/** name[row - first] = number of the row's step, NO_STEP_NAME where it is none. */
function nameRows({ codes, numbers, select }: RowNames, first: number, until: number, name: Uint32Array): void {
  for (let row = first; row < until; row++) name[row - first] = numbers[codes[row]!]!;
  if (select === null) return;
  for (let row = first; row < until; row++) if (!has(select, row)) name[row - first] = NO_STEP_NAME;
}

/** row -> number of its step, likewise. */
export function rowNumbers(names: RowNames): Uint32Array {
  const numbers = sharedWords(names.codes.length);
  nameRows(names, 0, numbers.length, numbers);
  return numbers;
}

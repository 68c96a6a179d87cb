/**
 * Whose rows make paths, and which of them: a range of actors goes in, the edges of their paths come out. Rows of one
 * run are read where they lie; rows of several are merged first, actor by actor.
 */
import { has } from '../../base/bitmap.ts';
import type { Codes } from '../column.ts';
import type { Run } from '../run.ts';
import { type EventSource, gatherEvents, newActorEvents } from './actor_events.ts';
import { firstRowOf, NO_ACTOR, nextActor, walkActors } from './actor_walk.ts';
import type { EdgeLog } from './path_edges.ts';
import { logSteps, NO_STEP_NAME, newSteps, type PathPlan, reserveSteps, type Steps } from './path_sessions.ts';

const FIRST_STEPS = 256;

/** A run, and the names of its rows as steps. */
export interface PathSource {
  readonly run: Run;
  readonly names: RowNames;
}

/** row -> codes[row] -> numbers[code]. */
export interface RowNames {
  readonly codes: Codes;
  /** code -> number of the step's name, NO_STEP_NAME where rows are no steps. */
  readonly numbers: Uint32Array;
  /** Bit set over rows: those that may be steps; null = all. */
  readonly select: Uint32Array | null;
}

/** Which rows of whom to look at. */
export interface PathScope {
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

/** Paths of one run's rows, read where they lie. */
export function walkRun({ run, names }: PathSource, plan: PathPlan, scope: PathScope, log: EdgeLog): void {
  if (plan.is_impossible) return;
  const { skip, spans } = scope;
  const { actor, begin } = run.stretches;
  const first = firstRowOf(actor, scope.first_actor);
  const until = firstRowOf(actor, scope.until_actor);
  const first_row = begin[first]!;
  const rows = begin[until]! - first_row;
  const steps: Steps = {
    time_ms: run.time_ms.subarray(first_row, first_row + rows),
    name: nameRows(names, first_row, rows),
  };
  const kept = newSteps(FIRST_STEPS);
  const session = newSteps(FIRST_STEPS);
  const is_every = isEveryRow(names);
  for (let place = first; place < until; place++) {
    const who = actor[place]!;
    if (skip !== null && has(skip, who)) continue;
    const from_ms = spans === null ? scope.from_ms : Math.max(scope.from_ms, spans.from_ms[who]!);
    const until_ms = spans === null ? scope.until_ms : Math.min(scope.until_ms, spans.until_ms[who]!);
    let row = begin[place]! - first_row;
    let end = begin[place + 1]! - first_row;
    while (row < end && steps.time_ms[row]! < from_ms) row++;
    while (row < end && steps.time_ms[end - 1]! >= until_ms) end--;
    if (is_every) logSteps(steps, row, end, plan, session, log);
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
export function walkRuns(sources: readonly EventSource[], plan: PathPlan, scope: PathScope, log: EdgeLog): void {
  if (plan.is_impossible) return;
  const { skip, spans } = scope;
  const events = newActorEvents(sources.length);
  const session = newSteps(FIRST_STEPS);
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
    logSteps({ time_ms: events.time_ms, name: events.group }, 0, events.length, plan, session, log);
  }
}

/** row -> number of its step's name, NO_STEP_NAME where it is no step; of so many rows from the first one on. */
export function nameRows({ codes, numbers, select }: RowNames, first_row: number, rows: number): Uint32Array {
  const name = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) name[row] = numbers[codes[first_row + row]!]!;
  if (select === null) return name;
  for (let row = 0; row < rows; row++) if (!has(select, first_row + row)) name[row] = NO_STEP_NAME;
  return name;
}

/** Whether all rows are steps. */
export function isEveryRow({ numbers, select }: RowNames): boolean {
  return select === null && !numbers.includes(NO_STEP_NAME);
}

/**
 * Events of a slice of actors, for strict funnels: without those of no step, most of a project's events, as of these it
 * only matters whether there is any between two that are in the log. Each of their runs is gone through once, and marks
 * where it has rows between; then an actor's events are read back, with one event of no step for each mark.
 */
import { has } from '../../base/bitmap.ts';
import { type ActorEvents, type FunnelSource, reserveEvents } from './actor_events.ts';
import { firstRowOf } from './actor_walk.ts';

const NO_BITS = 0;
const FIRST_STEP = 1;
const SECOND_STEP = 2;
/** Room to begin with, for each actor. */
const FEW_EVENTS = 4;
/** More than any actor has pairs of steps. */
const ALWAYS_OPEN = 2 ** 30;

export interface StrictLog {
  first_actor: number;
  actors: number;
  /** actor - first_actor -> its place in the log; of those that have one. */
  place_of: Uint32Array;
  /** The same index -> times of its first event and its last; infinite where it has none, or nothing more can be learnt. */
  since_ms: Float64Array;
  to_ms: Float64Array;
  /** place -> actor; those below `places`. */
  actor: Uint32Array;
  /** place -> when the actor did the first step first, in epoch milliseconds. */
  entered_ms: Float64Array;
  /** place -> its first event; behind the last place the number of events. */
  begin: Uint32Array;
  /** place -> second steps with a first one just before, and nothing between as far as is known: with none it ends there. */
  open: Int32Array;
  /** place -> 1: an event of no step is at the very instant of one in the log. They all are needed then. */
  is_tied: Uint8Array;
  places: number;
  /** For use within: position -> place of a run. */
  met: Uint32Array;
  /** event -> epoch milliseconds, ascending within a place. */
  time_ms: Float64Array;
  /** event -> bits of its steps, and of what it spoils. */
  steps: Uint32Array;
  gaps: Uint32Array;
  /** event -> 1: something of no step is between the event before and this one. */
  is_cut: Uint8Array;
}

/** Empty, and without room: one log serves slice after slice. */
export function newStrictLog(): StrictLog {
  return { first_actor: 0, actors: 0, places: 0, ...actorArrays(0), ...arrays(0) };
}

type ActorArrays = Omit<StrictLog, 'first_actor' | 'actors' | 'places' | keyof ReturnType<typeof arrays>>;

function actorArrays(actors: number): ActorArrays {
  return {
    place_of: new Uint32Array(actors),
    since_ms: new Float64Array(actors),
    to_ms: new Float64Array(actors),
    actor: new Uint32Array(actors),
    entered_ms: new Float64Array(actors),
    begin: new Uint32Array(actors + 1),
    open: new Int32Array(actors),
    is_tied: new Uint8Array(actors),
    met: new Uint32Array(actors),
  };
}

/** Empties the log, for actors in [first_actor, until_actor). */
export function beginLog(log: StrictLog, first_actor: number, until_actor: number): void {
  const actors = until_actor - first_actor;
  if (actors > log.place_of.length) Object.assign(log, actorArrays(actors), arrays(actors * FEW_EVENTS));
  log.first_actor = first_actor;
  log.actors = actors;
  log.places = 0;
  log.since_ms.fill(Number.POSITIVE_INFINITY, 0, actors);
}

function arrays(capacity: number): Pick<StrictLog, 'time_ms' | 'steps' | 'gaps' | 'is_cut'> {
  return {
    time_ms: new Float64Array(capacity),
    steps: new Uint32Array(capacity),
    gaps: new Uint32Array(capacity),
    is_cut: new Uint8Array(capacity),
  };
}

/** Adds an actor, with its events of the runs that have steps or exclusions. */
export function logActor(log: StrictLog, actor: number, entered_ms: number, events: ActorEvents): void {
  const place = log.places++;
  reserve(log, log.begin[place]! + events.length);
  const { time_ms, steps, gaps, is_cut } = log;
  let to = log.begin[place]!;
  let open = 0;
  let is_plain = true;
  for (let at = 0; at < events.length; at++) {
    time_ms[to] = events.time_ms[at]!;
    steps[to] = events.steps[at]!;
    gaps[to] = events.gaps[at]!;
    is_cut[to] = 0;
    if (gaps[to] !== 0 || (at > 0 && time_ms[to] === time_ms[to - 1])) is_plain = false;
    if (at > 0 && steps[to] === SECOND_STEP) {
      if (steps[to - 1] === FIRST_STEP) open++;
      // A step between ends the attempt only if it is alone at its instant, which is not known yet.
      else if (steps[to - 1] !== NO_BITS) is_plain = false;
    }
    to++;
  }
  log.actor[place] = actor;
  log.entered_ms[place] = entered_ms;
  const is_over = is_plain && open === 0;
  log.place_of[actor - log.first_actor] = place;
  log.since_ms[actor - log.first_actor] = is_over ? Number.POSITIVE_INFINITY : events.time_ms[0]!;
  log.to_ms[actor - log.first_actor] = is_over ? 0 : events.time_ms[events.length - 1]!;
  log.begin[place + 1] = to;
  log.is_tied[place] = 0;
  log.open[place] = is_plain ? open : ALWAYS_OPEN;
}

function isPair({ steps }: StrictLog, event: number): boolean {
  return steps[event] === SECOND_STEP && steps[event - 1] === FIRST_STEP;
}

function reserve(log: StrictLog, events: number): void {
  if (events <= log.time_ms.length) return;
  const { time_ms, steps, gaps, is_cut } = log;
  const larger = arrays(2 ** Math.ceil(Math.log2(events)));
  larger.time_ms.set(time_ms);
  larger.steps.set(steps);
  larger.gaps.set(gaps);
  larger.is_cut.set(is_cut);
  Object.assign(log, larger);
}

/** Marks where rows of a run that has neither steps nor exclusions come between. */
export function cutLog(log: StrictLog, source: FunnelSource): void {
  const { actor, begin } = source.stretches;
  const { first_actor, place_of, met } = log;
  const count = listMet(log, source);
  for (let i = 0; i < count; i++) {
    const at = met[i]!;
    cutPlace(log, place_of[actor[at]! - first_actor]!, source, begin[at]!, begin[at + 1]!);
  }
}

/**
 * Lists the run's places whose rows may come between. Whether one may is as good as random, so that it is not asked: each
 * is written, and the next over it unless it may.
 */
function listMet(
  { first_actor, actors, since_ms, to_ms, met }: StrictLog,
  { stretches, time_ms }: FunnelSource,
): number {
  const { actor, begin } = stretches;
  const end = firstRowOf(actor, first_actor + actors);
  let count = 0;
  for (let at = firstRowOf(actor, first_actor); at < end; at++) {
    const who = actor[at]! - first_actor;
    met[count] = at;
    count += Number(time_ms[begin[at + 1]! - 1]! >= since_ms[who]!) & Number(time_ms[begin[at]!]! <= to_ms[who]!);
  }
  return count;
}

/** Rows [begin, until) are those of the actor of that place. */
function cutPlace(log: StrictLog, place: number, source: FunnelSource, begin: number, until: number): void {
  const { time_ms, is_cut } = log;
  const { time_ms: row_ms, others } = source;
  const first = log.begin[place]!;
  const last = log.begin[place + 1]! - 1;
  let row = begin;
  while (row < until && row_ms[row]! < time_ms[first]!) row++;
  for (let event = first; row < until && row_ms[row]! <= time_ms[last]!; row++) {
    if (others !== null && !has(others, row)) continue;
    while (time_ms[event]! < row_ms[row]!) event++;
    if (time_ms[event] === row_ms[row]) {
      log.is_tied[place] = 1;
      log.open[place] = ALWAYS_OPEN;
    } else if (is_cut[event] === 0) {
      is_cut[event] = 1;
      if (isPair(log, event) && --log.open[place]! === 0) {
        log.since_ms[log.actor[place]! - log.first_actor] = Number.POSITIVE_INFINITY;
      }
    }
  }
}

/** Whether the actor cannot get beyond the first step. */
export function isOver({ open }: StrictLog, place: number): boolean {
  return open[place] === 0;
}

/** Replaces what `out` holds by the events of a place, one of no step for each mark among them. */
export function eventsAt(log: StrictLog, place: number, out: ActorEvents): void {
  const { time_ms, steps, gaps, is_cut } = log;
  const end = log.begin[place + 1]!;
  reserveEvents(out, 2 * (end - log.begin[place]!));
  let to = 0;
  for (let event = log.begin[place]!; event < end; event++) {
    if (is_cut[event] === 1) {
      out.time_ms[to] = (time_ms[event - 1]! + time_ms[event]!) / 2;
      out.steps[to] = NO_BITS;
      out.gaps[to++] = NO_BITS;
    }
    out.time_ms[to] = time_ms[event]!;
    out.steps[to] = steps[event]!;
    out.gaps[to++] = gaps[event]!;
  }
  out.length = to;
}

/**
 * Paths of all actors: each actor's steps in order, cut into sessions where they pause, each session cut to what is
 * asked for, its edges written to a log.
 */
import { has } from '../../base/bitmap.ts';
import { type ActorEvents, type EventSource, gatherEvents, newActorEvents } from './actor_events.ts';
import { NO_ACTOR, nextActor, walkActors } from './actor_walk.ts';
import { type EdgeLog, logEdge, reserveEdges } from './path_edges.ts';

/** No such step: nothing is called so. */
export const NO_STEP_NAME = 0xffffffff;

export interface PathPlan {
  /** A pause of at least so long begins another session. */
  readonly session_gap_ms: number;
  readonly step_limit: number;
  /** Numbers of names; NO_STEP_NAME where none is asked for. */
  readonly start: number;
  readonly end: number;
  /** Whether a start or an end is asked for that no step is called: then there are no paths. */
  readonly is_impossible: boolean;
  /** Number of the empty name, which is no end of a session; NO_STEP_NAME where no step is called so. */
  readonly empty: number;
  /** Number of the name that stands for what is left out in the middle. */
  readonly left_out: number;
  /** How many names there are. */
  readonly names: number;
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

/** Steps of one session, used again and again; the arrays have the place as their index, below `length`. */
interface Session {
  length: number;
  name: Uint32Array;
  time_ms: Float64Array;
}

/** `group` of a source's rows is the number of the step's name; rows whose `steps` are 0 are no steps. */
export function walkPaths(sources: readonly EventSource[], plan: PathPlan, scope: PathScope, log: EdgeLog): void {
  if (plan.is_impossible) return;
  const { skip, spans } = scope;
  const events = newActorEvents(sources.length);
  const session: Session = { length: 0, name: new Uint32Array(256), time_ms: new Float64Array(256) };
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
    if (events.length > 1) walkSessions(events, plan, session, log);
  }
}

/** Of steps of one name in a row the last one counts. */
function walkSessions(events: ActorEvents, plan: PathPlan, session: Session, log: EdgeLog): void {
  if (session.name.length < events.length) {
    session.name = new Uint32Array(events.time_ms.length);
    session.time_ms = new Float64Array(events.time_ms.length);
  }
  const { name, time_ms } = session;
  let last_ms = events.time_ms[0]!;
  let length = 0;
  for (let at = 0; at < events.length; at++) {
    const time = events.time_ms[at]!;
    const step = events.group[at]!;
    if (time - last_ms >= plan.session_gap_ms) {
      session.length = length;
      cutSession(session, plan, log);
      length = 0;
    }
    if (length === 0 || name[length - 1] !== step) length++;
    name[length - 1] = step;
    time_ms[length - 1] = time;
    last_ms = time;
  }
  session.length = length;
  cutSession(session, plan, log);
}

/** Chooses the part of the session that is asked for. */
function cutSession(session: Session, plan: PathPlan, log: EdgeLog): void {
  const { name } = session;
  const { step_limit, start, end } = plan;
  if (session.length > 0 && name[session.length - 1] === plan.empty) session.length--;
  if (session.length < 2) return;
  const first = start === NO_STEP_NAME ? 0 : placeOf(session, start, 0);
  if (first < 0) return;
  if (end === NO_STEP_NAME) {
    logStretch(session, first, Math.min(session.length, first + step_limit), 0, plan, log);
    return;
  }
  const until = placeOf(session, end, first) + 1;
  if (until === 0) return;
  if (until - first <= step_limit) logStretch(session, first, until, 0, plan, log);
  else if (start === NO_STEP_NAME) logStretch(session, until - step_limit, until, 0, plan, log);
  else logWithGap(session, first, until, plan, log);
}

/** Place of the first step of that name from `from` on, -1 = none. */
function placeOf({ name, length }: Session, wanted: number, from: number): number {
  for (let place = from; place < length; place++) if (name[place] === wanted) return place;
  return -1;
}

/** Edges between the places in [first, until); the first place stands at `offset` on the path. */
function logStretch(
  { name, time_ms }: Session,
  first: number,
  until: number,
  offset: number,
  plan: PathPlan,
  log: EdgeLog,
): void {
  reserveEdges(log, until - first);
  const { source, target, took_ms } = log;
  let at = log.length;
  let base = offset * plan.names;
  for (let place = first + 1; place < until; place++) {
    source[at] = base + name[place - 1]!;
    target[at] = name[place]!;
    took_ms[at++] = time_ms[place]! - time_ms[place - 1]!;
    base += plan.names;
  }
  log.length = at;
}

/** Half of the limit from the beginning, one step that stands for the middle, and half of the limit from the end. */
function logWithGap(session: Session, first: number, until: number, plan: PathPlan, log: EdgeLog): void {
  const { name, time_ms } = session;
  const half = plan.step_limit >>> 1;
  const middle = first + half;
  const rest = until - half;
  logStretch(session, first, middle, 0, plan, log);
  if (half === 0) return;
  logEdge(log, (half - 1) * plan.names + name[middle - 1]!, plan.left_out, time_ms[middle]! - time_ms[middle - 1]!);
  logEdge(log, half * plan.names + plan.left_out, name[rest]!, time_ms[rest]! - time_ms[middle]!);
  logStretch(session, rest, until, half + 1, plan, log);
}

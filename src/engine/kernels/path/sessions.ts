/**
 * Splits one actor's steps into sessions at pauses, cuts each session to what was asked, and logs its edges.
 * Input: names and times of the steps. Output: edge records. Equal consecutive steps count once, at the time of the
 * last; a session cannot end with an empty name. Cost: one step per row.
 */
import { type EdgeChunk, type EdgeLog, logEdge, roomFor } from './edges.ts';

/** A name that no step has. */
export const NO_STEP_NAME = 0xffffffff;

export interface PathPlan {
  /** A pause at least this long starts a new session. */
  readonly session_gap_ms: number;
  readonly step_limit: number;
  /** Index of the name; NO_STEP_NAME = not asked for. */
  readonly start: number;
  readonly end: number;
  /** Whether the requested start or end is no step's name, so that there are no paths. */
  readonly is_impossible: boolean;
  /** Index of the empty name; NO_STEP_NAME = no step has it. */
  readonly empty: number;
  /** Index of the placeholder for a cut middle. */
  readonly left_out: number;
  /** How many names there are. */
  readonly names: number;
}

/** Steps of an actor; reused. */
export interface Steps {
  /** index -> time, ascending within an actor. */
  time_ms: Float64Array;
  /** index -> index of the name. */
  name: Uint32Array;
}

const FIRST_STEPS = 256;

export function newSteps(size = FIRST_STEPS): Steps {
  return { time_ms: new Float64Array(size), name: new Uint32Array(size) };
}

/** Makes room; contents may be lost. */
export function reserveSteps(steps: Steps, count: number): void {
  if (count > steps.name.length) Object.assign(steps, newSteps(2 ** Math.ceil(Math.log2(count))));
}

/** Where one thread logs. */
export interface Logging {
  /** Scratch memory for one session. */
  readonly session: Steps;
  readonly log: EdgeLog;
}

/** Logs the edges of one actor's steps, at [begin, until). */
export function logSteps(steps: Steps, begin: number, until: number, plan: PathPlan, logging: Logging): void {
  const { session, log } = logging;
  if (until - begin < 2) return;
  if (plan.start === NO_STEP_NAME && plan.end === NO_STEP_NAME) {
    logFirstSteps(steps, begin, until, plan, roomFor(log, until - begin));
    return;
  }
  reserveSteps(session, until - begin);
  logCutSessions(steps, begin, until, plan, logging);
}

/**
 * Logs the first steps of each session, up to the limit. Session ends are unpredictable, so there are no branches:
 * every step writes a record, and only edges advance the write index.
 */
function logFirstSteps(steps: Steps, begin: number, until: number, plan: PathPlan, chunk: EdgeChunk): void {
  const { time_ms, name } = steps;
  const { session_gap_ms, step_limit, names } = plan;
  const empty = plan.empty | 0;
  const { source, target, took_ms } = chunk;
  let at = chunk.length;
  /** Depth of the next step in its session; index and source number of the last step that counted. */
  let depth = 0;
  let last = begin;
  let last_source = 0;
  let time = time_ms[begin]!;
  let step = name[begin]! | 0;
  for (let next = begin + 1; next < until; next++) {
    const next_ms = time_ms[next]!;
    const next_step = name[next]! | 0;
    const is_end = Number(next_ms - time >= session_gap_ms);
    const is_step = is_end | Number(next_step !== step);
    let is_edge = is_step & Number(depth > 0) & Number(depth < step_limit);
    if (step === empty) is_edge &= is_end ^ 1;
    source[at] = last_source;
    target[at] = step;
    took_ms[at] = time - time_ms[last]!;
    at += is_edge;
    // A branchless `if (is_step)`: `-is_step` is all ones or zero.
    last ^= (last ^ (next - 1)) & -is_step;
    last_source ^= (last_source ^ (Math.imul(depth, names) + step)) & -is_step;
    depth = (depth + is_step) & (is_end - 1);
    time = next_ms;
    step = next_step;
  }
  if (depth > 0 && depth < step_limit && step !== empty) {
    source[at] = last_source;
    target[at] = step;
    took_ms[at++] = time - time_ms[last]!;
  }
  chunk.length = at;
}

/** One session; arrays are indexed by depth, below `length`. */
interface Session extends Steps {
  length: number;
  readonly plan: PathPlan;
}

function logCutSessions(steps: Steps, begin: number, until: number, plan: PathPlan, logging: Logging): void {
  const { log } = logging;
  const { name, time_ms } = logging.session;
  const session: Session = { length: 0, name, time_ms, plan };
  let last_ms = steps.time_ms[begin]!;
  let length = 0;
  for (let at = begin; at < until; at++) {
    const time = steps.time_ms[at]!;
    const step = steps.name[at]!;
    if (time - last_ms >= plan.session_gap_ms) {
      session.length = length;
      cutSession(session, log);
      length = 0;
    }
    if (length === 0 || name[length - 1] !== step) length++;
    name[length - 1] = step;
    time_ms[length - 1] = time;
    last_ms = time;
  }
  session.length = length;
  cutSession(session, log);
}

/** Logs the part of the session that was asked for. */
function cutSession(session: Session, log: EdgeLog): void {
  const { name, plan } = session;
  const { step_limit, start, end } = plan;
  if (session.length > 0 && name[session.length - 1] === plan.empty) session.length--;
  if (session.length < 2) return;
  const first = start === NO_STEP_NAME ? 0 : depthOf(session, start, 0);
  if (first < 0) return;
  if (end === NO_STEP_NAME) {
    logEdges(session, first, Math.min(session.length, first + step_limit), 0, log);
    return;
  }
  const until = depthOf(session, end, first) + 1;
  if (until === 0) return;
  if (until - first <= step_limit) logEdges(session, first, until, 0, log);
  else if (start === NO_STEP_NAME) logEdges(session, until - step_limit, until, 0, log);
  else logWithoutMiddle(session, first, until, log);
}

/** Depth of the first step with that name from `from` on, -1 = none. */
function depthOf({ name, length }: Session, wanted: number, from: number): number {
  for (let depth = from; depth < length; depth++) if (name[depth] === wanted) return depth;
  return -1;
}

/** Logs the edges between depths [first, until); the first is at depth `offset` of the path. */
function logEdges({ name, time_ms, plan }: Session, first: number, until: number, offset: number, log: EdgeLog): void {
  const chunk = roomFor(log, until - first);
  const { source, target, took_ms } = chunk;
  let at = chunk.length;
  let base = offset * plan.names;
  for (let depth = first + 1; depth < until; depth++) {
    source[at] = base + name[depth - 1]!;
    target[at] = name[depth]!;
    took_ms[at++] = time_ms[depth]! - time_ms[depth - 1]!;
    base += plan.names;
  }
  chunk.length = at;
}

/** Half of the limit from the start, a placeholder for the middle, half of the limit from the end. */
function logWithoutMiddle(session: Session, first: number, until: number, log: EdgeLog): void {
  const { name, time_ms, plan } = session;
  const half = plan.step_limit >>> 1;
  const middle = first + half;
  const rest = until - half;
  logEdges(session, first, middle, 0, log);
  if (half === 0) return;
  logEdge(log, (half - 1) * plan.names + name[middle - 1]!, plan.left_out, time_ms[middle]! - time_ms[middle - 1]!);
  logEdge(log, half * plan.names + plan.left_out, name[rest]!, time_ms[rest]! - time_ms[middle]!);
  logEdges(session, rest, until, half + 1, log);
}

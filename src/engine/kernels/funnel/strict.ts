/**
 * Strict funnels in place. Any event ends all attempts but the one it continues, so only one is ever under way.
 * Input: one run per step, and the timeline of all runs. Output: best attempts of a slice of actors. An attempt needs a
 * second step right after a first one: the kernel visits second-step rows and looks around each in the timeline. Cost:
 * a few random reads per second-step row.
 * timeline  a  x  a  b  c  x      b follows a directly: follow from here
 *                 ^--^
 */
import { has } from '../../../base/bitmap.ts';
import { firstRowOf } from '../../frame/actor_walk.ts';
import type { Timeline } from '../../frame/run.ts';
import { type FunnelSource, newActorEvents } from './actor_events.ts';
import { type Attempt, addAttempt, type FunnelPlan } from './attempt.ts';
import type { Audience, Judging } from './audience.ts';
import { sourceOfSteps } from './chain.ts';
import { entranceRow } from './links.ts';
import { gatherTimeline } from './timeline_events.ts';
import { type Touch, touchGroups } from './touch.ts';
import type { FunnelWork } from './work.ts';

const SECOND = 1;
/** An event of no step. */
const OTHER = -1;
/** An event the question ignores. */
const LEFT_OUT = -2;

/** State for following one actor's events. */
interface Follower {
  readonly audience: Audience;
  readonly timeline: Timeline;
  readonly plan: FunnelPlan;
  /** source -> its step, OTHER = none. */
  readonly step_of: Int32Array;
  /** step -> time it was done in the attempt under way. */
  readonly time_ms: Float64Array;
  readonly best: Attempt;
}

/** Returns false, with nothing done, if the funnel cannot be judged in place. */
export function judgeStrict(
  audience: Audience,
  { plan, needs, judge }: Judging,
  touch: Touch | null,
  { attempt: best, attempts }: FunnelWork,
): boolean {
  const { timeline, sources, window, skip, first_actor } = audience;
  const of_steps = sources.filter(({ steps_any }) => steps_any !== 0);
  const of_step = sourceOfSteps(of_steps, plan.steps);
  if (timeline === null || of_step === null) return false;
  const entrance = of_step[0]!;
  const second = of_step[SECOND] ?? undefined;
  const step_of = Int32Array.from(sources, ({ steps_any }) => (steps_any === 0 ? OTHER : 31 - Math.clz32(steps_any)));
  const follower = { audience, timeline, plan, step_of, time_ms: new Float64Array(plan.steps), best };
  const leads = leadsOf(audience, second);
  const events = newActorEvents(0);
  const visited = needs > 1 ? second : entrance;
  if (visited === undefined) return true;
  const { actor, begin } = visited.ranges;
  const end = firstRowOf(actor, audience.until_actor);
  for (let at = firstRowOf(actor, first_actor); at < end; at++) {
    const who = actor[at]!;
    if (skip !== null && has(skip, who)) continue;
    best.level = 0;
    best.excluded = false;
    if (visited === entrance) {
      const row = entranceRow(entrance, begin[at]!, begin[at + 1]!, window);
      if (row < 0) continue;
      best.level = 1;
      best.time_ms[0] = entrance.time_ms[row]!;
    }
    const first = timeline.begin[who]!;
    const until = timeline.begin[who + 1]!;
    const lead = leads[who - first_actor]!;
    if (lead !== NO_LEAD && (lead === NEEDS_ALL || !follow(follower, second!, lead - 1, first, until))) {
      gatherTimeline(timeline, first, until, audience, events);
      judge(events, 0);
    }
    addAttempt(attempts, who, 0, needs, best);
  }
  if (touch !== null) touchGroups(touch, sources, window, attempts, 0);
  return true;
}

const NO_LEAD = 0;
/** Actors with exclusions are judged event by event. */
const NEEDS_ALL = 0xffffffff;

/** actor - first_actor -> rank + 1 in the second step's run, NO_LEAD or NEEDS_ALL. */
function leadsOf({ sources, first_actor, until_actor }: Audience, second: FunnelSource | undefined): Uint32Array {
  const leads = new Uint32Array(until_actor - first_actor);
  for (const source of sources) {
    if (source !== second && source.exclusions_any === 0) continue;
    const { actor } = source.ranges;
    const end = firstRowOf(actor, until_actor);
    for (let at = firstRowOf(actor, first_actor); at < end; at++) {
      const who = actor[at]! - first_actor;
      if (source.exclusions_any !== 0) leads[who] = NEEDS_ALL;
      else if (leads[who] === NO_LEAD) leads[who] = at + 1;
    }
  }
  return leads;
}

/**
 * Fills `best` with the best attempt beyond the first step. Events are at [begin, end) of the timeline; `at` is the
 * actor's rank in the second step's run. Returns false if a tie may matter: stages.ts decides then.
 */
function follow(
  follower: Follower,
  { ranges, steps, positions, time_ms }: FunnelSource,
  at: number,
  begin: number,
  end: number,
): boolean {
  const { timeline, best, plan } = follower;
  const until = ranges.begin[at + 1]!;
  for (let row = ranges.begin[at]!; row < until; row++) {
    if (steps !== null && steps[row] === 0) continue;
    const position = positions![row]!;
    if (isTied(timeline, position)) return false;
    let before = position - 1;
    while (before >= begin && stepAt(follower, before) === LEFT_OUT) before--;
    if (before < begin) continue;
    if (isTied(timeline, before)) return false;
    if (stepAt(follower, before) !== 0) continue;
    if (!followAttempt(follower, timeAt(follower, before), position, time_ms[row]!, end)) return false;
    if (best.level === plan.steps) return true;
  }
  return true;
}

/** Follows the attempt with these first and second steps. */
function followAttempt(follower: Follower, start_ms: number, second: number, second_ms: number, end: number): boolean {
  const { audience, timeline, plan, best, time_ms } = follower;
  const { from_ms, until_ms } = audience.window;
  const last_ms = Math.min(until_ms - 1, start_ms + plan.window_ms);
  if (start_ms < from_ms || second_ms > last_ms) return true;
  time_ms[0] = start_ms;
  time_ms[SECOND] = second_ms;
  let level = SECOND + 1;
  if (level > best.level) noteBest(best, time_ms, level);
  for (let position = second + 1; position < end && level < plan.steps; position++) {
    const step = stepAt(follower, position);
    if (step === LEFT_OUT) continue;
    if (isTied(timeline, position)) return false;
    // A repeated step changes nothing; any other event ends the attempt.
    if (step === level - 1) continue;
    if (step !== level) break;
    const at_ms = timeAt(follower, position);
    if (at_ms > last_ms) break;
    time_ms[level++] = at_ms;
    if (level > best.level) noteBest(best, time_ms, level);
  }
  return true;
}

function noteBest(best: Attempt, time_ms: Float64Array, level: number): void {
  best.level = level;
  for (let step = 0; step < level; step++) best.time_ms[step] = time_ms[step]!;
}

function stepAt({ audience, timeline, step_of }: Follower, position: number): number {
  const source = timeline.run[position]! >>> 1;
  const { steps, steps_any, others } = audience.sources[source]!;
  if (steps_any !== 0 && (steps === null || steps[timeline.row[position]!] !== 0)) return step_of[source]!;
  return others === null || has(others, timeline.row[position]!) ? OTHER : LEFT_OUT;
}

function isTied({ run }: Timeline, position: number): boolean {
  return (run[position]! & 1) !== 0;
}

function timeAt({ audience, timeline }: Follower, position: number): number {
  const { time_ms } = audience.sources[timeline.run[position]! >>> 1]!;
  return time_ms[timeline.row[position]!]!;
}

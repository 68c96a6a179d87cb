/**
 * Strict funnels where each step has a run of its own, without a breakdown and exclusions. An event ends every attempt but
 * the one that it belongs to, so that only one is ever under way: it begins where a second step comes just after a first one.
 */
import { has } from '../../base/bitmap.ts';
import type { Timeline } from '../run.ts';
import { newActorEvents } from './actor_events.ts';
import type { Attempt, FunnelPlan } from './attempt.ts';
import type { Audience, Judge, Verdict } from './audience.ts';
import { sourceOfSteps } from './funnel_chain.ts';
import { gatherPlaces } from './funnel_places.ts';
import { entranceRow, visitAndTell } from './funnel_visit.ts';

const ENTRANCE = 0;
const SECOND = 1;
/** An event of no step. */
const OTHER = -1;
/** None of the events that the question is about. */
const LEFT_OUT = -2;

interface Follower {
  readonly audience: Audience;
  readonly timeline: Timeline;
  readonly plan: FunnelPlan;
  /** source -> its step, OTHER = none. */
  readonly step_of: Int32Array;
  /** Of the second step, -1 = nobody does it. */
  readonly second_source: number;
  /** step -> when the attempt under way did it. */
  readonly time_ms: Float64Array;
  readonly best: Attempt;
}

/** false where it does not apply: nothing is done then. */
export function judgeStrict(
  audience: Audience,
  plan: FunnelPlan,
  needs: number,
  attempt: Attempt,
  judge: Judge,
  told: Verdict,
): boolean {
  const { timeline, window } = audience;
  const sources = audience.sources.filter(({ steps_any }) => steps_any !== 0);
  const source_of = sourceOfSteps(sources, plan.steps);
  if (timeline === null || source_of === null || plan.has_gaps) return false;
  const step_of = Int32Array.from(audience.sources, ({ steps_any }) =>
    steps_any === 0 ? OTHER : 31 - Math.clz32(steps_any),
  );
  const follower = {
    ...{ audience, timeline, plan, step_of, second_source: step_of.indexOf(SECOND) },
    ...{ time_ms: new Float64Array(plan.steps), best: attempt },
  };
  const entrance = source_of[ENTRANCE]!;
  const entered = sources[entrance]!;
  const events = newActorEvents(0);
  const visit = { audience: { ...audience, sources }, entrance, touch: null, needs, attempt, told };
  visitAndTell(visit, (rows, actor) => {
    const row = entranceRow(entered, rows.begin[entrance]!, rows.until[entrance]!, window);
    if (row < 0) return;
    attempt.level = 1;
    attempt.tainted = false;
    attempt.time_ms[0] = entered.time_ms[row]!;
    const begin = timeline.begin[actor]!;
    const end = timeline.begin[actor + 1]!;
    if (!follow(follower, begin, end)) {
      gatherPlaces(timeline, begin, end, audience, events);
      judge(events, 0);
    }
    told(0, actor);
  });
  return true;
}

/**
 * Makes `best` of the actor's events, which are at [begin, end), if it gets beyond the first step. false where events share
 * an instant and it may matter: that is left to the slots.
 */
function follow(follower: Follower, begin: number, end: number): boolean {
  const { timeline, second_source, best, plan } = follower;
  const { run } = timeline;
  for (let place = begin; place < end; place++) {
    if (run[place]! >>> 1 !== second_source || stepAt(follower, place) !== SECOND) continue;
    if (isTied(timeline, place)) return false;
    let before = place - 1;
    while (before >= begin && stepAt(follower, before) === LEFT_OUT) before--;
    if (before < begin) continue;
    if (isTied(timeline, before)) return false;
    if (stepAt(follower, before) !== ENTRANCE) continue;
    if (!followAttempt(follower, before, place, end)) return false;
    if (best.level === plan.steps) return true;
  }
  return true;
}

/** The attempt that does the first step at `first` and the second at `second`. */
function followAttempt(follower: Follower, first: number, second: number, end: number): boolean {
  const { audience, timeline, plan, best, time_ms } = follower;
  const { from_ms, until_ms } = audience.window;
  const start_ms = timeAt(follower, first);
  if (start_ms < from_ms) return true;
  time_ms[0] = start_ms;
  let level = 1;
  for (let place = second; place < end && level < plan.steps; place++) {
    const step = stepAt(follower, place);
    if (step === LEFT_OUT) continue;
    if (isTied(timeline, place)) return false;
    // The same step again changes nothing, anything but the next one ends it.
    if (step === level - 1) continue;
    if (step !== level) break;
    const at_ms = timeAt(follower, place);
    if (at_ms >= until_ms || !(at_ms - start_ms <= plan.window_ms)) break;
    time_ms[level++] = at_ms;
    if (level > best.level) noteBest(best, time_ms, level);
  }
  return true;
}

function noteBest(best: Attempt, time_ms: Float64Array, level: number): void {
  best.level = level;
  for (let step = 0; step < level; step++) best.time_ms[step] = time_ms[step]!;
}

function stepAt({ audience, timeline, step_of }: Follower, place: number): number {
  const source = timeline.run[place]! >>> 1;
  const { steps, steps_any, others } = audience.sources[source]!;
  if (steps_any !== 0 && (steps === null || steps[timeline.row[place]!] !== 0)) return step_of[source]!;
  return others === null || has(others, timeline.row[place]!) ? OTHER : LEFT_OUT;
}

function isTied({ run }: Timeline, place: number): boolean {
  return (run[place]! & 1) !== 0;
}

function timeAt({ audience, timeline }: Follower, place: number): number {
  const source = audience.sources[timeline.run[place]! >>> 1]!;
  return source.time_ms[timeline.row[place]!]!;
}

/**
 * Judges the actors of a funnel, each once for each group of the breakdown that it counts for. Any ranges of actors, and
 * parts, can be gone through on their own.
 *
 * Where each step has a run of its own, ordered and strict funnels are judged by the runs as they are (ordered.ts,
 * strict.ts). Otherwise the events of each actor are gathered, for strict funnels from the timeline of all runs: that always
 * applies, and is what the rest is checked against.
 */
import { type ActorEvents, gatherEvents, newActorEvents, newActorRows } from './actor_events.ts';
import { type Attempt, type Attempts, addAttempt, type FunnelPlan, NO_STEP, newAttempts } from './attempt.ts';
import { type Audience, firstSteps, type Judge, type StepOrder } from './audience.ts';
import { chooseGroups, eventsOfGroup } from './groups.ts';
import { newChain } from './links.ts';
import { judgeOrdered } from './ordered.ts';
import { visitTimeline } from './timeline_events.ts';
import { newQueues, judgeQueues } from './queues.ts';
import { addActors, findRows, metInAll, metInAny, metInTwo, type SliceSet } from './slice_actors.ts';
import { newStages, judgeStages } from './stages.ts';
import { judgeStrict } from './strict.ts';
import { touchOf } from './touch.ts';
import type { FunnelWork } from './work.ts';

/** The best attempt of each actor, for each of its groups, if it is of at least so many steps (one or more). */
export function judgeActors(
  audience: Audience,
  plan: FunnelPlan,
  order: StepOrder,
  needs: number,
  work: FunnelWork,
): Attempts {
  const { attempt, attempts } = work;
  attempts.count = 0;
  const judge = attemptJudge(order, plan, attempt);
  if (judgeInPlace(audience, plan, order, needs, judge, work)) return attempts;
  judgeGathered(audience, actorsWith(audience, order, needs), (events, group, actor) => {
    judge(events, group);
    addAttempt(attempts, actor, group, needs, attempt);
  });
  return attempts;
}

/** false where it does not apply: nothing is done then. */
function judgeInPlace(
  audience: Audience,
  plan: FunnelPlan,
  order: StepOrder,
  needs: number,
  judge: Judge,
  work: FunnelWork,
): boolean {
  const touch = touchOf(audience.chooser);
  if (touch === undefined || plan.value_step !== NO_STEP) return false;
  if (order === 'unordered') return false;
  if (order === 'strict') return judgeStrict(audience, plan, needs, touch, judge, work);
  const sources = audience.sources.filter(({ steps_any }) => steps_any !== 0);
  const chain = plan.has_exclusions ? null : newChain(sources, audience.window, plan);
  if (chain === null) return false;
  judgeOrdered(chain, { ...audience, sources }, needs, touch, work);
  return true;
}

/** Who may get to so many steps. */
export function actorsWith(audience: Audience, order: StepOrder, steps: number): SliceSet {
  if (order !== 'unordered') return metInAll(audience, firstSteps(steps));
  return steps > 1 ? metInTwo(audience) : metInAny(audience, audience.sources);
}

/** Gathers the events of each of the actors, for each of its groups. */
export function judgeGathered(
  audience: Audience,
  actors_with: SliceSet,
  judge: (events: ActorEvents, group: number, actor: number) => void,
): void {
  const { chooser, timeline } = audience;
  const visit = (events: ActorEvents, actor: number): void => {
    if (chooser === null) {
      judge(events, 0, actor);
      return;
    }
    chooseGroups(chooser, events);
    for (let choice = 0; choice < chooser.count; choice++) {
      judge(eventsOfGroup(chooser, events, choice), chooser.group[choice]!, actor);
    }
  };
  const met = newAttempts(0);
  addActors(audience, actors_with, met);
  const actors = met.actor.subarray(0, met.count);
  if (timeline === null) visitRuns(audience, actors, visit);
  else visitTimeline(audience, timeline, actors, visit);
}

function visitRuns(
  { sources, window }: Audience,
  actors: Uint32Array,
  visit: (events: ActorEvents, actor: number) => void,
): void {
  const events = newActorEvents(sources.length);
  const rows = newActorRows(sources.length);
  for (let at = 0; at < actors.length; at++) {
    findRows(sources, actors[at]!, rows);
    gatherEvents(rows, sources, window, events);
    visit(events, actors[at]!);
  }
}

/** Fills `attempt` with the best of an actor. */
function attemptJudge(order: StepOrder, plan: FunnelPlan, attempt: Attempt): Judge {
  if (order === 'unordered') {
    const queues = newQueues(plan);
    return (events, group) => judgeQueues(queues, events, group, attempt);
  }
  const stages = newStages(plan, order === 'strict', attempt);
  return (events, group) => judgeStages(stages, events, group);
}

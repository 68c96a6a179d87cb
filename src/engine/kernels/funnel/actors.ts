/**
 * Starting point of the funnel kernels: the best attempt of each actor, once per group the actor counts for.
 * Works on any slice of actors of one part. If each step has a run of its own, the runs are read as they lie (ordered.ts,
 * strict.ts, unordered.ts). Otherwise each actor's events are gathered first (from the timeline, for strict
 * funnels): always applicable, and the reference that tests compare the fast kernels with. README.md has the table.
 */
import { type ActorEvents, gatherEvents, newActorEvents, newActorRows } from './actor_events.ts';
import { type Attempt, type Attempts, addAttempt, type FunnelPlan, NO_STEP, newAttempts } from './attempt.ts';
import { type Audience, firstSteps, type Judge, type Judging, type StepOrder } from './audience.ts';
import { newChain } from './chain.ts';
import { chooseGroups, eventsOfGroup } from './groups.ts';
import { judgeOrdered } from './ordered.ts';
import { judgeQueues, newQueues } from './queues.ts';
import { addActors, findRows, metInAll, metInAny, metInTwo, type SliceSet } from './slice_actors.ts';
import { judgeStages, newStages } from './stages.ts';
import { judgeStrict } from './strict.ts';
import { visitTimeline } from './timeline_events.ts';
import { touchOf } from './touch.ts';
import { judgeUnordered } from './unordered.ts';
import type { FunnelWork } from './work.ts';

/** Best attempts with at least `needs` steps (one or more). */
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
  if (judgeInPlace(audience, { plan, order, needs, judge }, work)) {
    work.judged.in_place++;
    return attempts;
  }
  work.judged.gathered++;
  judgeGathered(audience, actorsWith(audience, order, needs), (events, group, actor) => {
    judge(events, group);
    addAttempt(attempts, actor, group, needs, attempt);
  });
  return attempts;
}

/** Returns false, with nothing done, if no in-place kernel applies. */
function judgeInPlace(audience: Audience, judging: Judging, work: FunnelWork): boolean {
  const { plan, order } = judging;
  const touch = touchOf(audience.chooser, order === 'strict');
  if (touch === undefined || plan.value_step !== NO_STEP) return false;
  if (order === 'unordered') return judgeUnordered(audience, judging, touch, work);
  if (order === 'strict') return judgeStrict(audience, judging, touch, work);
  const sources = audience.sources.filter(({ steps_any, exclusions_any }) => (steps_any | exclusions_any) !== 0);
  const chain = newChain(sources, audience.window, plan);
  if (chain === null) return false;
  judgeOrdered(chain, { ...audience, sources }, judging, touch, work);
  return true;
}

/** Actors that may reach this many steps. */
export function actorsWith(audience: Audience, order: StepOrder, steps: number): SliceSet {
  if (order !== 'unordered') return metInAll(audience, firstSteps(steps));
  return steps > 1 ? metInTwo(audience) : metInAny(audience, audience.sources);
}

/** Gathers the events of each of these actors, once per group. */
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

/** Returns a judge that fills `attempt` with the actor's best. */
function attemptJudge(order: StepOrder, plan: FunnelPlan, attempt: Attempt): Judge {
  if (order === 'unordered') {
    const queues = newQueues(plan);
    return (events, group) => judgeQueues(queues, events, group, attempt);
  }
  const stages = newStages(plan, order === 'strict', attempt);
  return (events, group) => judgeStages(stages, events, group);
}

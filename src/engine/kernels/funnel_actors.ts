/**
 * Goes through the actors of a funnel and has each judged, once for each group of the breakdown that it counts for. Any
 * ranges of actors, and parts, can be gone through on their own.
 *
 * Where each step has a run of its own, actors are judged by the runs as they are (funnel_{ordered,strict,unordered}.ts).
 * Otherwise the events of each are gathered, for strict funnels from the timeline of all runs: that always applies, and is
 * what the rest is checked against.
 */
import { has } from '../../base/bitmap.ts';
import {
  type ActorEvents,
  type ActorRows,
  type FunnelSource,
  gatherEvents,
  newActorEvents,
  newActorRows,
} from './actor_events.ts';
import { type Attempt, type FunnelPlan, NO_STEP, newAttempt } from './attempt.ts';
import { type Audience, firstSteps, type Judge, rarestStep, type StepOrder, type Verdict } from './audience.ts';
import { newChain } from './funnel_chain.ts';
import { chooseGroups, eventsOfGroup } from './funnel_groups.ts';
import { judgeOrdered } from './funnel_ordered.ts';
import { visitPlaces } from './funnel_places.ts';
import { newQueues, runQueues } from './funnel_queues.ts';
import { newSlots, runSlots } from './funnel_slots.ts';
import { judgeStrict } from './funnel_strict.ts';
import { touchOf } from './funnel_touch.ts';
import { judgeUnordered } from './funnel_unordered.ts';
import { findRows, mayHaveRows, sliceRows, sourceBits } from './slice_rows.ts';

/** What one thread works with, slice after slice. */
export interface FunnelWork {
  readonly attempt: Attempt;
}

export function newFunnelWork({ steps }: FunnelPlan): FunnelWork {
  return { attempt: newAttempt(steps) };
}

/**
 * Fills the attempt with the best of each actor, for each of its groups, and says so. Only of actors that may have done
 * the first `needs` steps, and not of those who did none.
 */
export function judgeActors(
  audience: Audience,
  plan: FunnelPlan,
  order: StepOrder,
  needs: number,
  work: FunnelWork,
  verdict: Verdict,
): void {
  const { attempt } = work;
  const judge = attemptJudge(order, plan, attempt);
  const told: Verdict = (group, actor) => {
    if (attempt.level >= needs && attempt.level > 0 && !attempt.tainted) verdict(group, actor);
  };
  if (judgeInPlace(audience, plan, order, needs, work, judge, told)) return;
  const needed = order === 'unordered' ? 0 : firstSteps(needs);
  judgeGathered(audience, needed, (events, group, actor) => {
    judge(events, group);
    told(group, actor);
  });
}

/** false where it does not apply: nothing is done then. */
function judgeInPlace(
  audience: Audience,
  plan: FunnelPlan,
  order: StepOrder,
  needs: number,
  { attempt }: FunnelWork,
  judge: Judge,
  told: Verdict,
): boolean {
  const touch = touchOf(audience.chooser);
  if (touch === undefined || plan.value_step !== NO_STEP) return false;
  if (order === 'unordered') return judgeUnordered(audience, plan, touch, attempt, told);
  if (order === 'strict') return judgeStrict(audience, plan, touch, needs, attempt, judge, told);
  const sources = audience.sources.filter(({ steps_any, gaps_any }) => (steps_any | gaps_any) !== 0);
  const chain = newChain(sources, audience.window, plan, attempt);
  if (chain === null) return false;
  const visit = { audience: { ...audience, sources }, entrance: chain.source_of[0]!, touch, needs, attempt, told };
  judgeOrdered(visit, chain, judge);
  return true;
}

/** Gathers the events of each actor that has rows of all steps in `needs` (bits), for each of its groups. */
export function judgeGathered(
  audience: Audience,
  needs: number,
  judge: (events: ActorEvents, group: number, actor: number) => void,
): void {
  const { chooser, timeline } = audience;
  const visit = (events: ActorEvents, actor: number): void => {
    if (chooser === null) {
      judge(events, 0, actor);
      return;
    }
    chooseGroups(chooser, events);
    for (let place = 0; place < chooser.count; place++) {
      judge(eventsOfGroup(chooser, events, place), chooser.group[place]!, actor);
    }
  };
  if (timeline === null) visitRuns(audience, needs, visit);
  else visitPlaces(audience, timeline, needs, visit);
}

function visitRuns(
  { sources, window, skip, first_actor, until_actor }: Audience,
  needs: number,
  visit: (events: ActorEvents, actor: number) => void,
): void {
  const lead_bits = sourceBits(needs === 0 ? [...sources.keys()] : rarestStep(sources, needs));
  const events = newActorEvents(sources.length);
  const rows = newActorRows(sources.length);
  const stretches = sources.map((source) => source.stretches);
  const slice = sliceRows(stretches, first_actor, until_actor);
  for (let actor = first_actor; actor < until_actor; actor++) {
    if (!mayHaveRows(slice, actor, lead_bits) || (skip !== null && has(skip, actor))) continue;
    findRows(slice, actor, rows);
    if ((stepsPossible(rows, sources) & needs) !== needs) continue;
    gatherEvents(rows, sources, window, events);
    visit(events, actor);
  }
}

/** Fills `attempt` with the best of an actor. */
function attemptJudge(order: StepOrder, plan: FunnelPlan, attempt: Attempt): Judge {
  if (order === 'unordered') {
    const queues = newQueues(plan);
    return (events, group) => runQueues(queues, events, group, attempt);
  }
  const slots = newSlots(plan, order === 'strict', attempt);
  return (events, group) => runSlots(slots, events, group);
}

function stepsPossible(rows: ActorRows, sources: readonly FunnelSource[]): number {
  let bits = 0;
  for (let at = 0; at < rows.active_count; at++) bits |= sources[rows.active[at]!]!.steps_any;
  return bits;
}

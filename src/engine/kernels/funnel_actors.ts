/**
 * Goes through the actors of a funnel, gathers the events of each and has them judged, once for each group of the
 * breakdown that the actor counts for. Any ranges of actors, and parts, can be gone through on their own.
 */
import { has } from '../../base/bitmap.ts';
import { type ActorEvents, type EventSource, gatherEvents, newActorEvents, type RowWindow } from './actor_events.ts';
import { type ActorWalk, NO_ACTOR, nextActor, walkActors } from './actor_walk.ts';
import type { Attempt, FunnelPlan } from './attempt.ts';
import { chooseGroups, eventsOfGroup, type GroupChooser } from './funnel_groups.ts';
import { newSlots, runSlots } from './funnel_slots.ts';
import { newQueues, runQueues } from './funnel_unordered.ts';

export type StepOrder = 'ordered' | 'strict' | 'unordered';

/** Whose events are looked at. */
export interface Audience {
  readonly sources: readonly EventSource[];
  readonly window: RowWindow;
  /** null where there is no breakdown: everybody is of group 0. */
  readonly chooser: GroupChooser | null;
  /** Bit set: actors to pass over; null = none. */
  readonly skip: Uint32Array | null;
  readonly first_actor: number;
  readonly until_actor: number;
}

/** One call per actor and group; the state it works on is made once. */
export type Judge = (events: ActorEvents, group: number) => void;

/** What is done with each actor and group. */
export type Verdict = (events: ActorEvents, group: number, actor: number) => void;

/** Deals with an actor by where its rows are, without looking at all of them; false = it has to be judged. */
export type Shortcut = (walk: ActorWalk, possible: number) => boolean;

/** Actors that have no row of a step in `needs` (bits) are passed over. */
export function judgeActors(audience: Audience, needs: number, judge: Verdict, shortcut: Shortcut | null): void {
  const { sources, window, chooser, skip } = audience;
  const events = newActorEvents(sources.length);
  const walk = walkActors(
    sources.map((source) => source.actor),
    audience.first_actor,
    audience.until_actor,
  );
  // Where every event counts, only those between an actor's first and last step can change anything but its group.
  const narrowed = window.keep_all && chooser === null ? { ...window } : null;
  for (let actor = nextActor(walk); actor !== NO_ACTOR; actor = nextActor(walk)) {
    if (skip !== null && has(skip, actor)) continue;
    const possible = stepsPossible(walk, sources);
    if ((possible & needs) !== needs || shortcut?.(walk, possible)) continue;
    if (narrowed !== null) narrowToSteps(walk, sources, window, narrowed);
    gatherEvents(walk, sources, narrowed ?? window, events);
    if (chooser === null) {
      judge(events, 0, actor);
      continue;
    }
    chooseGroups(chooser, events);
    for (let place = 0; place < chooser.count; place++) {
      judge(eventsOfGroup(chooser, events, place), chooser.group[place]!, actor);
    }
  }
}

/** Fills `attempt` with the best of an actor. */
export function attemptJudge(order: StepOrder, plan: FunnelPlan, attempt: Attempt): Judge {
  if (order === 'unordered') {
    const queues = newQueues(plan);
    return (events, group) => runQueues(queues, events, group, attempt);
  }
  const slots = newSlots(plan, order === 'strict', attempt);
  return (events, group) => runSlots(slots, events, group);
}

/** Bits of the first steps, `count` of them. */
export function firstSteps(count: number): number {
  return 2 ** count - 1;
}

function stepsPossible(walk: ActorWalk, sources: readonly EventSource[]): number {
  let bits = 0;
  for (let at = 0; at < walk.active_count; at++) bits |= sources[walk.active[at]!]!.steps_any;
  return bits;
}

/** From the first row that may be the first step to the last row that may be a step or an exclusion. */
function narrowToSteps(
  walk: ActorWalk,
  sources: readonly EventSource[],
  window: RowWindow,
  narrowed: { from_ms: number; until_ms: number },
): void {
  let from_ms = Number.POSITIVE_INFINITY;
  let last_ms = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < walk.active_count; at++) {
    const source = walk.active[at]!;
    const { time_ms, steps_any, gaps_any } = sources[source]!;
    if ((steps_any & 1) !== 0) from_ms = Math.min(from_ms, time_ms[walk.begin[source]!]!);
    if ((steps_any | gaps_any) !== 0) last_ms = Math.max(last_ms, time_ms[walk.until[source]! - 1]!);
  }
  narrowed.from_ms = Math.max(window.from_ms, from_ms);
  narrowed.until_ms = Math.min(window.until_ms, last_ms + 1);
}

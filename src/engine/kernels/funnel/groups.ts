/**
 * Decides which groups of a breakdown an actor is judged for, and over which of its events.
 * Groups come from the actor's own events, so an actor may count for none, one or several.
 */
import { invalid } from '../../../model/error.ts';
import { LIMIT } from '../../../model/limit.ts';
import type { Attribution } from '../../../model/question/funnel.ts';
import { type ActorEvents, newActorEvents, reserveEvents } from './actor_events.ts';
import { grown } from './attempt.ts';

const NONE = -1;

export interface GroupChooser {
  readonly attribution: Attribution;
  /** Attribution by step: groups of events with any of these step bits are tried. */
  readonly step_bits: number;
  /** group -> 1: the group of events without a value. */
  readonly empty: Uint8Array;
  /** choice -> group the current actor is judged for; below `count`. */
  group: Uint32Array;
  count: number;
  /** group -> its choice, valid if by `stamp` the current actor has events of the group. */
  readonly choice: Uint32Array;
  /** group -> value of `actors` when an actor's events last had it. */
  readonly stamp: Uint32Array;
  actors: number;
  /** Events judged so far, counted once per group. */
  judged: number;
  /** choice -> index of its group's first event, and of the last one so far. */
  first: Int32Array;
  last: Int32Array;
  /** event -> next event of its group, NONE at the end. */
  next: Int32Array;
  /** The events of one group. */
  readonly subset: ActorEvents;
}

/** All steps. */
const ANY_STEP = -1;

/** `empty`: group -> 1 if it has no value. `any_step`: try the groups of any step, not only the named one. */
export function newChooser(attribution: Attribution, empty: Uint8Array, any_step: boolean): GroupChooser {
  const step_bits = attribution.kind === 'step' && !any_step ? 1 << attribution.step : ANY_STEP;
  return {
    attribution,
    step_bits,
    empty,
    group: new Uint32Array(16),
    count: 0,
    choice: new Uint32Array(empty.length),
    stamp: new Uint32Array(empty.length),
    actors: 0,
    judged: 0,
    first: new Int32Array(16),
    last: new Int32Array(16),
    next: new Int32Array(256),
    subset: newActorEvents(0),
  };
}

/** Fills `group` for the actor with these events. */
export function chooseGroups(chooser: GroupChooser, events: ActorEvents): void {
  const { attribution } = chooser;
  switch (attribution.kind) {
    case 'first_touch':
      chooseOne(chooser, firstTouch(chooser.empty, events));
      return;
    case 'last_touch':
      chooseOne(chooser, lastTouch(chooser.empty, events));
      return;
    case 'all_events':
      chooseEach(chooser, events, false);
      return;
    case 'step':
      chooseEach(chooser, events, true);
      checkWork(chooser, events);
      return;
  }
}

/** Attribution by step judges all events once per value, so it can explode for an actor with many of both. */
function checkWork(chooser: GroupChooser, events: ActorEvents): void {
  chooser.judged += chooser.count * events.length;
  if (chooser.judged <= LIMIT.funnel_judged_events) return;
  throw invalid(
    'breakdown_attribution_type',
    'The step has too many different values per actor for attribution by step. ' +
      'Choose a property with fewer values, a shorter date range, or first_touch.',
  );
}

/** Events that a choice is judged by: all of them, or only its own if every value has a funnel of its own. */
export function eventsOfGroup(chooser: GroupChooser, events: ActorEvents, choice: number): ActorEvents {
  if (chooser.attribution.kind !== 'all_events' || chooser.count === 1) return events;
  const { subset, next } = chooser;
  reserveEvents(subset, events.length);
  let count = 0;
  for (let at = chooser.first[choice]!; at !== NONE; at = next[at]!) {
    subset.time_ms[count] = events.time_ms[at]!;
    subset.steps[count] = events.steps[at]!;
    subset.exclusions[count] = events.exclusions[at]!;
    subset.group[count] = events.group[at]!;
    count++;
  }
  subset.length = count;
  return subset;
}

function chooseOne(chooser: GroupChooser, at: number): void {
  chooser.group[0] = at;
  chooser.count = 1;
}

/** Group of the first event that has a value; if none has, the group of events without one. */
function firstTouch(empty: Uint8Array, events: ActorEvents): number {
  const { group, length } = events;
  for (let at = 0; at < length; at++) if (empty[group[at]!] === 0) return group[at]!;
  return length === 0 ? 0 : group[0]!;
}

function lastTouch(empty: Uint8Array, events: ActorEvents): number {
  const { group, length } = events;
  for (let at = length - 1; at >= 0; at--) if (empty[group[at]!] === 0) return group[at]!;
  return length === 0 ? 0 : group[0]!;
}

/** Collects the groups of all events, or of the step's events, with a linked list of events per group. */
function chooseEach(chooser: GroupChooser, events: ActorEvents, of_step: boolean): void {
  if (chooser.next.length < events.length) chooser.next = new Int32Array(events.time_ms.length);
  chooser.actors++;
  chooser.count = 0;
  const { stamp, choice, actors, next, step_bits } = chooser;
  for (let at = 0; at < events.length; at++) {
    if (of_step && (events.steps[at]! & step_bits) === 0) continue;
    const group = events.group[at]!;
    next[at] = NONE;
    if (stamp[group] === actors) {
      const of = choice[group]!;
      next[chooser.last[of]!] = at;
      chooser.last[of] = at;
    } else {
      stamp[group] = actors;
      addChoice(chooser, group, at);
    }
  }
}

function addChoice(chooser: GroupChooser, group: number, at: number): void {
  const of = chooser.count++;
  if (of === chooser.group.length) {
    chooser.group = grown(chooser.group, new Uint32Array(of * 2));
    chooser.first = grown(chooser.first, new Int32Array(of * 2));
    chooser.last = grown(chooser.last, new Int32Array(of * 2));
  }
  chooser.choice[group] = of;
  chooser.group[of] = group;
  chooser.first[of] = at;
  chooser.last[of] = at;
}

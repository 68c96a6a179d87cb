/**
 * Goes through the actors of a funnel and has each judged, once for each group of the breakdown that it counts for. Any
 * ranges of actors, and parts, can be gone through on their own.
 *
 * Where each step has a run of its own (see funnel_chain.ts), only those are visited who may get beyond the first step, led by
 * the runs of later steps; whoever is passed over has entered, and no more. Everybody else's events are gathered.
 */
import { has } from '../../base/bitmap.ts';
import {
  type ActorEvents,
  type ActorRows,
  type FunnelSource,
  gatherEvents,
  newActorEvents,
  newActorRows,
  type RowWindow,
} from './actor_events.ts';
import { NO_ACTOR } from './actor_walk.ts';
import type { Attempt, FunnelPlan } from './attempt.ts';
import { entranceRow, newChain, runChain } from './funnel_chain.ts';
import { chooseGroups, eventsOfGroup, type GroupChooser } from './funnel_groups.ts';
import { newSlots, runSlots } from './funnel_slots.ts';
import { type Touch, touchedGroup } from './funnel_touch.ts';
import { newQueues, runQueues } from './funnel_unordered.ts';
import { nextLed, noteActive, walkPlaces } from './place_walk.ts';

export type StepOrder = 'ordered' | 'strict' | 'unordered';

/** Whose events are looked at. */
export interface Audience {
  readonly sources: readonly FunnelSource[];
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
export type Verdict = (group: number, actor: number) => void;

/**
 * Fills `attempt` with the best of each actor, for each of its groups, and says so. Only of actors that may have done
 * the first `needs` steps, and not of those who did none.
 */
export function judgeActors(
  audience: Audience,
  plan: FunnelPlan,
  order: StepOrder,
  needs: number,
  attempt: Attempt,
  verdict: Verdict,
): void {
  const judge = attemptJudge(order, plan, attempt);
  const told: Verdict = (group, actor) => {
    if (attempt.level >= needs && attempt.level > 0 && !attempt.tainted) verdict(group, actor);
  };
  const touch = touchOf(audience.chooser);
  if (order === 'ordered' && touch !== undefined) {
    if (judgeChains(audience, plan, needs, attempt, judge, touch, told)) return;
  }
  const needed = order === 'unordered' ? 0 : firstSteps(needs);
  judgeGathered(audience, needed, (events, group, actor) => {
    judge(events, group);
    told(group, actor);
  });
}

/** How an actor's one group is found; null = there is only one, undefined = it may have several. */
function touchOf(chooser: GroupChooser | null): Touch | null | undefined {
  if (chooser === null) return null;
  const { attribution, empty } = chooser;
  if (attribution.kind === 'first_touch') return { is_last: false, empty };
  if (attribution.kind === 'last_touch') return { is_last: true, empty };
  return undefined;
}

/** false where runs are for several steps: nothing is done then. */
function judgeChains(
  audience: Audience,
  plan: FunnelPlan,
  needs: number,
  attempt: Attempt,
  judge: Judge,
  touch: Touch | null,
  told: Verdict,
): boolean {
  const { sources, window, skip } = audience;
  const chain = newChain(sources, window, plan, attempt);
  if (chain === null) return false;
  const entrance = chain.source_of[0]!;
  const leads = needs > 1 ? rarestStep(sources, firstSteps(needs)) : laterSources(sources, entrance, touch !== null);
  const walk = walkPlaces(
    sources.map(({ stretches }) => stretches),
    leads,
    audience.first_actor,
    audience.until_actor,
  );
  const rows = newActorRows(sources.length);
  const events = newActorEvents(sources.length);
  for (;;) {
    const passed = walk.place[entrance]! + (walk.begin[entrance] === walk.until[entrance] ? 0 : 1);
    const actor = nextLed(walk);
    if (needs <= 1) judgePassed(audience, entrance, passed, walk.place[entrance]!, rows, attempt, touch, told);
    if (actor === NO_ACTOR) return true;
    if (walk.begin[entrance] === walk.until[entrance] || (skip !== null && has(skip, actor))) continue;
    if (touch !== null) noteActive(walk, rows);
    const group = touch === null ? 0 : touchedGroup(touch, rows, sources, window);
    if (!runChain(chain, walk)) {
      noteActive(walk, rows);
      gatherEvents(rows, sources, window, events);
      judge(events, group);
    }
    told(group, actor);
  }
}

/** Whose rows decide whether an actor may get beyond the first step, or which group it is of. */
function laterSources(sources: readonly FunnelSource[], entrance: number, all: boolean): number[] {
  return [...sources.keys()].filter(
    (source) => source !== entrance && (all || ((sources[source]!.steps_any | sources[source]!.gaps_any) & 2) !== 0),
  );
}

/** The actors at places [passed, until) of the entrance, who have no rows that would lead to them. */
function judgePassed(
  { sources, window, skip }: Audience,
  entrance: number,
  passed: number,
  until: number,
  rows: ActorRows,
  attempt: Attempt,
  touch: Touch | null,
  told: Verdict,
): void {
  const { time_ms, stretches } = sources[entrance]!;
  rows.active[0] = entrance;
  rows.active_count = 1;
  for (let place = passed; place < until; place++) {
    const actor = stretches.actor[place]!;
    const row = entranceRow(sources[entrance]!, stretches.begin[place]!, stretches.begin[place + 1]!, window);
    if (row < 0 || (skip !== null && has(skip, actor))) continue;
    attempt.level = 1;
    attempt.tainted = false;
    attempt.time_ms[0] = time_ms[row]!;
    rows.begin[entrance] = stretches.begin[place]!;
    rows.until[entrance] = stretches.begin[place + 1]!;
    told(touch === null ? 0 : touchedGroup(touch, rows, sources, window), actor);
  }
}

/** Gathers the events of each actor that has rows of all steps in `needs` (bits), for each of its groups. */
export function judgeGathered(
  audience: Audience,
  needs: number,
  judge: (events: ActorEvents, group: number, actor: number) => void,
): void {
  const { sources, window, chooser, skip } = audience;
  const events = newActorEvents(sources.length);
  const walk = walkPlaces(
    sources.map(({ stretches }) => stretches),
    needs === 0 ? [...sources.keys()] : rarestStep(sources, needs),
    audience.first_actor,
    audience.until_actor,
  );
  const rows = newActorRows(sources.length);
  // Where every event counts, only those between an actor's first and last step can change anything but its group.
  const narrowed = window.keep_all && chooser === null ? { ...window } : null;
  for (let actor = nextLed(walk); actor !== NO_ACTOR; actor = nextLed(walk)) {
    if (skip !== null && has(skip, actor)) continue;
    noteActive(walk, rows);
    if ((stepsPossible(rows, sources) & needs) !== needs) continue;
    if (narrowed !== null) narrowToSteps(rows, sources, window, narrowed);
    gatherEvents(rows, sources, narrowed ?? window, events);
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

/** The sources of the step, among those in `steps` (bits), that the fewest actors have done. */
function rarestStep(sources: readonly FunnelSource[], steps: number): number[] {
  let rarest: number[] = [];
  let fewest = Number.POSITIVE_INFINITY;
  for (let left = steps; left !== 0; left &= left - 1) {
    const of_step = [...sources.keys()].filter((source) => (sources[source]!.steps_any & left & -left) !== 0);
    const places = of_step.reduce((sum, source) => sum + sources[source]!.stretches.actor.length, 0);
    if (places < fewest) {
      rarest = of_step;
      fewest = places;
    }
  }
  return rarest;
}

function stepsPossible(rows: ActorRows, sources: readonly FunnelSource[]): number {
  let bits = 0;
  for (let at = 0; at < rows.active_count; at++) bits |= sources[rows.active[at]!]!.steps_any;
  return bits;
}

/** From the first row that may be the first step to the last row that may be a step or an exclusion. */
function narrowToSteps(
  rows: ActorRows,
  sources: readonly FunnelSource[],
  window: RowWindow,
  narrowed: { from_ms: number; until_ms: number },
): void {
  let from_ms = Number.POSITIVE_INFINITY;
  let last_ms = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < rows.active_count; at++) {
    const source = rows.active[at]!;
    const { time_ms, steps_any, gaps_any } = sources[source]!;
    if ((steps_any & 1) !== 0) from_ms = Math.min(from_ms, time_ms[rows.begin[source]!]!);
    if ((steps_any | gaps_any) !== 0) last_ms = Math.max(last_ms, time_ms[rows.until[source]! - 1]!);
  }
  narrowed.from_ms = Math.max(window.from_ms, from_ms);
  narrowed.until_ms = Math.min(window.until_ms, last_ms + 1);
}

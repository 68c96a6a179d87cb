/**
 * Goes through the actors of a funnel of which one run, the entrance, has all first steps. Only those are visited who may
 * get beyond it, led by the runs of later steps; whoever is passed over has entered, and no more.
 */
import { has } from '../../base/bitmap.ts';
import { type ActorRows, type FunnelSource, newActorRows, type RowWindow } from './actor_events.ts';
import { firstRowOf } from './actor_walk.ts';
import type { Attempt } from './attempt.ts';
import { type Audience, firstSteps, rarestStep, type Verdict } from './audience.ts';
import { type Touch, touchedGroup } from './funnel_touch.ts';
import { findRows, mayHaveRows, sliceRows, sourceBits } from './slice_rows.ts';

/** `visit` is called for actors of the entrance that a lead has rows of, `pass` with the entrance's place of all others. */
export function visitLed(
  { sources, skip, first_actor, until_actor }: Audience,
  entrance: number,
  leads: readonly number[],
  pass: ((place: number, actor: number) => void) | null,
  visit: (rows: ActorRows, actor: number) => void,
): void {
  const stretches = sources.map((source) => source.stretches);
  const slice = sliceRows(stretches, first_actor, until_actor);
  const lead_bits = sourceBits(leads);
  const rows = newActorRows(sources.length);
  const { actor } = stretches[entrance]!;
  const end = firstRowOf(actor, until_actor);
  for (let place = firstRowOf(actor, first_actor); place < end; place++) {
    const who = actor[place]!;
    if (skip !== null && has(skip, who)) continue;
    if (mayHaveRows(slice, who, lead_bits)) {
      findRows(slice, who, rows);
      visit(rows, who);
    } else if (pass !== null) pass(place, who);
  }
}

export interface Visit {
  readonly audience: Audience;
  readonly entrance: number;
  /** How an actor's group is found; null = there is only one. */
  readonly touch: Touch | null;
  /** Whom to visit: those who may have done so many steps. With 1 all are told of who entered. */
  readonly needs: number;
  /** Filled for those who are passed over. */
  readonly attempt: Attempt;
  readonly told: Verdict;
}

/** Tells of everybody who is passed over, if one step is enough. */
export function visitAndTell(asked: Visit, visit: (rows: ActorRows, actor: number) => void): void {
  const { audience, entrance, needs, touch } = asked;
  const { sources } = audience;
  if (needs > 1) {
    visitLed(audience, entrance, rarestStep(sources, firstSteps(needs)), null, visit);
    return;
  }
  const rows = newActorRows(sources.length);
  rows.active[0] = entrance;
  rows.active_count = 1;
  const leads = laterSources(sources, entrance, touch !== null);
  visitLed(audience, entrance, leads, (place, actor) => tellPassed(asked, place, actor, rows), visit);
}

/** Whose rows decide whether an actor may get beyond the first step, or which group it is of. */
function laterSources(sources: readonly FunnelSource[], entrance: number, all: boolean): number[] {
  return [...sources.keys()].filter(
    (source) => source !== entrance && (all || ((sources[source]!.steps_any | sources[source]!.gaps_any) & 2) !== 0),
  );
}

/** `rows`: those of the entrance alone. */
function tellPassed(
  { audience, entrance, touch, attempt, told }: Visit,
  place: number,
  actor: number,
  rows: ActorRows,
): void {
  const { sources, window } = audience;
  const source = sources[entrance]!;
  const { begin } = source.stretches;
  const row = entranceRow(source, begin[place]!, begin[place + 1]!, window);
  if (row < 0) return;
  attempt.level = 1;
  attempt.tainted = false;
  attempt.time_ms[0] = source.time_ms[row]!;
  rows.begin[entrance] = begin[place]!;
  rows.until[entrance] = begin[place + 1]!;
  told(touch === null ? 0 : touchedGroup(touch, rows, sources, window), actor);
}

/** Of the rows [begin, until) of one actor the first that counts, -1 = none. */
export function entranceRow({ time_ms, steps }: FunnelSource, begin: number, until: number, window: RowWindow): number {
  for (let row = begin; row < until && time_ms[row]! < window.until_ms; row++) {
    if (time_ms[row]! >= window.from_ms && (steps === null || steps[row] !== 0)) return row;
  }
  return -1;
}

/**
 * Goes through the actors that some of several runs have rows of, by the runs' stretches: no row is looked at. Runs that
 * lead say who is visited; in the others actors are sought.
 */
import type { Stretches } from '../run.ts';
import type { ActorRows } from './actor_events.ts';
import { firstRowOf, NO_ACTOR } from './actor_walk.ts';

export interface PlaceWalk {
  /** Sources that lead. */
  readonly leads: readonly number[];
  /** source -> (place -> actor, ascending). */
  readonly actors: readonly Uint32Array[];
  /** source -> (place -> first row). */
  readonly begins: readonly Uint32Array[];
  /** source -> place past the last one to visit. */
  readonly end: Uint32Array;
  /** source -> place of the current actor, or where it would be. */
  readonly place: Uint32Array;
  /** source -> first row of the current actor, and the row past its last one; the same where it has none. */
  readonly begin: Uint32Array;
  readonly until: Uint32Array;
}

/** Actors in [first_actor, until_actor). */
export function walkPlaces(
  stretches: readonly Stretches[],
  leads: readonly number[],
  first_actor: number,
  until_actor: number,
): PlaceWalk {
  return {
    leads,
    actors: stretches.map(({ actor }) => actor),
    begins: stretches.map(({ begin }) => begin),
    end: Uint32Array.from(stretches, ({ actor }) => firstRowOf(actor, until_actor)),
    place: Uint32Array.from(stretches, ({ actor }) => firstRowOf(actor, first_actor)),
    begin: new Uint32Array(stretches.length),
    until: new Uint32Array(stretches.length),
  };
}

/** The next actor that a lead has rows of, and where its rows are; NO_ACTOR at the end, where every place is passed. */
export function nextLed(walk: PlaceWalk): number {
  const { leads, actors, begins, end, place, begin, until } = walk;
  let current = NO_ACTOR;
  for (let at = 0; at < leads.length; at++) {
    const lead = leads[at]!;
    // A source with rows of the actor before stands at it still.
    const next = place[lead]! + (begin[lead] === until[lead] ? 0 : 1);
    if (next < end[lead]! && actors[lead]![next]! < current) current = actors[lead]![next]!;
  }
  for (let source = 0; source < actors.length; source++) {
    const actor = actors[source]!;
    const last = end[source]!;
    const found = seek(actor, place[source]!, last, current);
    place[source] = found;
    begin[source] = begins[source]![found]!;
    until[source] = begins[source]![found < last && actor[found] === current ? found + 1 : found]!;
  }
  return current;
}

/** Puts the sources that have rows of the current actor into `rows`. */
export function noteActive({ begin, until }: PlaceWalk, rows: ActorRows): void {
  rows.active_count = 0;
  for (let source = 0; source < begin.length; source++) {
    if (begin[source] === until[source]) continue;
    rows.begin[source] = begin[source]!;
    rows.until[source] = until[source]!;
    rows.active[rows.active_count++] = source;
  }
}

const FIRST_STRIDE = 8;

/** The first place in [from, end) whose actor is `wanted` or a later one: by ever longer strides, as mostly it is near. */
function seek(actor: Uint32Array, from: number, end: number, wanted: number): number {
  if (from >= end || actor[from]! >= wanted) return from;
  // Where nearly every actor has rows it is found at once.
  const guess = from + (wanted - actor[from]!);
  if (guess < end && actor[guess] === wanted) return guess;
  let low = from + 1;
  let stride = FIRST_STRIDE;
  while (low + stride < end && actor[low + stride]! < wanted) {
    low += stride;
    stride *= 2;
  }
  let high = Math.min(low + stride, end);
  while (high - low > FIRST_STRIDE) {
    const middle = (low + high) >>> 1;
    if (actor[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  while (low < high && actor[low]! < wanted) low++;
  return low;
}

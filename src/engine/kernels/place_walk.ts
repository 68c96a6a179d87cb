/**
 * Goes through the actors that some of several runs have rows of, by the runs' stretches: no row is looked at. Runs that
 * lead say who is visited; in the others actors are sought.
 */
import type { Stretches } from '../run.ts';
import { firstRowOf, NO_ACTOR } from './actor_walk.ts';

export interface PlaceWalk {
  /** source -> its stretches. */
  readonly stretches: readonly Stretches[];
  /** Sources that lead. */
  readonly leads: readonly number[];
  /** source -> place past the last one to visit. */
  readonly end: Uint32Array;
  /** source -> first place behind the current actor. */
  readonly place: Uint32Array;
  /** source -> first place behind the actor before: those up to the current actor's were passed over. */
  readonly passed: Uint32Array;
  /** source -> place of the current actor, or where it would be. */
  readonly found: Uint32Array;
  /** source -> first row of the current actor, and the row past its last one; the same where it has none. */
  readonly begin: Uint32Array;
  readonly until: Uint32Array;
  /** position below active_count -> source that has rows of the current actor, ascending. */
  readonly active: Uint32Array;
  active_count: number;
}

/** Actors in [first_actor, until_actor). */
export function walkPlaces(
  stretches: readonly Stretches[],
  leads: readonly number[],
  first_actor: number,
  until_actor: number,
): PlaceWalk {
  const first = Uint32Array.from(stretches, ({ actor }) => firstRowOf(actor, first_actor));
  return {
    stretches,
    leads,
    end: Uint32Array.from(stretches, ({ actor }) => firstRowOf(actor, until_actor)),
    place: first,
    passed: first.slice(),
    found: first.slice(),
    begin: new Uint32Array(stretches.length),
    until: new Uint32Array(stretches.length),
    active: new Uint32Array(stretches.length),
    active_count: 0,
  };
}

/** The next actor that a lead has rows of, and where its rows are; NO_ACTOR at the end, where all is passed over. */
export function nextLed(walk: PlaceWalk): number {
  const { stretches, leads, end, place, passed, found, begin, until, active } = walk;
  let current = NO_ACTOR;
  for (let at = 0; at < leads.length; at++) {
    const lead = leads[at]!;
    if (place[lead]! < end[lead]!) current = Math.min(current, stretches[lead]!.actor[place[lead]!]!);
  }
  let count = 0;
  for (let source = 0; source < stretches.length; source++) {
    const stretch = stretches[source]!;
    const from = place[source]!;
    const at = seek(stretch.actor, from, end[source]!, current);
    const has_rows = at < end[source]! && stretch.actor[at] === current;
    passed[source] = from;
    found[source] = at;
    begin[source] = stretch.begin[at]!;
    until[source] = stretch.begin[has_rows ? at + 1 : at]!;
    place[source] = has_rows ? at + 1 : at;
    if (has_rows) active[count++] = source;
  }
  walk.active_count = count;
  return current;
}

/** Strides while the next place is still before `wanted`, ever longer ones. */
const FIRST_STRIDE = 8;

/** The first place in [from, end) whose actor is `wanted` or a later one. Mostly it is near. */
function seek(actor: Uint32Array, from: number, end: number, wanted: number): number {
  let low = from;
  for (let stride = FIRST_STRIDE; low + stride < end && actor[low + stride]! < wanted; stride *= 2) low += stride;
  let high = low + FIRST_STRIDE;
  if (high < end && actor[high]! < wanted) {
    high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (actor[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  while (low < end && actor[low]! < wanted) low++;
  return low;
}

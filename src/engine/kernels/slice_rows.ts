/**
 * Where the actors of a slice have their rows in several runs, by the runs' stretches: a table made in one pass over each
 * run's places, so that no run is searched and no row looked at.
 */
import type { Stretches } from '../run.ts';
import type { ActorRows } from './actor_events.ts';
import { firstRowOf } from './actor_walk.ts';

export interface SliceRows {
  readonly first_actor: number;
  /** (actor - first_actor) * sources + source -> the actor's place in the source's stretches + 1; 0 = it has no rows. */
  readonly place_of: Uint32Array;
  /** actor - first_actor -> bit of each source it has rows of; sources 32 apart share a bit. */
  readonly sources_of: Uint32Array;
  /** source -> (place -> first row). */
  readonly begins: readonly Uint32Array[];
}

/** Actors in [first_actor, until_actor). */
export function sliceRows(stretches: readonly Stretches[], first_actor: number, until_actor: number): SliceRows {
  const sources = stretches.length;
  const place_of = new Uint32Array((until_actor - first_actor) * sources);
  const sources_of = new Uint32Array(until_actor - first_actor);
  for (let source = 0; source < sources; source++) {
    const { actor } = stretches[source]!;
    notePlaces(
      actor,
      firstRowOf(actor, first_actor),
      firstRowOf(actor, until_actor),
      first_actor,
      sources,
      source,
      place_of,
      sources_of,
    );
  }
  return { first_actor, place_of, sources_of, begins: stretches.map(({ begin }) => begin) };
}

function notePlaces(
  actor: Uint32Array,
  first: number,
  until: number,
  first_actor: number,
  sources: number,
  source: number,
  place_of: Uint32Array,
  sources_of: Uint32Array,
): void {
  for (let place = first; place < until; place++) {
    const who = actor[place]! - first_actor;
    place_of[who * sources + source] = place + 1;
    sources_of[who]! |= 1 << source;
  }
}

/** As in `sources_of`. */
export function sourceBits(sources: readonly number[]): number {
  return sources.reduce((bits, source) => bits | (1 << source), 0);
}

/** Whether any of the sources (bits) has rows of the actor; now and then true where one does that shares a bit. */
export function mayHaveRows({ first_actor, sources_of }: SliceRows, actor: number, bits: number): boolean {
  return (sources_of[actor - first_actor]! & bits) !== 0;
}

/** Replaces what `rows` holds by the rows of the actor; sources without any begin and end at the same row. */
export function findRows({ first_actor, place_of, begins }: SliceRows, actor: number, rows: ActorRows): void {
  const sources = begins.length;
  const base = (actor - first_actor) * sources;
  let count = 0;
  for (let source = 0; source < sources; source++) {
    const place = place_of[base + source]!;
    const begin = begins[source]!;
    const is_there = place === 0 ? 0 : 1;
    rows.until[source] = begin[place]!;
    rows.begin[source] = begin[place - is_there]!;
    rows.active[count] = source;
    count += is_there;
  }
  rows.active_count = count;
}

/**
 * Where work over a long range is cut, so that several threads can share it and it can be given up between any two
 * morsels (see team.ts). All return ascending cuts: morsel i is [cuts[i], cuts[i + 1]).
 */
import { firstRowOf } from './actor_walk.ts';

/** Small enough that a morsel takes a few milliseconds, large enough that beginning one is nothing against it. */
const MORSEL_ACTORS = 4_096;
const MORSEL_ROWS = 131_072;
/** Of bit sets over actors: so much of some dozens of them lies within a processor's own cache. */
const MORSEL_WORDS = 2_048;

/** Of the actors below `actors`; at most so many morsels where beginning one costs something. */
export function actorCuts(actors: number, most = Number.POSITIVE_INFINITY): Uint32Array {
  return evenCuts(actors, Math.max(MORSEL_ACTORS, Math.ceil(actors / most)));
}

/** Of a run's rows, wherever that may be. */
export function rowCuts(rows: number): Uint32Array {
  return evenCuts(rows, MORSEL_ROWS);
}

/** Of the words of bit sets. */
export function wordCuts(words: number): Uint32Array {
  return evenCuts(words, MORSEL_WORDS);
}

function evenCuts(count: number, size: number): Uint32Array {
  return Uint32Array.from({ length: Math.ceil(count / size) + 1 }, (_, at) => Math.min(at * size, count));
}

/**
 * Of a run's rows, all rows of an actor in one morsel, or of so many actors with numbers in a row. `actor`: row -> actor,
 * ascending.
 */
export function wholeActorCuts(actor: Uint32Array, together = 1): Uint32Array {
  const cuts = [0];
  for (let first = 0; first < actor.length; cuts.push(first)) {
    const last = Math.min(first + MORSEL_ROWS, actor.length) - 1;
    first = firstRowOf(actor, (Math.floor(actor[last]! / together) + 1) * together);
  }
  return Uint32Array.from(cuts);
}

/**
 * Cuts long work into morsels that threads share (see team.ts). Between two morsels, work can be given up.
 * All functions return ascending cuts: morsel i is [cuts[i], cuts[i + 1]).
 */
import { firstRowOf } from './actor_walk.ts';

/** A morsel takes a few milliseconds; its setup is negligible. */
const MORSEL_ACTORS = 4_096;
const MORSEL_ROWS = 131_072;
const LIGHT_ROWS = 524_288;
const SHORT_ROWS = 65_536;
/** Their bytes fit a core's own cache. */
const MORSEL_VALUES = 8_192;
/** For bitmaps over actors: a few dozen slices of this size fit a core's own cache. */
const MORSEL_WORDS = 2_048;

/** Cuts actors; at most `most` morsels, for tasks with setup cost. */
export function actorCuts(actors: number, most = Number.POSITIVE_INFINITY): Uint32Array {
  return evenCuts(actors, Math.max(MORSEL_ACTORS, Math.ceil(actors / most)));
}

/** Cuts rows anywhere. */
export function rowCuts(rows: number): Uint32Array {
  return evenCuts(rows, MORSEL_ROWS);
}

/** Cuts rows for loops of some nanoseconds per row, of which a question has several. */
export function shortRowCuts(rows: number): Uint32Array {
  return evenCuts(rows, SHORT_ROWS);
}

/** The same without splitting an actor. `actor`: row -> actor, ascending. */
export function shortActorCuts(actor: Uint32Array): Uint32Array {
  return wholeActorCuts(actor, 1, SHORT_ROWS);
}

/** Cuts rows for loops of half a nanosecond per row: smaller morsels would take less time than a round of threads. */
export function lightRowCuts(rows: number): Uint32Array {
  return evenCuts(rows, LIGHT_ROWS);
}

/** Cuts values of a dictionary. */
export function valueCuts(values: number): Uint32Array {
  return evenCuts(values, MORSEL_VALUES);
}

/** Cuts bitmap words. */
export function wordCuts(words: number): Uint32Array {
  return evenCuts(words, MORSEL_WORDS);
}

function evenCuts(count: number, size: number): Uint32Array {
  return Uint32Array.from({ length: Math.ceil(count / size) + 1 }, (_, at) => Math.min(at * size, count));
}

/**
 * Cuts rows without splitting an actor, or a group of `together` consecutive actors. `actor`: row -> actor, ascending.
 */
export function wholeActorCuts(actor: Uint32Array, together = 1, rows = MORSEL_ROWS): Uint32Array {
  const cuts = [0];
  for (let first = 0; first < actor.length; cuts.push(first)) {
    const last = Math.min(first + rows, actor.length) - 1;
    first = firstRowOf(actor, (Math.floor(actor[last]! / together) + 1) * together);
  }
  return Uint32Array.from(cuts);
}

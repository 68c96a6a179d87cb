/**
 * Counts distinct actors per window of spans from bit sets (see presence.ts). Windows may overlap, but begin and end in
 * order, so that they are a queue: spans join at its end and leave at its front. Sets cannot be taken out of a union,
 * so the front half keeps, for each of its spans, the union from there to the middle; the back half is one union. When
 * the front is used up, all there is becomes the front. So each span is looked at a few times, however long windows are.
 */
import { countWord } from '../../base/bitmap.ts';
import { counting } from '../team.ts';

/** window -> its first span, and the one behind its last. */
export interface WindowSpans {
  readonly first: Int32Array;
  readonly until: Int32Array;
}

/** Words [first_word, until_word). Adds to changes[window] what is counted there, less what is in the window before. */
export function changeActiveSpans(
  present: readonly Uint32Array[],
  { first, until }: WindowSpans,
  first_word: number,
  until_word: number,
  changes: Int32Array,
): void {
  const words = until_word - first_word;
  const sets = present.map((set) => set.subarray(first_word, until_word));
  /** span - first span of the front -> the union from that span to the middle. */
  const front: Uint32Array[] = [];
  let begin = 0;
  const back = new Uint32Array(words);
  let middle = 0;
  let end = 0;
  for (let window = 0; window < first.length; window++) {
    const from = first[window]!;
    const to = until[window]!;
    if (from >= middle) {
      begin = from;
      fillFront(sets.slice(from, to), words, front);
      back.fill(0);
      middle = to;
      end = to;
    }
    for (; end < to; end++) unite(back, sets[end]!, back);
    const active = from < to ? countEither(front[from - begin]!, back) : 0;
    changes[window]! += active;
    changes[window + 1]! -= active;
  }
}

/** Unions of these spans, each with all that follow. Arrays that are there are written over. */
function fillFront(sets: readonly Uint32Array[], words: number, front: Uint32Array[]): void {
  for (let at = sets.length - 1; at >= 0; at--) {
    front[at] ??= new Uint32Array(words);
    unite(sets[at]!, at === sets.length - 1 ? sets[at]! : front[at + 1]!, front[at]!);
  }
}

/** What is in either, word by word. */
function unite(one: Uint32Array, other: Uint32Array, into: Uint32Array): void {
  for (let word = 0; word < into.length; word++) into[word] = one[word]! | other[word]!;
}

function countEither(one: Uint32Array, other: Uint32Array): number {
  let total = 0;
  for (let word = 0; word < one.length; word++) total += countWord(one[word]! | other[word]!);
  return total;
}

/** Over words. */
export const ACTIVE_PRESENT = counting<
  { readonly present: readonly Uint32Array[]; readonly spans: WindowSpans },
  Int32Array
>('active present', ({ present, spans }, changes, first, until) =>
  changeActiveSpans(present, spans, first, until, changes),
);

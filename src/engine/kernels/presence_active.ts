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
  /** span - first span of the front -> words of the union from that span to the middle. */
  const front: Int32Array[] = [];
  const back = new Int32Array(words);
  const nothing = new Int32Array(words);
  let middle = 0;
  let end = 0;
  for (let window = 0; window < first.length; window++) {
    const from = first[window]!;
    const to = until[window]!;
    if (from >= middle) {
      // What the back holds of earlier spans is not wanted any more.
      for (let span = to - 1; span >= from; span--) {
        front[span] = union(present[span]!, span === to - 1 ? nothing : front[span + 1]!, first_word);
      }
      back.fill(0);
      middle = to;
      end = to;
    }
    for (; end < to; end++) add(present[end]!, first_word, back);
    const active = from < to ? countUnion(front[from]!, back) : 0;
    changes[window]! += active;
    changes[window + 1]! -= active;
  }
}

/** The words of a set from first_word on, and those of the other. */
function union(set: Uint32Array, other: Int32Array, first_word: number): Int32Array {
  const both = new Int32Array(other.length);
  for (let word = 0; word < both.length; word++) both[word] = set[first_word + word]! | other[word]!;
  return both;
}

function add(set: Uint32Array, first_word: number, into: Int32Array): void {
  for (let word = 0; word < into.length; word++) into[word]! |= set[first_word + word]!;
}

function countUnion(one: Int32Array, other: Int32Array): number {
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

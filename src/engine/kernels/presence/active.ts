/**
 * Distinct actors per window of spans (7-day, 30-day active), from bitmaps.
 * Input: a bitmap per span, windows in ascending order. Output: one count per window. Windows slide like a queue, but a
 * bitmap cannot be removed from a union. So the queue has two halves: the front keeps, per span, the union from there
 * to the middle; the back is one union. When the front is used up, everything becomes the front (two-stack queue).
 * spans     0 1 2 | 3 4        window [1, 5) = front[1] | back
 *           front | back
 * Sets are stored as "absent", so one AND counts a window. Cost: about three passes over each span's words, however
 * long the windows.
 */
import { andNot, countBoth } from '../../../base/bitmap.ts';
import { counting } from '../../frame/team.ts';

/** All of 32 actors absent. */
const NOBODY = 0xffffffff;

/** window -> first span, and the one past its last. */
export interface WindowSpans {
  readonly first: Int32Array;
  readonly until: Int32Array;
}

/** Bitmap words [first_word, until_word). changes[window] grows by the window's count less the previous one's. */
export function changeActiveSpans(
  present: readonly Uint32Array[],
  { first, until }: WindowSpans,
  first_word: number,
  until_word: number,
  changes: Int32Array,
): void {
  const words = until_word - first_word;
  const sets = present.map((set) => set.subarray(first_word, until_word));
  /** span - first span of the front -> bitmap of actors absent from there to the middle. */
  const front: Uint32Array[] = [];
  let begin = 0;
  /** Bitmap of actors absent from the middle on. */
  const back = new Uint32Array(words);
  let middle = 0;
  let end = 0;
  for (let window = 0; window < first.length; window++) {
    const from = first[window]!;
    const to = until[window]!;
    if (from >= middle) {
      begin = from;
      fillFront(sets.slice(from, to), words, front);
      back.fill(NOBODY);
      middle = to;
      end = to;
    }
    for (; end < to; end++) andNot(back, sets[end]!);
    const active = from < to ? words * 32 - countBoth(front[from - begin]!, back, 0, words) : 0;
    changes[window]! += active;
    changes[window + 1]! -= active;
  }
}

/** Fills `front` with actors absent from each span and all later ones. Reuses its arrays. */
function fillFront(sets: readonly Uint32Array[], words: number, front: Uint32Array[]): void {
  for (let at = sets.length - 1; at >= 0; at--) {
    const absent = front[at] ?? new Uint32Array(words);
    if (at === sets.length - 1) absent.fill(NOBODY);
    else absent.set(front[at + 1]!);
    front[at] = andNot(absent, sets[at]!);
  }
}

/** Morsels of words. */
export const ACTIVE_PRESENT = counting<
  { readonly present: readonly Uint32Array[]; readonly spans: WindowSpans },
  Int32Array
>('active present', ({ present, spans }, changes, first, until) =>
  changeActiveSpans(present, spans, first, until, changes),
);

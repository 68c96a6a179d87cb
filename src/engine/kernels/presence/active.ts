/**
 * Counts distinct actors per window of spans from bit sets (see presence.ts). Windows may overlap, but begin and end in
 * order, so that they are a queue: spans join at its end and leave at its front. Sets cannot be taken out of a union,
 * so the front half keeps, for each of its spans, the union from there to the middle; the back half is one union. When
 * the front is used up, all there is becomes the front. So each span is looked at a few times, however long windows are.
 * Unions are kept as who is not in them: whoever is in neither of two is what a count of both tells.
 */
import { andNot, countBoth } from '../../../base/bitmap.ts';
import { counting } from '../../frame/team.ts';

/** Of 32 actors: all are absent. */
const NOBODY = 0xffffffff;

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
  /** span - first span of the front -> who is absent from that span to the middle. */
  const front: Uint32Array[] = [];
  let begin = 0;
  /** Who is absent from the middle on. */
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

/** Who is absent from each of these spans and all that follow. Arrays that are there are written over. */
function fillFront(sets: readonly Uint32Array[], words: number, front: Uint32Array[]): void {
  for (let at = sets.length - 1; at >= 0; at--) {
    const absent = front[at] ?? new Uint32Array(words);
    if (at === sets.length - 1) absent.fill(NOBODY);
    else absent.set(front[at + 1]!);
    front[at] = andNot(absent, sets[at]!);
  }
}

/** Over words. */
export const ACTIVE_PRESENT = counting<
  { readonly present: readonly Uint32Array[]; readonly spans: WindowSpans },
  Int32Array
>('active present', ({ present, spans }, changes, first, until) =>
  changeActiveSpans(present, spans, first, until, changes),
);

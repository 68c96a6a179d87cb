/** Cuts a page out of the actors behind a number, in actor order. */
import { allocate, count, countWord } from '../../../base/bitmap.ts';
import type { TimeRange } from '../../../model/question/query.ts';
import type { DatasetView } from '../../frame/dataset.ts';
import { addTimes, type PeopleRows } from '../../kernels/rows/people_rows.ts';

export interface ActorPage {
  /** How many actors there are on all pages. */
  readonly count: number;
  readonly actors: readonly number[];
}

export interface PageOf {
  readonly offset: number;
  readonly limit: number;
}

/** `marks`: bitmap over actors. Reads each word once, and the bits of words on the page. */
export function pageOfMarks(marks: Uint32Array, { offset, limit }: PageOf): ActorPage {
  const page: number[] = [];
  let before = 0;
  for (let word = 0; word < marks.length && page.length < limit; word++) {
    const size = countWord(marks[word]!);
    for (let left = before + size > offset ? marks[word]! | 0 : 0, at = before; left !== 0; left &= left - 1, at++) {
      if (at >= offset && page.length < limit) page.push(word * 32 + 31 - Math.clz32(left & -left));
    }
    before += size;
  }
  return { count: count(marks), actors: page };
}

/** Actors with most rows first, ties by actor; those without rows are left out. `counts`: actor -> rows. */
export function pageOfMost(counts: Uint32Array, { offset, limit }: PageOf): ActorPage {
  // Sorting plain numbers is fast; only candidates for the page are sorted by actor.
  const ascending = counts.slice().sort();
  const least = Math.max(1, ascending[ascending.length - offset - limit] ?? 1);
  const first: number[] = [];
  let having = 0;
  for (let actor = 0; actor < counts.length; actor++) {
    if (counts[actor]! >= least) first.push(actor);
    if (counts[actor]! > 0) having++;
  }
  first.sort((a, b) => counts[b]! - counts[a]! || a - b);
  return { count: having, actors: first.slice(offset, offset + limit) };
}

export function newMarks(actors: number): Uint32Array {
  return allocate(actors);
}

/** Ranges of more actors than this pass a checkpoint. */
const CHECKED_ACTORS = 1_024;

/** What the actors in [first, until) contribute to the number. */
export type Tally = (first: number, until: number) => number;

/**
 * Finds contributing actors by bisection: it asks the kernel what ever smaller ranges contribute, so that only the
 * kernel knows the rule. `is_each_one`: each actor contributes at most one, so whole ranges can be skipped.
 */
export function pageOfTally(
  tally: Tally,
  actors: number,
  is_each_one: boolean,
  { offset, limit }: PageOf,
  view: DatasetView,
): ActorPage {
  const page: number[] = [];
  let seen = 0;
  const descend = (first: number, until: number, number: number): void => {
    if (number === 0 || (is_each_one && page.length >= limit)) return;
    if (is_each_one && seen + number <= offset) {
      seen += number;
      return;
    }
    if (until - first === 1) {
      if (seen >= offset && page.length < limit) page.push(first);
      seen++;
      return;
    }
    if (until - first > CHECKED_ACTORS) view.checkpoint();
    const middle = (first + until) >>> 1;
    const left = tally(first, middle);
    descend(first, middle, left);
    descend(middle, until, number - left);
  };
  const total = actors === 0 ? 0 : tally(0, actors);
  descend(0, actors, total);
  return { count: is_each_one ? total : seen, actors: page };
}

/** Rows to search for times. */
export interface TimesIn {
  readonly rows: readonly PeopleRows[];
  readonly spans: readonly TimeRange[];
  /** -1 = any. */
  readonly group: number;
}

/** The earliest times of an actor's rows, ascending, at most `most`. */
export function timesOf({ rows, spans, group }: TimesIn, actor: number, most: number): number[] {
  const found: number[] = [];
  for (const span of spans) for (const run of rows) addTimes(run, { ...span, actor, group }, most, found);
  return [...found].sort((a, b) => a - b).slice(0, most);
}

/**
 * Behavioural cohorts: how often persons did something in a period, and whether they did one thing after another. Cost:
 * one step per row.
 */
import { has, set } from '../../../base/bitmap.ts';
import { type ActorWalk, firstRowOf, NO_ACTOR, nextActor, walkActors } from '../../frame/actor_walk.ts';
import { BLOCK_ROWS } from '../../wasm/blocks.ts';

/** Rows of one run that may count. */
export interface DeedRows {
  /** row -> person, ascending. */
  readonly actor: Uint32Array;
  /** row -> epoch milliseconds, ascending within a person. */
  readonly time_ms: Float64Array;
  /** Bitmap of rows that are deeds; null = all. */
  readonly select: Uint32Array | null;
  /** Bitmap of persons to skip; null = none. */
  readonly skip: Uint32Array | null;
}

interface Span {
  readonly from_ms: number;
  readonly until_ms: number;
}

/** counts[person] grows by its deeds in [from_ms, until_ms). */
export function countDeeds(rows: DeedRows, from_ms: number, until_ms: number, counts: Uint32Array): void {
  for (const persons of deedBlocks(rows, from_ms, until_ms)) {
    for (let at = 0; at < persons.length; at++) counts[persons[at]!]!++;
  }
}

/** Sets the bits of persons who have a deed in [from_ms, until_ms). */
export function markDoers(rows: DeedRows, from_ms: number, until_ms: number, marked: Uint32Array): void {
  for (const persons of deedBlocks(rows, from_ms, until_ms)) {
    for (let at = 0; at < persons.length; at++) set(marked, persons[at]!);
  }
}

/** Persons of the deeds in [from_ms, until_ms), block by block in the same memory. */
function* deedBlocks(rows: DeedRows, from_ms: number, until_ms: number): Iterable<Uint32Array> {
  const persons = new Uint32Array(BLOCK_ROWS);
  for (let first = 0; first < rows.actor.length; first += BLOCK_ROWS) {
    const until = Math.min(first + BLOCK_ROWS, rows.actor.length);
    yield persons.subarray(0, listDeeds(rows, { from_ms, until_ms }, first, until, persons));
  }
}

/** Rows [first, until). Returns how many deeds were listed. */
function listDeeds(
  { actor, time_ms, select, skip }: DeedRows,
  { from_ms, until_ms }: Span,
  first: number,
  until: number,
  persons: Uint32Array,
): number {
  let length = 0;
  for (let row = first; row < until; row++) {
    const time = time_ms[row]!;
    if (time < from_ms || time >= until_ms) continue;
    if (select !== null && !has(select, row)) continue;
    const person = actor[row]!;
    if (skip === null || !has(skip, person)) persons[length++] = person;
  }
  return length;
}

/**
 * For persons in [first_person, until_person): counts[(person - first_person) * periods + period] grows by the deeds in
 * [edges_ms[period], edges_ms[period + 1]).
 */
export function countPeriods(
  rows: DeedRows,
  edges_ms: Float64Array,
  first_person: number,
  until_person: number,
  counts: Uint32Array,
): void {
  const { actor, time_ms, select, skip } = rows;
  const periods = edges_ms.length - 1;
  const end = firstRowOf(actor, until_person);
  let person = NO_ACTOR;
  let period = 0;
  for (let row = firstRowOf(actor, first_person); row < end; row++) {
    const time = time_ms[row]!;
    if (time < edges_ms[0]! || time >= edges_ms[periods]!) continue;
    if (select !== null && !has(select, row)) continue;
    // A person's times ascend, so the period only moves forward.
    if (actor[row] !== person) {
      person = actor[row]!;
      period = 0;
    }
    while (time >= edges_ms[period + 1]!) period++;
    if (skip === null || !has(skip, person)) counts[(person - first_person) * periods + period]!++;
  }
}

/** Times of one person; reused. */
interface Times {
  ms: Float64Array;
  count: number;
}

/** What was done, in runs of one part, and when it counts. */
export interface Deeds {
  readonly runs: readonly DeedRows[];
  readonly span: Span;
}

/** Marks persons who did one of `first` and then, within `within_ms`, one of `second`. All runs are of one part. */
export function markSequences(first: Deeds, second: Deeds, within_ms: number, persons: Uint32Array): void {
  const sources = [...first.runs, ...second.runs];
  const firsts = first.runs.length;
  const actors = sources.map((rows) => rows.actor);
  const skip = sources[0]?.skip ?? null;
  const walk = walkActors(actors, 0, NO_ACTOR);
  const earlier: Times = { ms: new Float64Array(64), count: 0 };
  const later: Times = { ms: new Float64Array(64), count: 0 };
  for (let person = nextActor(walk); person !== NO_ACTOR; person = nextActor(walk)) {
    if (skip !== null && has(skip, person)) continue;
    collect(walk, sources, { begin: 0, end: firsts, span: first.span }, earlier);
    if (earlier.count === 0) continue;
    collect(walk, sources, { begin: firsts, end: sources.length, span: second.span }, later);
    if (hasSequence(earlier, later, within_ms)) set(persons, person);
  }
}

/** Sources [begin, end), and when their rows count. */
interface Asked {
  readonly begin: number;
  readonly end: number;
  readonly span: Span;
}

/** Times of the current person's deeds in those sources, ascending. */
function collect(walk: ActorWalk, sources: readonly DeedRows[], { begin, end, span }: Asked, times: Times): void {
  times.count = 0;
  let runs = 0;
  for (let at = 0; at < walk.active_count; at++) {
    const source = walk.active[at]!;
    if (source < begin || source >= end) continue;
    const { time_ms, select } = sources[source]!;
    const until = walk.until[source]!;
    for (let row = walk.begin[source]!; row < until; row++) {
      const time = time_ms[row]!;
      if (time < span.from_ms || time >= span.until_ms) continue;
      if (select === null || has(select, row)) push(times, time);
    }
    runs++;
  }
  // Each run is sorted; several together are not.
  if (runs > 1) times.ms.subarray(0, times.count).sort();
}

function push(times: Times, time: number): void {
  if (times.count === times.ms.length) {
    const grown = new Float64Array(times.count * 2);
    grown.set(times.ms);
    times.ms = grown;
  }
  times.ms[times.count++] = time;
}

/** For each later time, the latest earlier one is the nearest. */
function hasSequence(earlier: Times, later: Times, within_ms: number): boolean {
  let next = 0;
  for (let at = 0; at < later.count; at++) {
    const time = later.ms[at]!;
    while (next < earlier.count && earlier.ms[next]! < time) next++;
    if (next > 0 && time - earlier.ms[next - 1]! <= within_ms) return true;
  }
  return false;
}

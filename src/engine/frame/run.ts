/**
 * What a kernel reads. Kernels know this one shape only, whatever the rows' history (sealed, fresh, late, merged).
 */
import { sharedNumbers, sharedShorts, sharedWords } from '../../base/shared.ts';
import type { ValueTest } from '../../model/predicate.ts';
import type { Codes, Column } from './column.ts';
import type { Team } from './team.ts';

/** The event of a run that holds the rows of all events. */
export const ALL_EVENTS = '\0all events';
/** The column of such a run that says what each row's event is called. */
export const EVENT_NAME = '\0event name';

/** Who has rows in a run, and where: an actor's rows are neighbours. */
export interface ActorRanges {
  /** rank -> actor, ascending. */
  readonly actor: Uint32Array;
  /** rank -> first row of that actor; behind the last one the number of rows. */
  readonly begin: Uint32Array;
}

/**
 * From an actor to its rank in the ranges: the bits of the actors before it are counted, or where those with rows are
 * few, it is looked for among them.
 */
export interface RankIndex {
  /** rank -> actor, ascending. */
  readonly actor: Uint32Array;
  /** Bit set over actors: who has rows; empty where they are few. */
  readonly met: Uint32Array;
  /** actor / 32 -> ranks of the actors before these. */
  readonly before: Uint32Array;
}

/** Who is there in which span of time: bit sets over actors, not to be written to. Made when first asked for. */
export interface Present {
  /** Span i is [edges_ms[i], edges_ms[i + 1]) -> who has rows in it. */
  within(edges_ms: Float64Array, team: Team): readonly Uint32Array[];
  /** Who has a row before that time. */
  before(time_ms: number): Uint32Array;
}

export interface Presence extends Present {
  /** Of a set. */
  readonly words: number;
  ranks(): RankIndex;
  /** With those of other rows, without whoever is passed over there. Kept as long as these rows are. */
  joined(others: Present, skip: Uint32Array): Present;
}

/**
 * When, in quarter hours: all zones of today move by them, so that buckets of hours and longer hold whole ones. To find a
 * row's bucket is then one look into a small table, where from milliseconds it takes arithmetic first.
 */
export interface Quarters {
  /** No two that were made by one thread are the same. */
  readonly number: number;
  /** When quarter 0 begins; a whole quarter hour of the epoch. */
  readonly base_ms: number;
  /** One more than the last row's quarter. */
  readonly count: number;
  /** row -> quarter hours since base_ms. */
  readonly of_row: Uint16Array | Uint32Array;
}

/** On a value that a row came with. */
export interface OwnCondition {
  readonly property: string;
  readonly test: ValueTest;
  /** Whether the value must not pass, or be missing. */
  readonly is_not: boolean;
}

/**
 * All rows of one event in one part, sorted by (actor, time, arrival). Every array has the row as its index.
 * Distinct (actor, day) pairs are therefore adjacent, and an actor's rows are in time order.
 */
export interface Run {
  /** ALL_EVENTS where there are several: then EVENT_NAME is a column. */
  readonly event: string;
  readonly rows: number;
  /** row -> actor index, ascending. */
  readonly actor: Uint32Array;
  /** row -> epoch milliseconds, ascending within an actor. */
  readonly time_ms: Float64Array;
  readonly ranges: ActorRanges;
  /** rank -> time of the actor's first row, all near each other. Made when first asked for. */
  firstTimes(): Float64Array;
  /** Made when first asked for; null where the times lie too far apart for a table. */
  quarters(): Quarters | null;
  readonly presence: Presence;
  /**
   * Bit set over rows that was made under that name before, or is made now and kept as long as there is room; null = every
   * row. Not to be written to.
   */
  selection(name: string, make: () => Uint32Array | null): Uint32Array | null;
  /** The rows of the bit set of that name as a run of their own, where it was made before; else null. */
  filtered(name: string): Run | null;
  /** Bit set over rows whose own values pass all of the conditions, at least one; null = every row. Belongs to the caller. */
  passing(all_of: readonly OwnCondition[], team: Team): Uint32Array | null;
  /** The column of an event property, aligned with the rows; a property no row has is an all-missing column. */
  column(property: string): Column;
}

/**
 * A set of runs over one actor space that holds, for each actor it speaks of, every row of the asked events.
 * A dataset is answered from two parts: the sealed rows, where actors in `skip` are passed over because something
 * of theirs changed since, and a small part that holds all rows of just those actors. Results of parts are merged.
 */
export interface Part {
  /** Bit set: actors to pass over; null = none. */
  readonly skip: Uint32Array | null;
  /** Event names that have rows here. */
  readonly events: readonly string[];
  run(event: string): Run | undefined;
  /** Of all its runs, these by name. Made when first asked for, and kept as long as there is room. */
  timeline(team: Team): Timeline;
  /** row of the event's run -> its rank in the timeline; likewise. */
  positions(event: string, team: Team): Uint32Array;
}

/**
 * The rows of several runs in one order: by actor, then time; rows of one instant in the order of the runs, then of arrival.
 * For questions about what comes just before or after something, whatever it is.
 */
export interface Timeline {
  /** actor -> its first rank; behind the last actor the number of ranks. Actors beyond that have no rows. */
  readonly begin: Uint32Array;
  /** rank -> 2 * number of the run, and 1 more where another row of the actor is at the same instant. */
  readonly run: Codes;
  /** rank -> its row in that run. */
  readonly row: Uint32Array;
}

/** `actor`: row -> actor, ascending. */
export function rangesOf(actor: Uint32Array): ActorRanges {
  let ranks = 0;
  for (let row = 0; row < actor.length; row++) if (row === 0 || actor[row] !== actor[row - 1]) ranks++;
  const ranges = { actor: new Uint32Array(ranks), begin: new Uint32Array(ranks + 1) };
  let rank = 0;
  for (let row = 0; row < actor.length; row++) {
    if (row > 0 && actor[row] === actor[row - 1]) continue;
    ranges.actor[rank] = actor[row]!;
    ranges.begin[rank++] = row;
  }
  ranges.begin[ranks] = actor.length;
  return ranges;
}

export function firstTimesOf(time_ms: Float64Array, { actor, begin }: ActorRanges): Float64Array {
  const first_ms = sharedNumbers(actor.length);
  for (let rank = 0; rank < first_ms.length; rank++) first_ms[rank] = time_ms[begin[rank]!]!;
  return first_ms;
}

/** Bits of so many actors take as much as a rank. */
const WORD_RANKS = 4;

/** Of actors in ascending order. */
export function rankIndexOf(actor: Uint32Array): RankIndex {
  const span = actor.length === 0 ? 0 : (actor[actor.length - 1]! >>> 5) + 1;
  const words = actor.length * WORD_RANKS < span ? 0 : span;
  const met = sharedWords(words);
  const before = sharedWords(words);
  for (let rank = actor.length - 1; rank >= 0 && words > 0; rank--) {
    const who = actor[rank]!;
    met[who >>> 5]! |= 1 << (who & 31);
    before[who >>> 5] = rank;
  }
  return { actor, met, before };
}

export const QUARTER_HOUR_MS = 900_000;
/** Thirty years: a table of them stays small. */
const QUARTERS_MOST = 2 ** 20;
const SHORT_QUARTERS = 2 ** 16;

let quartersMade = 0;

/** Quarters per millisecond. A hair too much, so that whole quarters never come out a hair too low. */
const QUARTER_SCALE = (1 + Number.EPSILON * 4) / QUARTER_HOUR_MS;

/** `time_ms`: row -> epoch milliseconds, ascending within each range. */
export function quartersOf(time_ms: Float64Array, { begin }: ActorRanges): Quarters | null {
  let earliest_ms = Number.POSITIVE_INFINITY;
  let latest_ms = Number.NEGATIVE_INFINITY;
  for (let rank = 0; rank + 1 < begin.length; rank++) {
    earliest_ms = Math.min(earliest_ms, time_ms[begin[rank]!]!);
    latest_ms = Math.max(latest_ms, time_ms[begin[rank + 1]! - 1]!);
  }
  const base_ms = Math.floor(earliest_ms / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
  const count = Math.floor((latest_ms - base_ms) / QUARTER_HOUR_MS) + 1;
  if (count < 1 || count > QUARTERS_MOST) return null;
  const of_row = count <= SHORT_QUARTERS ? sharedShorts(time_ms.length) : sharedWords(time_ms.length);
  for (let row = 0; row < of_row.length; row++) of_row[row] = (time_ms[row]! - base_ms) * QUARTER_SCALE;
  return { number: quartersMade++, base_ms, count, of_row };
}

/**
 * Runs: the one shape that kernels read, whatever the rows' history (sealed, fresh, late, merged).
 * row      0   1   2   3   4   5       sorted by (actor, time, arrival)
 * actor    2   2   2   7   7   9
 * rank     0           1       2       ranges: actor = [2, 7, 9], begin = [0, 3, 5, 6]
 */
import { sharedShorts, sharedWords } from '../../base/shared.ts';
import type { Expression } from '../../model/question/expression.ts';
import type { ValueTest } from '../../model/question/predicate.ts';
import type { Codes, Column, StoredColumn } from './column.ts';
import type { Team } from './team.ts';

/** Event name of a run that holds the rows of all events. */
export const ALL_EVENTS = '\0all events';
/** Column of such a run with each row's event name. */
export const EVENT_NAME = '\0event name';
/** Column of fetched rows that stand for several: how many equal rows each stands for. */
export const ROWS_ALIKE = '\0rows alike';

/** The actors of a run and their row ranges. */
export interface ActorRanges {
  /** rank -> actor, ascending. */
  readonly actor: Uint32Array;
  /** rank -> first row of the actor; the last item is the number of rows. */
  readonly begin: Uint32Array;
}

/** Maps an actor to its rank: popcount over a bitmap, or binary search if few actors have rows. */
export interface RankIndex {
  /** rank -> actor, ascending. */
  readonly actor: Uint32Array;
  /** Bitmap of actors with rows; empty = use binary search. */
  readonly met: Uint32Array;
  /** actor >>> 5 -> rank of the first actor of that word. */
  readonly before: Uint32Array;
}

/** Bitmaps over actors: who has rows in which span. Made on first use; do not write. */
export interface Present {
  /** Bitmap i: who has rows in [edges_ms[i], edges_ms[i + 1]). */
  within(edges_ms: Float64Array, team: Team): readonly Uint32Array[];
  /** Who has a row before that time. */
  before(time_ms: number): Uint32Array;
}

export interface Presence extends Present {
  /** Words per bitmap. */
  readonly words: number;
  ranks(): RankIndex;
  /** Union with the presence of other rows, without their actors in `skip`. Cached as long as these rows. */
  joined(others: Present, skip: Uint32Array): Present;
}

/**
 * Times in grains: quarter hours, or half hours where those fit two bytes a row and quarters do not. All of today's
 * zones shift by whole quarter hours, nearly all by half hours. So hour and longer buckets consist of whole grains, and
 * a row's bucket is one table lookup.
 */
export interface Grains {
  /** Unique within a thread. */
  readonly number: number;
  readonly grain_ms: number;
  /** Start of grain 0, whole grains since the epoch. */
  readonly base_ms: number;
  /** One more than the last row's grain. */
  readonly count: number;
  /** row -> grains since base_ms. */
  readonly of_row: Uint16Array | Uint32Array;
}

/** A condition on properties of the row itself, not of its actor. */
export interface OwnCondition {
  /** A property, or an expression of properties. */
  readonly of: string | Expression;
  readonly test: ValueTest;
  /** Whether the value must fail the test, or be missing. */
  readonly is_not: boolean;
}

/** Conditions on rows' own values, all to be met. Names are equal only for equal conditions. */
export interface NamedConditions {
  /** Name of all conditions together. */
  readonly name: string;
  /** condition -> its name */
  readonly each: readonly string[];
}

/**
 * All rows of one event in one part, sorted by (actor, time, arrival). Arrays are indexed by row.
 * An actor's rows are neighbours in time order, so distinct (actor, day) pairs are neighbours too.
 */
export interface Run {
  /** ALL_EVENTS if there are several; EVENT_NAME is a column then. */
  readonly event: string;
  readonly rows: number;
  /** row -> actor, ascending. */
  readonly actor: Uint32Array;
  /** row -> epoch milliseconds, ascending within an actor. */
  readonly time_ms: Float64Array;
  readonly ranges: ActorRanges;
  /** Made on first use; null if times are too far apart for a table. */
  grains(): Grains | null;
  readonly presence: Presence;
  /**
   * Bitmap of rows that meet all conditions, made now or earlier and kept while memory allows; null = all rows. Do not
   * write. `make` gets the indices of those conditions that no kept selection covers, and returns a bitmap of its own.
   */
  selection(conditions: NamedConditions, make: (left: readonly number[]) => Uint32Array | null): Uint32Array | null;
  /** Rows of the selection of that name as a run of their own; null unless an earlier question made the selection. */
  filtered(name: string): Run | null;
  /**
   * Whether `passing` should compute a filter that is an expression. True once: from the second filter on, columns in
   * the order of the run are cheaper. Call it once per filter.
   */
  computesStored(): boolean;
  /** Bitmap of rows whose own values meet all conditions (at least one); null = all rows. Owned by the caller. */
  passing(all_of: readonly OwnCondition[], team: Team): Uint32Array | null;
  /** Whether a row has that text. Looks only at rows as they are stored, so it may miss some but is cheap. */
  hasText(property: string, text: string): boolean;
  /** Column of an event property; all missing if no row has it. */
  column(property: string): Column;
  /** Like `column`, but numbers may still be encoded as they are stored. */
  storedColumn(property: string): StoredColumn;
}

/**
 * Runs over one actor space. A part holds, for each actor it does not skip, all rows of the requested events.
 * A dataset answers from two parts: sealed rows without the actors in `skip`, and a small part with all rows of exactly
 * those actors. Their results add up.
 */
export interface Part {
  /** Bitmap of actors to skip; null = none. */
  readonly skip: Uint32Array | null;
  /** Event names with rows here. */
  readonly events: readonly string[];
  run(event: string): Run | undefined;
  /** Timeline over all runs by name. Made on first use, kept while memory allows. */
  timeline(team: Team): Timeline;
  /** row of the event's run -> position in the timeline; cached likewise. */
  positions(event: string, team: Team): Uint32Array;
}

/**
 * Rows of several runs in one order: actor, time, run, arrival. For questions about what comes right before or after.
 */
export interface Timeline {
  /** actor -> first position; the last item is the number of positions. Later actors have no rows. */
  readonly begin: Uint32Array;
  /** position -> 2 * index of the run by name, + 1 if another row of the actor has the same time. */
  readonly run: Codes;
  /** position -> row in that run. */
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

/** A bitmap is used if it has at most this many words per actor with rows. */
const WORD_RANKS = 4;

/** `actor`: ascending. */
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
const HALF_HOUR_MS = 2 * QUARTER_HOUR_MS;
/** Thirty years of quarter hours; keeps tables small. */
const GRAINS_MOST = 2 ** 20;
/** Up to this many grains, one takes two bytes a row: 22 months in quarter hours. */
const SHORT_GRAINS = 2 ** 16;

let grainsMade = 0;

/** A factor just above 1, so that whole grains are never truncated to the one before. */
const ROUNDED_UP = 1 + Number.EPSILON * 4;

/** `time_ms`: row -> epoch milliseconds, ascending within each range. */
export function grainsOf(time_ms: Float64Array, { begin }: ActorRanges): Grains | null {
  let earliest_ms = Number.POSITIVE_INFINITY;
  let latest_ms = Number.NEGATIVE_INFINITY;
  for (let rank = 0; rank + 1 < begin.length; rank++) {
    earliest_ms = Math.min(earliest_ms, time_ms[begin[rank]!]!);
    latest_ms = Math.max(latest_ms, time_ms[begin[rank + 1]! - 1]!);
  }
  const grain_ms = grainOf(latest_ms - earliest_ms);
  const base_ms = Math.floor(earliest_ms / grain_ms) * grain_ms;
  const count = Math.floor((latest_ms - base_ms) / grain_ms) + 1;
  if (count < 1 || count > GRAINS_MOST) return null;
  const of_row = count <= SHORT_GRAINS ? sharedShorts(time_ms.length) : sharedWords(time_ms.length);
  const scale = ROUNDED_UP / grain_ms;
  for (let row = 0; row < of_row.length; row++) of_row[row] = (time_ms[row]! - base_ms) * scale;
  return { number: grainsMade++, grain_ms, base_ms, count, of_row };
}

function grainOf(span_ms: number): number {
  const are_short = (grain_ms: number): boolean => span_ms / grain_ms < SHORT_GRAINS - 1;
  return are_short(HALF_HOUR_MS) && !are_short(QUARTER_HOUR_MS) ? HALF_HOUR_MS : QUARTER_HOUR_MS;
}

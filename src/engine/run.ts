/**
 * What a kernel reads. Kernels know this one shape only, whatever the rows' history (sealed, fresh, late, merged).
 */
import type { Column } from './column.ts';

/** Who has rows in a run, and where: an actor's rows are neighbours. */
export interface Stretches {
  /** place -> actor, ascending. */
  readonly actor: Uint32Array;
  /** place -> first row of that actor; behind the last one the number of rows. */
  readonly begin: Uint32Array;
}

/** Who has rows in which span of time: bit sets over actors, not to be written to. Made when first asked for. */
export interface Presence {
  /** Span i is [edges_ms[i], edges_ms[i + 1]) -> who has rows in it. */
  within(edges_ms: Float64Array): readonly Uint32Array[];
  /** Who has a row before that time. */
  before(time_ms: number): Uint32Array;
}

/**
 * All rows of one event in one part, sorted by (actor, time, arrival). Every array has the row as its index.
 * Distinct (actor, day) pairs are therefore adjacent, and an actor's rows are in time order.
 */
export interface Run {
  readonly event: string;
  readonly rows: number;
  /** row -> actor index, ascending. */
  readonly actor: Uint32Array;
  /** row -> epoch milliseconds, ascending within an actor. */
  readonly time_ms: Float64Array;
  readonly stretches: Stretches;
  readonly presence: Presence;
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
}

/** `actor`: row -> actor, ascending. */
export function stretchesOf(actor: Uint32Array): Stretches {
  let places = 0;
  for (let row = 0; row < actor.length; row++) if (row === 0 || actor[row] !== actor[row - 1]) places++;
  const stretches = { actor: new Uint32Array(places), begin: new Uint32Array(places + 1) };
  let place = 0;
  for (let row = 0; row < actor.length; row++) {
    if (row > 0 && actor[row] === actor[row - 1]) continue;
    stretches.actor[place] = actor[row]!;
    stretches.begin[place++] = row;
  }
  stretches.begin[places] = actor.length;
  return stretches;
}

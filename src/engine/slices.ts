/** Work cut into slices, with a checkpoint before each, so that a computation can be given up between any two. */
import type { DatasetView } from './dataset.ts';
import { firstRowOf } from './kernels/actor_walk.ts';

/** Small enough that a slice takes a few milliseconds, large enough that beginning one is nothing against it. */
const SLICE_ACTORS = 4_096;
const SLICE_ROWS = 262_144;
/** Of bit sets over actors: so much of some dozens of them lies within a processor's own cache. */
const SLICE_WORDS = 2_048;

export interface Slice {
  readonly first: number;
  readonly until: number;
}

/** Of the actors below `actors`; at most so many slices where beginning one costs something. */
export function* actorSlices(actors: number, view: DatasetView, most = Number.POSITIVE_INFINITY): Generator<Slice> {
  yield* cut(actors, Math.max(SLICE_ACTORS, Math.ceil(actors / most)), view);
}

/** Of a run's rows, wherever that may be. */
export function* rowSlices(rows: number, view: DatasetView): Generator<Slice> {
  yield* cut(rows, SLICE_ROWS, view);
}

function* cut(count: number, size: number, view: DatasetView): Generator<Slice> {
  for (let first = 0; first < count; first += size) {
    view.checkpoint();
    yield { first, until: Math.min(first + size, count) };
  }
}

/** Of the words of bit sets. */
export function* wordSlices(words: number, view: DatasetView): Generator<Slice> {
  yield* cut(words, SLICE_WORDS, view);
}

/** Of a run's rows, all rows of an actor in one slice. `actor`: row -> actor, ascending. */
export function* wholeActorSlices(actor: Uint32Array, view: DatasetView): Generator<Slice> {
  for (let first = 0; first < actor.length; ) {
    view.checkpoint();
    const until =
      first + SLICE_ROWS >= actor.length ? actor.length : firstRowOf(actor, actor[first + SLICE_ROWS - 1]! + 1);
    yield { first, until };
    first = until;
  }
}

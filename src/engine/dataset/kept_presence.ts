/**
 * Presence of a run: bitmaps of who has rows in which span. A question's missing bitmaps are made in one pass over the
 * rows and cached while memory allows.
 */
import { sharedWords } from '../../base/shared.ts';
import { buildBuckets } from '../frame/buckets.ts';
import { type Presence, type Present, type RankIndex, type Run, rankIndexOf } from '../frame/run.ts';
import { rowCuts, wholeActorCuts } from '../frame/slices.ts';
import { alone, type Team } from '../frame/team.ts';
import { tracing } from '../frame/trace.ts';
import { MARK_PRESENCE, markBefore } from '../kernels/presence/marks.ts';
import { EVERY_ROW } from '../kernels/rows/trend_rows.ts';
import { type Room, Shelf } from './budget.ts';
import { JoinedPresence } from './joined_presence.ts';
import type { ArrivedRows } from './run_order.ts';
import { SpanSets } from './span_sets.ts';

/** Rows of a run, or other rows in the same order. */
export interface PresentRows extends Pick<Run, 'actor' | 'time_ms' | 'ranges' | 'grains'> {
  /** All rows in order of arrival; null if they are sorted already. Marking needs no order, and sorting is slower. */
  arrived(): readonly ArrivedRows[] | null;
}

/** One row per actor. `time_ms`: actor -> time. */
export function rowEach(time_ms: Float64Array): PresentRows {
  const begin = sharedWords(time_ms.length + 1);
  for (let row = 0; row < begin.length; row++) begin[row] = row;
  const actor = begin.subarray(0, time_ms.length);
  return { actor, time_ms, ranges: { actor, begin }, grains: () => null, arrived: () => null };
}

export class KeptPresence implements Presence {
  readonly #rows: PresentRows;
  readonly words: number;
  #isMarked = false;
  readonly #sets: SpanSets;
  readonly #budget: Room;
  /** Presence joined with that of the sealed rows of the last question. Other sealed rows replace it. */
  #joined: JoinedPresence | null = null;
  readonly #ranks: Shelf<RankIndex>;

  /** Actor indices are below `actor_limit`. */
  constructor(rows: PresentRows, actor_limit: number, budget: Room) {
    this.#rows = rows;
    this.words = (actor_limit + 31) >>> 5;
    this.#sets = new SpanSets(budget);
    this.#budget = budget;
    this.#ranks = new Shelf(budget, ({ met, before }) => met.byteLength + before.byteLength);
  }

  /** Bitmap i is for [edges_ms[i], edges_ms[i + 1]). Do not write. */
  within(edges_ms: Float64Array, team: Team): readonly Uint32Array[] {
    return this.#sets.within(edges_ms, (known) => this.#mark(edges_ms, known, team));
  }

  before(time_ms: number): Uint32Array {
    return this.#sets.before(time_ms, () => {
      const bits = sharedWords(this.words);
      tracing()?.note('first rows', this.#rows.ranges.actor.length);
      markBefore(this.#rows, time_ms, bits);
      return bits;
    });
  }

  joined(others: Present, skip: Uint32Array): Present {
    if (this.#joined?.isOf(others, skip)) return this.#joined;
    this.#joined?.clear();
    this.#joined = new JoinedPresence(this, others, skip, this.#budget);
    return this.#joined;
  }

  ranks(): RankIndex {
    return this.#ranks.get('all') ?? this.#ranks.put('all', rankIndexOf(this.#rows.ranges.actor));
  }

  clear(): void {
    this.#sets.clear();
    this.#joined?.clear();
    this.#ranks.clear();
  }

  /** span -> bitmap; makes those that are not `known`. */
  #mark(edges_ms: Float64Array, known: readonly (Uint32Array | undefined)[], team: Team): Uint32Array[] {
    const { words } = this;
    // Rows of slot 0, the last slot and known spans are marked in the first words, which are discarded.
    const begin = new Int32Array(known.length + 2);
    let end = words;
    for (const [span, set] of known.entries()) {
      if (set !== undefined) continue;
      begin[span + 1] = end;
      end += words;
    }
    const bits = sharedWords(end);
    const buckets = buildBuckets(edges_ms, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    const arrived = this.#rows.arrived();
    if (arrived === null) {
      const { actor, time_ms } = this.#rows;
      // The first pass uses times: making grains costs more than one pass saves.
      const rows = { ...EVERY_ROW, actor, time_ms, grains: this.#isMarked ? this.#rows.grains() : null };
      this.#isMarked = true;
      tracing()?.note('presence', actor.length);
      team.share(MARK_PRESENCE, { rows, buckets, begin, bits }, wholeActorCuts(actor, 32));
    }
    // Morsels of rows in any order could share words, so this thread marks them all.
    const own = alone(() => team.checkpoint());
    for (const rows of arrived ?? []) {
      tracing()?.note('presence', rows.actor.length);
      const marks = { rows: { ...EVERY_ROW, ...rows, grains: null }, buckets, begin, bits };
      own.share(MARK_PRESENCE, marks, rowCuts(rows.actor.length));
    }
    // Copied, so that each bitmap can be cached and dropped on its own.
    return known.map((before, span) => before ?? copyOf(bits, begin[span + 1]!, words));
  }
}

function copyOf(bits: Uint32Array, first: number, words: number): Uint32Array {
  const copy = sharedWords(words);
  copy.set(bits.subarray(first, first + words));
  return copy;
}

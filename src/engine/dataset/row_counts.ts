/**
 * Row counts per span of whole quarter hours, from the counts stored with segments and from the tail. No rows are read,
 * and actors do not matter.
 */
import { assert } from '../../base/assert.ts';
import { bucketOf, buildBuckets } from '../frame/buckets.ts';
import { QUARTER_HOUR_MS } from '../frame/run.ts';
import { isWholeQuarter, type QuarterCounts } from '../storage/quarters.ts';
import type { RowSource } from '../storage/table.ts';
import { type Room, Shelf } from './budget.ts';
import { ALL_ORD, type PartitionFile, type ProjectRows } from './project_rows.ts';

/** Counts of the first `rows` rows of a tail. Only quarters that occur are counted, as times may be anywhere. */
interface TailCounts {
  rows: number;
  /** quarter hour since the epoch -> index in the lists */
  readonly index_of: Map<number, number>;
  /** index -> start of the quarter, and its rows. */
  readonly at_ms: number[];
  readonly counts: number[];
}

export class RowCounts {
  readonly #rows: ProjectRows;
  readonly #checkpoint: () => void;
  /** Partition id -> its counts. */
  readonly #shelf: Shelf<QuarterCounts>;
  readonly #tails = new WeakMap<RowSource, TailCounts>();

  constructor(rows: ProjectRows, budget: Room, checkpoint: () => void) {
    this.#rows = rows;
    this.#checkpoint = checkpoint;
    this.#shelf = new Shelf(budget, ({ counts }) => counts.byteLength);
  }

  /** span [edges_ms[i], edges_ms[i + 1]) -> rows. `events`: null = all. */
  within(events: readonly string[] | null, edges_ms: Float64Array): Float64Array {
    assert(edges_ms.every(isWholeQuarter), 'counts are of whole quarters');
    const counts = new Float64Array(edges_ms.length - 1);
    const from_ms = edges_ms[0]!;
    const until_ms = edges_ms[counts.length]!;
    for (const event_ord of events === null ? [ALL_ORD] : this.#rows.ordsOf(events)) {
      for (const file of this.#rows.partitionsOf(event_ord, from_ms, until_ms)) {
        addQuarters(this.#ofPartition(file), edges_ms, counts);
      }
    }
    for (const event_ord of this.#rows.ordsOf(events)) {
      const tail = this.#rows.tails().get(event_ord);
      if (tail !== undefined) addTail(this.#ofTail(tail), edges_ms, counts);
    }
    return counts;
  }

  /** Counts only the rows added since the last call: tails only grow, until they are replaced. */
  #ofTail(tail: RowSource): TailCounts {
    const kept = this.#tails.get(tail) ?? { rows: 0, index_of: new Map<number, number>(), at_ms: [], counts: [] };
    const time_ms = tail.timeMs();
    for (; kept.rows < time_ms.length; kept.rows++)
      countQuarter(kept, Math.floor(time_ms[kept.rows]! / QUARTER_HOUR_MS));
    this.#tails.set(tail, kept);
    return kept;
  }

  #ofPartition({ id, partition }: PartitionFile): QuarterCounts {
    const name = String(id);
    const kept = this.#shelf.get(name);
    if (kept !== undefined) return kept;
    this.#checkpoint();
    return this.#shelf.put(name, partition.quarters());
  }
}

function addQuarters({ from_ms, counts }: QuarterCounts, edges_ms: Float64Array, totals: Float64Array): void {
  for (let span = 0; span < totals.length; span++) {
    const first = Math.max(0, (edges_ms[span]! - from_ms) / QUARTER_HOUR_MS);
    const until = Math.min(counts.length, (edges_ms[span + 1]! - from_ms) / QUARTER_HOUR_MS);
    let total = 0;
    for (let quarter = first; quarter < until; quarter++) total += counts[quarter]!;
    totals[span]! += total;
  }
}

function countQuarter({ index_of, at_ms, counts }: TailCounts, quarter: number): void {
  const index = index_of.get(quarter) ?? counts.length;
  if (index === counts.length) {
    index_of.set(quarter, index);
    at_ms.push(quarter * QUARTER_HOUR_MS);
    counts.push(0);
  }
  counts[index]!++;
}

function addTail({ at_ms, counts }: TailCounts, edges_ms: Float64Array, totals: Float64Array): void {
  const [from_ms, until_ms] = [edges_ms[0]!, edges_ms[totals.length]!];
  const spans = buildBuckets(edges_ms, from_ms, until_ms);
  for (let index = 0; index < counts.length; index++) {
    const time_ms = at_ms[index]!;
    if (time_ms >= from_ms && time_ms < until_ms) totals[bucketOf(spans, time_ms)]! += counts[index]!;
  }
}

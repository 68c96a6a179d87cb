/** Counts stored rows by event and month (one number, the key, encodes both), and finds keys that a removal changed. */
import { monthOf, monthStart } from '../../base/time.ts';
import type { PartitionFile, ProjectRows } from '../../engine/dataset/project_rows.ts';
import type { Chunk } from '../../engine/storage/chunk.ts';
import type { Segment } from '../../engine/storage/segment.ts';

const MONTHS = 2 ** 20;

/** `month` counts from 1970-01. */
export function keyOf(event_ord: number, month: number): number {
  return event_ord * MONTHS + month;
}

/** Sealed rows of an event and month, in order of arrival. */
export function filesOf(rows: ProjectRows, key: number): PartitionFile[] {
  const month = key % MONTHS;
  return rows.partitionsOf(Math.floor(key / MONTHS), monthStart(month), monthStart(month + 1));
}

/** Rows of a segment or chunk, by event and month. */
interface Source {
  readonly rows: number;
  byKey(): ReadonlyMap<number, number>;
}

function segmentsOf(rows: ProjectRows): Map<number, Source> {
  const of = ({ rows, partitions }: Segment): Source => ({
    rows,
    byKey: () => new Map(partitions.map((one) => [keyOf(one.event_ord, one.month), one.rows])),
  });
  return new Map(Array.from(rows.segments(), ([id, segment]) => [id, of(segment)]));
}

function chunksOf(rows: ProjectRows): Map<number, Source> {
  const { chunks, seqs } = rows.tailChunks();
  return new Map(chunks.map((chunk, at) => [seqs[at]!, { rows: chunk.rows, byKey: () => rowsByKey(chunk) }]));
}

/** Events and months that have fewer rows in a segment or chunk, and those that have rows in a new segment. */
export function changedKeys(before: ProjectRows, after: ProjectRows): { lost: Set<number>; gained: Set<number> } {
  const segments = segmentsOf(after);
  const lost = new Set([
    ...keysWithFewer(segmentsOf(before), segments),
    ...keysWithFewer(chunksOf(before), chunksOf(after)),
  ]);
  const added = segments.entries().filter(([id]) => !before.segments().has(id));
  return { lost, gained: new Set(added.flatMap(([, { byKey }]) => byKey().keys())) };
}

/** Segments and chunks that keep their id can only lose rows. Rows sealed or merged meanwhile count as lost. */
function* keysWithFewer(before: ReadonlyMap<number, Source>, after: ReadonlyMap<number, Source>): Iterable<number> {
  for (const [id, { rows, byKey }] of before) {
    const left = after.get(id);
    if (left?.rows === rows) continue;
    for (const [key, count] of byKey()) if (left?.byKey().get(key) !== count) yield key;
  }
}

/** chunk -> event and month -> row count. Cached because each sealing needs it again for all remaining chunks. */
const COUNTED = new WeakMap<Chunk, ReadonlyMap<number, number>>();

export function rowsByKey(chunk: Chunk): ReadonlyMap<number, number> {
  const counted = COUNTED.get(chunk);
  if (counted !== undefined) return counted;
  const counts = new ByMonth<number>();
  for (let row = 0; row < chunk.rows; row++) {
    const event = chunk.event_ord[row]!;
    const ofMonth = counts.at(chunk.time_ms[row]!);
    ofMonth[event] = (ofMonth[event] ?? 0) + 1;
  }
  const byKey = new Map(counts.entries());
  COUNTED.set(chunk, byKey);
  return byKey;
}

/** Holds one item per event and month. Consults the calendar only when the month changes. */
export class ByMonth<T> {
  /** month -> event_ord -> item */
  readonly #months = new Map<number, (T | undefined)[]>();
  #current: (T | undefined)[] = [];
  #from_ms = 0;
  #until_ms = 0;
  /** Month of the last call of `at`. */
  month = -1;

  /** event_ord -> item, in the month of `time_ms` */
  at(time_ms: number): (T | undefined)[] {
    if (time_ms >= this.#from_ms && time_ms < this.#until_ms) return this.#current;
    this.month = monthOf(time_ms);
    this.#from_ms = monthStart(this.month);
    this.#until_ms = monthStart(this.month + 1);
    this.#current = this.#months.get(this.month) ?? [];
    this.#months.set(this.month, this.#current);
    return this.#current;
  }

  /** All items with the key of their event and month. */
  *entries(): Generator<[key: number, T]> {
    for (const [month, ofMonth] of this.#months) {
      for (const [event_ord, one] of Object.entries(ofMonth)) {
        if (one !== undefined) yield [keyOf(Number(event_ord), month), one];
      }
    }
  }
}

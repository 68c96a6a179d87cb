/** All rows of a project by event: segments, opened on first use, and the tail. */
import { must } from '../../base/assert.ts';
import { monthOf, monthStart } from '../../base/time.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Column, StoredColumn, Value, Values } from '../frame/column.ts';
import { ALL_EVENTS, EVENT_NAME } from '../frame/run.ts';
import { inPhase, tracing } from '../frame/trace.ts';
import type { Chunk } from '../storage/chunk.ts';
import { Dictionary } from '../storage/dictionary.ts';
import type { Pieces, Use } from '../storage/piece_reader.ts';
import { countQuarters } from '../storage/quarters.ts';
import { openSegment, type Partition, type Segment } from '../storage/segment.ts';
import { type EventTable, type RowSource, tablesOf } from '../storage/table.ts';
import { Budget, type Room, Shelf } from './budget.ts';
import { type Slice, storedBytes, valuesBytes, wholeSlice } from './gather.ts';

/** A segment as stored. */
export interface SegmentInfo {
  readonly id: number;
  readonly header: Uint8Array;
}

export type ReadBlob = (segment_id: number, name: string) => Uint8Array | undefined;

/** Upper limit of partitions per segment. */
const PARTITIONS_MOST = 2 ** 20;

/** Event number of the run over all events. */
export const ALL_ORD = -1;

/** Sealed rows of a partition, or of a whole segment for ALL_ORD. */
export interface PartitionFile {
  /** Unique; later segments have larger ones. */
  readonly id: number;
  readonly segment_id: number;
  readonly partition: Pick<Partition, keyof RowSource | 'month' | 'from_ms' | 'until_ms' | 'quarters' | 'uuidPieces'>;
}

/** A decoded piece, and its size. */
interface Decoded {
  readonly value: ArrayBufferView | Values | StoredColumn;
  readonly bytes: number;
}

export class ProjectRows {
  /** Grows with every change. */
  version = 0;
  /** Grows when segments or the start of the tail change. */
  epoch = 0;
  /** Grows when the tail restarts. */
  tailEpoch = 0;
  readonly #read: ReadBlob;
  /** Decoded pieces of segments, shared by many events. */
  readonly #pieces: Shelf<Decoded>;
  readonly #seldomBudget = new Budget(TUNING.decoded_bytes);
  /** Pieces that no question reads in bulk: ids of events. */
  readonly #seldom = new Shelf<Decoded>(this.#seldomBudget, ({ bytes }) => bytes);
  /** Pieces that are needed only to build runs, as a run has its own copy in its own order. */
  readonly #brief: Shelf<Decoded>;
  /** Whether the current reads are within `inPassing`. */
  #is_passing = false;
  /** property -> dictionary; never dropped, as cached columns use its codes. */
  readonly #dictionaries = new Map<string, Dictionary>();
  readonly #names = new Map<number, string>();
  readonly #ords = new Map<string, number>();
  /** event -> partitions in order of arrival. */
  #partitions = new Map<number, PartitionFile[]>();
  /** Segment id -> segment, in order of arrival. */
  #segments = new Map<number, Segment>();
  /** Segments as partitions of ALL_ORD; made on first use. */
  #wholes: PartitionFile[] | null = null;
  #sealedRows = 0;
  /** Chunks since the last sealing, in order of arrival. */
  #chunks: Chunk[] = [];
  /** index in `#chunks` -> the chunk's number in the log, ascending */
  #seqs: number[] = [];
  /** event -> its rows of the first `#tabled` chunks. */
  #tail = new Map<number, EventTable>();
  #tabled = 0;
  #tailRows = 0;

  /** `brief` is the budget for pieces that only the current question needs. */
  constructor(read: ReadBlob, budget: Room, brief: Budget) {
    this.#read = read;
    this.#brief = new Shelf<Decoded>(brief, ({ bytes }) => bytes);
    this.#pieces = new Shelf<Decoded>(budget, ({ bytes }) => bytes);
  }

  get rows(): number {
    return this.#sealedRows + this.#tailRows;
  }

  nameEvent(event_ord: number, name: string): void {
    this.#names.set(event_ord, name);
    this.#ords.set(name, event_ord);
  }

  nameOf(event_ord: number): string {
    if (event_ord === ALL_ORD) return ALL_EVENTS;
    return must(this.#names.get(event_ord), 'every event has a name');
  }

  isNamed(event_ord: number): boolean {
    return this.#names.has(event_ord);
  }

  /** Numbers of these events, without unknown ones; null = of all events that may have rows. */
  ordsOf(events: readonly string[] | null): number[] {
    if (events === null)
      return [...new Set([...this.#partitions.keys(), ...this.tails().keys()])].sort((a, b) => a - b);
    const ords = [...new Set(events)].map((name) => this.#ords.get(name));
    return ords.filter((ord) => ord !== undefined);
  }

  /** Events with sealed rows. */
  sealedOrds(): number[] {
    return [...this.#partitions.keys()];
  }

  /** Segment id -> all its rows. Segments are in order of arrival. */
  segments(): ReadonlyMap<number, Segment> {
    return this.#segments;
  }

  /** Replaces the list of segments; known ones stay open. @throws ServiceError data_corrupted */
  setSegments(infos: readonly SegmentInfo[]): void {
    const segments = new Map<number, Segment>();
    const byEvent = new Map<number, PartitionFile[]>();
    this.#sealedRows = 0;
    for (const { id, header } of infos.toSorted((a, b) => a.id - b.id)) {
      const segment = this.#segments.get(id) ?? openSegment(header, this.#piecesOf(id));
      segments.set(id, segment);
      this.#sealedRows += segment.rows;
      for (const [at, partition] of segment.partitions.entries()) {
        const file = { id: id * PARTITIONS_MOST + at, segment_id: id, partition };
        const files = byEvent.get(partition.event_ord);
        if (files === undefined) byEvent.set(partition.event_ord, [file]);
        else files.push(file);
      }
    }
    // Pieces of merged segments are no longer needed.
    if (this.#segments.keys().some((id) => !segments.has(id))) {
      for (const shelf of [this.#pieces, this.#brief, this.#seldom])
        shelf.clear((_, name) => segments.has(Number.parseInt(name, 10)));
    }
    this.#segments = segments;
    this.#partitions = byEvent;
    this.#wholes = null;
    this.version++;
    this.epoch++;
  }

  /** Dictionary of an event property. */
  dictionary(property: string): Dictionary {
    let dictionary = this.#dictionaries.get(property);
    if (dictionary === undefined) {
      dictionary = new Dictionary();
      this.#dictionaries.set(property, dictionary);
    }
    return dictionary;
  }

  #piecesOf(segment_id: number): Pieces {
    return {
      dictionary: (property) => this.dictionary(property),
      read: (name) => this.#load(segment_id, name),
      kept: <T extends Decoded['value']>(name: string, make: () => T, use: Use = 'often'): T => {
        const key = `${segment_id} ${name}`;
        const shelf = this.#shelfOf(use);
        const kept = shelf.get(key) ?? (use === 'often' ? this.#pieces.get(key) : undefined);
        // A name always refers to one kind of value.
        if (kept !== undefined) return kept.value as T;
        const value = inPhase('load', make);
        shelf.put(key, { value, bytes: bytesOf(value) });
        return value;
      },
    };
  }

  #shelfOf(use: Use): Shelf<Decoded> {
    if (use === 'seldom') return this.#seldom;
    return use === 'briefly' || (use === 'often' && this.#is_passing) ? this.#brief : this.#pieces;
  }

  /** For a scan of all rows whose findings are kept instead: the pieces it reads are dropped after the question. */
  inPassing<T>(read: () => T): T {
    this.#is_passing = true;
    try {
      return read();
    } finally {
      this.#is_passing = false;
    }
  }

  #load(segment_id: number, name: string): Uint8Array | undefined {
    const blob = this.#read(segment_id, name);
    tracing()?.loaded(blob?.length ?? 0);
    return blob;
  }

  /** `seq`: the chunk's number in the log, ascending. */
  append(chunk: Chunk, seq: number): void {
    this.#chunks.push(chunk);
    this.#seqs.push(seq);
    this.#tailRows += chunk.rows;
    this.version++;
  }

  /** Chunks up to `seq` are sealed now; the others stay. */
  sealTail(seq: number): void {
    const sealed = this.#seqs.findLastIndex((one) => one <= seq) + 1;
    this.#chunks = this.#chunks.slice(sealed);
    this.#seqs = this.#seqs.slice(sealed);
    this.#tail = new Map();
    this.#tabled = 0;
    this.#tailRows = 0;
    for (const { rows } of this.#chunks) this.#tailRows += rows;
    this.version++;
    this.epoch++;
    this.tailEpoch++;
  }

  /** The tail as it arrived, and each chunk's number in the log. */
  tailChunks(): { readonly chunks: readonly Chunk[]; readonly seqs: readonly number[] } {
    return { chunks: this.#chunks, seqs: this.#seqs };
  }

  /** The tail by event; made on demand, as ingest needs only ids. */
  tails(): ReadonlyMap<number, EventTable> {
    tablesOf(this.#chunks.slice(this.#tabled), this.#tail);
    this.#tabled = this.#chunks.length;
    return this.#tail;
  }

  /** Partitions of an event with rows in [from_ms, until_ms), in order of arrival. */
  partitionsOf(
    event_ord: number,
    from_ms = Number.NEGATIVE_INFINITY,
    until_ms = Number.POSITIVE_INFINITY,
  ): PartitionFile[] {
    const all = event_ord === ALL_ORD ? this.#allWholes() : (this.#partitions.get(event_ord) ?? []);
    return all.filter(({ partition }) => partition.from_ms < until_ms && partition.until_ms > from_ms);
  }

  /** Months (UTC) in which these events (null = all) have rows, newest first. */
  months(events: readonly string[] | null): number[] {
    const months = new Set<number>();
    for (const event_ord of this.ordsOf(events)) {
      for (const { partition } of this.partitionsOf(event_ord)) months.add(partition.month);
      addMonths(months, this.tails().get(event_ord)?.timeMs() ?? new Float64Array());
    }
    return [...months].sort((a, b) => b - a);
  }

  /** Slices of these partitions. Neighbours in a segment become one slice, read as fast as one partition. */
  slicesOf(files: readonly PartitionFile[]): Slice[] {
    const slices: Slice[] = [];
    for (let at = 0, first = 0; at < files.length; at++) {
      const { id } = files[at]!;
      if (files[at + 1]?.id === id + 1) continue;
      const segment = this.#segments.get(Math.floor(id / PARTITIONS_MOST));
      const last = id % PARTITIONS_MOST;
      const source = first === at || segment === undefined ? null : segment.together(last - (at - first), last);
      if (source !== null) slices.push(wholeSlice(source));
      else for (const { partition } of files.slice(first, at + 1)) slices.push(wholeSlice(partition));
      first = at + 1;
    }
    return slices;
  }

  #allWholes(): PartitionFile[] {
    this.#wholes ??= Array.from(this.#segments, ([id, segment]) => ({
      id: id * PARTITIONS_MOST + segment.partitions.length,
      segment_id: id,
      partition: this.#wholeOf(segment),
    }));
    return this.#wholes;
  }

  #wholeOf(segment: Segment): PartitionFile['partition'] {
    const { partitions } = segment;
    const all = segment.together(0, partitions.length - 1);
    return {
      ...segment,
      columnPieces: (property) =>
        property === EVENT_NAME
          ? [{ rows: segment.rows, column: this.#namesOf(partitions) }]
          : (all.columnPieces?.(property) ?? []),
      month: partitions[0]!.month,
      from_ms: partitions.reduce((least, { from_ms }) => Math.min(least, from_ms), Number.POSITIVE_INFINITY),
      until_ms: partitions.reduce((most, { until_ms }) => Math.max(most, until_ms), Number.NEGATIVE_INFINITY),
      quarters: () => countQuarters(segment.timeMs()),
      column: (property) => (property === EVENT_NAME ? this.#namesOf(partitions) : segment.column(property)),
    };
  }

  /** row -> event name, of rows that come partition by partition. */
  #namesOf(partitions: readonly Pick<Partition, 'event_ord' | 'rows'>[]): Column {
    const rows = partitions.reduce((sum, partition) => sum + partition.rows, 0);
    const codes = new Uint32Array(rows);
    const code_of = new Map<number, number>();
    const values: Value[] = [null];
    let from = 0;
    for (const partition of partitions) {
      const { event_ord } = partition;
      const code = code_of.get(event_ord) ?? values.push(this.nameOf(event_ord)) - 1;
      code_of.set(event_ord, code);
      codes.fill(code, from, from + partition.rows);
      from += partition.rows;
    }
    return { kind: 'dictionary', codes, values };
  }

  /** The event's rows in the tail; for ALL_ORD one source per event. */
  *tailsOf(event_ord: number): Iterable<{ readonly event_ord: number; readonly source: RowSource }> {
    const tails = this.tails();
    if (event_ord !== ALL_ORD) {
      const table = tails.get(event_ord);
      if (table !== undefined) yield { event_ord, source: table };
      return;
    }
    for (const [ord, table] of tails) {
      const names = (): Column => this.#namesOf([{ event_ord: ord, rows: table.rows }]);
      yield {
        event_ord: ord,
        source: {
          rows: table.rows,
          properties: table.properties,
          distinct: () => table.distinct(),
          timeMs: () => table.timeMs(),
          uuids: () => table.uuids(),
          column: (property) => (property === EVENT_NAME ? names() : table.column(property)),
        },
      };
    }
  }

  /** Gives back the room that reading left in dictionaries. */
  trim(): void {
    for (const dictionary of this.#dictionaries.values()) dictionary.trim();
  }

  /** Bytes outside the budget: the tail, dictionaries and ids. */
  residentBytes(): number {
    let bytes = this.#seldomBudget.bytes;
    for (const dictionary of this.#dictionaries.values()) bytes += dictionary.bytes();
    for (const table of this.#tail.values()) bytes += table.bytes();
    for (const chunk of this.#chunks) bytes += chunk.bytes;
    return bytes;
  }
}

function bytesOf(value: Decoded['value']): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (!('kind' in value)) return valuesBytes(value);
  return storedBytes(value);
}

/** Neighbouring rows mostly share a month, and comparing with its bounds is faster than the calendar. */
function addMonths(months: Set<number>, time_ms: Float64Array): void {
  let from_ms = 0;
  let until_ms = 0;
  for (let row = 0; row < time_ms.length; row++) {
    if (time_ms[row]! >= from_ms && time_ms[row]! < until_ms) continue;
    const month = monthOf(time_ms[row]!);
    from_ms = monthStart(month);
    until_ms = monthStart(month + 1);
    months.add(month);
  }
}

/** All rows of a project by event: segments, opened when first needed, and the tail that is not sealed yet. */
import { must } from '../../base/assert.ts';
import type { Chunk } from '../storage/chunk.ts';
import { openSegment, type Segment } from '../storage/segment.ts';
import { type EventTable, tablesOf } from '../storage/table.ts';

/** What is known of a segment without opening it. */
export interface SegmentInfo {
  readonly id: number;
  readonly event_ord: number;
  readonly rows: number;
  readonly from_ms: number;
  /** Exclusive. */
  readonly until_ms: number;
  readonly header: Uint8Array;
}

export type ReadBlob = (segment_id: number, name: string) => Uint8Array | undefined;

export class SegmentFile {
  readonly info: SegmentInfo;
  readonly #read: ReadBlob;
  #opened: Segment | null = null;

  constructor(info: SegmentInfo, read: ReadBlob) {
    this.info = info;
    this.#read = read;
  }

  open(): Segment {
    this.#opened ??= openSegment(this.info.header, (name) => this.#read(this.info.id, name));
    return this.#opened;
  }

  touches(from_ms: number, until_ms: number): boolean {
    return this.info.from_ms < until_ms && this.info.until_ms > from_ms;
  }
}

export class ProjectRows {
  /** Grows with every change. */
  version = 0;
  /** Grows when the segments or the beginning of the tail are others than before. */
  epoch = 0;
  /** Grows when the tail begins anew. */
  tailEpoch = 0;
  readonly #read: ReadBlob;
  readonly #names = new Map<number, string>();
  readonly #ords = new Map<string, number>();
  /** event -> its segments in order of arrival. */
  #segments = new Map<number, SegmentFile[]>();
  #byId = new Map<number, SegmentFile>();
  #sealedRows = 0;
  /** What came since the last sealing, in order of arrival. */
  #chunks: Chunk[] = [];
  /** place in `#chunks` -> the chunk's number in the log, ascending */
  #seqs: number[] = [];
  /** event -> its rows of the first `#tabled` chunks. */
  #tail = new Map<number, EventTable>();
  #tabled = 0;
  #tailRows = 0;
  #tailFirst_ms = Number.POSITIVE_INFINITY;

  constructor(read: ReadBlob) {
    this.#read = read;
  }

  get rows(): number {
    return this.#sealedRows + this.#tailRows;
  }

  nameEvent(event_ord: number, name: string): void {
    this.#names.set(event_ord, name);
    this.#ords.set(name, event_ord);
  }

  nameOf(event_ord: number): string {
    return must(this.#names.get(event_ord), 'every event has a name');
  }

  isNamed(event_ord: number): boolean {
    return this.#names.has(event_ord);
  }

  /** The known ones of these events; of null, all that may have rows. */
  ordsOf(events: readonly string[] | null): number[] {
    if (events === null) return [...new Set([...this.#segments.keys(), ...this.tails().keys()])].sort((a, b) => a - b);
    const ords = [...new Set(events)].map((name) => this.#ords.get(name));
    return ords.filter((ord) => ord !== undefined);
  }

  /** Events with segments. */
  sealedOrds(): number[] {
    return [...this.#segments.keys()];
  }

  /** All segments there are. Those known stay open. */
  setSegments(infos: readonly SegmentInfo[]): void {
    const byId = new Map<number, SegmentFile>();
    const byEvent = new Map<number, SegmentFile[]>();
    this.#sealedRows = 0;
    for (const info of infos.toSorted((a, b) => a.id - b.id)) {
      const file = this.#byId.get(info.id) ?? new SegmentFile(info, this.#read);
      byId.set(info.id, file);
      this.#sealedRows += info.rows;
      const files = byEvent.get(info.event_ord);
      if (files === undefined) byEvent.set(info.event_ord, [file]);
      else files.push(file);
    }
    this.#byId = byId;
    this.#segments = byEvent;
    this.version++;
    this.epoch++;
  }

  /** `seq`: the chunk's number in the log, larger than those before. */
  append(chunk: Chunk, seq: number): void {
    this.#chunks.push(chunk);
    this.#seqs.push(seq);
    this.#count(chunk);
    this.version++;
  }

  /** Chunks up to that number are in segments now. The others stay. */
  sealTail(seq: number): void {
    const sealed = this.#seqs.findLastIndex((one) => one <= seq) + 1;
    this.#chunks = this.#chunks.slice(sealed);
    this.#seqs = this.#seqs.slice(sealed);
    this.#tail = new Map();
    this.#tabled = 0;
    this.#tailRows = 0;
    this.#tailFirst_ms = Number.POSITIVE_INFINITY;
    for (const chunk of this.#chunks) this.#count(chunk);
    this.version++;
    this.epoch++;
    this.tailEpoch++;
  }

  #count({ rows, time_ms }: Chunk): void {
    for (let row = 0; row < rows; row++) if (time_ms[row]! < this.#tailFirst_ms) this.#tailFirst_ms = time_ms[row]!;
    this.#tailRows += rows;
  }

  /** The tail as it came, and beside it the chunks' numbers in the log. */
  tailChunks(): { readonly chunks: readonly Chunk[]; readonly seqs: readonly number[] } {
    return { chunks: this.#chunks, seqs: this.#seqs };
  }

  /** The tail by event; made when asked for, as whoever takes events in asks for ids only. */
  tails(): ReadonlyMap<number, EventTable> {
    tablesOf(this.#chunks.slice(this.#tabled), this.#tail);
    this.#tabled = this.#chunks.length;
    return this.#tail;
  }

  /** Of one event, those with rows in [from_ms, until_ms). */
  segmentsOf(
    event_ord: number,
    from_ms = Number.NEGATIVE_INFINITY,
    until_ms = Number.POSITIVE_INFINITY,
  ): SegmentFile[] {
    return (this.#segments.get(event_ord) ?? []).filter((file) => file.touches(from_ms, until_ms));
  }

  firstMs(): number | null {
    let first_ms = this.#tailFirst_ms;
    for (const { info } of this.#byId.values()) if (info.from_ms < first_ms) first_ms = info.from_ms;
    return first_ms === Number.POSITIVE_INFINITY ? null : first_ms;
  }

  /** Bytes of the tail, which is in memory until it is sealed. */
  tailBytes(): number {
    let bytes = 0;
    for (const table of this.#tail.values()) bytes += table.bytes();
    for (const chunk of this.#chunks) bytes += chunk.bytes;
    return bytes;
  }
}

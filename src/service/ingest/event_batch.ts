/**
 * Events as columns, in order of arrival, with identities unresolved. Repeated names, ids and values are stored and
 * looked up once; property columns go to the log as they are.
 */
import { setImmediate } from 'node:timers/promises';
import { assert } from '../../base/assert.ts';
import { isObject } from '../../base/json.ts';
import { UUID_BYTES } from '../../base/uuid.ts';
import type { Column, Columns } from '../../engine/frame/column.ts';
import { packPlaced } from '../../engine/storage/chunk.ts';
import { ColumnBuilder } from '../../engine/storage/column_builder.ts';
import { placedColumns } from '../../engine/storage/placed_columns.ts';
import { PropertyColumns, propertiesAt } from '../../engine/storage/property_columns.ts';
import { TUNING } from '../../model/tuning.ts';
import { isAboutGroups } from '../identity/groups.ts';
import type { IncomingEvent } from '../identity/incoming.ts';
import { isAboutPerson, visitBits } from '../identity/rules.ts';
import { contentHashes } from './content_hash.ts';
import { withElementsChain } from './elements.ts';
import type { LineIds } from './line_ids.ts';
import { campaignsOf } from './packed_batch.ts';
import type {
  BatchProperties,
  ChunkEnd,
  EventBatch,
  IngestItem,
  ItemBatch,
  LineEvent,
  LineItem,
  PlacedItem,
  Samples,
  TextColumn,
} from './types.ts';

export class BatchBuilder {
  rows = 0;
  readonly #names = new ColumnBuilder();
  readonly #distinct_ids = new ColumnBuilder();
  readonly #properties = new PropertyColumns();
  readonly #time_ms: Float64Array;
  readonly #uuids: Uint8Array;
  readonly #visits: Int32Array;
  readonly #grouped: Uint8Array;
  readonly #others: PlacedItem[] = [];
  /** Rows without an id, by the source that assigns one. */
  readonly #unnamed = new Map<LineIds, number[]>();

  /** `room`: for how many events. */
  constructor(room: number) {
    this.#time_ms = new Float64Array(room);
    this.#uuids = new Uint8Array(room * UUID_BYTES);
    this.#visits = new Int32Array(room);
    this.#grouped = new Uint8Array(room);
  }

  add(item: IngestItem): void {
    if (item.kind === 'event') this.addEvent(item.event);
    else this.#others.push({ row: this.rows, item, line: null });
  }

  /** @param ids assigns an id to the line; belongs to the line's source */
  addLine(item: LineItem, ids: LineIds): void {
    if (item.kind !== 'event') {
      this.#others.push({ row: this.rows, item, line: ids.of(item) });
      return;
    }
    if (item.event.uuid === null) this.#nameLater(ids);
    this.#addEvent(item.event);
  }

  addEvent(event: IncomingEvent): void {
    this.#addEvent(event);
  }

  /** Estimated memory of the properties. */
  bytes(): number {
    return this.#properties.bytes();
  }

  /** Whether the batch would have too many cells (values and gaps) with this event. */
  isTooWideFor({ properties }: IncomingEvent): boolean {
    let names = this.#properties.size;
    for (const _ in properties) names++;
    return this.rows > 0 && (this.rows + 1) * names > TUNING.chunk_cells;
  }

  /** End of what was added so far. */
  end(): ChunkEnd {
    return { events: this.rows, others: this.#others.length };
  }

  #addEvent(given: LineEvent): void {
    const { event, distinct_id, timestamp_ms, uuid } = given;
    checkEvent(given);
    const properties = withElementsChain(given.properties);
    const row = this.rows++;
    this.#names.set(row, event);
    this.#distinct_ids.set(row, distinct_id);
    this.#time_ms[row] = timestamp_ms;
    if (uuid !== null) for (let i = 0, at = row * UUID_BYTES; i < UUID_BYTES; i++, at++) this.#uuids[at] = uuid[i]!;
    this.#visits[row] = visitBits(event, properties);
    this.#grouped[row] = event === '$groupidentify' || isObject(properties['$groups']) ? 1 : 0;
    this.#properties.set(row, properties);
  }

  /** Everything that was added; nothing may be added afterwards. */
  taken(): ItemBatch {
    const events = this.#events();
    if (this.#unnamed.size > 0) {
      const hashes = contentHashes(events);
      for (const [ids, rows] of this.#unnamed) ids.giveTo(events, rows, hashes, events.former);
    }
    return { events, others: this.#others };
  }

  #nameLater(ids: LineIds): void {
    const rows = this.#unnamed.get(ids);
    if (rows === undefined) this.#unnamed.set(ids, [this.rows]);
    else rows.push(this.rows);
  }

  #events(): EventBatch {
    const { rows } = this;
    return {
      rows,
      names: textsOf(this.#names.column(rows)),
      distinct_ids: textsOf(this.#distinct_ids.column(rows)),
      time_ms: this.#time_ms.subarray(0, rows),
      uuids: this.#uuids.subarray(0, rows * UUID_BYTES),
      visits: this.#visits.subarray(0, rows),
      grouped: this.#grouped.subarray(0, rows),
      properties: propertiesOf(this.#properties.columns(rows)),
      former: new Map(),
    };
  }
}

function propertiesOf(columns: Columns): BatchProperties {
  let told: Columns | null = null;
  return {
    packed: null,
    campaigns: campaignsOf(Array.from(columns, ([name, column]) => [name, (row: number) => valueAt(column, row)])),
    columns: () => placedColumns(columns),
    samples: () => samplesOf(columns),
    told(row) {
      told ??= new Map([...columns].filter(([name]) => isAboutPerson(name) || isAboutGroups(name)));
      return propertiesAt(told, row);
    },
  };
}

function valueAt(column: Column, row: number): unknown {
  if (column.kind === 'dictionary') return column.values.at(column.codes[row]!);
  const value = column.values[row]!;
  return Number.isNaN(value) ? undefined : value;
}

/** All distinct values of each column. One number stands for all of a column of numbers. */
export function* samplesOf(columns: Columns): Samples {
  for (const [name, column] of columns) yield [name, column.kind === 'number' ? [0] : column.values];
}

/** Every row has a text, so code 0 (missing) is unused. */
function textsOf(column: Column): TextColumn {
  assert(column.kind === 'dictionary' && column.codes instanceof Uint32Array, 'texts have codes');
  return { codes: column.codes, texts: column.values as readonly string[] };
}

/** Checked here because a failure later would fail a transaction shared with others. */
export function checkEvent({ distinct_id, uuid, timestamp_ms }: LineEvent): void {
  // Clients cannot send an empty event name, but exports of other systems have them, and imports keep them.
  assert(distinct_id !== '', 'an event has a distinct id');
  assert(uuid === null || uuid.length === UUID_BYTES, 'an event has a uuid of 16 bytes');
  assert(timestamp_ms >= 0 && Number.isInteger(timestamp_ms), 'an event has a time in whole milliseconds');
}

/** Events of one caller as batches, made beforehand because they are many. */
export interface PreparedEvents {
  readonly length: number;
  readonly batches: readonly EventBatch[];
}

export type CallerEvents = readonly IncomingEvent[] | PreparedEvents;

/** Puts events into batches; others get their turn in between. */
export async function inBatches(events: readonly IncomingEvent[]): Promise<PreparedEvents> {
  const batches: EventBatch[] = [];
  let builder = new BatchBuilder(events.length);
  let cells = 0;
  for (const [at, event] of events.entries()) {
    if (builder.isTooWideFor(event)) {
      batches.push(builder.taken().events);
      builder = new BatchBuilder(events.length - at);
    }
    builder.addEvent(event);
    for (const _ in event.properties) cells++;
    if (cells < TUNING.cells_a_turn) continue;
    cells = 0;
    await setImmediate();
  }
  batches.push(builder.taken().events);
  const packed: EventBatch[] = [];
  for (const batch of batches) {
    await setImmediate();
    packed.push(withPacked(batch));
  }
  return { length: events.length, batches: packed };
}

/** The batch with its columns as the log stores them. */
function withPacked(batch: EventBatch): EventBatch {
  const { rows, properties } = batch;
  return { ...batch, properties: { ...properties, packed: packPlaced(rows, properties.columns()) } };
}

/** `ends` has, for each caller in the batch, the row after their last one. */
interface NarrowBatch {
  readonly batch: EventBatch;
  readonly ends: readonly { readonly caller: number; readonly row: number }[];
}

/** Events of several callers in order, in batches with a bounded number of cells. */
export function* narrowBatches(callers: readonly CallerEvents[]): Generator<NarrowBatch> {
  let left = callers.reduce((sum, { length }) => sum + length, 0);
  let builder = new BatchBuilder(left);
  let ends: { caller: number; row: number }[] = [];
  const taken = (): NarrowBatch => {
    const narrow = { batch: builder.taken().events, ends };
    builder = new BatchBuilder(left);
    ends = [];
    return narrow;
  };
  for (const [caller, events] of callers.entries()) {
    if ('batches' in events) {
      left -= events.length;
      if (builder.rows > 0) yield taken();
      for (const batch of events.batches) yield { batch, ends: [{ caller, row: batch.rows }] };
      continue;
    }
    for (const event of events) {
      if (builder.isTooWideFor(event)) {
        ends.push({ caller, row: builder.rows });
        yield taken();
      }
      builder.addEvent(event);
      left--;
    }
    ends.push({ caller, row: builder.rows });
  }
  if (builder.rows > 0) yield taken();
}

/** Batches of at most `room` items. */
export function* batchesOf(items: Iterable<IngestItem>, room: number): Generator<ItemBatch> {
  let builder = new BatchBuilder(room);
  let count = 0;
  for (const item of items) {
    builder.add(item);
    if (++count % room !== 0) continue;
    yield builder.taken();
    builder = new BatchBuilder(room);
  }
  yield builder.taken();
}

/** One event of the batch, with its person and group properties. */
export function eventAt(batch: EventBatch, row: number): IncomingEvent {
  const { names, distinct_ids, time_ms, uuids, properties } = batch;
  return {
    event: names.texts[names.codes[row]!]!,
    distinct_id: distinct_ids.texts[distinct_ids.codes[row]!]!,
    timestamp_ms: time_ms[row]!,
    uuid: uuids.subarray(row * UUID_BYTES, (row + 1) * UUID_BYTES),
    properties: properties.told(row),
  };
}

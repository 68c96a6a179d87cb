/**
 * Takes one batch of events in, row by row: finds out which are new, who they belong to and which groups they have.
 * Lookups that rows share (event name, distinct id) are made once per batch.
 */
import { assert } from '../../base/assert.ts';
import { UUID_BYTES } from '../../base/uuid.ts';
import type { Column, Columns } from '../../engine/frame/column.ts';
import type { ChunkRows, PackedColumns } from '../../engine/storage/chunk.ts';
import { ColumnBuilder } from '../../engine/storage/column_builder.ts';
import { gatherColumn } from '../../engine/storage/ordered_columns.ts';
import { wholeColumns } from '../../engine/storage/placed_columns.ts';
import { PropertyColumns } from '../../engine/storage/property_columns.ts';
import { copyUuids } from '../../engine/storage/table.ts';
import { IMPORT_PROPERTY } from '../../model/import.ts';
import type { KnownEvents } from '../data/datasets.ts';
import type { KnownId } from '../identity/cache.ts';
import { type Groups, type GroupTransaction, isGroupKey } from '../identity/groups.ts';
import type { Identities, IdentityTransaction } from '../identity/persons.ts';
import type { Definitions } from './definitions.ts';
import { eventAt, samplesOf } from './event_batch.ts';
import type { EventBatch, Samples } from './types.ts';

export interface TakingParts {
  readonly known: KnownEvents;
  readonly identities: Identities;
  readonly groups: Groups;
  readonly definitions: Definitions;
  readonly transaction: IdentityTransaction & GroupTransaction;
  /** The import that brings the events; null if none. */
  readonly import_id: number | null;
}

const NO_COLUMNS: Columns = new Map();
/** Below this many rows, ids are looked up one by one. */
const LOOK_AHEAD_ROWS = 256;

export class Taking {
  readonly #batch: EventBatch;
  readonly #parts: TakingParts;
  /** Code of a name -> event number. */
  readonly #event_ords: (number | undefined)[] = [];
  /** Code of a distinct id -> its identity. */
  readonly #ids: (KnownId | undefined)[];
  /** Next row, and how many rows before it were taken. */
  #row = 0;
  #count = 0;
  /** Of each taken row: its row in the batch, its event number, its distinct id number. */
  readonly #rows: Uint32Array;
  readonly #event_ord: Uint32Array;
  readonly #distinct: Uint32Array;
  /** Group keys of rows; null until a row has one. */
  #groupKeys: PropertyColumns | null = null;
  /** Row -> 1 if the event says which groups it has. */
  readonly #hasGroups: Uint8Array;

  constructor(batch: EventBatch, parts: TakingParts) {
    this.#batch = batch;
    this.#parts = parts;
    // Code 0 is unused.
    const [, ...distinct_ids] = batch.distinct_ids.texts;
    this.#ids = batch.rows >= LOOK_AHEAD_ROWS ? [undefined, ...parts.identities.lookAhead(distinct_ids)] : [];
    this.#rows = new Uint32Array(batch.rows);
    this.#event_ord = new Uint32Array(batch.rows);
    this.#distinct = new Uint32Array(batch.rows);
    this.#hasGroups = new Uint8Array(batch.rows);
  }

  /** Next row to take. */
  get row(): number {
    return this.#row;
  }

  /** Returns how many rows from the current one to `end` were taken; the others are duplicates. */
  takeUntil(end: number): number {
    const before = this.#count;
    for (; this.#row < end; this.#row++) this.#take(this.#row);
    return this.#count - before;
  }

  /** The taken rows, for the log. */
  finish(): ChunkRows {
    const count = this.#count;
    const taken = this.#rows.subarray(0, count);
    const isWhole = count === this.#batch.rows;
    const { time_ms, uuids } = this.#batch;
    const { columns, packed, samples } = this.#properties(taken, isWhole);
    this.#parts.definitions.noteProperties(samples);
    return {
      event_ord: this.#event_ord.subarray(0, count),
      distinct: this.#distinct.subarray(0, count),
      time_ms: isWhole ? time_ms : Float64Array.from(taken, (row) => time_ms[row]!),
      uuids: isWhole ? uuids : uuidsOf(uuids, taken),
      columns,
      packed,
    };
  }

  #take(row: number): void {
    const { known, definitions } = this.#parts;
    const { time_ms, uuids } = this.#batch;
    const event_ord = this.#eventOrd(row);
    const former = this.#batch.former.get(row);
    if (former !== undefined && known.has(event_ord, time_ms[row]!, former)) return;
    if (!known.take(event_ord, time_ms[row]!, uuids, row * UUID_BYTES)) return;
    const place = this.#count++;
    this.#rows[place] = row;
    this.#event_ord[place] = event_ord;
    this.#distinct[place] = this.#distinctOrd(row);
    if (this.#batch.grouped[row] === 1) this.#takeGroups(row);
    definitions.countEvent(event_ord, time_ms[row]!);
  }

  #eventOrd(row: number): number {
    const { codes, texts } = this.#batch.names;
    const code = codes[row]!;
    const ord = this.#event_ords[code] ?? this.#parts.definitions.eventOrd(texts[code]!);
    this.#event_ords[code] = ord;
    return ord;
  }

  #distinctOrd(row: number): number {
    const { identities, transaction } = this.#parts;
    const { distinct_ids, properties, visits } = this.#batch;
    const { codes, texts } = distinct_ids;
    const code = codes[row]!;
    const id = this.#ids[code] ?? identities.remembered(texts[code]!);
    this.#ids[code] = id;
    if (id !== undefined && identities.isSettled(id, visits[row]!, transaction)) return id.ord; // Almost every event ends here.
    if (id !== undefined && identities.isCampaignKnown(id, visits[row]!, properties.campaigns, row)) return id.ord;
    return identities.resolve(eventAt(this.#batch, row), transaction);
  }

  #takeGroups(row: number): void {
    const keys = this.#parts.groups.resolve(eventAt(this.#batch, row), this.#parts.transaction);
    if (keys === null) return;
    this.#hasGroups[row] = 1;
    this.#groupKeys ??= new PropertyColumns();
    this.#groupKeys.set(row, keys);
  }

  /** Columns that the ingest adds to the taken rows: group keys and the import. */
  #given(taken: Uint32Array): Columns {
    const keys = this.#groupKeys === null ? NO_COLUMNS : columnsOf(this.#groupKeys.columns(this.#batch.rows), taken);
    const { import_id } = this.#parts;
    if (import_id === null || taken.length === 0) return keys;
    const codes = new Uint8Array(taken.length).fill(1);
    return new Map([...keys, [IMPORT_PROPERTY, { kind: 'dictionary', codes, values: [null, import_id] }]]);
  }

  /**
   * Properties of the taken rows. Stays packed if possible. An event that says its groups has no other group keys: those
   * that an export brings along are of types as they were numbered there.
   */
  #properties(
    taken: Uint32Array,
    isWhole: boolean,
  ): { columns: Columns; packed: PackedColumns | null; samples: Samples } {
    const { properties } = this.#batch;
    const keys = this.#given(taken);
    const { packed } = properties;
    const isReplaced = (name: string) => keys.has(name) || (this.#groupKeys !== null && isGroupKey(name));
    if (isWhole && packed !== null && !packed.names.some((name) => isReplaced(name) || name === IMPORT_PROPERTY)) {
      return { columns: keys, packed, samples: [...properties.samples(), ...samplesOf(keys)] };
    }
    const sent = taken.length === 0 ? NO_COLUMNS : wholeColumns(properties.columns(), this.#batch.rows);
    const selected = new Map(isWhole ? sent : columnsOf(sent, taken));
    // Clients must not claim that an event belongs to an import.
    selected.delete(IMPORT_PROPERTY);
    const columns = new Map([...selected, ...keys]);
    for (const [name, sent_column] of selected) {
      if (!isReplaced(name)) continue;
      const both = this.#withKeys(sent_column, keys.get(name), taken);
      if (both === null) columns.delete(name);
      else columns.set(name, both);
    }
    return { columns, packed: null, samples: samplesOf(columns) };
  }

  /** The event's own group key where it says its groups, else what was sent; null if no row has either. */
  #withKeys(sent: Column, keys: Column | undefined, taken: Uint32Array): Column | null {
    const both = new ColumnBuilder();
    both.addColumn(0, sent);
    for (const [place, row] of taken.entries()) if (this.#hasGroups[row] === 1) both.clear(place);
    if (keys !== undefined) {
      assert(keys.kind === 'dictionary', 'keys are texts');
      for (const [place, code] of keys.codes.entries()) if (code !== 0) both.set(place, keys.values.at(code));
    }
    return gatherColumn(both.column(taken.length), Uint32Array.from(taken.keys()));
  }
}

/** Selects rows, in the given order; drops columns that become empty. */
function columnsOf(columns: Columns, rows: Uint32Array): Columns {
  const selected = new Map<string, Column>();
  for (const [name, column] of columns) {
    const gathered = gatherColumn(column, rows);
    if (gathered !== null) selected.set(name, gathered);
  }
  return selected;
}

function uuidsOf(uuids: Uint8Array, rows: Uint32Array): Uint8Array {
  const selected = new Uint8Array(rows.length * UUID_BYTES);
  copyUuids(uuids, rows, selected, 0);
  return selected;
}

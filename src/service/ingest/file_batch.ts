/**
 * Events of files as columns: what `BatchBuilder` is for requests, but built from bytes, which columns look up without
 * parsing. Batches become plain data that moves between threads; their properties are already packed for the log.
 */
import { assert } from '../../base/assert.ts';
import { isObject } from '../../base/json.ts';
import { UUID_BYTES } from '../../base/uuid.ts';
import type { Value } from '../../engine/frame/column.ts';
import { byRow, packColumns } from '../../engine/storage/chunk.ts';
import { TUNING } from '../../model/tuning.ts';
import { isAboutGroups } from '../identity/groups.ts';
import { isAboutPerson, visitBits, visitOf } from '../identity/rules.ts';
import { contentHashes } from './content_hash.ts';
import { withElementsChain } from './elements.ts';
import { checkEvent } from './event_batch.ts';
import { FileColumn, type FilledColumn } from './file_column.ts';
import type { LineIds } from './line_ids.ts';
import { openFileBatch } from './packed_batch.ts';
import type {
  ChunkEnd,
  LineEvent,
  LineItem,
  PackedBatch,
  PackedTexts,
  PackedValues,
  PlacedItem,
  Samples,
} from './types.ts';

const ROOM = TUNING.import_batch_rows;
const ANY_VISIT = 1;

export class FileBatch {
  rows = 0;
  readonly names = new FileColumn('event');
  readonly distinct_ids = new FileColumn('distinct_id');
  readonly time_ms = new Float64Array(ROOM);
  readonly uuids = new Uint8Array(ROOM * UUID_BYTES);
  /** row -> visit bits; until the row is settled, only those that its properties set. */
  readonly visits = new Int32Array(ROOM);
  readonly grouped = new Uint8Array(ROOM);
  /** Texts, as `JSON.stringify` writes them, of the values that rows of this block mark as WRITTEN. */
  readonly written: string[] = [];
  /** Columns of this and earlier batches, in order of appearance. */
  #columns: FileColumn[] = [];
  readonly #byName = new Map<string, FileColumn>();
  /** Code of a name -> the name if it affects people or groups, else null. */
  #telling: (string | null)[] = [];
  /** The first row that is not settled; those before it have codes. */
  #settled = 0;
  /** What the columns take, in values. */
  #weight = 0;
  #others: PlacedItem[] = [];
  /** Rows without an id, by the source that assigns one. */
  readonly #unnamed = new Map<LineIds, number[]>();
  /** Incremented when columns are dropped. */
  generation = 0;

  get columns(): readonly FileColumn[] {
    return this.#columns;
  }

  get block_rows(): number {
    return this.rows - this.#settled;
  }

  isFull(): boolean {
    return this.rows >= ROOM || this.#weight >= TUNING.import_batch_values;
  }

  column(name: string): FileColumn {
    let column = this.#byName.get(name);
    if (column === undefined) {
      column = new FileColumn(name);
      this.#columns.push(column);
      this.#byName.set(name, column);
    }
    return column;
  }

  /** Gives marked rows their codes. Call while the source bytes are still there. */
  settle(source: Uint8Array, view: DataView): void {
    const { rows, names, written } = this;
    const from = this.#settled;
    if (from === rows) return;
    names.settle(source, view, written);
    this.distinct_ids.settle(source, view, written);
    this.#weight = 0;
    for (const column of this.#columns) {
      column.settle(source, view, written);
      this.#weight += column.weight;
    }
    for (let row = from; row < rows; row++) this.#settleVisit(row);
    written.length = 0;
    this.#settled = rows;
  }

  /** Clears the marks of the unfinished row. */
  giveUp(): void {
    this.names.unset(this.rows);
    this.distinct_ids.unset(this.rows);
    for (const column of this.#columns) column.unset(this.rows);
    this.visits[this.rows] = 0;
    this.grouped[this.rows] = 0;
  }

  /** All rows must be settled. @param ids assigns an id to the line; belongs to the line's source */
  addLine(item: LineItem, ids: LineIds): void {
    assert(this.block_rows === 0, 'rows are in order');
    if (item.kind === 'event') this.#addEvent(item.event, ids);
    else this.#others.push({ row: this.rows, item, line: ids.of(item) });
  }

  /** Registers a row without an id. */
  nameLater(row: number, ids: LineIds): void {
    const rows = this.#unnamed.get(ids);
    if (rows === undefined) this.#unnamed.set(ids, [row]);
    else rows.push(row);
  }

  /** Estimated bytes in memory. */
  bytes(): number {
    return this.#columns.reduce((sum, column) => sum + column.bytes(), 0);
  }

  /** How many events and other items were added so far. */
  end(): ChunkEnd {
    return { events: this.rows, others: this.#others.length };
  }

  /** Returns and removes everything added since the last call. All rows must be settled. */
  taken(): { readonly events: PackedBatch; readonly others: readonly PlacedItem[] } {
    assert(this.block_rows === 0, 'all rows have codes');
    const filled = this.#filled();
    const events = this.#packed(filled);
    if (this.#unnamed.size > 0) {
      const batch = openFileBatch(events);
      const hashes = contentHashes(batch);
      for (const [ids, rows] of this.#unnamed) ids.giveTo(batch, rows, hashes, events.former);
    }
    const others = this.#others;
    this.#clear();
    return { events, others };
  }

  #settleVisit(row: number): void {
    const code = this.names.codeOf(row);
    let name = this.#telling[code];
    if (name === undefined) {
      const text = this.names.textOf(code);
      name = visitOf(text, ANY_VISIT) === ANY_VISIT && text !== '$groupidentify' ? null : text;
      this.#telling[code] = name;
    }
    if (name === '$groupidentify') this.grouped[row] = 1;
    this.visits[row] = visitOf(name ?? '', this.visits[row]!);
  }

  #addEvent(given: LineEvent, ids: LineIds): void {
    const { event, distinct_id, timestamp_ms, uuid } = given;
    checkEvent(given);
    const properties = withElementsChain(given.properties);
    const row = this.rows++;
    this.names.set(row, event);
    this.distinct_ids.set(row, distinct_id);
    this.time_ms[row] = timestamp_ms;
    if (uuid === null) this.nameLater(row, ids);
    else this.uuids.set(uuid, row * UUID_BYTES);
    this.visits[row] = visitBits(event, properties);
    this.grouped[row] = event === '$groupidentify' || isObject(properties['$groups']) ? 1 : 0;
    for (const name in properties) {
      const column = this.column(name);
      this.#weight -= column.weight;
      column.set(row, properties[name]);
      this.#weight += column.weight;
    }
    this.#settled = this.rows;
  }

  #filled(): NamedColumn[] {
    return this.#columns.flatMap((column) => {
      const values = column.filled();
      return values === null ? [] : [{ name: column.name, ...values, samples: column.samples.values }];
    });
  }

  #packed(filled: readonly NamedColumn[]): PackedBatch {
    const { rows } = this;
    const told = filled.filter(({ name }) => isAboutPerson(name) || isAboutGroups(name));
    return {
      rows,
      names: textsOf(this.names),
      distinct_ids: textsOf(this.distinct_ids),
      time_ms: this.time_ms.slice(0, rows),
      uuids: this.uuids.slice(0, rows * UUID_BYTES),
      visits: this.visits.slice(0, rows),
      grouped: this.grouped.slice(0, rows),
      told: told.map(({ name, at, codes, numbers, values }): readonly [string, PackedValues] => [
        name,
        numbers === null
          ? { codes: byRow(at, codes, rows).slice(), values: values.slice() }
          : { numbers: byRow(at, numbers, rows).slice() },
      ]),
      samples: filled.map(({ name, samples }) => [name, samples] as const) satisfies Samples,
      packed: packColumns(rows, filled),
      former: new Map(),
    };
  }

  #clear(): void {
    this.names.clear();
    this.distinct_ids.clear();
    if (this.#columns.length >= TUNING.import_kept_columns) this.#dropUnused();
    for (const column of this.#columns) column.clear();
    this.visits.fill(0, 0, this.rows);
    this.grouped.fill(0, 0, this.rows);
    this.rows = 0;
    this.#weight = 0;
    this.#settled = 0;
    this.#others = [];
    this.#unnamed.clear();
    this.#telling = [];
  }

  /** Drops empty columns, so that property names that differ in each row do not make all later batches short. */
  #dropUnused(): void {
    const used = this.#columns.filter((column) => !column.isEmpty());
    if (used.length === this.#columns.length) return;
    for (const column of this.#columns) if (column.isEmpty()) this.#byName.delete(column.name);
    this.#columns = used;
    this.generation++;
  }
}

interface NamedColumn extends FilledColumn {
  readonly name: string;
  readonly samples: readonly Value[];
}

function textsOf(column: FileColumn): PackedTexts {
  const filled = column.filled();
  if (filled === null) return { codes: new Uint32Array(0), values: new Uint8Array(0) };
  return { codes: new Uint32Array(filled.codes), values: filled.values.slice() };
}

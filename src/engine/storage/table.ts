/** Rows of one event in memory, in order of arrival: the unsealed tail, and what segments are made of. */
import { type Column, missingColumn } from '../column.ts';
import type { Chunk } from './chunk.ts';
import { ColumnBuilder } from './column_builder.ts';

/** Rows of one event in columns, however they are kept. */
export interface RowSource {
  readonly rows: number;
  /** row -> dense number of the distinct id. */
  distinct(): Uint32Array;
  /** row -> epoch milliseconds. */
  timeMs(): Float64Array;
  /** 16 * row -> the row's uuid. */
  uuids(): Uint8Array;
  /** Names of the properties that some row has. */
  readonly properties: readonly string[];
  /** null where no row has the property. */
  column(property: string): Column | null;
}

const FIRST_ROWS = 64;
const UUID_BYTES = 16;

/** What it hands out are views: they hold until the next `append`. */
export class EventTable implements RowSource {
  rows = 0;
  private distincts = new Uint32Array(FIRST_ROWS);
  private times_ms = new Float64Array(FIRST_ROWS);
  private ids = new Uint8Array(FIRST_ROWS * UUID_BYTES);
  /** Property names may be anything, `__proto__` too: hence a map. */
  private readonly builders = new Map<string, ColumnBuilder>();
  /** The properties of the last row in its order: the next row most often has the same. */
  private readonly lastNames: string[] = [];
  private readonly lastBuilders: ColumnBuilder[] = [];

  append(distinct: number, time_ms: number, uuid: Uint8Array, properties: Readonly<Record<string, unknown>>): void {
    const row = this.rows;
    if (row === this.distincts.length) this.grow();
    this.distincts[row] = distinct;
    this.times_ms[row] = time_ms;
    const { ids } = this;
    for (let i = 0, at = row * UUID_BYTES; i < UUID_BYTES; i++, at++) ids[at] = uuid[i]!;
    let place = 0;
    for (const name in properties) {
      if (this.lastNames[place] !== name) this.remember(place, name);
      this.lastBuilders[place]!.set(row, properties[name]);
      place++;
    }
    this.rows = row + 1;
  }

  distinct(): Uint32Array {
    return this.distincts.subarray(0, this.rows);
  }

  timeMs(): Float64Array {
    return this.times_ms.subarray(0, this.rows);
  }

  uuids(): Uint8Array {
    return this.ids.subarray(0, this.rows * UUID_BYTES);
  }

  get properties(): string[] {
    return [...this.builders.keys()];
  }

  /** A property no row has is a column of missing values. */
  column(property: string): Column {
    return this.builders.get(property)?.column(this.rows) ?? missingColumn(this.rows);
  }

  bytes(): number {
    let bytes = this.distincts.byteLength + this.times_ms.byteLength + this.ids.byteLength;
    for (const builder of this.builders.values()) bytes += builder.bytes();
    return bytes;
  }

  private remember(place: number, name: string): void {
    let builder = this.builders.get(name);
    if (builder === undefined) {
      builder = new ColumnBuilder();
      this.builders.set(name, builder);
    }
    this.lastNames[place] = name;
    this.lastBuilders[place] = builder;
  }

  private grow(): void {
    const rows = this.distincts.length * 2;
    const distincts = new Uint32Array(rows);
    const times_ms = new Float64Array(rows);
    const ids = new Uint8Array(rows * UUID_BYTES);
    distincts.set(this.distincts);
    times_ms.set(this.times_ms);
    ids.set(this.ids);
    this.distincts = distincts;
    this.times_ms = times_ms;
    this.ids = ids;
  }
}

/** Rows of several events, each into the table of its event. */
export function tablesOf(chunks: readonly Chunk[], tables = new Map<number, EventTable>()): Map<number, EventTable> {
  for (const chunk of chunks) {
    const { event_ord, distinct, time_ms, uuids } = chunk;
    const properties = chunk.properties();
    for (let row = 0; row < chunk.rows; row++) {
      const event = event_ord[row]!;
      let table = tables.get(event);
      if (table === undefined) {
        table = new EventTable();
        tables.set(event, table);
      }
      const uuid = uuids.subarray(row * UUID_BYTES, (row + 1) * UUID_BYTES);
      table.append(distinct[row]!, time_ms[row]!, uuid, properties[row]!);
    }
  }
  return tables;
}

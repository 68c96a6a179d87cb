/** Properties of rows as growing columns. Maps hold them, because a name may be anything, even `__proto__`. */
import { put } from '../../base/json.ts';
import { type Column, type Columns, parsedAt, type Value } from '../frame/column.ts';
import { ColumnBuilder } from './column_builder.ts';

export class PropertyColumns {
  private readonly builders = new Map<string, ColumnBuilder>();
  /** Property names of the last row, in order; the next row usually has the same. */
  private readonly lastNames: string[] = [];
  private readonly lastBuilders: ColumnBuilder[] = [];

  /** How many properties there are. */
  get size(): number {
    return this.builders.size;
  }

  get names(): string[] {
    return [...this.builders.keys()];
  }

  /** Rows may come in any order, with gaps. */
  set(row: number, properties: Readonly<Record<string, unknown>>): void {
    let index = 0;
    for (const name in properties) {
      if (this.lastNames[index] !== name) this.remember(index, name);
      this.lastBuilders[index]!.set(row, properties[name]);
      index++;
    }
  }

  /** Row `rows[i]` of the column becomes row `first_row + i`. */
  addRows(name: string, first_row: number, column: Column, rows: Uint32Array): void {
    if (this.builders.has(name) || hasAny(column, rows)) this.builder(name).addRows(first_row, column, rows);
  }

  setValue(name: string, row: number, value: Value): void {
    this.builder(name).setValue(row, value);
  }

  /** row -> value, of the first `rows` rows; null if no row has the property. */
  column(name: string, rows: number): Column | null {
    return this.builders.get(name)?.column(rows) ?? null;
  }

  columns(rows: number): Columns {
    return new Map(Array.from(this.builders, ([name, builder]) => [name, builder.column(rows)]));
  }

  bytes(): number {
    let bytes = 0;
    for (const builder of this.builders.values()) bytes += builder.bytes();
    return bytes;
  }

  private remember(index: number, name: string): void {
    this.lastNames[index] = name;
    this.lastBuilders[index] = this.builder(name);
  }

  private builder(name: string): ColumnBuilder {
    let builder = this.builders.get(name);
    if (builder === undefined) {
      builder = new ColumnBuilder();
      this.builders.set(name, builder);
    }
    return builder;
  }
}

/** One row's properties as they were sent, but in column order. */
export function propertiesAt(columns: Columns, row: number): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  for (const [name, column] of columns) {
    const value = parsedAt(column, row);
    if (value !== undefined) put(properties, name, value);
  }
  return properties;
}

function hasAny(column: Column, rows: Uint32Array): boolean {
  if (column.kind === 'number') return rows.some((row) => !Number.isNaN(column.values[row]));
  return rows.some((row) => column.codes[row] !== 0);
}

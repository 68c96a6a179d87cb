/** Current properties of groups or persons, as columns by index, updated row by row. */
import type { Codes, Column } from '../frame/column.ts';
import { allocateCodes, missingColumn } from '../frame/column.ts';
import { ColumnBuilder } from '../storage/column_builder.ts';

/** The values of one property. */
export class OwnerColumn {
  readonly #builder = new ColumnBuilder();
  /** The copy handed out, while valid. */
  #column: Column | null = null;
  #rows = 0;

  /** Replaces the value at the index; undefined clears it. */
  set(index: number, value: unknown): void {
    this.#column = null;
    if (index < this.#rows) this.#builder.clear(index);
    else this.#rows = index + 1;
    this.#builder.set(index, value);
  }

  /** index -> value. A snapshot: it does not change under the reader. */
  column(rows: number): Column {
    if (this.#column === null || lengthOf(this.#column) !== rows) this.#column = frozen(this.#builder.column(rows));
    return this.#column;
  }

  bytes(): number {
    return this.#builder.bytes();
  }
}

export class PropertyTable {
  readonly #columns = new Map<string, OwnerColumn>();

  /** Replaces all properties at the index. */
  set(index: number, properties: Readonly<Record<string, unknown>>): void {
    for (const name of Object.keys(properties))
      if (!this.#columns.has(name)) this.#columns.set(name, new OwnerColumn());
    for (const [name, column] of this.#columns) {
      column.set(index, Object.hasOwn(properties, name) ? properties[name] : undefined);
    }
  }

  /** index -> value. A snapshot: it does not change under the reader. */
  column(property: string, rows: number): Column {
    return this.#columns.get(property)?.column(rows) ?? missingColumn(rows);
  }

  names(): string[] {
    return [...this.#columns.keys()];
  }

  bytes(): number {
    return this.#columns.values().reduce((bytes, column) => bytes + column.bytes(), 0);
  }
}

function lengthOf(column: Column): number {
  return column.kind === 'number' ? column.values.length : column.codes.length;
}

function frozen(column: Column): Column {
  if (column.kind === 'number') return { kind: 'number', values: column.values.slice() };
  const codes: Codes = allocateCodes(column.codes.length, column.values.length);
  codes.set(column.codes);
  return { kind: 'dictionary', codes, values: Array.from(column.values) };
}

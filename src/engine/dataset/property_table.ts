/** Today's properties of persons, or of the groups of one type: columns by their index, kept up to date row by row. */
import type { Codes, Column } from '../column.ts';
import { allocateCodes, missingColumn } from '../column.ts';
import { ColumnBuilder } from '../storage/column_builder.ts';

export class PropertyTable {
  readonly #builders = new Map<string, ColumnBuilder>();
  /** Copies that were handed out and still hold. */
  readonly #columns = new Map<string, Column>();
  #rows = 0;

  /** Takes the place of what was there under that index. */
  set(index: number, properties: Readonly<Record<string, unknown>>): void {
    this.#columns.clear();
    if (index < this.#rows) for (const builder of this.#builders.values()) builder.clear(index);
    else this.#rows = index + 1;
    for (const name of Object.keys(properties)) {
      let builder = this.#builders.get(name);
      if (builder === undefined) {
        builder = new ColumnBuilder();
        this.#builders.set(name, builder);
      }
      builder.set(index, properties[name]);
    }
  }

  /** index -> value, for so many indices. What is handed out does not change under the reader. */
  column(property: string, rows: number): Column {
    const kept = this.#columns.get(property);
    if (kept !== undefined && lengthOf(kept) === rows) return kept;
    const builder = this.#builders.get(property);
    const column = builder === undefined ? missingColumn(rows) : frozen(builder.column(rows));
    this.#columns.set(property, column);
    return column;
  }

  names(): string[] {
    return [...this.#builders.keys()];
  }

  bytes(): number {
    let bytes = 0;
    for (const builder of this.#builders.values()) bytes += builder.bytes();
    return bytes;
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

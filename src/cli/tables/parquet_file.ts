/** Writes a Parquet file, a row group at a time. */
import { zstdCompressSync } from 'node:zlib';
import type { SchemaElement } from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { TUNING } from '../../model/tuning.ts';
import { PRODUCT } from '../../model/version.ts';

/** `time`: epoch milliseconds; `texts`: lists of text. */
export interface ParquetColumn {
  readonly name: string;
  readonly type: 'text' | 'texts' | 'time' | 'boolean' | 'number' | 'integer';
}

/** Type -> its schema elements; the first gets the column's name. */
const SCHEMA: Readonly<Record<ParquetColumn['type'], readonly SchemaElement[]>> = {
  text: [{ name: '', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' }],
  texts: [
    { name: '', converted_type: 'LIST', repetition_type: 'OPTIONAL', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  ],
  time: [{ name: '', type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type: 'OPTIONAL' }],
  boolean: [{ name: '', type: 'BOOLEAN', repetition_type: 'OPTIONAL' }],
  number: [{ name: '', type: 'DOUBLE', repetition_type: 'OPTIONAL' }],
  integer: [{ name: '', type: 'INT64', repetition_type: 'OPTIONAL' }],
};

export class ParquetFile {
  readonly #columns: readonly ParquetColumn[];
  readonly #writer: ParquetWriter;
  #values: unknown[][];
  rows = 0;

  /** @param path must not exist */
  constructor(path: string, columns: readonly ParquetColumn[]) {
    this.#columns = columns;
    this.#values = columns.map(() => []);
    const elements = columns.flatMap(({ name, type }) => {
      const [first, ...others] = SCHEMA[type];
      return [{ ...first!, name }, ...others];
    });
    this.#writer = new ParquetWriter({
      writer: fileWriter(path),
      schema: [{ name: 'root', num_children: columns.length }, ...elements],
      codec: 'ZSTD',
      compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
      createdBy: `${PRODUCT.name} version ${PRODUCT.version}`,
    });
  }

  /** `row`: cells in the order of the columns; null = missing. */
  add(row: readonly unknown[]): void {
    for (const [at, { type }] of this.#columns.entries()) this.#values[at]!.push(cellOf(row[at], type));
    if (++this.rows % TUNING.export_group_rows === 0) this.#flush();
  }

  /** Writes the last rows and the footer, without which the file is unreadable. */
  finish(): void {
    this.#flush();
    void this.#writer.finish();
  }

  #flush(): void {
    const columnData = this.#columns.map(({ name }, at) => ({ name, data: this.#values[at]! }));
    this.#values = this.#columns.map(() => []);
    if (columnData[0]!.data.length === 0) return;
    void this.#writer.write({ columnData, rowGroupSize: TUNING.export_group_rows });
  }
}

function cellOf(value: unknown, type: ParquetColumn['type']): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'time') return new Date(Number(value));
  return type === 'integer' ? BigInt(Number(value)) : value;
}

/** Rows of Parquet files, a row group at a time: what is in memory is bounded by the largest group, not by the file. */
import { type FileHandle, open } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type SchemaElement,
} from 'hyparquet';
import { must } from '../../base/assert.ts';
import { isObject, parseNested, put } from '../../base/json.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Batch, Format, Row } from './types.ts';
import { columnType } from './values.ts';

type Values = Record<string, unknown>;
/** A cell as JSON can say it. */
type Plain = (value: unknown) => unknown;

/** One row group: column -> its values. */
interface Group {
  readonly first_row: number;
  readonly rows: number;
  readonly columns: readonly { readonly name: string; readonly values: ArrayLike<unknown>; readonly plain: Plain }[];
}

/** Snappy is the library's own. */
const COMPRESSORS: Compressors = {
  GZIP: (bytes, length) => gunzipSync(bytes, atMost(length)),
  BROTLI: (bytes, length) => brotliDecompressSync(bytes, atMost(length)),
  ZSTD: (bytes, length) => zstdDecompressSync(bytes, atMost(length)),
};
const READABLE = ['UNCOMPRESSED', 'SNAPPY', ...Object.keys(COMPRESSORS)];

export function isParquet(start: Buffer): boolean {
  return start.subarray(0, 4).toString('latin1') === 'PAR1';
}

/**
 * Which columns of text hold lists or objects, by the first rows.
 * @throws ServiceError if the file is of a form that cannot be read
 */
export async function parquetFormat(path: string): Promise<Extract<Format, { readonly kind: 'parquet' }>> {
  for await (const { columns, rows } of groupsOf(path)) {
    const json = columns.filter(({ values }) => {
      const texts = Array.from({ length: Math.min(rows, TUNING.import_rows) }, (_, row) => values[row]);
      const given = texts.filter((value) => value !== null && value !== undefined);
      return given.every((value): value is string => typeof value === 'string') && columnType(given) === 'json';
    });
    return { kind: 'parquet', json: json.map(({ name }) => name) };
  }
  return { kind: 'parquet', json: [] };
}

/** A damaged length must not fill the memory. */
function atMost(length: number): { maxOutputLength: number } {
  return { maxOutputLength: Math.max(1, Math.min(length, LIMIT.import_group_bytes)) };
}

/**
 * A row's line is its number, from 1.
 * @param onShare gets the share of the file that is read, from 0 to 1
 */
export async function* parquetRows(
  path: string,
  json: readonly string[],
  onShare: (share: number) => void = () => {},
): AsyncGenerator<Batch> {
  const opened = new Set(json);
  for await (const group of groupsOf(path, onShare)) {
    for (let from = 0; from < group.rows; from += TUNING.import_rows) {
      const until = Math.min(group.rows, from + TUNING.import_rows);
      yield { last_line: group.first_row + until, rows: rowsOf(group, { from, until }, opened) };
    }
  }
}

function* rowsOf(
  { first_row, columns }: Group,
  { from, until }: { readonly from: number; readonly until: number },
  opened: ReadonlySet<string>,
): Iterable<Row> {
  for (let row = from; row < until; row++) {
    const value: Values = {};
    for (const { name, values, plain } of columns) {
      const cell = values[row];
      // An empty object keeps rows without properties from being read as flat ones.
      const given = cell === null || cell === undefined ? (name === 'properties' ? {} : null) : plain(cell);
      if (given !== null) put(value, name, opened.has(name) ? openedJson(given) : given);
    }
    yield { line: first_row + row + 1, value };
  }
}

function openedJson(value: unknown): unknown {
  return typeof value === 'string' ? (parseNested(value, LIMIT.json_depth) ?? value) : value;
}

async function* groupsOf(path: string, onShare: (share: number) => void = () => {}): AsyncGenerator<Group> {
  const handle = await open(path, 'r');
  try {
    const file = await asyncBuffer(handle);
    const metadata = await parquetMetadataAsync(file);
    const columns = parquetSchema(metadata).children.map(({ element }) => element);
    const total = Number(metadata.num_rows);
    let first_row = 0;
    for (const [at, group] of metadata.row_groups.entries()) {
      checkGroup(group, at);
      const rows = Number(group.num_rows);
      yield { first_row, rows, columns: await columnsOf({ file, metadata, columns }, first_row, rows) };
      first_row += rows;
      onShare(first_row / Math.max(1, total));
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('invalid_input', 'This Parquet file is damaged or was cut off. Write it again.', {
      cause: error,
    });
  } finally {
    await handle.close();
  }
}

/** @throws ServiceError too_large, not_supported */
function checkGroup({ total_byte_size, num_rows, columns }: FileMetaData['row_groups'][number], at: number): void {
  if (Number(total_byte_size) > LIMIT.import_group_bytes || Number(num_rows) > LIMIT.import_group_rows) {
    throw new ServiceError(
      'too_large',
      `Row group ${at + 1} has ${num_rows} rows and ${total_byte_size} bytes; ${LIMIT.import_group_rows} rows and ${LIMIT.import_group_bytes} bytes can be read at once. Write the file with smaller row groups, e.g. of 100000 rows.`,
    );
  }
  const codec = columns.find((column) => !READABLE.includes(column.meta_data?.codec ?? 'UNCOMPRESSED'));
  if (codec === undefined) return;
  throw new ServiceError(
    'not_supported',
    `Columns are packed with ${codec.meta_data?.codec}. Write the file with zstd, snappy, gzip, brotli or unpacked.`,
    { needs: 'compression' },
  );
}

async function columnsOf(
  { file, metadata, columns }: { file: AsyncBuffer; metadata: FileMetaData; columns: readonly SchemaElement[] },
  rowStart: number,
  rows: number,
): Promise<Group['columns']> {
  const found = new Map<string, unknown[]>(columns.map(({ name }) => [name, new Array<unknown>(rows).fill(null)]));
  await parquetRead({
    file,
    metadata,
    rowStart,
    rowEnd: rowStart + rows,
    compressors: COMPRESSORS,
    onChunk({ columnName, columnData, rowStart: chunk_start }) {
      const values = must(found.get(columnName), 'a column of the schema');
      for (let at = 0; at < columnData.length; at++) {
        const row = chunk_start - rowStart + at;
        if (row >= 0 && row < rows) values[row] = columnData[at];
      }
    },
  });
  return columns.map((element) => ({
    name: element.name,
    values: found.get(element.name)!,
    plain: plainOf(element),
  }));
}

/** Times without a zone stay without one, for --timezone. */
function plainOf({ logical_type, converted_type }: SchemaElement): Plain {
  const isDay = logical_type?.type === 'DATE' || converted_type === 'DATE';
  const isLocal = logical_type?.type === 'TIMESTAMP' && !logical_type.isAdjustedToUTC;
  return (value) => {
    if (!(value instanceof Date)) return plainValue(value);
    const text = plainValue(value);
    if (typeof text !== 'string') return text;
    if (isDay) return text.slice(0, 'yyyy-mm-dd'.length);
    return isLocal ? text.slice(0, -1) : text;
  };
}

function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(plainValue);
  if (!isObject(value)) return value ?? null;
  const plain: Values = {};
  for (const [name, member] of Object.entries(value)) {
    if (member !== null && member !== undefined) put(plain, name, plainValue(member));
  }
  return plain;
}

async function asyncBuffer(handle: FileHandle): Promise<AsyncBuffer> {
  const { size } = await handle.stat();
  return {
    byteLength: size,
    async slice(start, end = size) {
      const buffer = new ArrayBuffer(end - start);
      const { bytesRead } = await handle.read(new Uint8Array(buffer), 0, end - start, start);
      return bytesRead === buffer.byteLength ? buffer : buffer.slice(0, bytesRead);
    },
  };
}

/** Row groups of Parquet files, as the library reads them; `parquet.ts` says why a thread does that. */
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
import { isObject, put } from '../../base/json.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';

type Values = Record<string, unknown>;
/** Turns a cell into what JSON can express. */
type Plain = (value: unknown) => unknown;

/** One row group: columns with their values in terms of JSON; null where there is none. */
export interface Group {
  readonly first_row: number;
  readonly rows: number;
  /** Share of the file's rows up to the end of this group, from 0 to 1. */
  readonly share: number;
  readonly columns: readonly { readonly name: string; readonly values: readonly unknown[] }[];
}

/** The library itself brings Snappy. */
const COMPRESSORS: Compressors = {
  GZIP: (bytes, length) => gunzipSync(bytes, atMost(length)),
  BROTLI: (bytes, length) => brotliDecompressSync(bytes, atMost(length)),
  ZSTD: (bytes, length) => zstdDecompressSync(bytes, atMost(length)),
};
const READABLE = ['UNCOMPRESSED', 'SNAPPY', ...Object.keys(COMPRESSORS)];

/** A damaged length must not fill the memory. */
function atMost(length: number): { maxOutputLength: number } {
  return { maxOutputLength: Math.max(1, Math.min(length, LIMIT.import_group_bytes)) };
}

/** Row groups of a file, one after the other. @throws ServiceError if it cannot be read */
export async function* storedGroups(path: string): AsyncGenerator<Group> {
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
      const share = (first_row + rows) / Math.max(1, total);
      yield { first_row, rows, share, columns: await columnsOf({ file, metadata, columns }, first_row, rows) };
      first_row += rows;
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
      // Must not throw: nobody would catch it.
      const values = found.get(columnName) ?? [];
      for (let at = 0; at < columnData.length; at++) {
        const row = chunk_start - rowStart + at;
        if (row >= 0 && row < rows) values[row] = columnData[at];
      }
    },
  });
  return columns.map((element) => {
    const [plain, values] = [plainOf(element), found.get(element.name)!];
    for (let row = 0; row < rows; row++) values[row] = plain(values[row] ?? null);
    return { name: element.name, values };
  });
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

/** Refuses a range outside of the file at once: the library awaits its requests only later, or never. */
async function asyncBuffer(handle: FileHandle): Promise<AsyncBuffer> {
  const { size } = await handle.stat();
  return {
    byteLength: size,
    slice(start, end = size) {
      if (!(start >= 0 && start <= end && end <= size)) throw new RangeError(`bytes ${start} to ${end} of ${size}`);
      const bytes = readBetween(handle, start, end);
      bytes.catch(() => {});
      return bytes;
    },
  };
}

async function readBetween(handle: FileHandle, start: number, end: number): Promise<ArrayBuffer> {
  const buffer = new ArrayBuffer(end - start);
  const { bytesRead } = await handle.read(new Uint8Array(buffer), 0, end - start, start);
  return bytesRead === buffer.byteLength ? buffer : buffer.slice(0, bytesRead);
}

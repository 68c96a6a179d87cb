/** First look at a file: what it is, and how to read it. */
import { stat } from 'node:fs/promises';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { peeked, rawBytes, STDIN, unpacked } from './bytes.ts';
import { type Column, csvColumns, jsonColumns, jsonColumnsSaid, unusedColumns } from './columns.ts';
import { eventsOf, isEventLike, unusedMembers } from './events.ts';
import { refuseBinary, refuseControls, refuseText } from './foreign.ts';
import { isParquet, parquetFormat, parquetRows } from './parquet.ts';
import { readError, splitRows } from './rows.ts';
import type { FileSettings } from './settings.ts';
import { encodingOf, formatOf, packingOf } from './sniff.ts';
import { utf8Of } from './text.ts';
import { decideForm, timesIn } from './times.ts';
import {
  type Batch,
  type FileInfo,
  type Format,
  type Packing,
  type Row,
  type TextFormat,
  TIME_FIELDS,
  type TimeField,
  type TimeForm,
} from './types.ts';

const BLOCK_BYTES = 64 * 1024;
/** Enough to detect compression. */
const MAGIC_BYTES = 512;

/** The first batch of raw rows. */
interface Sample {
  readonly header: readonly string[] | null;
  readonly rows: readonly Row[];
}

/** @throws ServiceError if the file cannot be read, is of another kind, or is ambiguous */
export async function describeFile(path: string, settings: FileSettings): Promise<FileInfo> {
  const bytes = await sizeOf(path);
  const head: Uint8Array[] = [];
  const raw = rawBytes({ path, head: [] }, (chunk) => {
    if (path === STDIN) head.push(chunk);
  });
  let packing: Packing | null = null;
  try {
    const start = await peeked(raw, (block) => block.length >= MAGIC_BYTES);
    packing = packingOf(start.block);
    if (isParquet(start.block)) return await describeParquet(path, bytes, settings);
    const content = unpacked(start.chunks, packing);
    const { block, ended, chunks } = await peeked(content, isEnough);
    const encoding = encodingFor(block, settings);
    const format = formatFor(block, ended, encoding, settings);
    const sample = await sampleOf(utf8Of(chunks, encoding), format);
    await content.return(undefined);
    return { path, bytes, head, packing, encoding, settings, ...read(sample, format, settings) };
  } catch (error) {
    throw readError({ path, packing }, error);
  } finally {
    // Waits for the current read: stdin cannot be read twice.
    await raw.return(undefined);
  }
}

/** Its directory is at its end. */
async function describeParquet(path: string, bytes: number | null, settings: FileSettings): Promise<FileInfo> {
  if (bytes === null) {
    throw new ServiceError('not_supported', 'Parquet cannot be read from stdin. Save it as a file first.', {
      needs: 'import format',
    });
  }
  const format = await parquetFormat(path);
  const sample = await firstRows(parquetRows(path, format.json));
  return { path, bytes, head: [], packing: null, encoding: 'utf-8', settings, ...read(sample, format, settings) };
}

/** What the first rows say about all. */
function read(sample: Sample, format: Format, settings: FileSettings): Pick<FileInfo, 'format' | 'columns' | 'times'> {
  const columns = columnsOf(sample, settings);
  return { format, columns, times: timesOf(sample, { format, columns, settings }) };
}

async function sizeOf(path: string): Promise<number | null> {
  if (path === STDIN) return null;
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size;
  } catch (error) {
    throw new ServiceError('invalid_input', `${path} cannot be read. Is the name right?`, { cause: error });
  }
  throw new ServiceError('invalid_input', `${path} cannot be read: it is no file.`);
}

/** Leading blank lines are skipped. */
function isEnough(block: Buffer): boolean {
  if (block.length < BLOCK_BYTES) return false;
  return block.length > LIMIT.import_row_chars || block.some((byte) => byte > 0x20);
}

/** @throws ServiceError if the bytes are no text, or their encoding must be given */
function encodingFor(block: Buffer, settings: FileSettings): string {
  refuseBinary(block);
  if (settings.encoding !== null) return settings.encoding;
  const encoding = encodingOf(block);
  if (encoding !== 'utf-8') return encoding;
  refuseControls(block);
  return encoding;
}

function formatFor(block: Buffer, ended: boolean, encoding: string, settings: FileSettings): TextFormat {
  const decoder = new TextDecoder(encoding);
  const text = decoder.decode(block, { stream: true }).trimStart();
  if (settings.delimiter === null) refuseText(text);
  return formatOf(text, ended, settings);
}

async function sampleOf(chunks: AsyncGenerator<Buffer>, format: TextFormat): Promise<Sample> {
  let header: readonly string[] | null = null;
  const { rows } = await firstRows(splitRows(chunks, format, (names) => (header = names)));
  return { header, rows };
}

async function firstRows(batches: AsyncGenerator<Batch>): Promise<Sample> {
  const rows: Row[] = [];
  for await (const batch of batches) {
    rows.push(...batch.rows);
    if (rows.length > 0) break;
  }
  return { header: null, rows };
}

/** Fields of columns. For JSON only renamed ones; lines of persons and groups need none. */
function columnsOf({ header, rows }: Sample, settings: FileSettings): Column[] {
  if (header !== null) return csvColumns(header, rows.flatMap(cellsOf), settings);
  const events = rows.flatMap((row) => ('value' in row && isEventLike(row.value) ? [row.value] : []));
  if (events.length === 0) return jsonColumnsSaid(settings);
  const columns = jsonColumns(events, settings);
  return [...columns, ...unusedColumns(unusedMembers(events, columns))];
}

function cellsOf(row: Row): (readonly string[])[] {
  return 'value' in row ? [row.value as readonly string[]] : [];
}

function timesOf({ rows }: Sample, file: Pick<FileInfo, 'format' | 'columns' | 'settings'>): FileInfo['times'] {
  const toEvent = eventsOf(file);
  const values = rows.map((row) => {
    const event = toEvent(row);
    return 'value' in event ? event.value : null;
  });
  const times: Partial<Record<TimeField, TimeForm>> = {};
  for (const field of TIME_FIELDS) {
    const form = decideForm(field, timesIn(values, field), file.settings);
    if (form !== null) times[field] = form;
  }
  return times;
}

/** First look at a file: what it is, and how to read it. */
import { stat } from 'node:fs/promises';
import { isObject } from '../../base/json.ts';
import { invalid, ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { isParquet, parquetStart } from '../formats/parquet.ts';
import type { Batch, Format, Row, TextFormat } from '../formats/types.ts';
import { isXes } from '../formats/xes.ts';
import { type OriginName, originOf } from '../origins/index.ts';
import { Seen } from '../origins/seen.ts';
import { peeked, rawBytes, STDIN, unpacked } from './bytes.ts';
import { type Column, csvColumns, jsonColumns, jsonColumnsSaid, plainColumns, unusedColumns } from './columns.ts';
import { eventsOf, isEventLike } from './events.ts';
import { refuseBinary, refuseControls, refuseText } from './foreign.ts';
import { objectOfRow, originRows } from './origin_rows.ts';
import { readError, splitRows } from './rows.ts';
import type { FileSettings } from './settings.ts';
import { encodingOf, formatOf, packingOf } from './sniff.ts';
import { utf8Of } from './text.ts';
import { decideForm, timesIn } from './times.ts';
import { type FileInfo, type Packing, TIME_FIELDS, type TimeField, type TimeForm } from './types.ts';

const BLOCK_BYTES = 64 * 1024;
/** Enough to detect compression. */
const MAGIC_BYTES = 512;
/** How many of the first rows must all look like an origin's export. */
const ORIGIN_ROWS = 50;

/** The first batch of raw rows. */
interface Sample {
  readonly header: readonly string[] | null;
  readonly rows: readonly Row[];
}

/** @throws ServiceError if the file cannot be read, is of another kind, or is ambiguous */
export async function describeFile(
  path: string,
  settings: FileSettings,
  archive: string | null = null,
): Promise<FileInfo> {
  const bytes = archive === null ? await sizeOf(path) : null;
  const head: Uint8Array[] = [];
  const raw = rawBytes({ path, archive, head: [] }, (chunk) => {
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
    return { path, archive, bytes, head, packing, encoding, settings, ...read(sample, format, settings) };
  } catch (error) {
    throw readError({ path, packing }, error);
  } finally {
    // Waits for the current read: stdin cannot be read twice.
    await raw.return(undefined);
  }
}

/** Takes the path, because a Parquet file has its directory at the end. */
async function describeParquet(path: string, bytes: number | null, settings: FileSettings): Promise<FileInfo> {
  if (bytes === null) {
    throw new ServiceError('not_supported', 'Parquet is read from files only. Save or unpack it first.', {
      needs: 'import format',
    });
  }
  const { format, rows } = await parquetStart(path);
  return {
    path,
    archive: null,
    bytes,
    head: [],
    packing: null,
    encoding: 'utf-8',
    settings,
    ...read({ header: null, rows }, format, settings),
  };
}

/** What the first rows say about the whole file. */
function read(
  sample: Sample,
  format: Format,
  settings: FileSettings,
): Pick<FileInfo, 'format' | 'origin' | 'columns' | 'times'> {
  if (settings.rows.are !== 'events' && (format.kind === 'xes' || format.kind === 'web_log')) {
    throw invalid('rows', `A log has events only: leave --rows out.`);
  }
  const plain = sample.header === null ? [] : plainColumns(sample.header, sample.rows.flatMap(cellsOf));
  const origin = settings.from === null ? originIn(sample, { format, columns: plain }, settings) : settings.from;
  const given = origin === null || origin === 'none' ? null : origin;
  const columns = given === null ? columnsOf(sample, { format, settings }) : plain;
  return { format, origin: given, columns, times: timesOf(sample, { format, origin: given, columns, settings }) };
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

/** Whether the block is enough to examine. Leading blank lines do not count. */
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
  if (settings.delimiter === null && !isXes(text)) refuseText(text);
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

/** Which product's export this is. If the user maps columns, nothing is guessed. */
function originIn(
  { rows }: Sample,
  file: Pick<FileInfo, 'format' | 'columns'>,
  { map, rows: { are } }: FileSettings,
): OriginName | null {
  if (map.length > 0 || are !== 'events') return null;
  const values = rows.slice(0, ORIGIN_ROWS).flatMap((row) => ('value' in row ? [objectOfRow(row.value, file)] : []));
  return originOf(values.filter((value) => value !== null));
}

/** Which column is which field. JSON needs this for renamed fields only; lines about persons and groups need none. */
function columnsOf({ header, rows }: Sample, { format, settings }: Pick<FileInfo, 'format' | 'settings'>): Column[] {
  if (header !== null) return csvColumns(header, rows.flatMap(cellsOf), settings);
  const isOne = settings.rows.are === 'events' ? isEventLike : isObject;
  const objects = rows.flatMap((row) => ('value' in row && isOne(row.value) ? [row.value] : []));
  const columns = objects.length === 0 ? jsonColumnsSaid(settings) : jsonColumns(objects, settings);
  const left_out = new Set<string>();
  rows.forEach(eventsOf({ format, columns, settings }, (name) => left_out.add(name)));
  return [...columns, ...unusedColumns([...left_out])];
}

function cellsOf(row: Row): (readonly string[])[] {
  return 'value' in row ? [row.value as readonly string[]] : [];
}

function timesOf(
  { rows }: Sample,
  file: Pick<FileInfo, 'format' | 'origin' | 'columns' | 'settings'>,
): FileInfo['times'] {
  const { origin } = file;
  const events = origin === null ? rows.map(eventsOf(file)) : [...originRows(rows, origin, file, new Seen())];
  const values = events.map((event) => ('value' in event ? event.value : null));
  const times: Partial<Record<TimeField, TimeForm>> = {};
  for (const field of TIME_FIELDS) {
    const form = decideForm(field, timesIn(values, field), file.settings);
    if (form !== null) times[field] = form;
  }
  return times;
}

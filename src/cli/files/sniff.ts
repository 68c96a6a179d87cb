/** Detects compression, encoding and format from the first bytes; the file's name is ignored. */
import { ServiceError } from '../../model/error.ts';
import { hasBackslashes } from '../formats/csv_backslashes.ts';
import { jsonLayoutOf } from '../formats/json_layout.ts';
import type { TextFormat } from '../formats/types.ts';
import { isWebLog } from '../formats/web_log.ts';
import { isXes } from '../formats/xes.ts';
import { unknownText } from './foreign.ts';
import type { FileSettings } from './settings.ts';
import type { Packing } from './types.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** How many records of the sample are examined. */
const RECORDS = 200;
/** Text is UTF-16 if at least this share of every other byte is zero. */
const UTF16_ZEROS = 0.4;
/** A first line in which Excel declares the delimiter. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

export function packingOf(block: Buffer): Packing | null {
  if (block[0] === 0x1f && block[1] === 0x8b) return 'gzip';
  return block.length >= 4 && block.readUInt32LE(0) === 0xfd2fb528 ? 'zstd' : null;
}

/** Only what is certain: UTF-8, or UTF-16 recognised by its byte order mark or its zeros. */
export function encodingOf(block: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (block[0] === 0xff && block[1] === 0xfe) return 'utf-16le';
  if (block[0] === 0xfe && block[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (let at = 0; at < block.length; at++) if (block[at] === 0) zeros[at % 2]!++;
  const most = (block.length / 2) * UTF16_ZEROS;
  if (zeros[1]! > most && zeros[0]! < most / 10) return 'utf-16le';
  if (zeros[0]! > most && zeros[1]! < most / 10) return 'utf-16be';
  return 'utf-8';
}

/**
 * @param text the beginning of the file
 * @param whole whether it is the whole file
 * @throws ServiceError if it is neither format, or the delimiter is ambiguous
 */
export function formatOf(text: string, whole: boolean, settings: FileSettings): TextFormat {
  const start = text.trimStart();
  if (settings.delimiter === null) {
    if (start === '') return { kind: 'ndjson' };
    if (start[0] === '[') return { kind: 'values', within: null };
    if (isXes(start)) return { kind: 'xes' };
    if (isWebLog(firstLine(start))) return { kind: 'web_log' };
    if (start[0] === '{') return jsonLayoutOf(start, whole);
  }
  const line_end = text.includes('\n') || !text.includes('\r') ? '\n' : '\r';
  const said = SEPARATOR_LINE.exec(text);
  const skip_lines = said === null ? 0 : 1;
  const delimiter = settings.delimiter ?? said?.[1] ?? delimiterOf(text, line_end, whole);
  if (delimiter === null) throw unknownText(text);
  return { kind: 'csv', delimiter, backslashes: hasBackslashes(text, delimiter), line_end, skip_lines };
}

/** Expects text without a byte order mark. */
function firstLine(start: string): string {
  return start.slice(0, start.search(/\r?\n|$/));
}

/** null if the first line has no delimiter. */
function delimiterOf(text: string, line_end: string, whole: boolean): string | null {
  const judged = DELIMITERS.map((delimiter) => ({ delimiter, ...judge(text, delimiter, line_end, whole) }))
    .filter(({ columns }) => columns > 1)
    .sort((one, other) => other.fitting - one.fitting || other.columns - one.columns);
  const [best, next] = judged;
  if (best === undefined) return null;
  if (next === undefined || next.fitting < best.fitting || next.columns < best.columns) return best.delimiter;
  throw new ServiceError(
    'invalid_input',
    `Columns could be separated by ${shown(best.delimiter)} or by ${shown(next.delimiter)}. Say which: --delimiter ${shown(best.delimiter)}`,
  );
}

/** Columns of the first record, and how many records have as many. */
function judge(
  text: string,
  delimiter: string,
  line_end: string,
  whole: boolean,
): { columns: number; fitting: number } {
  const widths: number[] = [];
  let width = 1;
  let quoted = false;
  let cell_starts = true;
  let empty = true;
  for (let at = 0; at < text.length && widths.length < RECORDS; at++) {
    const char = text[at]!;
    if (quoted) {
      if (char === '"' && text[at + 1] === '"') at++;
      else if (char === '"') quoted = false;
      continue;
    }
    if (char === '"' && cell_starts) quoted = true;
    else if (char === delimiter) width++;
    else if (char === line_end) {
      if (!empty) widths.push(width);
      width = 1;
    }
    cell_starts = char === delimiter || char === line_end;
    empty = char === line_end || (empty && char === '\r');
  }
  // The last record may be cut off.
  if (!empty && (whole || widths.length === 0)) widths.push(width);
  const columns = widths[0] ?? 0;
  return { columns, fitting: widths.filter((one) => one === columns).length / Math.max(1, widths.length) };
}

function shown(delimiter: string): string {
  return delimiter === '\t' ? 'tab' : `"${delimiter}"`;
}

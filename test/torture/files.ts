/**
 * Imports files with damaged bytes. Passes if every line of NDJSON is an event or a refusal with its reason, undamaged
 * lines are read as before, compressed data is whole or reported as damaged, and a backup is refused or restored
 * exactly.
 * Fails on a crash, a hang, or a line that is silently missing.
 */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { describeFile } from '../../src/cli/files/describe.ts';
import { parseFileOptions } from '../../src/cli/files/settings.ts';
import { readBatches } from '../../src/cli/importing/read_batches.ts';
import { wholeColumns } from '../../src/engine/storage/placed_columns.ts';
import { propertiesAt } from '../../src/engine/storage/property_columns.ts';
import { ServiceError } from '../../src/model/error.ts';
import { eventAt } from '../../src/service/ingest/event_batch.ts';
import { openFileBatch } from '../../src/service/ingest/packed_batch.ts';
import { restore } from '../../src/service/operator/copies.ts';
import { answersOf, type Whole } from './flips.ts';
import { type Chance, chanceOf, one } from './hostile/chance.ts';

const ROWS = 40;
const READ_MS = 5_000;

/** As the program `zstd` does. */
const CHECKED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

const PUT = [
  '"',
  '"',
  '\n',
  '\r\n',
  '\r',
  ',',
  ';',
  '\t',
  '{',
  '}',
  '[',
  ']',
  '\\',
  '\\u',
  '\u0000',
  '\ufeff',
  'null',
  '1e999',
];
const PUT_BYTES = [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xfe, 0xff], [0x1f, 0x8b], [0x28, 0xb5, 0x2f, 0xfd]];

function events(random: Chance): Record<string, unknown>[] {
  return Array.from({ length: ROWS }, (_, at) => ({
    event: one(random, ['paid', 'seen', 'größer', 'a "b", c']),
    distinct_id: `u${random.below(9)}`,
    timestamp: new Date(Date.UTC(2026, 0, 1 + random.below(60), random.below(24), at)).toISOString(),
    amount: random.below(1_000) / 10,
    note: one(random, ['x', 'line\nbreak', 'tab\t', '😀', '']),
    nth: at,
  }));
}

function ndjson(rows: readonly Record<string, unknown>[]): Buffer {
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

function csv(rows: readonly Record<string, unknown>[]): Buffer {
  const cell = (value: unknown) =>
    /[",\n\r\t]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  const lines = [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row).map(cell))];
  return Buffer.from(lines.map((line) => `${line.join(',')}\n`).join(''));
}

function damaged(random: Chance, bytes: Buffer): Buffer {
  let result = bytes;
  for (let i = 1 + random.below(3); i > 0; i--) {
    const at = random.below(result.length + 1);
    const until = Math.min(result.length, at + (random.chance(0.9) ? random.below(8) : random.below(result.length)));
    const way = random.below(6);
    const put = [
      Buffer.from([random.below(256)]),
      Buffer.from(one(random, PUT)),
      Buffer.from(one(random, PUT_BYTES)),
      Buffer.alloc(0),
      Buffer.concat([result.subarray(at, until), result.subarray(at, until)]),
      Buffer.alloc(0),
    ][way]!;
    result =
      way === 5 && random.chance(0.2)
        ? result.subarray(0, at)
        : Buffer.concat([result.subarray(0, at), put, result.subarray(way < 3 ? Math.min(at + 1, until) : until)]);
  }
  return result;
}

interface Read {
  /** Events as texts. */
  readonly events: readonly string[];
  readonly refused: number;
  /** Why it was not read to its end. */
  readonly failure: string | null;
  readonly format: string;
}

/** @throws ServiceError what refuses the file */
export async function read(path: string): Promise<Read> {
  const file = await describeFile(path, parseFileOptions({}));
  const found: string[] = [];
  let refused = 0;
  let failure: string | null = null;
  for await (const batch of readBatches([{ file, source: 'torture' }])) {
    const opened = openFileBatch(batch.events);
    const columns = wholeColumns(opened.properties.columns(), opened.rows);
    for (let row = 0; row < opened.rows; row++) {
      const { event, distinct_id, timestamp_ms } = eventAt(opened, row);
      const properties = Object.entries(propertiesAt(columns, row)).sort(([a], [b]) => (a < b ? -1 : 1));
      found.push(JSON.stringify([event, distinct_id, timestamp_ms, properties]));
    }
    refused += batch.others.length;
    for (const chunk of batch.chunks) {
      refused += chunk.refused.length;
      failure ??= chunk.failure;
    }
  }
  return { events: found, refused, failure, format: file.format.kind };
}

/** Lines that are no more in the damaged text than in the whole one have events of their own. */
function judgeLines(whole: Buffer, before: Read, bytes: Buffer, after: Read): string | null {
  if (after.failure !== null || after.format !== 'ndjson') return null;
  const lines = (text: Buffer) =>
    text
      .toString('latin1')
      .split('\n')
      .filter((line) => line.trim() !== '');
  const there = lines(bytes);
  if (after.events.length + after.refused !== there.length) {
    return `${there.length} lines, ${after.events.length} events, ${after.refused} refused`;
  }
  const untouched = new Set(there);
  const expected = lines(whole).flatMap((line, at) => (untouched.has(line) ? [before.events[at]!] : []));
  const missing = expected.filter((event) => !after.events.includes(event));
  return missing.length === 0 ? null : `a whole line was read otherwise: ${missing[0]}`;
}

/** Of a file whose damage its own checksum tells. */
function judgePacked(before: Read, after: Read): string | null {
  if (after.failure !== null || after.refused > 0) return null;
  return before.events.join() === after.events.join() ? null : 'other events, and no word of damage';
}

/** What is wrong with how one damaged file is read; null = nothing. @param path where it is written */
export async function damageFile(path: string, { seed, nth }: { seed: number; nth: number }): Promise<string | null> {
  const random = chanceOf(seed, nth);
  const rows = events(random);
  const kind = one(random, ['ndjson', 'ndjson', 'csv', 'gzip', 'zstd']);
  const lines = ndjson(rows);
  const whole = { ndjson: lines, csv: csv(rows), gzip: gzipSync(lines), zstd: zstdCompressSync(lines, CHECKED) }[kind]!;
  writeFileSync(path, whole);
  const before = await read(path);
  if (before.events.length !== ROWS || before.refused > 0)
    return `${kind}: the whole file is not read: ${JSON.stringify(before)}`;
  const bytes = damaged(random, whole);
  writeFileSync(path, bytes);
  const began_ms = performance.now();
  const wrong = await judged(kind, path, (after) =>
    kind === 'ndjson' ? judgeLines(whole, before, bytes, after) : kind === 'csv' ? null : judgePacked(before, after),
  );
  const took_ms = performance.now() - began_ms;
  return wrong ?? (took_ms > READ_MS ? `${kind}: read for ${Math.round(took_ms)} ms` : null);
}

async function judged(kind: string, path: string, judge: (after: Read) => string | null): Promise<string | null> {
  try {
    const wrong = judge(await read(path));
    return wrong === null ? null : `${kind}: ${wrong}`;
  } catch (error) {
    return error instanceof ServiceError ? null : `${kind}: ${(error as Error).stack}`;
  }
}

/** The same for a backup with damaged bytes: refused, or restored with the answers it had. */
export async function damageBackup(whole: Whole, { seed, nth }: { seed: number; nth: number }): Promise<string | null> {
  const random = chanceOf(seed, nth);
  const [copy, restored] = ['copy.db', 'restored.db'].map((name) => join(dirname(whole.path), name)) as [
    string,
    string,
  ];
  const forget = () =>
    ['', '-wal', '-shm'].forEach((ending) => {
      for (const path of [copy, restored]) rmSync(path + ending, { force: true });
    });
  forget();
  copyFileSync(whole.path, copy);
  const bytes = readFileSync(copy);
  for (let i = 1 + random.below(3); i > 0; i--) bytes[random.below(bytes.length)] = random.below(256);
  writeFileSync(copy, random.chance(0.2) ? bytes.subarray(0, random.below(bytes.length)) : bytes);
  try {
    restore(copy, restored, null);
    const wrong = (await answersOf(restored)).findIndex(
      (answer, at) => JSON.stringify(answer) !== JSON.stringify(whole.answers[at]),
    );
    return wrong < 0 ? null : `backup: restored without a word, and question ${wrong} has another answer`;
  } catch (error) {
    return error instanceof ServiceError ? null : `backup: ${(error as Error).stack}`;
  } finally {
    forget();
  }
}

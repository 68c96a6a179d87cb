/** The reading thread: a file's rows, checked and in columns, batch by batch. */
import { parentPort, workerData } from 'node:worker_threads';
import { must } from '../base/assert.ts';
import { ServiceError } from '../model/error.ts';
import { LIMIT } from '../model/limit.ts';
import { BatchBuilder } from '../service/ingest/event_batch.ts';
import { itemOfLine } from '../service/ingest/lines.ts';
import type { EventBatch, IngestItem } from '../service/ingest/types.ts';
import { failureOf } from '../service/thread_failure.ts';
import { readRows } from './files/rows.ts';
import { timesOf } from './files/times.ts';
import type { Batch, Row } from './files/types.ts';
import { BATCHES_AHEAD, type FromReader, type ReadBatch, type ReadTask } from './read_ahead.ts';

const port = must(parentPort, 'this is a thread');
const { file, done } = workerData as ReadTask;
const timeOf = timesOf(file);
const digest = Buffer.from(file.digest, 'hex');
let bytes_read = 0;

try {
  let ahead = 0;
  let wake = (): void => {};
  port.on('message', () => {
    ahead--;
    wake();
  });
  for await (const batch of readRows(file, (bytes) => (bytes_read = bytes))) {
    const read = checked(batch);
    say(read, buffersOf(read.items.events));
    if (++ahead >= BATCHES_AHEAD) await new Promise<void>((resolve) => (wake = resolve));
  }
  say(null);
} catch (error) {
  say({ failure: failureOf(error) });
}

function say(message: FromReader, moved: ArrayBuffer[] = []): void {
  port.postMessage(message, moved);
}

function checked({ rows, last_line }: Batch): ReadBatch {
  const builder = new BatchBuilder(LIMIT.import_rows);
  const refused: string[] = [];
  let duplicates = 0;
  const refuse = (line: number, reason: string, text: unknown): null => {
    refused.push(JSON.stringify({ file: file.path, line, reason, text }));
    return null;
  };
  for (const row of rows) {
    const item = itemOf(row, refuse);
    if (item === null) continue;
    if (row.line > done) builder.add(item);
    else duplicates++;
  }
  return { items: builder.taken(), last_line, duplicates, refused, bytes_read };
}

/** null for a row that cannot be taken. */
function itemOf(row: Row, refuse: (line: number, reason: string, text: unknown) => null): IngestItem | null {
  if ('reason' in row) return refuse(row.line, row.reason, row.text);
  try {
    return itemOfLine(row.value, { digest, line: row.line }, timeOf);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return refuse(row.line, error.message, row.value);
  }
}

/** What is moved to the main thread, not copied: whatever is as long as the rows. */
function buffersOf({ names, distinct_ids, time_ms, uuids, visits, grouped, columns }: EventBatch): ArrayBuffer[] {
  const arrays = [names.codes, distinct_ids.codes, time_ms, uuids, visits, grouped];
  const ofColumns = Array.from(columns.values(), (column) => (column.kind === 'number' ? column.values : column.codes));
  return [...arrays, ...ofColumns].map(({ buffer }) => buffer as ArrayBuffer);
}

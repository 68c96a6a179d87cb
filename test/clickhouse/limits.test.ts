/** Limits of events in a database of their own: those that we keep, and those that it is told. A server stands in for it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { parseAddress } from '../../src/clickhouse/server/address.ts';
import { openDatabase } from '../../src/clickhouse/server/database.ts';
import { countShipped } from '../../src/clickhouse/shipping/shipped.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { atAndPast } from '../support/tried_limits.ts';

/** Of a row without values: numbers of event and person, time, arrival. */
const ROW_BYTES = 24;

const shippedRows = (rows: number) => new Uint8Array(rows * ROW_BYTES);

/** A question to a database that answers with so many rows; settings of statements are heard. */
async function asking(answer: { rows: number }, heard: URLSearchParams[] = []) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const sent = Buffer.concat(chunks);
      const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent).toString();
      if (text.includes('from migrations')) return void response.end('[99]\n');
      if (text.includes('from owner')) return void response.end('["file"]\n');
      if (!text.includes('RowBinary')) return void response.end();
      heard.push(new URL(request.url!, 'http://host').searchParams);
      response.end(shippedRows(answer.rows));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const database = await openDatabase(parseAddress(`clickhouse://default:@127.0.0.1:${port}/default`), 'file');
  onTestFinished(async () => {
    await database.close();
    server.close();
  });
  return database.question({ project_id: 1, has_moves: false, signal: new AbortController().signal });
}

test('so many rows are taken for the kernels', async () => {
  const counted = (rows: number) =>
    countShipped({ bytes: shippedRows(rows), names: ['a'], keys: [], has_ids: false, is_counted: false });
  await atAndPast('remote_rows_shipped', counted, {
    at: LIMIT.remote_rows_shipped,
    past: /needs more than 5000000 events one by one/,
  });
});

test('so many rows are read to explain an empty answer', async () => {
  const answer = { rows: 0 };
  const question = await asking(answer);
  const explained = async (rows: number) => {
    answer.rows = rows;
    const shipped = await question.shipAbout([], ['a']);
    return shipped === null ? 'not explained' : shipped.bytes.length / ROW_BYTES;
  };
  const at = LIMIT.remote_reason_rows;
  await atAndPast('remote_reason_rows', explained, { at, past: 'not explained' });
});

test('the database is told with each statement what it has to keep', async () => {
  const heard: URLSearchParams[] = [];
  await (await asking({ rows: 0 }, heard)).shipAbout([], ['a']);
  expect(Object.fromEntries(heard[0]!)).toMatchObject({
    max_memory_usage: String(LIMIT.remote_memory_bytes),
    max_rows_to_read: String(LIMIT.remote_rows_read),
    max_result_rows: String(LIMIT.remote_rows_answered),
    max_result_bytes: String(LIMIT.remote_bytes_shipped),
    max_execution_time: String(LIMIT.compute_ms / 1_000),
    result_overflow_mode: 'throw',
  });
});

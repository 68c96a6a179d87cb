/**
 * `npm run copies`: a file whose events are in ClickHouse, and a copy of it that answers beside it. The copy sees what
 * the first takes; what it takes itself is refused with words, whoever was first, and never mixed with the others.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceError } from '../../src/model/error.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import { runSql } from '../../src/service/operations/sql.ts';
import { openService, type RunningService } from '../../src/service/service.ts';
import { computeTrend } from '../support/operations.ts';
import { startServer } from './server.ts';

const folder = mkdtempSync(join(tmpdir(), 'copies-'));
const server = await startServer();
const opened: RunningService[] = [];
let taken = 0;

function open(name: string): RunningService {
  const service = openService({ path: join(folder, name), events: server.address('default') });
  opened.push(service);
  return service;
}

function take(service: RunningService, who: string): void {
  const uuid = new Uint8Array(16).fill(++taken);
  const event = { event: 'seen', distinct_id: who, timestamp_ms: Date.now(), uuid, properties: {} };
  service.ingest.importItems(service.store.projects.list()[0]!, [{ kind: 'event', event }]);
}

/** Events by person, or the code of the refusal. */
async function seen(service: RunningService): Promise<string> {
  const query = 'select distinct_id, count() from events group by 1 order by 1';
  try {
    const { results } = (await call(service, localOwner(service), runSql, { query, refresh: true })) as {
      results: unknown[][];
    };
    return results.map((row) => row.join(' ')).join(', ');
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
}

/** As `seen`, of what SQL answers alone. */
async function counted(service: RunningService): Promise<string> {
  try {
    const body = { events: [{ id: 'seen', math: 'dau' }], date_from: '-1d', refresh: true };
    const { result } = (await call(service, localOwner(service), computeTrend, body)) as {
      result: { count: number }[];
    };
    return `${result[0]!.count} people`;
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
}

function expect(what: string, found: string, expected: string): void {
  console.log(`${found === expected ? 'ok' : 'WRONG'}: ${what}: ${found}`);
  if (found !== expected) process.exitCode = 1;
}

try {
  const first = open('first.db');
  take(first, 'ana');
  expect('the first', await seen(first), 'ana 1');
  await first.store.backup(join(folder, 'second.db'));
  const second = open('second.db');
  expect('a copy', await seen(second), 'ana 1');
  take(first, 'ana');
  expect('the first took more', await seen(first), 'ana 2');
  expect('the copy sees it', await seen(second), 'ana 2');
  take(first, 'bea');
  expect('the first met somebody', await seen(first), 'ana 2, bea 1');
  expect('the copy counts her', await counted(second), '2 people');
  expect('the copy does not know her name', await seen(second), 'conflict');
  await first.store.backup(join(folder, 'third.db'));
  const third = open('third.db');
  expect('a newer copy does', await seen(third), 'ana 2, bea 1');
  take(first, 'cid');
  expect('the first goes on', await seen(first), 'ana 2, bea 1, cid 1');
  take(second, 'eve');
  expect('a copy that took an event', await counted(second), 'conflict');
  take(third, 'eve');
  expect('another one', await counted(third), 'conflict');
  take(first, 'ana');
  expect('the first goes on still', await seen(first), 'ana 3, bea 1, cid 1');
  // One made since the last event takes the next: then the first is the older one.
  await first.store.backup(join(folder, 'fourth.db'));
  const fourth = open('fourth.db');
  take(fourth, 'ana');
  expect('a copy that is not behind', await seen(fourth), 'ana 4, bea 1, cid 1');
  take(first, 'fay');
  expect('the first is behind now', await seen(first), 'conflict');
} finally {
  for (const service of opened) await service.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

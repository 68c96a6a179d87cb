/**
 * `npm --prefix test/clickhouse run moved`: moves a file with golden cases and 40,000 other events to a ClickHouse and
 * back, and once more there. Each move is killed at several moments before it may end. All questions of the
 * cases must be answered alike after each.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { localOwner } from '../../src/service/access/authenticate.ts';
import type { Operation } from '../../src/service/contract/operation.ts';
import { call } from '../../src/service/gate/call.ts';
import { openService } from '../../src/service/service.ts';
import { checkCases } from '../golden/runner.ts';
import type { World } from '../golden/world.ts';
import { startServer } from './server.ts';

const ROOT = join(import.meta.dirname, '../..');
const CASES = process.env['GOLDEN_CASES'] ?? join(ROOT, 'test/cases');
/** One in so many cases. */
const EVERY = Number(process.env['EVERY'] ?? 12);
const EVENTS = 40_000;
const KILLED_MS = [1_200, 2_000, 3_000, 4_500];
const folder = mkdtempSync(join(tmpdir(), 'moved-'));
const path = join(folder, 'insights.db');

interface Question {
  readonly project_id: number;
  readonly clock_ms: number;
  readonly operation: Operation;
  readonly input: Record<string, unknown>;
  /** As JSON, without what differs each time. */
  answer: string;
}

const clock = { now_ms: 0 };

function open(events: string | null): World {
  const service = openService({ path, events, now: () => clock.now_ms, computing: { thread: 'never' } });
  const caller = localOwner(service);
  return {
    ...{ service, caller },
    ask: async (project, operation, input) =>
      (await call(service, caller, operation, input, { project_id: String(project.id) })) as Record<string, unknown>,
    get clock_ms() {
      return clock.now_ms;
    },
    set clock_ms(value: number) {
      clock.now_ms = value;
    },
  };
}

function told(answer: unknown): string {
  return JSON.stringify(answer, (key, value: unknown) =>
    /^(computed_at|last_refresh|next_allowed_client_refresh|cache_target_age|is_cached|compute_ms)$/.test(key)
      ? ''
      : value,
  );
}

/** What each case asks, and how the file answers. */
async function loaded(): Promise<Question[]> {
  const world = open(null);
  const questions: Question[] = [];
  const { ask } = world;
  world.ask = async (project, operation, input) => {
    const answer = await ask(project, operation, input);
    if (/^(compute|read|list)_/.test(operation.name))
      questions.push({ project_id: project.id, clock_ms: clock.now_ms, operation, input, answer: told(answer) });
    return answer;
  };
  await checkCases(world, CASES, (_, at) => at % EVERY === 0);
  const many = world.service.store.projects.list()[0]!;
  for (let first = 0; first < EVENTS; first += 5_000) {
    const items = Array.from({ length: 5_000 }, (_, row) => {
      const at = first + row;
      const uuid = new Uint8Array(16);
      new DataView(uuid.buffer).setUint32(0, at);
      const properties = { page: `/p/${at % 90}`, price: (at % 70) / 8, nothing: null, deep: { a: [at % 3] } };
      const timestamp_ms = Date.UTC(2026, 0, 1) + (at % 60) * 86_400_000 + Math.floor(at / 7) * 50;
      const event = {
        event: ['seen', 'paid', 'left'][at % 3]!,
        distinct_id: `p${at % 900}`,
        timestamp_ms,
        uuid,
        properties,
      };
      return { kind: 'event', event } as const;
    });
    world.service.ingest.importItems(many, items);
  }
  await world.service.ingest.settle(many, 0);
  for (const word of ['seen', 'paid']) {
    const input = {
      events: [{ id: word, math: 'dau' }, { id: 'left' }],
      date_from: '2026-01-01',
      date_to: '2026-03-05',
    };
    clock.now_ms = Date.UTC(2026, 2, 6);
    const { computeTrend, computeFunnel } = await import('../support/operations.ts');
    await world.ask(many, computeTrend, { ...input, breakdown: 'page' });
    await world.ask(many, computeFunnel, { ...input, events: [{ id: word }, { id: 'left', order: 1 }] });
  }
  await world.service.close();
  return questions;
}

async function asked(questions: readonly Question[], events: string | null): Promise<void> {
  const world = open(events);
  let different = 0;
  for (const { project_id, clock_ms, operation, input, answer } of questions) {
    clock.now_ms = clock_ms;
    const project = world.service.store.projects.get(project_id)!;
    const now = told(await world.ask(project, operation, { ...input, refresh: true }));
    if (now === answer) continue;
    different++;
    let at = 0;
    while (now[at] === answer[at]) at++;
    if (different < 5)
      console.log(
        `DIFFERENT ${operation.name} ${JSON.stringify(input).slice(0, 300)}\n${answer.slice(Math.max(0, at - 100), at + 200)}\n${now.slice(Math.max(0, at - 100), at + 200)}`,
      );
  }
  await world.service.close();
  assert.equal(different, 0);
  console.log(
    `${questions.length} questions answered alike with events in ${events === null ? 'the file' : 'ClickHouse'}`,
  );
}

/** Resolves to what it printed, or to null if it was killed before it ended. */
async function run(words: readonly string[], killed_ms: number | null): Promise<string | null> {
  const args = ['--disable-warning=ExperimentalWarning', join(ROOT, 'src/main.ts'), ...words, '--db', path];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  if (killed_ms !== null) {
    await Promise.race([ended, sleep(killed_ms)]);
    child.kill('SIGKILL');
  }
  const code = await ended;
  if (code === 0) return text.trim();
  assert.equal(code, null, text);
  return null;
}

async function moved(words: readonly string[]): Promise<void> {
  let kills = 0;
  for (const ms of [...KILLED_MS, null]) {
    const text = await run(words, ms);
    if (text === null) {
      kills++;
      continue;
    }
    console.log(`killed ${kills} times; ${text.split('\n')[0]}`);
    return;
  }
}

/** By commands, which refuse while somebody else has the file open. */
async function deleted(address: string): Promise<void> {
  const words = ['person', 'delete', 'p1', '--with-events', '--json', '--events', address];
  const world = open(null);
  const many = world.service.store.projects.list()[0]!;
  const before = eventsOf(world, many.id);
  await assert.rejects(run([...words, '--project', String(many.id)], null));
  await world.service.close();
  const text = await run([...words, '--project', String(many.id)], null);
  const { persons_deleted, events_deleted } = JSON.parse(text!) as Record<string, number>;
  const after = open(null);
  const left = eventsOf(after, many.id);
  await after.service.close();
  assert.equal(persons_deleted, 1);
  assert.ok(events_deleted! > 0 && left === before - events_deleted!, `${before} - ${events_deleted} = ${left}`);
  console.log(`deleted at the prompt: ${events_deleted} events of ${before}`);
}

function eventsOf({ service }: World, project_id: number): number {
  return service.store.definitions.events(project_id).reduce((sum, { count }) => sum + count, 0);
}

const server = await startServer();
const address = server.address('default');
try {
  const questions = await loaded();
  await asked(questions, null);
  await moved(['move', '--to', address]);
  await asked(questions, address);
  await moved(['move', '--to', 'file', '--events', address]);
  await asked(questions, null);
  console.log(await run(['verify'], null));
  await moved(['move', '--to', address]);
  await asked(questions, address);
  await deleted(address);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

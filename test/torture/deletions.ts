/**
 * Deletions from a large file, while others write and ask: how long anybody waits, and whether a byte is left of what
 * was deleted. The program runs in a process of its own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { type Random, seeded } from '../../src/base/random.ts';
import { stampUuid } from '../../src/base/uuid.ts';
import { batchesOf } from '../../src/service/ingest/event_batch.ts';
import type { IngestItem } from '../../src/service/ingest/types.ts';
import { openService } from '../../src/service/service.ts';
import { openStore } from '../../src/store/store.ts';
import { type Database, MAIN, makeDatabase, type Program, startProgram } from './program.ts';

const PEOPLE = 2_000;
const ROUND = 10_000;
/** Does not pack well, so that few events make a large file. */
const TEXT_BYTES = 300;
const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;
/** Of events that retention removes. */
const OLD_DAYS = 60;
/** Words that stand in what is deleted, and nowhere else. */
const GONE = ['gone-person', 'gone-import', 'gone-old'] as const;
const BATCH_MS = 10;
const QUESTION_MS = 100;
const QUIET_MS = 5_000;
const LOOK_MS = 100;
const SCRUBBED_WITHIN_MS = 300_000;

export interface Deleted {
  readonly file_bytes: number;
  /** Longest waits while nothing is deleted, and from each request until no byte of it is left. */
  readonly phases: readonly Phase[];
  readonly wrong: readonly string[];
}

interface Phase {
  readonly name: string;
  readonly seconds: number;
  readonly batches: number;
  /** Told to come again. */
  readonly refused: number;
  readonly batch_worst_ms: number;
  readonly questions: number;
  readonly question_worst_ms: number;
}

function* items(random: Random, count: number, word: string, at_ms: number): Generator<IngestItem> {
  for (let nth = 0; nth < count; nth++) {
    const is_gone = word === GONE[0] && nth % 50 === 0;
    const distinct_id = is_gone ? GONE[0] : `person-${random.below(PEOPLE)}`;
    const text = Buffer.from(random.bytes(TEXT_BYTES)).toString('base64');
    const properties = {
      text: `${word === GONE[0] && !is_gone ? 'kept' : word} ${text}`,
      plan: `plan-${random.below(3)}`,
    };
    const timestamp_ms = at_ms - random.below(DAY_MS);
    yield {
      kind: 'event',
      event: { event: 'seen', distinct_id, timestamp_ms, uuid: stampUuid(random.bytes(16), 4), properties },
    };
  }
}

/** A file at least as large as that, with rounds of each kind of event. */
export async function makeLarge(path: string, { seed, bytes }: { seed: number; bytes: number }): Promise<Database> {
  const random = seeded(seed);
  const database = await makeDatabase(path);
  const service = openService({ path });
  const project = service.store.projects.list()[0]!;
  const { id } = service.store.imports.begin(project.id, ['gone.csv'], Date.now());
  const now_ms = Date.now();
  while (statSync(path).size < bytes) {
    service.ingest.importItems(project, [...items(random, ROUND, GONE[0], now_ms)]);
    service.ingest.importItems(project, [...items(random, ROUND / 50, GONE[2], now_ms - OLD_DAYS * DAY_MS)]);
    for (const batch of batchesOf([...items(random, ROUND / 50, GONE[1], now_ms)], 1_000)) {
      service.ingest.importBatch(project, batch, [{ events: batch.events.rows, others: 0 }], id);
    }
    await service.ingest.settle(project, 1);
  }
  await service.ingest.settle(project, 0);
  await service.close();
  return database;
}

class Load {
  readonly #program: Program;
  readonly #pool: Pool;
  readonly wrong: string[] = [];
  #ends = false;
  #refused = 0;
  #batch_ms: number[] = [];
  #question_ms: number[] = [];

  constructor(program: Program) {
    this.#program = program;
    this.#pool = new Pool(program.address, { connections: 16 });
  }

  /** Until `end`. Batches are sent in time, whether or not those before are answered. */
  async run(): Promise<void> {
    const under_way = new Set<Promise<void>>();
    const begin = (work: Promise<void>): void => {
      const ended = work
        .catch((error: unknown) => void this.wrong.push(String(error)))
        .finally(() => under_way.delete(ended));
      under_way.add(ended);
    };
    const asking = this.#ask();
    while (!this.#ends) {
      begin(this.#batch());
      await sleep(BATCH_MS);
    }
    await Promise.all([asking, ...under_way]);
  }

  end(): void {
    this.#ends = true;
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  /** Longest waits since the last call. */
  phase(name: string, seconds: number): Phase {
    const worst = (values: readonly number[]) => Math.round(values.reduce((most, value) => Math.max(most, value), 0));
    const phase = {
      ...{ name, seconds: Math.round(seconds * 10) / 10 },
      ...{ batches: this.#batch_ms.length, refused: this.#refused, batch_worst_ms: worst(this.#batch_ms) },
      ...{ questions: this.#question_ms.length, question_worst_ms: worst(this.#question_ms) },
    };
    [this.#refused, this.#batch_ms, this.#question_ms] = [0, [], []];
    return phase;
  }

  async #batch(): Promise<void> {
    const began_ms = performance.now();
    const event = { event: 'came', distinct_id: 'writer', properties: { n: 1 } };
    const answer = await this.send('POST', '/batch/', { api_key: this.#program.database.token, batch: [event] });
    if (answer.status === 503) this.#refused++;
    else if (answer.status !== 200) this.wrong.push(`/batch/: ${answer.status} ${answer.text}`);
    this.#batch_ms.push(performance.now() - began_ms);
  }

  async #ask(): Promise<void> {
    while (!this.#ends) {
      const began_ms = performance.now();
      const asked = { events: [{ id: 'came' }], date_from: '-1d', interval: 'hour', refresh: true };
      const answer = await this.send('POST', '/api/projects/1/insights/trend/', asked);
      if (answer.status !== 200) this.wrong.push(`trend: ${answer.status} ${answer.text}`);
      this.#question_ms.push(performance.now() - began_ms);
      await sleep(QUESTION_MS);
    }
  }

  async taken(method: 'POST' | 'DELETE', path: string, asked?: object): Promise<void> {
    const { status, text } = await this.send(method, path, asked);
    if (status !== 202) throw new Error(`${path}: ${status} ${text}`);
  }

  async send(method: 'POST' | 'DELETE', path: string, asked?: object): Promise<{ status: number; text: string }> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${this.#program.database.key}` };
    const { statusCode, body } = await this.#pool.request({
      ...{ method, path, headers, headersTimeout: 0, bodyTimeout: 0 },
      body: asked === undefined ? null : JSON.stringify(asked),
    });
    return { status: statusCode, text: await body.text() };
  }
}

/** Deletes a person, an import, and old events. */
export async function deleteUnderLoad(database: Database): Promise<Deleted> {
  const file_bytes = statSync(database.path).size;
  const program = await startProgram(database);
  const load = new Load(program);
  const phases: Phase[] = [];
  const running = load.run();
  const phase = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const began_ms = performance.now();
    await work();
    phases.push(load.phase(name, (performance.now() - began_ms) / 1_000));
  };
  const deletion = (name: string, word: string, remove: () => Promise<unknown>): Promise<void> =>
    phase(name, async () => {
      await remove();
      await scrubbed(database.path);
      if (isIn(database.path, word)) load.wrong.push(`bytes of ${word} are left`);
    });
  try {
    await load.send('POST', '/api/projects/1/sql/', { query: 'select count() from events' });
    await phase('begin', () => sleep(QUIET_MS));
    await phase('nothing is deleted', () => sleep(QUIET_MS));
    const named = { distinct_ids: [GONE[0]], delete_events: true };
    await deletion('a person', GONE[0], () => load.taken('POST', '/api/projects/1/persons/bulk_delete/', named));
    await deletion('an import', GONE[1], () => load.taken('DELETE', '/api/projects/1/imports/1/'));
    await deletion('old events', GONE[2], () => expire(database.path));
  } finally {
    load.end();
    await running;
    await load.close();
    program.child.kill('SIGTERM');
    await once(program.child, 'exit');
  }
  return { file_bytes, phases, wrong: load.wrong };
}

/** By the command, in a process of its own. */
async function expire(path: string): Promise<void> {
  const words = ['expire', '--days', String(KEPT_DAYS), '--db', path];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...words], { stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the command ended with ${code}`);
}

async function scrubbed(path: string): Promise<void> {
  const store = openStore(path);
  try {
    const until_ms = performance.now() + SCRUBBED_WITHIN_MS;
    while (store.erasures.unscrubbed() !== null) {
      if (performance.now() > until_ms) throw new Error('bytes of what was deleted do not leave the file');
      await sleep(LOOK_MS);
    }
  } finally {
    store.close();
  }
}

function isIn(path: string, word: string): boolean {
  return [path, `${path}-wal`].some((file) => existsSync(file) && readFileSync(file).includes(word));
}

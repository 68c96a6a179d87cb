/**
 * Load for minutes: so many events a second over HTTP, in packed batches, with questions between, against the program in
 * a process of its own. What is told every few seconds: latencies, refusals, memory, open files, sizes on the disk.
 */
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { seeded } from '../../src/base/random.ts';
import { makeDatabase, type Program, startProgram } from './program.ts';

const BATCH_EVENTS = 20;
const BODIES = 500;
const PEOPLE = 50_000;
const TICK_MS = 5;
const LOOK_MS = 10_000;
const QUESTION_MS = 1_000;
const CONNECTIONS = 64;

const QUESTIONS = [
  ['trend', { events: [{ id: 'seen', math: 'dau' }], date_from: '-7d' }],
  ['funnel', { events: [{ id: 'seen' }, { id: 'paid' }], date_from: '-7d' }],
  ['trend', { events: [{ id: null }], breakdown: 'plan', date_from: '-24h', interval: 'hour' }],
  ['retention', { period: 'Day', date_from: '-7d' }],
] as const;

/** One look, over the time since the one before. */
export interface Look {
  readonly at_s: number;
  readonly events: number;
  readonly refused: number;
  readonly batch_p50_ms: number;
  readonly batch_p99_ms: number;
  readonly question_worst_ms: number;
  readonly rss_bytes: number | null;
  readonly handles: number | null;
  readonly wal_bytes: number;
  readonly file_bytes: number;
}

export interface Soaked {
  readonly looks: readonly Look[];
  readonly sent: number;
  readonly stored: number;
  /** Answers that are neither taken nor "come again". */
  readonly failed: readonly string[];
}

interface Target extends Program {
  readonly pool: Pool;
  readonly bodies: readonly Buffer[];
}

async function start(folder: string, { seed, memory }: { seed: number; memory: string }): Promise<Target> {
  const program = await startProgram(await makeDatabase(join(folder, 'soaked.db')), ['--memory', memory]);
  const bodies = bodiesOf(program.database.token, seed);
  return { ...program, pool: new Pool(program.address, { connections: CONNECTIONS }), bodies };
}

/** Without ids and times of their own, so that each may be sent again and again. */
function bodiesOf(api_key: string, seed: number): Buffer[] {
  const random = seeded(seed);
  const one = <T>(list: readonly T[]): T => list[random.below(list.length)]!;
  const event = () => ({
    event: one(['seen', 'seen', 'seen', 'clicked', 'paid']),
    distinct_id: `person-${random.below(PEOPLE)}`,
    properties: {
      plan: one(['free', 'pro', 'team']),
      $browser: one(['Chrome', 'Firefox', 'Safari']),
      amount: random.below(10_000) / 100,
      $current_url: `https://example.com/${random.below(300)}`,
    },
  });
  const batch = () => Array.from({ length: BATCH_EVENTS }, event);
  return Array.from({ length: BODIES }, () => gzipSync(JSON.stringify({ api_key, batch: batch() })));
}

class Run {
  readonly #target: Target;
  readonly #began_ms = performance.now();
  readonly failed: string[] = [];
  sent = 0;
  #refused = 0;
  #taken = 0;
  #batch_ms: number[] = [];
  #question_ms: number[] = [];
  readonly looks: Look[] = [];

  constructor(target: Target) {
    this.#target = target;
  }

  /** `due_ms`: when it should have been sent; a client that is late does not shorten the wait. */
  async batch(nth: number, due_ms: number): Promise<void> {
    const { pool, bodies } = this.#target;
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/batch/',
      headers,
      body: bodies[nth % bodies.length]!,
    });
    const text = await body.text();
    this.#batch_ms.push(performance.now() - due_ms);
    if (statusCode === 200) {
      this.sent += BATCH_EVENTS;
      this.#taken += BATCH_EVENTS;
    } else if (statusCode === 503) this.#refused++;
    else this.failed.push(`/batch/: ${statusCode} ${text.slice(0, 200)}`);
  }

  async question(nth: number): Promise<void> {
    const [kind, asked] = QUESTIONS[nth % QUESTIONS.length]!;
    const began_ms = performance.now();
    const { status, text } = await this.#post(`/api/projects/1/insights/${kind}/`, { ...asked, refresh: true });
    this.#question_ms.push(performance.now() - began_ms);
    if (status !== 200 && status !== 503) this.failed.push(`${kind}: ${status} ${text.slice(0, 200)}`);
  }

  async stored(): Promise<number> {
    const { text } = await this.#post('/api/projects/1/sql/', { query: 'select count() from events', refresh: true });
    return JSON.parse(text).results[0][0];
  }

  async #post(path: string, asked: object): Promise<{ status: number; text: string }> {
    const { pool, database } = this.#target;
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${database.key}` };
    const { statusCode, body } = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(asked) });
    return { status: statusCode, text: await body.text() };
  }

  look(): Look {
    const { child, database } = this.#target;
    const look = {
      at_s: Math.round((performance.now() - this.#began_ms) / 1_000),
      events: this.#taken,
      refused: this.#refused,
      batch_p50_ms: quantile(this.#batch_ms, 0.5),
      batch_p99_ms: quantile(this.#batch_ms, 0.99),
      question_worst_ms: quantile(this.#question_ms, 1),
      ...processOf(child.pid!),
      wal_bytes: sizeOf(`${database.path}-wal`),
      file_bytes: sizeOf(database.path),
    };
    [this.#taken, this.#refused, this.#batch_ms, this.#question_ms] = [0, 0, [], []];
    this.looks.push(look);
    return look;
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}

/** As Linux tells it; null elsewhere. */
function processOf(pid: number): Pick<Look, 'rss_bytes' | 'handles'> {
  if (!existsSync(`/proc/${pid}/status`)) return { rss_bytes: null, handles: null };
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { rss_bytes: Number(kib) * 1024, handles: readdirSync(`/proc/${pid}/fd`).length };
}

/**
 * Whether a server that kept up at first does no longer, though nothing but the amount of data has changed: looks with
 * less than a third of the events of the usual one before it. The last look covers the rest of the time only.
 */
export function hasStalled(looks: readonly Look[]): boolean {
  const taken = looks.slice(0, -1).map(({ events }) => events);
  return taken.some((events, at) => events * 3 < quantile(taken.slice(0, at), 0.5));
}

/** @param told gets each look as it is taken */
export async function soak(
  folder: string,
  asked: { seed: number; seconds: number; rate: number; memory: string },
  told: (look: Look) => void,
): Promise<Soaked> {
  const target = await start(folder, asked);
  const run = new Run(target);
  const under_way = new Set<Promise<void>>();
  const begin = (work: Promise<void>): void => {
    const ended = work
      .catch((error: unknown) => void run.failed.push(String(error)))
      .finally(() => under_way.delete(ended));
    under_way.add(ended);
  };
  const began_ms = performance.now();
  let [batches, questions, looks] = [0, 0, 0];
  try {
    for (let now_ms = 0; now_ms < asked.seconds * 1_000; now_ms = performance.now() - began_ms) {
      for (const due = () => (batches * BATCH_EVENTS * 1_000) / asked.rate; due() <= now_ms; batches++)
        begin(run.batch(batches, began_ms + due()));
      if (questions * QUESTION_MS <= now_ms) begin(run.question(questions++));
      if ((looks + 1) * LOOK_MS <= now_ms) {
        looks++;
        told(run.look());
      }
      await sleep(TICK_MS);
    }
    await Promise.all(under_way);
    told(run.look());
    return { looks: run.looks, sent: run.sent, stored: await run.stored(), failed: run.failed };
  } finally {
    await target.pool.destroy();
    target.child.kill('SIGTERM');
    await once(target.child, 'exit');
  }
}

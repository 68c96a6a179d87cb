/**
 * Load for minutes: so many events a second over HTTP, in packed batches, with questions between, against the program in
 * a process of its own. What is told every few seconds: latencies, refusals, memory, open files, sizes on the disk.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { seeded } from '../../src/base/random.ts';
import { Errands } from './errands.ts';
import { makeDatabase, type Program, startProgram } from './program.ts';

const BATCH_EVENTS = 20;
const BODIES = 500;
const PEOPLE = 50_000;
const TICK_MS = 5;
const LOOK_MS = 10_000;
const QUESTION_MS = 1_000;
const CONNECTIONS = 64;
/** Below two minutes all of it is warming up. */
const LOOKS_A_QUARTER = 3;
/** Of every so many batches one has ids of its own, and of these one is sent twice. */
const OWN_IDS_EVERY = 4;
const TWICE_EVERY = 10;

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
  /** What the server counts in its bound. */
  readonly kept_bytes: number;
  readonly handles: number | null;
  readonly wal_bytes: number;
  readonly file_bytes: number;
}

export interface Soaked {
  readonly looks: readonly Look[];
  /** Over the whole time. */
  readonly batch_p50_ms: number;
  readonly batch_p99_ms: number;
  readonly sent: number;
  readonly stored: number;
  /** Answers that are neither taken nor "come again". */
  readonly failed: readonly string[];
}

interface Target extends Program {
  readonly pool: Pool;
  /** Without ids and times of their own, so that each may be sent again and again. */
  readonly texts: readonly string[];
  /** The same, packed. */
  readonly bodies: readonly Buffer[];
}

async function start(folder: string, { seed, memory }: { seed: number; memory: string }): Promise<Target> {
  const program = await startProgram(await makeDatabase(join(folder, 'soaked.db')), ['--memory', memory]);
  const texts = textsOf(program.database.token, seed);
  const pool = new Pool(program.address, { connections: CONNECTIONS });
  return { ...program, pool, texts, bodies: texts.map((text) => gzipSync(text)) };
}

function textsOf(api_key: string, seed: number): string[] {
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
  return Array.from({ length: BODIES }, () => JSON.stringify({ api_key, batch: batch() }));
}

function withIds(text: string): string {
  return text.replaceAll('{"event":', () => `{"uuid":"${randomUUID()}","event":`);
}

class Run {
  readonly #target: Target;
  readonly #began_ms = performance.now();
  readonly failed: string[] = [];
  sent = 0;
  #refused = 0;
  #taken = 0;
  #batch_ms: number[] = [];
  /** Of earlier looks. */
  readonly #told_ms: number[][] = [];
  #question_ms: number[] = [];
  readonly looks: Look[] = [];

  constructor(target: Target) {
    this.#target = target;
  }

  /** `due_ms`: when it should have been sent; a client that is late does not shorten the wait. */
  async batch(nth: number, due_ms: number): Promise<void> {
    const { bodies, texts } = this.#target;
    const has_ids = nth % OWN_IDS_EVERY === 0;
    const body = has_ids ? gzipSync(withIds(texts[nth % texts.length]!)) : bodies[nth % bodies.length]!;
    const is_taken = await this.#send(body);
    this.#batch_ms.push(performance.now() - due_ms);
    if (!is_taken) return;
    this.sent += BATCH_EVENTS;
    this.#taken += BATCH_EVENTS;
    // As by a client that has not heard the answer.
    if (nth % (OWN_IDS_EVERY * TWICE_EVERY) === 0) await this.#send(body);
  }

  async #send(packed: Buffer): Promise<boolean> {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const request = { method: 'POST', path: '/batch/', headers, body: packed } as const;
    const { statusCode, body } = await this.#target.pool.request(request);
    const text = await body.text();
    if (statusCode === 503) this.#refused++;
    else if (statusCode !== 200) this.failed.push(`/batch/: ${statusCode} ${text.slice(0, 200)}`);
    return statusCode === 200;
  }

  async question(nth: number): Promise<void> {
    const [kind, asked] = QUESTIONS[nth % QUESTIONS.length]!;
    const began_ms = performance.now();
    const { status, text } = await this.post(`/api/projects/1/insights/${kind}/`, { ...asked, refresh: true });
    this.#question_ms.push(performance.now() - began_ms);
    if (status !== 200 && status !== 503) this.failed.push(`${kind}: ${status} ${text.slice(0, 200)}`);
  }

  async stored(): Promise<number> {
    const query = "select count() from events where not startsWith(distinct_id, 'leaver-')";
    const { text } = await this.post('/api/projects/1/sql/', { query, refresh: true });
    return JSON.parse(text).results[0][0];
  }

  async post(path: string, asked: object): Promise<{ status: number; text: string }> {
    const { pool, database } = this.#target;
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${database.key}` };
    const { statusCode, body } = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(asked) });
    return { status: statusCode, text: await body.text() };
  }

  async #keptBytes(): Promise<number> {
    const { pool, database } = this.#target;
    const headers = { authorization: `Bearer ${database.key}` };
    const { body } = await pool.request({ method: 'GET', path: '/metrics', headers });
    return Number(/^insights_column_bytes (\d+)$/m.exec(await body.text())?.[1]);
  }

  /** Over the whole time. */
  batchQuantileMs(share: number): number {
    return quantile([...this.#told_ms, this.#batch_ms].flat(), share);
  }

  async look(): Promise<Look> {
    const { child, database } = this.#target;
    const kept_bytes = await this.#keptBytes();
    const look = {
      kept_bytes,
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
    this.#told_ms.push(this.#batch_ms);
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

/**
 * By which share the resident memory of the last quarter is above that of the quarter before, at its least each; null
 * where a quarter is too short to tell, or memory is not told.
 */
export function grownShare(looks: readonly Look[]): number | null {
  const quarter = Math.floor(looks.length / 4);
  if (quarter < LOOKS_A_QUARTER || looks.some(({ rss_bytes }) => rss_bytes === null)) return null;
  const least = (part: readonly Look[]) => Math.min(...part.map(({ rss_bytes }) => rss_bytes ?? 0));
  return least(looks.slice(-quarter)) / least(looks.slice(-2 * quarter, -quarter)) - 1;
}

/** @param told gets each look as it is taken */
export async function soak(
  folder: string,
  asked: { seed: number; seconds: number; rate: number; memory: string; has_errands: boolean },
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
  const errands = new Errands(folder, target.database, (path, body) => run.post(path, body));
  const running = asked.has_errands ? errands.run() : null;
  const began_ms = performance.now();
  let [batches, questions, looks] = [0, 0, 0];
  try {
    for (let now_ms = 0; now_ms < asked.seconds * 1_000; now_ms = performance.now() - began_ms) {
      for (const due = () => (batches * BATCH_EVENTS * 1_000) / asked.rate; due() <= now_ms; batches++)
        begin(run.batch(batches, began_ms + due()));
      if (questions * QUESTION_MS <= now_ms) begin(run.question(questions++));
      if ((looks + 1) * LOOK_MS <= now_ms) {
        looks++;
        begin(run.look().then(told));
      }
      await sleep(TICK_MS);
    }
    errands.end();
    await Promise.all([running, ...under_way]);
    told(await run.look());
    const left = running === null ? 0 : await errands.left();
    if (left > 0) errands.wrong.push(`${left} events of deleted people are left`);
    return {
      looks: run.looks,
      batch_p50_ms: run.batchQuantileMs(0.5),
      batch_p99_ms: run.batchQuantileMs(0.99),
      sent: run.sent + errands.imported,
      stored: await run.stored(),
      failed: [...run.failed, ...errands.wrong],
    };
  } finally {
    await target.pool.destroy();
    target.child.kill('SIGTERM');
    await once(target.child, 'exit');
  }
}

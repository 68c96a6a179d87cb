/**
 * kill -9 while eight clients send: what has no answer is sent again after the restart, with the same ids. Then every
 * event that was acknowledged is there once, and nothing else.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { type Random, seeded } from '../../src/base/random.ts';
import { formatUuid, stampUuid } from '../../src/base/uuid.ts';
import { type Database, makeDatabase, type Program, startProgram } from './program.ts';

const CLIENTS = 8;
const BATCH_EVENTS = 10;
/** When it is killed, after it has answered for the first time. */
const KILL_MS = { from: 30, until: 280 };

type Batch = readonly { readonly uuid: string; readonly event: string; readonly distinct_id: string }[];

export interface Killed {
  readonly acknowledged: number;
  /** Sent twice or more, as nobody knew. */
  readonly again: number;
  readonly wrong: string | null;
}

/** Of one database, over all its kills. */
class Senders {
  readonly #random: Random;
  readonly #database: Database;
  #waiting: Batch[] = [];
  acknowledged = 0;
  again = 0;

  constructor(database: Database, random: Random) {
    this.#database = database;
    this.#random = random;
  }

  #next(): Batch {
    const kept = this.#waiting.shift();
    if (kept !== undefined) {
      this.again++;
      return kept;
    }
    return Array.from({ length: BATCH_EVENTS }, () => ({
      uuid: formatUuid(stampUuid(this.#random.bytes(16), 4)),
      event: 'paid',
      distinct_id: `u${this.#random.below(1_000)}`,
    }));
  }

  /** Until nobody answers any more. @param isOver whether no new batch is to be sent */
  async send(pool: Pool, isOver: () => boolean): Promise<void> {
    while (!isOver() || this.#waiting.length > 0) {
      const batch = this.#next();
      try {
        const body = JSON.stringify({ api_key: this.#database.token, batch });
        const answer = await pool.request({
          method: 'POST',
          path: '/batch/',
          body,
          headers: { 'content-type': 'application/json' },
        });
        await answer.body.text();
        if (answer.statusCode === 200) this.acknowledged += BATCH_EVENTS;
        else this.#waiting.push(batch);
      } catch {
        this.#waiting.push(batch);
        return;
      }
    }
  }
}

export async function killOften(folder: string, { seed, count }: { seed: number; count: number }): Promise<Killed> {
  const random = seeded(seed);
  const database = await makeDatabase(join(folder, 'killed.db'));
  const senders = new Senders(database, random);
  for (let kill = 0; kill < count; kill++) {
    await withProgram(database, async ({ child }, pool) => {
      const sending = Array.from({ length: CLIENTS }, () => senders.send(pool, () => false));
      for (const before = senders.acknowledged; senders.acknowledged === before; ) await sleep(2);
      await sleep(KILL_MS.from + random.below(KILL_MS.until - KILL_MS.from));
      child.kill('SIGKILL');
      await Promise.all(sending);
    });
  }
  let wrong: string | null = null;
  await withProgram(database, async (_, pool) => {
    await senders.send(pool, () => true);
    const [stored, different] = await countsOf(pool, database.key);
    if (stored !== different) wrong = `${stored} events are stored, of ${different} ids`;
    if (stored !== senders.acknowledged)
      wrong = `${senders.acknowledged} events were acknowledged, ${stored} are stored`;
  });
  return { acknowledged: senders.acknowledged, again: senders.again, wrong };
}

async function withProgram(database: Database, use: (program: Program, pool: Pool) => Promise<void>): Promise<void> {
  const program = await startProgram(database);
  const pool = new Pool(program.address, { connections: CLIENTS });
  const ended = once(program.child, 'exit');
  try {
    await use(program, pool);
  } finally {
    await pool.destroy();
    program.child.kill('SIGTERM');
    await ended;
  }
}

async function countsOf(pool: Pool, key: string): Promise<[stored: number, different: number]> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const body = JSON.stringify({ query: 'select count(), count(distinct uuid) from events' });
  const answer = await pool.request({ method: 'POST', path: '/api/projects/1/sql/', body, headers });
  return (JSON.parse(await answer.body.text()) as { results: [[number, number]] }).results[0];
}

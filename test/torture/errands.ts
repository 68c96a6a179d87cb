/**
 * What happens beside the load of a soak: files are imported, each of them twice; people send and are deleted; statements
 * are asked. One errand at a time, in turn.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, MAIN } from './program.ts';

const FILE_LINES = 20_000;
const LEAVER_EVENTS = 50;
const PAUSE_MS = 2_000;
const GONE_WITHIN_MS = 120_000;
const LOOK_MS = 500;

const STATEMENTS = [
  'select event, count() from events group by event order by event',
  'select properties.plan, uniq(person_id) from events where timestamp > now() - interval 1 day group by 1 order by 1',
  'select toStartOfHour(timestamp) h, count(), avg(toFloat(properties.amount)) from events group by h order by h desc',
];

/** Answers to a POST with the key that opens everything. */
export type Post = (path: string, asked: object) => Promise<{ readonly status: number; readonly text: string }>;

export class Errands {
  readonly #folder: string;
  readonly #database: Database;
  readonly #post: Post;
  readonly #ending = new AbortController();
  #rounds = 0;
  /** Lines that imports said they stored. */
  imported = 0;
  readonly wrong: string[] = [];

  constructor(folder: string, database: Database, post: Post) {
    this.#folder = folder;
    this.#database = database;
    this.#post = post;
  }

  /** Until `end`; the errand that has begun is done. */
  async run(): Promise<void> {
    const errands = [() => this.#statement(), () => this.#leave(), () => this.#statement(), () => this.#import()];
    for (let nth = 0; !this.#ending.signal.aborted; nth++) {
      try {
        await errands[nth % errands.length]!();
      } catch (error) {
        this.wrong.push(String(error));
      }
      if (nth % errands.length === errands.length - 1) this.#rounds++;
      await sleep(PAUSE_MS, undefined, { signal: this.#ending.signal }).catch(() => {});
    }
  }

  end(): void {
    this.#ending.abort();
  }

  /** Events of people who were deleted. Deletions take their time: waits until there are none, or for too long. */
  async left(): Promise<number> {
    for (const until_ms = performance.now() + GONE_WITHIN_MS; ; await sleep(LOOK_MS)) {
      const [left] = await this.#rows("select count() from events where startsWith(distinct_id, 'leaver-')");
      if (left?.[0] === 0 || performance.now() > until_ms) return Number(left?.[0]);
    }
  }

  async #statement(): Promise<void> {
    await this.#rows(STATEMENTS[this.#rounds % STATEMENTS.length]!);
  }

  /** Null where there is no room to answer: that is no error under load. */
  async #rows(query: string): Promise<unknown[][]> {
    const { status, text } = await this.#post('/api/projects/1/sql/', { query, refresh: true });
    if (status === 200) return JSON.parse(text).results;
    if (status !== 503) this.wrong.push(`${query}: ${status} ${text.slice(0, 200)}`);
    return [];
  }

  async #leave(): Promise<void> {
    const distinct_id = `leaver-${this.#rounds}`;
    const batch = Array.from({ length: LEAVER_EVENTS }, (_, nth) => ({
      event: 'left',
      distinct_id,
      properties: { nth },
    }));
    const sent = await this.#post('/batch/', { api_key: this.#database.token, batch });
    if (sent.status === 503) return;
    const deleted = await this.#post('/api/projects/1/persons/bulk_delete/', {
      distinct_ids: [distinct_id],
      delete_events: true,
    });
    if (sent.status !== 200 || deleted.status !== 202)
      this.wrong.push(`${distinct_id}: ${sent.text} ${deleted.status} ${deleted.text}`);
  }

  async #import(): Promise<void> {
    const path = join(this.#folder, `file-${this.#rounds}.ndjson`);
    writeFileSync(path, linesOf(this.#rounds));
    for (const expected of [FILE_LINES, 0]) {
      const words = ['import', path, '--db', this.#database.path];
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...words], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let told = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        told = (told + text).slice(-1_000);
      });
      const [code] = await once(child, 'close');
      if (code === 0) this.imported += expected;
      else this.wrong.push(`import ${this.#rounds} ended with ${code}: ${told}`);
    }
  }
}

/** Each line unlike all others, of the last hour. */
function linesOf(round: number): string {
  const now_ms = Date.now();
  return Array.from({ length: FILE_LINES }, (_, nth) =>
    JSON.stringify({
      event: 'imported',
      distinct_id: `imported-${nth % 500}`,
      timestamp: new Date(now_ms - nth * 100).toISOString(),
      properties: { round, nth },
    }),
  ).join('\n');
}

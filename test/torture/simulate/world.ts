/**
 * One product on one forgetful disk, with its clock, its chance and its syncs in our hands. Threads are not used: what
 * they do is done in place, when the run says so. What was sent without being acknowledged may be there after a fall or
 * not; then it is looked up.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Random } from '../../../src/base/random.ts';
import { ServiceError } from '../../../src/model/error.ts';
import { normaliseEvent } from '../../../src/service/ingest/normalise.ts';
import { Sealing } from '../../../src/service/sealing/sealing.ts';
import { openService, type RunningService } from '../../../src/service/service.ts';
import { datasync } from '../../../src/store/file/durability.ts';
import { Disk, type Fall } from './disk.ts';
import { Model } from './model.ts';
import { ask, type Body, compare, storedUuids } from './questions.ts';
import { rawOf, type SentRequest } from './sent.ts';

const BEGIN_MS = Date.parse('2026-01-05T10:00:00Z');
const PROJECT = 1;

/** What the next sync does: fails, or the process falls before or after it. */
export type Mishap = 'fails' | 'before sync' | 'after sync';

export class World {
  readonly random: Random;
  readonly model = new Model();
  readonly #folder: string;
  readonly #digest = createHash('sha256');
  now_ms = BEGIN_MS;
  #lives = 0;
  #disk: Disk | null = null;
  #service: RunningService | null = null;
  #sealing: Sealing | null = null;
  #mishap: { readonly what: Mishap; readonly how: Fall } | null = null;
  /** What was left on the disk when the process fell in a sync. */
  #fallen: Disk | null = null;
  /** Not acknowledged, in order. */
  #maybe: SentRequest[] = [];
  /** Of the model's last requests: seen after a kill, never acknowledged, and not synced since. */
  #unsynced = 0;

  constructor(folder: string, random: Random) {
    this.#folder = folder;
    this.random = random;
  }

  get service(): RunningService {
    return this.#service!;
  }

  get isReadOnly(): boolean {
    return this.service.store.refusal() !== null;
  }

  get mayHoldMore(): boolean {
    return this.#maybe.length > 0;
  }

  digest(): string {
    return this.#digest.copy().digest('hex').slice(0, 16);
  }

  note(what: unknown): void {
    this.#digest.update(JSON.stringify(what));
  }

  open(path = this.#newPath(), pages_max?: number): void {
    this.#service = openService({
      path,
      now: () => this.now_ms,
      randomBytes: (count) => this.random.bytes(count),
      sync: (file) => this.#sync(file),
      computing: { place: 'here' },
      ...(pages_max === undefined ? {} : { pages_max }),
    });
    this.#sealing = new Sealing(this.#service.store);
    if (this.#disk?.path !== path) this.#disk = new Disk(path);
  }

  #newPath(): string {
    return join(this.#folder, `life-${++this.#lives}.db`);
  }

  async #sync(file: number): Promise<void> {
    const mishap = this.#mishap;
    this.#mishap = null;
    if (mishap?.what === 'fails') throw new Error('EIO: i/o error, fdatasync');
    if (mishap?.what === 'before sync') return this.#fallNow(mishap.how);
    await datasync(file);
    this.#logSynced();
    if (mishap?.what === 'after sync') this.#fallNow(mishap.how);
  }

  /** What the old process does from here on, nobody sees. */
  #fallNow(how: Fall): void {
    this.#fallen = this.#disk!.fall(how, this.random, this.#newPath());
  }

  /** Sends them together; a refusal is an answer, too. @returns what went wrong, for each */
  async send(requests: readonly SentRequest[]): Promise<(string | null)[]> {
    const project = this.service.store.projects.get(PROJECT)!;
    const arrival = {
      now_ms: this.now_ms,
      sent_at_ms: null,
      ip: null,
      randomBytes: (count: number) => this.random.bytes(count),
    };
    const sent = requests.map(async (request) => {
      const events = request.map((event) => normaliseEvent(rawOf(event), arrival));
      await this.service.ingest.capture(project, events);
    });
    const settled = await Promise.allSettled(sent);
    return settled.map((one) => (one.status === 'fulfilled' ? null : codeOf(one.reason)));
  }

  /** Takes what was acknowledged into the model, and remembers what may be there. */
  count(requests: readonly SentRequest[], refusals: readonly (string | null)[]): void {
    for (const [at, request] of requests.entries()) {
      if (refusals[at] === null) this.model.take(request);
      else if (refusals[at] === 'read_only') this.#maybe.push(request);
      else if (refusals[at] !== 'busy') throw new Error(`events were refused with ${refusals[at]}`);
    }
  }

  /** The process falls in the sync that this leads to: nobody hears an answer. */
  async sendAndFall(requests: readonly SentRequest[], what: Mishap, how: Fall): Promise<void> {
    this.#mishap = { what, how };
    await this.send(requests);
    this.#mishap = null;
    this.#maybe.push(...requests);
    const fallen = this.#fallen;
    if (fallen === null) throw new Error('there was no sync to fall in');
    this.#fallen = null;
    await this.#reopen(fallen, how);
    const lost = requests.flat().filter(({ uuid }) => !this.model.events.has(uuid));
    if (what === 'after sync' && lost.length > 0) throw new Error('what was synced is lost');
  }

  async sendAndFail(requests: readonly SentRequest[]): Promise<void> {
    this.#mishap = { what: 'fails', how: 'kill' };
    this.count(requests, await this.send(requests));
    this.#mishap = null;
  }

  async fall(how: Fall): Promise<void> {
    await this.#reopen(this.#disk!.fall(how, this.random, this.#newPath()), how);
  }

  async fallInCheckpoint(): Promise<void> {
    // It brings the log to the disk first.
    this.#unsynced = 0;
    const checkpoint = () => this.service.store.checkpoint();
    await this.#reopen(this.#disk!.fallIn(checkpoint, this.random, this.#newPath()), 'power');
  }

  async #reopen(disk: Disk, how: Fall): Promise<void> {
    if (how === 'power') {
      this.#maybe.unshift(...this.model.forgetLast(this.#unsynced));
      this.#unsynced = 0;
    }
    const [old_disk, old_service] = [this.#disk!, this.service];
    this.#disk = null;
    await old_service.close().catch(() => {});
    old_disk.remove();
    this.#disk = disk;
    this.open(disk.path);
    const found = await this.#lookUp();
    if (how === 'kill') this.#unsynced += found;
  }

  async restart(pages_max?: number): Promise<void> {
    const { path } = this.#disk!;
    await this.service.close();
    this.#disk!.close();
    this.#disk = null;
    this.open(path, pages_max);
    await this.#lookUp();
  }

  /** Which of what may be there is: whole requests, and none whose predecessor is missing. How many. */
  async #lookUp(): Promise<number> {
    const stored = await storedUuids(this.service);
    const sent = this.#maybe.splice(0);
    let is_missing = false;
    let found = 0;
    for (const request of sent) {
      const fresh = request.filter(({ uuid }) => !this.model.events.has(uuid));
      const there = fresh.filter(({ uuid }) => stored.has(uuid));
      if (there.length > 0 && there.length < fresh.length) throw new Error('a request was stored in part');
      if (there.length > 0 && is_missing) throw new Error('a request was stored, and one before it was not');
      if (fresh.length > 0 && there.length === 0) {
        is_missing = true;
        continue;
      }
      this.model.take(request);
      found++;
    }
    const lost = [...this.model.events.keys()].filter((uuid) => !stored.has(uuid));
    if (lost.length > 0) throw new Error(`${lost.length} acknowledged events are lost`);
    if (stored.size !== this.model.events.size) throw new Error('there are events that nobody sent');
    this.note(stored.size);
    return found;
  }

  seal(): void {
    this.#sealing!.seal(PROJECT);
  }

  compact(): void {
    this.#sealing!.compact(PROJECT);
  }

  checkpoint(): void {
    this.service.store.checkpoint();
    this.#disk!.allSynced();
    this.#unsynced = 0;
  }

  #logSynced(): void {
    // What a process syncs that has fallen is another disk's.
    if (this.#disk === null) return;
    this.#disk.logSynced();
    this.#unsynced = 0;
  }

  /** A change that SQLite brings to the disk by itself. The code of the refusal, or what was answered. */
  async change(name: string, body: Body): Promise<{ refused: string } | { answer: Record<string, unknown> }> {
    try {
      const answer = (await ask(this.service, name, body)) as Record<string, unknown>;
      this.#logSynced();
      return { answer };
    } catch (error) {
      return { refused: codeOf(error) };
    }
  }

  compare(): Promise<string | null> {
    const { service, model, now_ms } = this;
    return compare(this.random, { service, model, now_ms }, (answer) => this.note(answer));
  }

  pages(): number {
    return this.#disk!.pages();
  }

  async close(): Promise<void> {
    await this.#service?.close();
    this.#disk?.remove();
  }
}

function codeOf(error: unknown): string {
  if (error instanceof ServiceError) return error.code;
  throw error;
}

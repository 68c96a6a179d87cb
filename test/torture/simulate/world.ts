/**
 * One product on one forgetful disk, with its clock, its chance, its syncs and the messages of its threads in our hands.
 * What was sent without being acknowledged may be there after a fall or not; then it is looked up.
 */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../src/base/random.ts';
import { normaliseEvent } from '../../../src/service/ingest/normalise.ts';
import { backUp, restore } from '../../../src/service/operator/copies.ts';
import { Sealing } from '../../../src/service/sealing/sealing.ts';
import { openService, type RunningService } from '../../../src/service/service.ts';
import { datasync } from '../../../src/store/file/durability.ts';
import { Disk, type Fall } from './disk.ts';
import { Model, type State } from './model.ts';
import { ask, type Body, storedUuids } from './questions.ts';
import { reconcile } from './reconcile.ts';
import { codeOf } from './refusal.ts';
import { newEvent, rawOf, type SentRequest } from './sent.ts';
import { Threads } from './threads.ts';

const BEGIN_MS = Date.parse('2026-01-05T10:00:00Z');
export const PROJECT = 1;
const IDLE_MS = 1;
/** While a message of a thread is under way, or an answer. */
const MEANWHILE = 0.15;

/** A deletion that was asked for. */
interface Requested {
  readonly id: number;
  /** What it does to the model, once it is done. */
  readonly done: () => void;
}

/** What the next sync does: fails, or the process falls before or after it. */
export type Mishap = 'fails' | 'before sync' | 'after sync';

export class World {
  readonly random: Random;
  readonly model = new Model();
  readonly #folder: string;
  readonly #digest = createHash('sha256');
  now_ms = BEGIN_MS;
  #lives = 0;
  #threads: Threads;
  /** Not done yet, oldest first. */
  #requested: Requested[] = [];
  /** What the deletion does that is being asked for. */
  #asked: (() => void) | null = null;
  #sealingWaits = false;
  #isFull = false;
  #copy: { readonly path: string; readonly state: State } | null = null;
  #disk: Disk | null = null;
  #service: RunningService | null = null;
  /** Another process on the same file, with caches of its own; null = there is none. */
  #other: RunningService | null = null;
  #sealing: Sealing | null = null;
  #mishap: { readonly what: Mishap; readonly how: Fall } | null = null;
  /** What was left on the disk when the process fell in a sync. */
  #fallen: Disk | null = null;
  /** Of the requests sent last, in this order. */
  #acknowledged: SentRequest[] = [];
  /** Not acknowledged, in order; those of one entry were sent together. */
  #maybe: (readonly SentRequest[])[] = [];
  /** Of the model's last requests: seen after a kill, never acknowledged, and not synced since. */
  #unsynced = 0;

  constructor(folder: string, random: Random) {
    this.#folder = folder;
    this.random = random;
    this.#threads = new Threads(random);
  }

  get service(): RunningService {
    return this.#service!;
  }

  /** One of the processes. */
  get any(): RunningService {
    return this.#other !== null && this.random.chance(0.5) ? this.#other : this.service;
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
    this.#threads = new Threads(this.random);
    this.#isFull = pages_max !== undefined;
    this.#service = this.#process(path, pages_max);
    this.#sealing = new Sealing(this.#service.store);
    if (this.#disk?.path !== path) this.#disk = new Disk(path);
  }

  #process(path: string, pages_max?: number): RunningService {
    return openService({
      path,
      now: () => this.now_ms,
      randomBytes: this.#randomBytes,
      sync: (file) => this.#sync(file),
      computing: { thread: this.random.chance(0.5) ? 'never' : 'always', helpers: 0 },
      startThread: this.#threads.start,
      ...(pages_max === undefined ? {} : { pages_max }),
    });
  }

  /** Another process comes, or goes: the file is used by both until one of them falls. */
  async otherComesOrGoes(): Promise<void> {
    if (this.#other === null) this.#other = this.#process(this.#disk!.path);
    else await this.#otherGoes();
    this.checkpoint();
  }

  async #otherGoes(): Promise<void> {
    const other = this.#other;
    this.#other = null;
    await other?.close();
  }

  readonly #randomBytes = (count: number) => this.random.bytes(count);

  #newPath(): string {
    return join(this.#folder, `life-${++this.#lives}.db`);
  }

  async #sync(file: number): Promise<void> {
    const mishap = this.#mishap;
    this.#mishap = null;
    if (mishap?.what === 'fails') throw new Error('EIO: i/o error, fdatasync');
    // A request whose ids must be read first is written after the others, so it may need a sync of its own.
    if (this.#fallen !== null) throw new Error('the process has fallen');
    if (mishap?.what === 'before sync') return this.#fallNow(mishap.how);
    await datasync(file);
    this.logSynced();
    if (mishap?.what === 'after sync') this.#fallNow(mishap.how);
  }

  /** What the old process does from here on, nobody sees. */
  #fallNow(how: Fall): void {
    this.#fallen = this.#disk!.fall(how, this.random, this.#newPath());
  }

  /** Sends them together; a refusal is an answer, too. @returns what went wrong, for each */
  async send(requests: readonly SentRequest[], to = this.any): Promise<(string | null)[]> {
    const project = to.store.projects.get(PROJECT)!;
    const arrival = { now_ms: this.now_ms, sent_at_ms: null, ip: null, randomBytes: this.#randomBytes };
    this.#acknowledged = [];
    const sent = requests.map(async (request) => {
      const events = request.map((event) => normaliseEvent(rawOf(event), arrival));
      await to.ingest.capture(project, events);
      this.#acknowledged.push(request);
    });
    const settled = await Promise.allSettled(sent);
    return settled.map((one) => (one.status === 'fulfilled' ? null : codeOf(one.reason)));
  }

  /** Takes what was acknowledged into the model, and remembers what may be there. */
  count(requests: readonly SentRequest[], refusals: readonly (string | null)[]): void {
    const wrong = refusals.find((code) => code !== null && code !== 'read_only' && code !== 'busy');
    if (wrong) throw new Error(`events were refused with ${wrong}`);
    // As they were stored: one whose ids must be read first lets the others go ahead.
    for (const request of this.#acknowledged) this.model.take(request);
    const refused = requests.filter((_, at) => refusals[at] === 'read_only');
    if (refused.length > 0) this.#maybe.push(refused);
  }

  /** The process falls in the sync that this leads to: nobody hears an answer. */
  async sendAndFall(requests: readonly SentRequest[], what: Mishap, how: Fall): Promise<void> {
    this.#mishap = { what, how };
    const refusals = await this.send(requests, this.service);
    this.#mishap = null;
    this.#maybe.push(requests);
    const fallen = this.#fallen;
    if (fallen === null) throw new Error('there was no sync to fall in');
    this.#fallen = null;
    await this.#reopen(fallen, how);
    if (what === 'before sync') return;
    const synced = requests.filter((_, at) => refusals[at] === null).flat();
    if (synced.length === 0) throw new Error('nothing was acknowledged after the sync');
    if (synced.some(({ uuid }) => !this.model.events.has(uuid))) throw new Error('what was synced is lost');
  }

  async sendAndFail(requests: readonly SentRequest[]): Promise<void> {
    await this.#otherGoes();
    this.checkpoint();
    this.#mishap = { what: 'fails', how: 'kill' };
    this.count(requests, await this.send(requests));
    this.#mishap = null;
  }

  async fall(how: Fall): Promise<void> {
    await this.#reopen(this.#disk!.fall(how, this.random, this.#newPath()), how);
  }

  /** The power fails while that is written; it brings the log to the disk first. */
  async fallWhile(writing: () => void): Promise<void> {
    this.#unsynced = 0;
    await this.#reopen(this.#disk!.fallIn(writing, this.random, this.#newPath()), 'power');
  }

  async #reopen(disk: Disk, how: Fall): Promise<void> {
    if (how === 'power') {
      this.#maybe.unshift(...this.model.forgetLast(this.#unsynced).map((request) => [request]));
      this.#unsynced = 0;
    }
    const [old_disk, old_service] = [this.#disk!, this.service];
    this.#disk = null;
    const were_two = this.#other !== null;
    await this.#otherGoes().catch(() => {});
    await old_service.close().catch(() => {});
    old_disk.remove();
    this.#disk = disk;
    this.open(disk.path);
    const found = await this.#lookUp();
    await this.#goOn();
    if (how === 'kill') this.#unsynced += found;
    if (were_two) this.#other = this.#process(disk.path);
  }

  async restart(pages_max?: number): Promise<void> {
    const { path } = this.#disk!;
    await this.#otherGoes();
    await this.service.close();
    this.#disk!.close();
    this.#disk = null;
    this.open(path, pages_max);
    await this.#lookUp();
    await this.#goOn();
  }

  /**
   * Waits for it while messages of threads are delivered, and now and then something else happens.
   * @param meanwhile in which no message is
   */
  async settled<T>(work: Promise<T>, meanwhile?: () => Promise<void>): Promise<T> {
    let is_settled = false;
    const settle = (): void => {
      is_settled = true;
    };
    work.then(settle, settle);
    for (;;) {
      await setImmediate();
      if (is_settled) return work;
      if (!this.#deliver()) await sleep(IDLE_MS);
      else if (meanwhile !== undefined && this.random.chance(MEANWHILE)) await meanwhile();
    }
  }

  #deliver(): boolean {
    this.#noteRequested();
    const delivered = this.#threads.deliver(!this.#sealingWaits);
    if (delivered === 'sealing') this.#stepTaken();
    return delivered !== null;
  }

  /** A step ends with a checkpoint. */
  #stepTaken(): void {
    if (this.#disk === null) return;
    this.#disk.allSynced();
    this.#unsynced = 0;
    const is_done = ({ id }: Requested) => this.service.store.erasures.get(id)?.done_at_ms !== null;
    for (const { done } of this.#requested.filter(is_done)) done();
    this.#requested = this.#requested.filter((one) => !is_done(one));
  }

  /** What was asked for before the fall, or could not be done, is still to be done, and is. */
  async #goOn(): Promise<void> {
    const { erasures } = this.service.store;
    const pending = erasures.pending(PROJECT).map(({ id }) => id);
    const expected = this.#requested.map(({ id }) => id);
    if (pending.join() !== expected.join()) throw new Error(`deletions ${pending} are pending, and not ${expected}`);
    if (this.#isFull) return;
    if (pending.length > 0) await this.settled(this.service.ingest.erase(this.service.store.projects.get(PROJECT)!));
    if (this.#requested.length > 0) throw new Error('a deletion that was asked for is not done');
    await this.scrub();
  }

  /** What `done` does to the model happens when the deletion does. The code of the refusal. */
  async erase(work: () => Promise<unknown>, done: () => void): Promise<string | null> {
    this.#asked = done;
    const code = await this.settled(
      work().then(
        () => null,
        (error: unknown) => codeOf(error),
      ),
      () => this.capture(),
    );
    this.#noteRequested();
    this.#asked = null;
    return code;
  }

  /** A request is on the disk as soon as it is there. */
  #noteRequested(): void {
    if (this.#asked === null) return;
    const known = new Set(this.#requested.map(({ id }) => id));
    const asked = this.service.store.erasures.pending(PROJECT).find(({ id }) => !known.has(id));
    if (asked === undefined) return;
    this.#requested.push({ id: asked.id, done: this.#asked });
    this.#asked = null;
    this.logSynced();
  }

  async capture(): Promise<void> {
    const sent = [[newEvent(this.random, this.now_ms)]];
    this.count(sent, await this.send(sent));
  }

  async scrub(): Promise<void> {
    // How much a step does depends on how long it takes, so nothing may depend on the number of steps.
    const is_done = await this.settled(this.service.ingest.scrub());
    if (!is_done) throw new Error('bytes of what was deleted are left');
  }

  /** Copied while it is in use; read whole before it counts. */
  async backUp(): Promise<void> {
    if (this.#requested.length > 0) return;
    const path = this.#newPath();
    await backUp(this.#disk!.path, path);
    if (this.#copy !== null) rmSync(this.#copy.path, { force: true });
    this.#copy = { path, state: this.model.state() };
  }

  async restore(): Promise<void> {
    const copy = this.#copy;
    if (copy === null || this.#requested.length > 0) return this.backUp();
    const { path } = this.#disk!;
    const aside = `${path}.aside`;
    await this.#otherGoes();
    await this.service.close();
    this.#disk!.close();
    this.#disk = null;
    restore(copy.path, path, aside);
    rmSync(aside, { force: true });
    this.#unsynced = 0;
    this.model.begin(copy.state);
    this.open(path);
    await this.#lookUp();
  }

  async #lookUp(): Promise<number> {
    // What was deleted and is to be deleted again is still there.
    this.#sealingWaits = true;
    const stored = await this.settled(storedUuids(this.service));
    this.#sealingWaits = false;
    const found = reconcile(this.model, this.#maybe.splice(0), stored);
    this.note(stored.size);
    return found;
  }

  get sealing(): Sealing {
    return this.#sealing!;
  }

  checkpoint(): void {
    this.service.store.checkpoint();
    this.#disk!.allSynced();
    this.#unsynced = 0;
  }

  logSynced(): void {
    // What a process syncs that has fallen is another disk's.
    if (this.#disk === null) return;
    this.#disk.logSynced();
    this.#unsynced = 0;
  }

  /** A change that SQLite brings to the disk by itself. The code of the refusal, or what was answered. */
  async change(name: string, body: Body): Promise<{ refused: string } | { answer: Record<string, unknown> }> {
    try {
      const answer = (await this.settled(ask(this.any, name, body))) as Record<string, unknown>;
      this.logSynced();
      return { answer };
    } catch (error) {
      return { refused: codeOf(error) };
    }
  }

  pages(): number {
    return this.#disk!.pages();
  }

  async close(): Promise<void> {
    await this.#otherGoes();
    await this.#service?.close();
    this.#disk?.remove();
    if (this.#copy !== null) rmSync(this.#copy.path, { force: true });
  }
}

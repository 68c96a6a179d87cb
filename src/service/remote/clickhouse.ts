/**
 * Events in ClickHouse. Events are acknowledged once they are in the log. They leave the log when the server has
 * confirmed them. A question first sends what is left in the log, so its answer includes every acknowledged event.
 */

import { must } from '../../base/assert.ts';
import type { Log } from '../../base/log.ts';
import { answerInSql } from '../../clickhouse/answer.ts';
import { personsStatement } from '../../clickhouse/listed/persons.ts';
import { parseAddress, placeText } from '../../clickhouse/server/address.ts';
import { NOBODY } from '../../clickhouse/server/connection.ts';
import { type Database, openDatabase } from '../../clickhouse/server/database.ts';
import type { Sent } from '../../clickhouse/server/rows.ts';
import { type Needs, needsOf } from '../../clickhouse/shipping/needs.ts';
import type { Asked } from '../../engine/answer.ts';
import { ROWS_ALIKE } from '../../engine/frame/run.ts';
import { cancelled, ServiceError } from '../../model/error.ts';
import { TUNING } from '../../model/tuning.ts';
import { firstRowsOf, takesCounted } from '../../sql/operators/fetching.ts';
import type { Store } from '../../store/types/store.ts';
import type { ErasableRows, Erasing, Events } from './events.ts';
import { nextBatch } from './packing.ts';

interface Parts {
  readonly store: Store;
  readonly log: Log;
  /** In a form that `parseAddress` accepts. */
  readonly address: string;
  /** How to connect; the default is `openDatabase`. */
  readonly open?: typeof openDatabase;
}

/** State of a project between two batches. */
interface Sending {
  sent: Sent;
  /** The last batch tried. The server may have it although it did not confirm it. */
  tried: Sent;
  /** This file's revision if more was sent than it has: then it is a copy, which only answers. Else null. */
  readonly copied_at: number | null;
  /** Whether any merge has moved a distinct id. */
  has_moves: boolean;
}

interface Squashing extends Events {
  /** Periodic maintenance: rewrites events of merged people under their new persons. */
  squash(project_id: number): Promise<void>;
}

/** Connects on first use, so events are taken while the server is away. @throws ServiceError for an invalid address */
export function openClickhouse({ store, log, address, open = openDatabase }: Parts): Squashing {
  const place = parseAddress(address);
  claim(store, placeText(place));
  let database: Promise<Database> | null = null;
  /** The next call tries again after a failure. */
  const opened = (): Promise<Database> => {
    database ??= open(place, ownerOf(store)).catch((error: unknown) => {
      database = null;
      throw error;
    });
    return database;
  };
  const sender = new Sender(store, placeText(place), opened);
  const timer = setInterval(() => {
    for (const { id } of store.projects.list()) sender.flush(id).catch((error: unknown) => warnWaiting(log, id, error));
  }, TUNING.remote_send_ms);
  const squashing = setInterval(() => {
    for (const { id } of store.projects.list())
      sender.squash(id).catch((error: unknown) => warnWaiting(log, id, error));
  }, TUNING.remote_squash_ms);
  timer.unref();
  squashing.unref();
  return {
    async compute({ id }, asked: Asked, signal, listener = NOBODY) {
      await waiting(sender.flush(id), signal);
      const of = { project_id: id, has_moves: sender.hasMoves(id), signal, listener };
      const { asking, ship } = (await opened()).question(of);
      const numbers = asked.kind === 'sql' ? null : await answerInSql(asked, asking);
      if (numbers !== null) return { from: 'numbers', numbers };
      const names = store.definitions.events(id).map(({ name }) => name);
      return { from: 'rows', shipped: await ship(fetchedFor(asked), names, ROWS_ALIKE) };
    },
    async rowsAbout({ id }, lines, signal) {
      const names = store.definitions.events(id).map(({ name }) => name);
      const of = { project_id: id, has_moves: sender.hasMoves(id), signal };
      return (await opened()).question(of).shipAbout(lines, names);
    },
    async countPersons({ id }, where, signal) {
      await waiting(sender.flush(id), signal);
      const { asking } = (await opened()).question({ project_id: id, has_moves: sender.hasMoves(id), signal });
      const rows = await asking.rows((scope) => personsStatement(where, scope));
      return rows === undefined ? null : Number(rows[0]?.[0] ?? 0);
    },
    refusal: null,
    settle: (project_id) => sender.settle(project_id),
    erasing: (project_id) => sender.erasing(project_id),
    scrub: async () => (await opened()).scrub(),
    squash: (project_id) => sender.squash(project_id),
    async close() {
      clearInterval(timer);
      clearInterval(squashing);
      await sender.idle();
      if (database !== null) await (await database.catch(() => null))?.close();
    },
  };
}

/** Columns and rows to fetch for a question that the server cannot answer alone. */
export function fetchedFor(asked: Asked): Needs {
  if (asked.kind !== 'sql') return needsOf(asked);
  return needsOf(asked, { takes_counted: takesCounted(asked.query), first: firstRowsOf(asked.query) });
}

/** Identifies a file. Copies of it have the same identity. */
export function ownerOf({ users }: Store): string {
  return users.first()!.uuid;
}

/**
 * While there are no events, `--events` says where they go. Afterwards only `move` changes it.
 * @throws ServiceError if the file's events are elsewhere
 */
function claim(store: Store, place: string): void {
  const { events, projects, definitions } = store;
  const before = events.place();
  if (before === place) return;
  const isEmpty = projects.list().every(({ id }) => definitions.events(id).length === 0);
  if (!isEmpty) throw before === null ? inFile() : elsewhereAlready(before);
  store.transaction(() => events.setPlace(place));
}

function elsewhereAlready(place: string): ServiceError {
  return new ServiceError('conflict', `The events of this file are in ${place}, and not where --events says.`);
}

function inFile(): ServiceError {
  return new ServiceError(
    'conflict',
    'The events of this file are in it. Bring them over first: insights-mcp move --to ADDRESS',
  );
}

function warnWaiting(log: Log, project: number, error: unknown): void {
  log.warn({ err: error, project }, 'events wait in the log, as their database does not take them');
}

/** A cancelled caller stops waiting. Sending goes on, because all share it. */
function waiting(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => reject(cancelled());
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}

/** Whether more of this file was sent than this process knows. */
function isAhead({ revision, seq }: Sent, { sent, tried }: Sending): boolean {
  if (revision === tried.revision && seq === tried.seq) return false;
  return revision > sent.revision || (revision === sent.revision && seq > sent.seq);
}

function isCopy(): ServiceError {
  return new ServiceError(
    'conflict',
    'Another copy of this file sends its events to that database, so what was written to this one cannot be sent. One process takes events; copies only answer. Send events there, and make this copy anew.',
  );
}

/** Sends what the store has: per project, one batch after the other. */
class Sender {
  readonly #store: Store;
  readonly #place: string;
  readonly #opened: () => Promise<Database>;
  readonly #sendings = new Map<number, Sending>();
  /** Project -> its sending in progress. */
  readonly #running = new Map<number, Promise<unknown>>();
  /** Projects with a removal of stored events under way. */
  readonly #removing = new Set<number>();

  constructor(store: Store, place: string, opened: () => Promise<Database>) {
    this.#store = store;
    this.#place = place;
    this.#opened = opened;
  }

  hasMoves(project_id: number): boolean {
    return this.#sendings.get(project_id)?.has_moves ?? false;
  }

  /** Resolves when the server has everything that was in the store at the call. @throws ServiceError */
  async flush(project_id: number): Promise<void> {
    const under_way = this.#running.get(project_id);
    // That sending may have begun before the latest events came.
    if (under_way !== undefined) await under_way;
    const running = this.#running.get(project_id) ?? this.#begin(project_id);
    await running;
  }

  /** Sends all of the log and empties it. Returns the number of events. */
  async settle(project_id: number): Promise<number> {
    await this.flush(project_id);
    const sent = this.#sendings.get(project_id)?.sent;
    return sent === undefined ? 0 : this.#leave(project_id, sent.seq);
  }

  /** Rewrites events of merged people under their new persons. */
  async squash(project_id: number): Promise<void> {
    const sending = this.#sendings.get(project_id);
    if (sending === undefined || !sending.has_moves) return;
    // During a removal it would write removed rows back, because it read them before.
    if (this.#running.has(project_id) || this.#removing.has(project_id)) return;
    await this.#alone(project_id, async () => {
      await (await this.#opened()).squash(project_id);
      sending.has_moves = false;
    });
  }

  /** Two passes: first over all stored events, which may take long; then, alone, over the few that came meanwhile. */
  async erasing(project_id: number): Promise<Erasing> {
    await this.flush(project_id);
    const removing = (await this.#opened()).removing(project_id);
    const sent = (): Sent => must(this.#sendings.get(project_id), 'what has been sent').sent;
    const { seq } = sent();
    const since = (first: number): ErasableRows => ({
      remove: (rows) => removing.events(rows, first),
      rename: (texts) => removing.rename(texts, first),
    });
    const stored = since(0);
    return {
      stored: {
        remove: (rows) => this.#unsquashed(project_id, () => stored.remove(rows)),
        rename: (texts) => this.#unsquashed(project_id, () => stored.rename(texts)),
      },
      async left(distincts) {
        return { left: { seq, ...(await removing.left(seq)) }, alive: await removing.withEvents(distincts) };
      },
      alone: async (work) => {
        await this.#quiet(project_id);
        await this.#alone(project_id, async () => {
          await this.#send(project_id);
          await work(since(seq + 1), sent().seq);
        });
      },
      people: (persons, distincts) => removing.people(persons, distincts),
    };
  }

  /** Resolves when nothing is in progress, whatever the outcome. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }

  /** Keeps `squash` from running meanwhile. Events are sent as usual. */
  async #unsquashed<T>(project_id: number, work: () => Promise<T>): Promise<T> {
    this.#removing.add(project_id);
    try {
      await this.#quiet(project_id);
      return await work();
    } finally {
      this.#removing.delete(project_id);
    }
  }

  async #quiet(project_id: number): Promise<void> {
    while (this.#running.has(project_id)) await this.#running.get(project_id)!.catch(() => {});
  }

  #begin(project_id: number): Promise<void> {
    return this.#alone(project_id, () => this.#send(project_id));
  }

  #alone<T>(project_id: number, work: () => Promise<T>): Promise<T> {
    const running = work().finally(() => this.#running.delete(project_id));
    this.#running.set(project_id, running);
    return running;
  }

  async #send(project_id: number): Promise<void> {
    // A move may have changed the place of the events.
    const now = this.#store.events.place();
    if (now !== this.#place) throw elsewhereAlready(now ?? 'it again');
    const known = this.#sendings.get(project_id);
    if (known !== undefined && this.#isAllSent(project_id, known.sent)) return;
    const database = await this.#opened();
    const sending = known ?? (await this.#first(project_id, database));
    const { copied_at } = sending;
    if (copied_at !== null) {
      if (this.#store.events.revision(project_id) !== copied_at) throw isCopy();
      return;
    }
    if (known !== undefined && isAhead(await database.sent(project_id), sending)) throw isCopy();
    for (;;) {
      const batch = this.#store.snapshot(() => nextBatch(this.#store, project_id, sending.sent));
      if (batch === null) return;
      sending.tried = batch.sent;
      await database.write(batch);
      sending.sent = batch.sent;
      sending.has_moves ||= batch.distincts.some(({ moved }) => moved === 1);
    }
  }

  async #first(project_id: number, database: Database): Promise<Sending> {
    const sent = await database.sent(project_id);
    const revision = this.#store.events.revision(project_id);
    const copied_at = sent.revision > revision ? revision : null;
    const sending = { sent, tried: sent, copied_at, has_moves: await database.hasMoves(project_id) };
    this.#sendings.set(project_id, sending);
    return sending;
  }

  #isAllSent(project_id: number, { revision, seq }: Sent): boolean {
    const { events } = this.#store;
    return events.revision(project_id) === revision && events.logSince(project_id, seq).length === 0;
  }

  /** Removes events up to chunk `seq` from the log. Returns how many. */
  #leave(project_id: number, seq: number): number {
    const { events } = this.#store;
    return this.#store.transaction(() => {
      const before = events.tailEvents(project_id);
      if (before === 0 || events.sealedSeq(project_id) >= seq) return 0;
      events.seal(project_id, seq, [], events.nextRevision(project_id));
      return before - events.tailEvents(project_id);
    });
  }
}

/**
 * Moves a file's events to a database of their own. Sending is idempotent, so an interrupted move can be repeated. The
 * file switches over only if counts, checksums and answers are equal.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseAddress, placeText } from '../../clickhouse/server/address.ts';
import type { Database } from '../../clickhouse/server/database.ts';
import type { EventRow, Sent } from '../../clickhouse/server/rows.ts';
import { ServiceError } from '../../model/error.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Store } from '../../store/types/store.ts';
import { eventRows, nextBatch, ownersOf } from '../remote/packing.ts';
import {
  addRow,
  checkUnchanged,
  compareAnswers,
  compareSums,
  type MoveParts,
  type MoveStep,
  monthOf,
  type Revisions,
  revisionsOf,
  type Sums,
} from './same_events.ts';
import { openElsewhere } from './stored_elsewhere.ts';
import { storedSpans } from './stored_lines.ts';

/** @throws ServiceError if anything differs; the file is then unchanged */
export async function* moveEvents({ store, datasets }: MoveParts, address: string): AsyncGenerator<MoveStep> {
  if (store.events.place() !== null) throw moved(store.events.place()!);
  const place = parseAddress(address);
  const database = await openElsewhere(store, place);
  try {
    const projects = store.projects.list();
    const revisions = revisionsOf(store);
    const sums = new Map<number, Sums>();
    for (const { id } of projects) sums.set(id, yield* copy(store, database, id));
    for (const project of projects) {
      yield* compareSums(database, project.id, sums.get(project.id)!);
      yield* compareAnswers({ store, datasets }, database, project);
    }
    leave(store, revisions, placeText(place));
  } finally {
    await database.close();
  }
}

function moved(place: string): ServiceError {
  return new ServiceError('conflict', `The events of this file are in ${place} already.`);
}

async function* copy(store: Store, database: Database, project_id: number): AsyncGenerator<MoveStep, Sums> {
  const sums: Sums = new Map();
  await sendPeople(store, database, project_id);
  const owners = ownersOf(store, project_id);
  const sending = new Sending(database);
  let seq = 0;
  let rows: EventRow[] = [];
  try {
    for (const span of storedSpans(store, project_id)) {
      seq++;
      for (const row of eventRows(span, seq, owners)) {
        addRow(sums, row, monthOf(row));
        if (rows.push(row) < TUNING.remote_batch_events) continue;
        await sending.add(rows, `move ${project_id} ${seq}`);
        rows = [];
        yield { kind: 'copied', project_id, done: sending.confirmed };
        await sleep(0);
      }
    }
    if (rows.length > 0) await sending.add(rows, `move ${project_id} ${seq}`);
  } finally {
    await sending.end();
  }
  yield { kind: 'copied', project_id, done: sending.confirmed };
  return sums;
}

/** Sends batches concurrently: the next one is prepared while the server stores earlier ones. */
class Sending {
  readonly #database: Database;
  readonly #under_way = new Set<Promise<void>>();
  #added = 0;
  /** Number of events that the server has confirmed. */
  confirmed = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Resolves when there is room for another batch. @throws ServiceError of this batch or an earlier one */
  async add(rows: readonly EventRow[], token: string): Promise<void> {
    const sent = this.#persistently(rows, `${token} ${this.#added}`).then(() => {
      this.#under_way.delete(sent);
      this.confirmed += rows.length;
    });
    // The error reaches whoever awaits next.
    sent.catch(() => {});
    this.#under_way.add(sent);
    this.#added += rows.length;
    if (this.#under_way.size >= TUNING.remote_batches_under_way) await Promise.race(this.#under_way);
  }

  /** @throws ServiceError */
  async end(): Promise<void> {
    await Promise.all(this.#under_way);
  }

  /** A broken connection must not end hours of work. Events sent twice count once. */
  async #persistently(rows: readonly EventRow[], token: string): Promise<void> {
    for (let left: number = TUNING.remote_retries; ; left--) {
      try {
        return await this.#database.send(rows, token);
      } catch (error) {
        if (left === 0 || !(error instanceof ServiceError) || error.code !== 'busy') throw error;
        await sleep(TUNING.remote_send_ms);
      }
    }
  }
}

/** Sends people and groups but no events: the log's rows are copied like all others. */
async function sendPeople(store: Store, database: Database, project_id: number): Promise<void> {
  const nothing: Sent = { revision: -1, seq: Number.MAX_SAFE_INTEGER, distincts: 0 };
  const batch = store.snapshot(() => nextBatch(store, project_id, nothing));
  if (batch === null) return;
  await database.write({ ...batch, sent: { ...batch.sent, seq: lastSeq(store, project_id) } });
}

/** The last sequence number the log ever had. */
function lastSeq({ events }: Store, project_id: number): number {
  const sealed = events.sealedSeq(project_id);
  return events.logSince(project_id, sealed).at(-1)?.seq ?? sealed;
}

/** Deletes the file's own copies and notes where the events are now. @throws ServiceError if any project has changed */
function leave(store: Store, revisions: Revisions, place: string): void {
  const { events } = store;
  store.transaction(() => {
    checkUnchanged(store, revisions);
    for (const id of revisions.keys()) {
      const segments = events.segments(id).map((segment) => segment.id);
      const seq = lastSeq(store, id);
      if (seq > events.sealedSeq(id)) events.seal(id, seq, [], events.nextRevision(id));
      if (segments.length > 0) events.replace(id, segments, [], events.nextRevision(id));
    }
    events.setPlace(place);
  });
}

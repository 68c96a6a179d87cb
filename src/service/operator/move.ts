/**
 * Moves a file's events to a database of their own. Sending is idempotent, so an interrupted move can be repeated. The
 * file is switched over only when counts, checksums and answers are equal.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { answerInSql } from '../../clickhouse/answer.ts';
import { parseAddress, placeText } from '../../clickhouse/server/address.ts';
import { type Database, openDatabase } from '../../clickhouse/server/database.ts';
import type { EventRow, Sent } from '../../clickhouse/server/rows.ts';
import { answerQuery, type Kind, type NumbersOf } from '../../engine/answer.ts';
import { ServiceError } from '../../model/error.ts';
import type { Project } from '../../model/saved/project.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Store } from '../../store/types/store.ts';
import type { Datasets } from '../data/datasets.ts';
import { ownerOf } from '../remote/clickhouse.ts';
import { eventRows, nextBatch, ownersOf } from '../remote/packing.ts';
import { agreed, sampleQuestions } from './agreement.ts';
import { storedSpans } from './stored_lines.ts';

export interface MoveStep {
  readonly kind: 'copied' | 'compared' | 'asked';
  readonly project_id: number;
  /** Events, (event, month) pairs, or questions done so far. */
  readonly done: number;
}

interface Parts {
  readonly store: Store;
  readonly datasets: Datasets;
}

/** @throws ServiceError if anything differs; the file is then unchanged */
export async function* moveEvents({ store, datasets }: Parts, address: string): AsyncGenerator<MoveStep> {
  if (store.events.place() !== null) throw moved(store.events.place()!);
  const place = parseAddress(address);
  const database = await openDatabase(place, ownerOf(store));
  try {
    const projects = store.projects.list();
    const sums = new Map<number, Sums>();
    for (const { id } of projects) sums.set(id, yield* copy(store, database, id));
    for (const project of projects) {
      yield* compareSums(database, project.id, sums.get(project.id)!);
      yield* compareAnswers(store, datasets, database, project);
    }
    leave(store, projects, placeText(place));
  } finally {
    await database.close();
  }
}

function moved(place: string): ServiceError {
  return new ServiceError('conflict', `The events of this file are in ${place} already.`);
}

/** Over the rows of one event in one month. */
interface Sum {
  readonly events: number;
  readonly times: bigint;
  readonly uuids: bigint;
  /** Of their properties as JSON. */
  readonly bytes: number;
}

/** Event and month (YYYYMM) -> sum. */
type Sums = Map<string, Sum>;

const NOTHING: Sum = { events: 0, times: 0n, uuids: 0n, bytes: 0 };

async function* copy(store: Store, database: Database, project_id: number): AsyncGenerator<MoveStep, Sums> {
  const sums: Sums = new Map();
  await sendPeople(store, database, project_id);
  const owners = ownersOf(store, project_id);
  let copied = 0;
  let seq = 0;
  let rows: EventRow[] = [];
  for (const span of storedSpans(store, project_id)) {
    seq++;
    for (const row of eventRows(span, seq, owners)) {
      add(sums, row);
      if (rows.push(row) < TUNING.remote_batch_events) continue;
      await database.send('events', rows, `move ${project_id} ${seq} ${copied}`);
      copied += rows.length;
      rows = [];
      yield { kind: 'copied', project_id, done: copied };
      await sleep(0);
    }
  }
  if (rows.length > 0) await database.send('events', rows, `move ${project_id} ${seq} ${copied}`);
  yield { kind: 'copied', project_id, done: copied + rows.length };
  return sums;
}

/** Also sends groups, but no events: rows of the log are copied like all others. */
async function sendPeople(store: Store, database: Database, project_id: number): Promise<void> {
  const nothing: Sent = { revision: -1, seq: Number.MAX_SAFE_INTEGER, distincts: 0 };
  const batch = store.snapshot(() => nextBatch(store, project_id, nothing));
  if (batch === null) return;
  await database.write({ ...batch, sent: { ...batch.sent, seq: lastSeq(store, project_id) } });
}

/** Last sequence ever in the log. */
function lastSeq({ events }: Store, project_id: number): number {
  const sealed = events.sealedSeq(project_id);
  return events.logSince(project_id, sealed).at(-1)?.seq ?? sealed;
}

function add(sums: Sums, { event, day, time, uuid, json }: EventRow): void {
  const key = JSON.stringify([event, Number(day.slice(0, 4)) * 100 + Number(day.slice(5, 7))]);
  const before = sums.get(key) ?? NOTHING;
  sums.set(key, {
    events: before.events + 1,
    times: before.times + BigInt(time),
    uuids: before.uuids + BigInt(Number.parseInt(uuid.slice(0, 8), 16)),
    bytes: before.bytes + Buffer.byteLength(json),
  });
}

async function* compareSums(database: Database, project_id: number, own: Sums): AsyncGenerator<MoveStep> {
  const there: Sums = new Map();
  for (const { event, month, events, times, uuids, bytes } of await database.sums(project_id)) {
    there.set(JSON.stringify([event, month]), { events, times: BigInt(times), uuids: BigInt(uuids), bytes });
  }
  for (const key of new Set([...own.keys(), ...there.keys()])) {
    const [here, copied] = [textOf(own.get(key)), textOf(there.get(key))];
    if (here !== copied) throw different(`${key}: ${here} here, ${copied} there`);
  }
  yield { kind: 'compared', project_id, done: own.size };
}

function textOf({ events, times, uuids, bytes }: Sum = NOTHING): string {
  return `${events} events, checksums ${times} ${uuids} ${bytes}`;
}

async function* compareAnswers(
  store: Store,
  datasets: Datasets,
  database: Database,
  project: Project,
): AsyncGenerator<MoveStep> {
  const named = store.definitions.events(project.id).filter(({ count }) => count > 0);
  if (named.length === 0) return;
  const from_ms = Math.min(...named.map(({ first_seen_ms }) => first_seen_ms));
  const until_ms = Math.max(...named.map(({ last_seen_ms }) => last_seen_ms));
  const names = named.sort((a, b) => b.count - a.count).map(({ name }) => name);
  const { signal } = new AbortController();
  const { asking } = database.question({ project_id: project.id, has_moves: false, signal });
  let done = 0;
  for (const asked of sampleQuestions(names, from_ms, until_ms)) {
    const there = await answerInSql(asked, asking);
    if (there === null) continue;
    const here = store.snapshot(() => answerQuery(asked, datasets.current(project)));
    const [own, other] = [agreed(asked.kind, here), agreed(asked.kind, there as NumbersOf<Kind>)];
    if (own !== other) throw different(`a question of kind ${asked.kind} about ${names.join(', ').slice(0, 200)}`);
    yield { kind: 'asked', project_id: project.id, done: ++done };
  }
}

function different(what: string): ServiceError {
  return new ServiceError(
    'conflict',
    `What was copied differs, and nothing was changed: ${what}. Has the file been written to meanwhile?`,
  );
}

/** Deletes the file's own copies. */
function leave(store: Store, projects: readonly Project[], place: string): void {
  const { events } = store;
  store.transaction(() => {
    for (const { id } of projects) {
      const segments = events.segments(id).map((segment) => segment.id);
      const seq = lastSeq(store, id);
      if (seq > events.sealedSeq(id)) events.seal(id, seq, [], events.nextRevision(id));
      if (segments.length > 0) events.replace(id, segments, [], events.nextRevision(id));
    }
    events.setPlace(place);
  });
}

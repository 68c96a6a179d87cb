/**
 * Moves a file's events back into it, day by day. Whole days from an interrupted move are kept. The file switches over
 * only if counts, checksums and answers are equal; then the other database's tables are dropped.
 */
import { must } from '../../base/assert.ts';
import type { Log } from '../../base/log.ts';
import { parseAddress, placeText } from '../../clickhouse/server/address.ts';
import type { Database } from '../../clickhouse/server/database.ts';
import type { EventRow } from '../../clickhouse/server/rows.ts';
import type { Chunk } from '../../engine/storage/chunk.ts';
import { sealChunks } from '../../engine/storage/seal.ts';
import { openWhole } from '../../engine/storage/segment.ts';
import { ServiceError } from '../../model/error.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Store } from '../../store/types/store.ts';
import { openClickhouse } from '../remote/clickhouse.ts';
import { eventRows, ownersOf } from '../remote/packing.ts';
import {
  addRow,
  checkUnchanged,
  compareAnswers,
  compareSums,
  type MoveParts,
  type MoveStep,
  monthOf,
  revisionsOf,
  type Sum,
  type Sums,
  textOf,
} from './same_events.ts';
import { dayElsewhere, openElsewhere } from './stored_elsewhere.ts';

interface Parts extends MoveParts {
  readonly log: Log;
}

/** @throws ServiceError if anything differs; events then stay where they were */
export async function* moveEventsBack(parts: Parts, address: string): AsyncGenerator<MoveStep> {
  const { store, log } = parts;
  const place = parseAddress(address);
  checkPlace(store.events.place(), placeText(place));
  await sendRest(store, log, address);
  const database = await openElsewhere(store, place);
  try {
    for (const { id } of store.projects.list()) yield* copyBack(store, database, id);
    const revisions = revisionsOf(store);
    for (const project of store.projects.list()) {
      yield* compareSums(database, project.id, sumsIn(store, project.id));
      yield* compareAnswers(parts, database, project);
    }
    store.transaction(() => {
      checkUnchanged(store, revisions);
      store.events.setPlace(null);
    });
    await database.drop().catch((error: unknown) => {
      throw stillThere(placeText(place), error);
    });
  } finally {
    await database.close();
  }
}

function checkPlace(now: string | null, named: string): void {
  if (now === named) return;
  const where = now === null ? 'in it already' : `in ${now}`;
  throw new ServiceError('conflict', `The events of this file are ${where}, and not in ${named}.`);
}

function stillThere(place: string, cause: unknown): ServiceError {
  const detail = `The events are in the file again: start without --events. The tables in ${place} could not be dropped; do that yourself.`;
  return new ServiceError('busy', detail, { cause });
}

/** Empties the log into the other database, where every event then belongs to its current person. */
async function sendRest(store: Store, log: Log, address: string): Promise<void> {
  const events = openClickhouse({ store, log, address });
  try {
    for (const { id } of store.projects.list()) {
      while ((await must(events.settle, 'a place to send to')(id)) > 0);
      await events.squash(id);
    }
  } finally {
    await events.close();
  }
}

async function* copyBack(store: Store, database: Database, project_id: number): AsyncGenerator<MoveStep> {
  const days = await database.days(project_id);
  const there = new Map(
    days.map(({ day, times, uuids, ...sum }) => [day, { ...sum, times: BigInt(times), uuids: BigInt(uuids) }]),
  );
  const here = keepWholeDays(store, project_id, there);
  let copied = here.values().reduce((sum, { events }) => sum + events, 0);
  yield { kind: 'copied', project_id, done: copied };
  let chunks: Chunk[] = [];
  const rows = (): number => chunks.reduce((sum, chunk) => sum + chunk.rows, 0);
  const put = (): void => {
    copied += rows();
    storeSegment(store, project_id, chunks);
    chunks = [];
  };
  for (const { day, events } of days) {
    if (here.has(day)) continue;
    // A segment has whole days only, or rows of one day only, so that an interrupted move leaves recognisable segments.
    if (rows() > 0 && rows() + events > TUNING.seal_events) put();
    for await (const chunk of dayElsewhere(store, database, project_id, day)) {
      chunks.push(chunk);
      if (events > TUNING.seal_events && rows() >= TUNING.seal_events) put();
      yield { kind: 'copied', project_id, done: copied + rows() };
    }
    if (events > TUNING.seal_events) put();
  }
  put();
  yield { kind: 'copied', project_id, done: copied };
}

/** Removes segments with incomplete days. Returns the sums of the complete days. */
function keepWholeDays(store: Store, project_id: number, there: Sums): Sums {
  const here: Sums = new Map();
  const days_of = new Map<number, ReadonlySet<string>>();
  for (const [id, rows] of storedRows(store, project_id)) {
    const days = new Set<string>();
    for (const row of rows) {
      addRow(here, row, row.day);
      days.add(row.day);
    }
    days_of.set(id, days);
  }
  const isWhole = (day: string): boolean => textOf(here.get(day)) === textOf(there.get(day));
  const broken = [...days_of].filter(([, days]) => !days.values().every(isWhole)).map(([id]) => id);
  const { events } = store;
  if (broken.length > 0)
    store.transaction(() => events.replace(project_id, broken, [], events.nextRevision(project_id)));
  for (const id of broken) for (const day of days_of.get(id)!) here.delete(day);
  return here;
}

function* storedRows(store: Store, project_id: number): Generator<[number, Iterable<EventRow>]> {
  const owners = ownersOf(store, project_id);
  for (const { id, header } of store.events.segments(project_id)) {
    const segment = openWhole(header, (name) => store.events.blob(id, name));
    yield [id, eventRows(segment, 1, owners)];
  }
}

function sumsIn(store: Store, project_id: number): Sums {
  const sums = new Map<string, Sum>();
  for (const [, rows] of storedRows(store, project_id)) for (const row of rows) addRow(sums, row, monthOf(row));
  return sums;
}

function storeSegment(store: Store, project_id: number, chunks: readonly Chunk[]): void {
  const { events, people } = store;
  const segments = sealChunks(chunks, people.personOf(project_id, 0));
  if (segments.length === 0) return;
  store.transaction(() => events.replace(project_id, [], segments, events.nextRevision(project_id)));
}

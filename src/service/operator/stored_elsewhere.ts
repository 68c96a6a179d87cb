/** A project's events stored in a database of their own, read page by page. */
import { must } from '../../base/assert.ts';
import { type Address, parseAddress, placeText } from '../../clickhouse/server/address.ts';
import { type Database, openDatabase } from '../../clickhouse/server/database.ts';
import { lastArrival } from '../../clickhouse/shipping/shipped.ts';
import { type Arrivals, arrivalsOfChunks } from '../../engine/storage/arrivals.ts';
import { type Chunk, openChunk } from '../../engine/storage/chunk.ts';
import { ServiceError } from '../../model/error.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Store } from '../../store/types/store.ts';
import { ownerOf } from '../remote/clickhouse.ts';
import { shippedChunk } from '../remote/dataset.ts';

/** Whether an address names this place. @throws ServiceError for an invalid address */
export function isAt(address: string, place: string): boolean {
  return placeText(parseAddress(address)) === place;
}

/** Opens the database for an operator, who may see its address in errors. @throws ServiceError */
export async function openElsewhere(store: Store, place: Address): Promise<Database> {
  try {
    return await openDatabase(place, ownerOf(store));
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'busy') throw error;
    const told = `Nothing answers at ${placeText(place)}. Check host and port, and that ClickHouse is running.`;
    throw new ServiceError('busy', told, { cause: error });
  }
}

/**
 * All events, day by day, then those of the log that have not been sent. Sends nothing itself, so a server may be
 * running; an event that the server sends meanwhile may come twice. @throws ServiceError
 */
export async function* storedElsewhere(store: Store, address: string, project_id: number): AsyncGenerator<Arrivals> {
  const database = await openElsewhere(store, parseAddress(address));
  try {
    const { seq } = await database.sent(project_id);
    const rest = store.events.logSince(project_id, seq).map(({ bytes }) => openChunk(bytes));
    for (const { day } of await database.days(project_id))
      for await (const chunk of dayElsewhere(store, database, project_id, day)) yield arrivalsOfChunks([chunk]);
    if (rest.length > 0) yield arrivalsOfChunks(rest);
  } finally {
    await database.close();
  }
}

/** Events of a day in order of arrival. `day`: YYYY-MM-DD. @throws ServiceError */
export async function* dayElsewhere(
  store: Store,
  database: Database,
  project_id: number,
  day: string,
): AsyncGenerator<Chunk> {
  const defined = store.definitions.events(project_id);
  const names = defined.map(({ name }) => name);
  for (let after = -1; ; ) {
    const page = { project_id, names, day, after, rows: TUNING.remote_page_events };
    const shipped = await database.stored(page);
    const chunk = shippedChunk(shipped);
    if (chunk.rows === 0) return;
    const event_ord = chunk.event_ord.map((number) => must(defined[number - 1], 'a definition of each event').ord);
    yield { ...chunk, event_ord };
    if (chunk.rows < TUNING.remote_page_events) return;
    after = lastArrival(shipped);
  }
}

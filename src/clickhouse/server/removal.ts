/**
 * Removes rows for good. A delete hides rows at once, so no later statement sees them. `scrub` then rewrites the parts
 * that still hold their bytes. Every step may be repeated.
 */
import { integers, name, type Sql, sql, textList } from '../statement/sql.ts';
import type { Connection } from './connection.ts';
import { arrivalOf, slicesOf } from './rows.ts';

/** Which events are removed. */
export type RemovedRows =
  /** Events of these distinct ids. */
  | { readonly kind: 'distincts'; readonly ids: readonly number[] }
  | { readonly kind: 'before'; readonly time_ms: number }
  | { readonly kind: 'value'; readonly property: string; readonly text: string };

/** A project's events, by name. */
export interface EventsLeft {
  readonly events: readonly {
    readonly name: string;
    readonly count: number;
    readonly first_seen_ms: number;
    readonly last_seen_ms: number;
  }[];
  /** Names of the events' properties. */
  readonly properties: readonly string[];
}

/** Removals from one project. After a ServiceError, repeat the call. */
export interface Removing {
  /** Removes events that arrived with this chunk of the log or later. Returns their number. */
  events(rows: RemovedRows, from_seq: number): Promise<number>;
  /** Gives distinct ids other texts, also in events that arrived with this chunk of the log or later. */
  rename(texts: ReadonlyMap<number, string>, from_seq: number): Promise<void>;
  people(persons: readonly number[], distincts: readonly number[]): Promise<void>;
  /** Events that are left among those that arrived with this chunk of the log or earlier. */
  left(seq: number): Promise<EventsLeft>;
  /** Which of these distinct ids have events. */
  withEvents(distincts: readonly number[]): Promise<number[]>;
}

/** Keeps a statement, and its entry in the keeper, small. */
const IDS_AT_ONCE = 10_000;

export function removingFrom(connection: Connection, cluster: string | null, project_id: number): Removing {
  const stored = eventsTable(cluster);
  const ofProject = sql`project = ${project_id}`;
  return {
    async events(rows, from_seq) {
      // Rows sent by a killed process must be stored first, so that they are removed, too.
      await connection.settleInserts(onCluster(cluster));
      let removed = 0;
      for (const one of conditions(rows)) {
        const where = sql`${ofProject} and ${one} and arrived >= ${arrivalOf(from_seq, 0)}`;
        const [row] = await connection.read(sql`select count() from events final where ${where}`);
        removed += Number(row?.[0] ?? 0);
        // Deletes even if the count is zero: earlier versions of rows may be there.
        await connection.work(sql`delete from ${stored} where ${where}`);
      }
      return removed;
    },
    async rename(texts, from_seq) {
      for (const some of slicesOf([...texts], IDS_AT_ONCE)) {
        const ids = integers(some.map(([id]) => id));
        const names = textList(some.map(([, text]) => text));
        const where = sql`${ofProject} and distinct in (${ids})`;
        const named = sql`distinct_id = transform(toInt64(distinct), ${ids}, ${names}, distinct_id)`;
        const since = sql`${where} and arrived >= ${arrivalOf(from_seq, 0)}`;
        await connection.work(sql`alter table ${stored} update ${named} where ${since} settings mutations_sync = 2`);
        await connection.work(sql`alter table distincts update ${named} where ${where} settings mutations_sync = 2`);
      }
    },
    async people(persons, distincts) {
      for (const some of slicesOf(persons, IDS_AT_ONCE))
        await connection.work(sql`delete from persons where ${ofProject} and person in (${integers(some)})`);
      for (const some of slicesOf(distincts, IDS_AT_ONCE))
        await connection.work(sql`delete from distincts where ${ofProject} and distinct in (${integers(some)})`);
    },
    async left(seq) {
      const where = sql`${ofProject} and arrived < ${arrivalOf(seq + 1, 0)}`;
      const events = await connection.read(
        sql`select toString(event) as name, count(), min(time), max(time) from events final where ${where} group by name`,
      );
      const properties = await connection.read(
        sql`select distinct arrayJoin(mapKeys(properties)) as key from events where ${where}`,
      );
      return {
        events: events.map(([event, count, first, last]) => ({
          ...{ name: String(event), count: Number(count) },
          ...{ first_seen_ms: Number(first), last_seen_ms: Number(last) },
        })),
        properties: properties.map(([key]) => String(key)),
      };
    },
    async withEvents(distincts) {
      const found: number[] = [];
      for (const some of slicesOf(distincts, IDS_AT_ONCE)) {
        const rows = await connection.read(
          sql`select distinct distinct from events where ${ofProject} and distinct in (${integers(some)})`,
        );
        for (const [distinct] of rows) found.push(Number(distinct));
      }
      return found;
    },
  };
}

/** Wipes the bytes of removed rows, except in files that the server is about to delete. */
export async function scrubTables(connection: Connection, cluster: string | null): Promise<void> {
  for (const table of [eventsTable(cluster), name('persons'), name('distincts')])
    await connection.work(sql`alter table ${table} apply deleted mask settings mutations_sync = 2`);
}

/** Only tables that hold rows themselves can delete some. */
function eventsTable(cluster: string | null): Sql {
  return cluster === null ? name('events') : sql`${name('events_local')}${onCluster(cluster)}`;
}

function onCluster(cluster: string | null): Sql {
  return cluster === null ? sql`` : sql` on cluster ${name(cluster)}`;
}

function conditions(rows: RemovedRows): Sql[] {
  switch (rows.kind) {
    case 'distincts':
      return slicesOf(rows.ids, IDS_AT_ONCE).map((some) => sql`distinct in (${integers(some)})`);
    case 'before':
      return [sql`time < ${Math.ceil(rows.time_ms)}`];
    case 'value':
      return [sql`properties[${rows.property}] = ${rows.text}`];
  }
}

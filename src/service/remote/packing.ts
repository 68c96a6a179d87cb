/** Changes in the store since the last batch, as rows for the events database. */
import { must } from '../../base/assert.ts';
import { DAY_MS } from '../../base/time.ts';
import { formatUuid, UUID_BYTES } from '../../base/uuid.ts';
import {
  arrivalOf,
  type Batch,
  type EventRow,
  mapEntry,
  type Properties,
  type Sent,
  versionOf,
} from '../../clickhouse/server/rows.ts';
import { dayText } from '../../clickhouse/statement/frame.ts';
import { type Column, textOf, type Value } from '../../engine/frame/column.ts';
import { type Arrivals, arrivalsOfChunks } from '../../engine/storage/arrivals.ts';
import { openChunk } from '../../engine/storage/chunk.ts';
import { LIMIT } from '../../model/limit.ts';
import { TUNING } from '../../model/tuning.ts';
import type { LogChunk, Store } from '../../store/types/store.ts';
import { personUuid } from '../identity/person_uuid.ts';

/** Everything not sent yet, up to about one batch of events; null if there is nothing. */
export function nextBatch(store: Store, project_id: number, sent: Sent): Batch | null {
  const revision = store.events.revision(project_id);
  const log = store.events.logSince(project_id, sent.seq);
  if (revision === sent.revision && log.length === 0) return null;
  const chunks = beginOf(log);
  const people = peopleSince(store, project_id, sent);
  const owners = chunks.length === 0 ? null : ownersOf(store, project_id);
  return {
    project_id,
    ...people,
    events: chunks.flatMap(({ seq, bytes }) => [
      ...eventRows(arrivalsOfChunks([openChunk(bytes)]), seq, must(owners, 'who is who')),
    ]),
    groups: groupsSince(store, project_id, sent),
    sent: { revision, seq: chunks.at(-1)?.seq ?? sent.seq, distincts: sent.distincts + people.fresh },
  };
}

function beginOf(log: readonly LogChunk[]): readonly LogChunk[] {
  let events = 0;
  let end = 0;
  for (; end < log.length && events < TUNING.remote_batch_events; end++) events += log[end]!.events;
  return log.slice(0, end);
}

/** Leaves one version free for rewritten rows of earlier batches. */
function versionAfter({ revision }: Sent): number {
  return (revision + 2) * 2;
}

function peopleSince(
  { people }: Store,
  project_id: number,
  sent: Sent,
): Pick<Batch, 'persons' | 'distincts'> & { fresh: number } {
  const version = versionAfter(sent);
  const ids = new Map(
    Array.from(people.firstIdsSince(project_id, sent.revision), ({ ord, first_id }) => [ord, first_id]),
  );
  const persons = Array.from(people.changedSince(project_id, sent.revision), ({ ord, properties, created_at_ms }) => ({
    ...{ project: project_id, person: ord, created: created_at_ms, version },
    id: personUuid(project_id, must(ids.get(ord), 'a first id of each person')),
    ...packed(properties),
  }));
  const person_of = people.personOf(project_id, sent.distincts);
  const fresh = Array.from(people.distinctTextsFrom(project_id, sent.distincts), (distinct_id, at) => ({
    ...{ project: project_id, distinct: sent.distincts + at, distinct_id },
    ...{ person: person_of[at]!, moved: 0 as const, version },
  }));
  const moved = people
    .movedSince(project_id, sent.revision)
    .filter(({ distinct_ord }) => distinct_ord < sent.distincts);
  const texts = people.distinctTexts(
    project_id,
    moved.map(({ distinct_ord }) => distinct_ord),
  );
  const others = moved.map(({ distinct_ord, person_ord }, at) => ({
    ...{ project: project_id, distinct: distinct_ord, distinct_id: texts[at]! },
    ...{ person: person_ord, moved: 1 as const, version },
  }));
  // An id without a text led to somebody who was deleted.
  const known = fresh.filter(({ distinct_id }) => distinct_id !== '');
  return { persons, distincts: [...known, ...others], fresh: fresh.length };
}

function groupsSince({ groups }: Store, project_id: number, sent: Sent): Batch['groups'] {
  const { revision } = sent;
  const version = versionAfter(sent);
  return Array.from({ length: LIMIT.groups_per_project }, (_, type) =>
    Array.from(groups.changedSince(project_id, type, revision), ({ key, created_at_ms, properties }) => ({
      ...{ project: project_id, type, key, created: created_at_ms, version },
      ...packed(properties),
    })),
  ).flat();
}

/** Properties twice: values in comparable form, and all of them as JSON as sent. */
function packed(properties: Readonly<Record<string, unknown>>): Properties {
  const texts: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(properties)) {
    if (value !== null && value !== undefined)
      texts[name] = typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
  return { properties: texts, json: JSON.stringify(properties) };
}

/** Lookup tables for rows of events. */
export interface Owners {
  readonly project_id: number;
  /** event_ord -> name. */
  readonly names: ReadonlyMap<number, string>;
  /** distinct_ord -> person_ord. */
  readonly person_of: Uint32Array;
  distinctTexts(distincts: readonly number[]): readonly string[];
}

export function ownersOf(store: Store, project_id: number): Owners {
  return {
    project_id,
    names: new Map(store.definitions.events(project_id).map(({ ord, name }) => [ord, name])),
    person_of: store.people.personOf(project_id, 0),
    distinctTexts: (distincts) => store.people.distinctTexts(project_id, distincts),
  };
}

/** Rows per batch of lookups. */
const BLOCK_ROWS = 8_192;

/** `seq`: position of these rows in order of arrival. */
export function* eventRows(arrivals: Arrivals, seq: number, owners: Owners): Generator<EventRow> {
  const columns = arrivals.properties.flatMap((name) => {
    const column = arrivals.column(name);
    return column === null ? [] : [writtenColumn(name, column)];
  });
  const [event_ord, distincts, times_ms, uuids] = [
    arrivals.eventOrd(),
    arrivals.distinct(),
    arrivals.timeMs(),
    arrivals.uuids(),
  ];
  const dayOf = daysOf();
  for (let first = 0; first < arrivals.rows; first += BLOCK_ROWS) {
    const until = Math.min(first + BLOCK_ROWS, arrivals.rows);
    const met = [...new Set(distincts.subarray(first, until))];
    const texts = owners.distinctTexts(met);
    const id_of = new Map(met.map((distinct, at) => [distinct, texts[at]!]));
    for (let row = first; row < until; row++) {
      const arrived = arrivalOf(seq, row);
      const [time, distinct] = [times_ms[row]!, distincts[row]!];
      yield {
        ...{ project: owners.project_id, time, day: dayOf(time), distinct, arrived, version: versionOf(arrived) },
        event: must(owners.names.get(event_ord[row]!), 'every event has a name'),
        uuid: formatUuid(uuids, row * UUID_BYTES),
        person: owners.person_of[distinct]!,
        distinct_id: id_of.get(distinct)!,
        ...propertiesAt(columns, row),
      };
    }
  }
}

/** `dayText` with a cache. */
function daysOf(): (time_ms: number) => string {
  const known = new Map<number, string>();
  return (time_ms) => {
    const day = Math.floor(time_ms / DAY_MS);
    const text = known.get(day) ?? dayText(time_ms);
    known.set(day, text);
    return text;
  };
}

/** A property's column, and the written forms of its values. */
interface Written {
  readonly column: Column;
  /** Code -> written value, cached because values repeat. */
  readonly known: (WrittenValue | undefined)[];
  write(value: Value): WrittenValue;
}

interface WrittenValue {
  /** Empty if the value has no comparable form. */
  readonly entry: string;
  readonly json: string;
}

function writtenColumn(name: string, column: Column): Written {
  const key = JSON.stringify(name);
  return {
    ...{ column, known: [] },
    write(value) {
      const text = textOf(value);
      const said = typeof value === 'object' && value !== null ? value.json : JSON.stringify(value);
      return { entry: text === null ? '' : mapEntry(name, text), json: `${key}:${said}` };
    },
  };
}

/** Only codes below this are cached. */
const KNOWN_MOST = 65_536;

/** undefined if the row has no value. */
function writtenAt({ column, known, write }: Written, row: number): WrittenValue | undefined {
  const code = column.kind === 'dictionary' ? column.codes[row]! : KNOWN_MOST;
  const before = known[code];
  if (before !== undefined) return before;
  const value = valueAt(column, row);
  const written = value === undefined ? undefined : write(value);
  if (code < KNOWN_MOST) known[code] = written;
  return written;
}

function propertiesAt(columns: readonly Written[], row: number): Pick<EventRow, 'entries' | 'json'> {
  let [entries, json] = ['', ''];
  for (const column of columns) {
    const value = writtenAt(column, row);
    if (value === undefined) continue;
    if (value.entry !== '') entries += entries === '' ? value.entry : `,${value.entry}`;
    json += json === '' ? value.json : `,${value.json}`;
  }
  return { entries, json: `{${json}}` };
}

/** undefined if missing; null means that a null was sent. */
function valueAt(column: Column, row: number): Value | undefined {
  if (column.kind === 'dictionary') {
    const code = column.codes[row]!;
    return code === 0 ? undefined : (column.values.at(code) ?? null);
  }
  const number = column.values[row]!;
  return Number.isNaN(number) ? undefined : number;
}

/**
 * A project's events, people and groups as tables for other programs. The import takes them too: columns are named like
 * the members of its lines.
 */
import { wholeCharacters } from '../../base/json.ts';
import { monthOf, monthStart } from '../../base/time.ts';
import type { Arrivals } from '../../engine/storage/arrivals.ts';
import type { GroupType } from '../../model/saved/project.ts';
import type { Store } from '../../store/types/store.ts';
import { personUuid } from '../identity/person_uuid.ts';
import { storedEvents, storedPeople, storedSpans } from './stored_lines.ts';

/** `time`: epoch milliseconds; `texts`: lists of text. Text columns named `properties` hold JSON, of whole characters. */
export interface StoredColumn {
  readonly name: string;
  readonly type: 'text' | 'texts' | 'time' | 'boolean';
}

const CREATED = { name: 'created_at', type: 'time' } as const;
const IDENTIFIED = { name: 'is_identified', type: 'boolean' } as const;
const COMPLETE = { name: 'complete', type: 'boolean' } as const;
const text = (name: string): StoredColumn => ({ name, type: 'text' });

/**
 * In the order in which the import reads them from a folder: group types and ids before events, so that events change
 * nothing.
 */
export const STORED_TABLES = {
  definitions: [text('type'), text('group_type'), text('name_singular'), text('name_plural'), COMPLETE],
  distinct_ids: [
    text('type'),
    text('person_id'),
    { name: 'distinct_ids', type: 'texts' },
    CREATED,
    IDENTIFIED,
    COMPLETE,
  ],
  events: [
    text('event'),
    text('distinct_id'),
    text('person_id'),
    { name: 'timestamp', type: 'time' },
    text('uuid'),
    text('properties'),
  ],
  groups: [text('type'), text('group_type'), text('group_key'), text('properties'), CREATED],
  persons: [
    text('type'),
    text('person_id'),
    { name: 'distinct_ids', type: 'texts' },
    text('properties'),
    CREATED,
    IDENTIFIED,
  ],
} as const satisfies Record<string, readonly StoredColumn[]>;

export interface StoredPart {
  readonly table: keyof typeof STORED_TABLES;
  /** Month of events in UTC, such as `2026-03`. */
  readonly month: string | null;
  readonly rows: Iterable<readonly unknown[]>;
}

/** Parts without rows are left out, except groups; several may have the same month. Call within a snapshot of the store. */
export function* storedParts(store: Store, project_id: number): Generator<StoredPart> {
  const names = new Map(store.definitions.events(project_id).map(({ ord, name }) => [ord, name]));
  const distinct_ids = Array.from(store.people.distinctTextsFrom(project_id, 0));
  const uuids = new Map<number, string>();
  for (const { ord, first_id } of storedPeople(store, project_id)) uuids.set(ord, personUuid(project_id, first_id));
  const people = store.people.personOf(project_id, 0);
  const types = store.groups.types(project_id);
  if (types.length > 0) yield { table: 'definitions', month: null, rows: types.map(typeRow) };
  if (uuids.size > 0) yield { table: 'distinct_ids', month: null, rows: idRows(store, project_id, uuids) };
  for (const span of storedSpans(store, project_id)) {
    const eventAt = storedEvents(span);
    for (const [month, rows] of monthsOf(span)) {
      const told = rows.values().map((row) => {
        const { event, distinct, time_ms, uuid, properties } = eventAt(row);
        const person = uuids.get(people[distinct]!) ?? null;
        return [names.get(event)!, distinct_ids[distinct]!, person, time_ms, uuid, wholeCharacters(properties)];
      });
      yield {
        table: 'events',
        month: new Date(monthStart(month)).toISOString().slice(0, 'yyyy-mm'.length),
        rows: told,
      };
    }
  }
  // Also without groups: who imports the folder names this table first.
  yield { table: 'groups', month: null, rows: groupRows(store, project_id) };
  if (uuids.size > 0) yield { table: 'persons', month: null, rows: personRows(store, project_id, uuids) };
}

/** Month -> rows. */
function monthsOf(span: Arrivals): [number, number[]][] {
  const months = new Map<number, number[]>();
  for (const [row, time_ms] of span.timeMs().entries()) {
    const month = monthOf(time_ms);
    const rows = months.get(month);
    if (rows === undefined) months.set(month, [row]);
    else rows.push(row);
  }
  return [...months].sort(([one], [other]) => one - other);
}

function typeRow({ group_type, name_singular, name_plural }: GroupType): readonly unknown[] {
  return ['group_type', group_type, name_singular, name_plural, true];
}

function jsonCell(properties: object): string {
  return wholeCharacters(JSON.stringify(properties));
}

function* groupRows({ groups }: Store, project_id: number): Generator<readonly unknown[]> {
  for (const { group_type, group_type_index } of groups.types(project_id)) {
    for (const { key, properties, created_at_ms } of groups.changedSince(project_id, group_type_index, -1)) {
      yield ['group', group_type, key, jsonCell(properties), created_at_ms];
    }
  }
}

function* idRows(store: Store, project_id: number, uuids: ReadonlyMap<number, string>): Generator<readonly unknown[]> {
  for (const { ord, distinct_ids, created_at_ms, is_identified } of storedPeople(store, project_id)) {
    yield ['person', uuids.get(ord)!, distinct_ids, created_at_ms, is_identified, true];
  }
}

function* personRows(
  store: Store,
  project_id: number,
  uuids: ReadonlyMap<number, string>,
): Generator<readonly unknown[]> {
  for (const { ord, distinct_ids, properties, created_at_ms, is_identified } of storedPeople(store, project_id)) {
    yield ['person', uuids.get(ord)!, distinct_ids, jsonCell(properties), created_at_ms, is_identified];
  }
}

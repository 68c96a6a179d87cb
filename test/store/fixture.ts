/** Real files in a temporary folder, and a project to put things into. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import type { Person, PropertiesOfMany } from '../../src/store/types/people.ts';
import type { InsightRow, Store } from '../../src/store/types/store.ts';
import { emptyDatabase } from '../support/empty.ts';

export function tempFile(name = 'store.db'): string {
  const folder = mkdtempSync(join(tmpdir(), 'insights-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}

/** Closed when the test ends. */
export function open(path = emptyDatabase(tempFile())): Store {
  const store = openStore(path);
  onTestFinished(() => store.close());
  return store;
}

let tokens = 0;

/** Another one each time. */
function someUuid(): string {
  tokens++;
  return `018f0000-0000-7000-8000-${String(tokens).padStart(12, '0')}`;
}

export function addProject(store: Store): number {
  tokens++;
  return store.projects.create({
    name: 'Shop',
    api_token: `phc_${tokens}`,
    timezone: 'Europe/Berlin',
    week_start_day: 1,
    test_account_filters: [{ key: 'email', operator: 'not_icontains', value: '@shop.example' }],
    path_cleaning_filters: [],
    created_at_ms: 1_000,
  }).id;
}

export function addUser(store: Store): number {
  tokens++;
  return store.users.create({
    uuid: someUuid(),
    distinct_id: 'ann',
    first_name: 'Ann',
    last_name: 'Owner',
    email: 'ann@shop.example',
    is_email_verified: false,
    hedgehog_config: { skin: 'plain' },
  }).id;
}

export function addInsight(store: Store, project_id: number, values: Partial<InsightRow> = {}): InsightRow {
  tokens++;
  return store.insights.insert({
    project_id,
    short_id: `short${tokens}`,
    name: null,
    derived_name: null,
    description: null,
    filters: {},
    query: null,
    order: null,
    deleted: false,
    saved: false,
    favorited: false,
    is_sample: false,
    tags: [],
    created_at_ms: 1_000,
    created_by: null,
    updated_at_ms: 1_000,
    last_modified_at_ms: 1_000,
    last_modified_by: null,
    ...values,
  });
}

export function addDashboard(store: Store, project_id: number, deleted = false): number {
  return store.dashboards.insert({
    project_id,
    name: 'Board',
    description: '',
    filters: {},
    tags: [],
    pinned: false,
    deleted,
    created_at_ms: 1_000,
    created_by: null,
  }).id;
}

/** With the first of the ids as the one that made it. */
export function addPerson(
  store: Store,
  project_id: number,
  ids: readonly string[],
  revision = 1,
  values: Partial<Person> = {},
): number {
  const { people } = store;
  const [ord, first_distinct] = [people.personLimit(project_id), people.distinctCount(project_id)];
  const properties = { first: ids[0] };
  const person = { ord, first_distinct, properties, created_at_ms: 5, is_identified: false, ...values };
  people.write(project_id, { persons: [person], ids: newIds(store, project_id, ids, ord) }, revision);
  return ord;
}

/** Of a person that need not be there; the number of the first one. */
export function addIds(store: Store, project_id: number, ids: readonly string[], person_ord: number): number {
  const added = newIds(store, project_id, ids, person_ord);
  store.people.write(project_id, { persons: [], ids: added }, 1);
  return added[0]!.ord;
}

function newIds(store: Store, project_id: number, ids: readonly string[], person_ord: number) {
  const first = store.people.distinctCount(project_id);
  return ids.map((distinct_id, at) => ({ distinct_id, ord: first + at, person_ord }));
}

export function savePerson(store: Store, project_id: number, person: Person, revision: number): void {
  store.people.write(project_id, { persons: [person], ids: [] }, revision);
}

/** Texts of a person's distinct ids; none where it does not live. */
export function idsOf(people: Store['people'], project_id: number, person_ord: number): readonly string[] {
  return people.list(project_id, [person_ord]).get(person_ord)?.distinct_ids ?? [];
}

/** Person and property -> value; null -> the persons. */
type Held = Map<string | null, unknown>;

export function held(told: Iterable<PropertiesOfMany>): Held {
  const found: Held = new Map();
  const all: number[] = [];
  for (const { persons, holders } of told) {
    all.push(...persons);
    for (const [name, { ords, values }] of holders) {
      for (const [at, ord] of ords.entries()) found.set(`${ord} ${name}`, values[at]);
    }
  }
  return found.set(
    null,
    all.toSorted((x, y) => x - y),
  );
}

export function heldBy(persons: readonly Person[], names: ReadonlySet<string> | null): Held {
  const found: Held = new Map([[null, persons.map(({ ord }) => ord)]]);
  for (const { ord, properties } of persons) {
    for (const [name, value] of Object.entries(properties)) {
      if (names?.has(name) ?? true) found.set(`${ord} ${name}`, value);
    }
  }
  return found;
}

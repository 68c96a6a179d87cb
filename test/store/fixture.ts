/** Real files in a temporary folder, and a project to put things into. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import type { InsightRow, Store } from '../../src/store/types.ts';

export function tempFile(name = 'store.db'): string {
  const folder = mkdtempSync(join(tmpdir(), 'insights-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}

/** Closed when the test ends. */
export function open(path = tempFile()): Store {
  const store = openStore(path);
  onTestFinished(() => store.close());
  return store;
}

let tokens = 0;

/** Another one each time. */
export function someUuid(): string {
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
    is_email_verified: null,
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
    deleted,
    created_at_ms: 1_000,
    created_by: null,
  }).id;
}

export function addPerson(store: Store, project_id: number, ids: readonly string[], revision = 1): number {
  const { ord } = store.people.add(
    project_id,
    { uuid: someUuid(), properties: { first: ids[0] }, created_at_ms: 5, is_identified: false },
    revision,
  );
  for (const id of ids) store.people.addDistinct(project_id, id, ord);
  return ord;
}

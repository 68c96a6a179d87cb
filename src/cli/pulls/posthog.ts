/** PostHog, and products with the same API: people, events, and what a project has saved. */
import { isObject } from '../../base/json.ts';
import type { ForeignRow } from '../../service/saved_files/foreign.ts';
import type { Client } from './client.ts';
import { dayAfter } from './days.ts';
import type { PullFolder } from './folder.ts';
import { allOf, type Item, type Pulled, pullPages } from './pages.ts';
import type { Asked, Puller } from './puller.ts';

const PAGE = 'limit=1000';
const ALWAYS = '1970-01-02';

export const posthog: Puller = {
  host: 'https://us.posthog.com',
  authorization: (key) => `Bearer ${key}`,
  pull,
  saved,
};

function base({ project = '@current' }: Asked): string {
  return `/api/projects/${encodeURIComponent(project)}`;
}

/** Ids come first, so that no event creates a new person. Properties of people and groups come last, so that they win. */
async function* pull(client: Client, folder: PullFolder, asked: Asked): AsyncGenerator<Pulled> {
  const at = base(asked);
  const persons = `${at}/persons/?${PAGE}`;
  const range = new URLSearchParams({
    // Without `after`, servers return recent days only.
    after: asked.since ?? ALWAYS,
    ...(asked.said_until === undefined ? {} : { before: dayAfter(asked.said_until) }),
  });
  yield* pullPages(client, folder, {
    list: '1-ids',
    address: persons,
    lineOf: ({ distinct_ids, created_at }) => ({ type: 'person', distinct_ids, created_at }),
  });
  yield* pullPages(client, folder, {
    list: '2-events',
    address: `${at}/events/?${PAGE}&${range}`,
    lineOf: eventLine,
  });
  for (const type of await allOf(client, `${at}/groups_types/`)) {
    const { group_type, group_type_index } = type;
    yield* pullPages(client, folder, {
      list: `3-groups-${String(group_type_index)}`,
      address: `${at}/groups/?group_type_index=${String(group_type_index)}`,
      lineOf: (group) => groupLine(group, group_type),
    });
  }
  yield* pullPages(client, folder, {
    list: '4-people',
    address: persons,
    lineOf: ({ distinct_ids, properties }) => ({ type: 'person', distinct_ids, properties }),
  });
}

function eventLine({ id, uuid, event, distinct_id, timestamp, properties }: Item): unknown {
  return { event, distinct_id, timestamp, uuid: uuid ?? id, properties };
}

function groupLine({ group_key, group_properties, created_at }: Item, group_type: unknown): unknown {
  return { type: 'group', group_type, group_key, properties: group_properties, created_at };
}

async function saved(client: Client, asked: Asked): Promise<ForeignRow[]> {
  const at = base(asked);
  const rows: ForeignRow[] = [];
  for (const folder of ['actions', 'cohorts', 'insights', 'annotations'] as const) {
    for (const item of await allOf(client, `${at}/${folder}/?limit=100`)) rows.push({ folder, item });
  }
  for (const { id } of await allOf(client, `${at}/dashboards/?limit=100`)) {
    const item = await client.json(`${at}/dashboards/${String(id)}/`);
    if (isObject(item)) rows.push({ folder: 'dashboards', item });
  }
  return rows.filter(({ item }) => item['deleted'] !== true);
}

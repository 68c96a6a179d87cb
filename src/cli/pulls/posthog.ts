/** PostHog, and products with the same API: people, events, and what a project has saved. */
import { isObject, listOf } from '../../base/json.ts';
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

/**
 * People come first and are complete, so that events, of which the latest come first, change nothing about them. Their
 * properties come last, as they may have changed meanwhile.
 */
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
    lineOf: ({ distinct_ids, created_at }) => ({ type: 'person', distinct_ids, created_at, complete: true }),
  });
  yield* pullPages(client, folder, {
    list: '2-events',
    address: `${at}/events/?${PAGE}&${range}`,
    lineOf: eventLine,
  });
  yield* pullGroups(client, folder, at);
  yield* pullPages(client, folder, {
    list: '4-people',
    address: persons,
    lineOf: ({ distinct_ids, properties }) => ({ type: 'person', distinct_ids, properties }),
  });
}

/** Types go into the first file, in order, as events number types that nobody has named before. */
async function* pullGroups(client: Client, folder: PullFolder, at: string): AsyncGenerator<Pulled> {
  const types: unknown[] = [];
  const found = await allOf(client, `${at}/groups_types/`);
  found.sort((one, other) => Number(one['group_type_index']) - Number(other['group_type_index']));
  for (const { group_type, group_type_index, name_singular, name_plural } of found) {
    const list = `3-groups-${String(group_type_index)}`;
    const complete = yield* pullPages(client, folder, {
      list,
      address: `${at}/groups/?group_type_index=${String(group_type_index)}`,
      lineOf: (group) => groupLine(group, group_type),
    });
    if (!complete) yield { list, items: 0, note: noGroups(client.origin, group_type) };
    types.push({ type: 'group_type', group_type, name_singular, name_plural, complete });
  }
  if (types.length > 0) folder.writeLines('0-types.ndjson', types);
}

function noGroups(origin: string, group_type: unknown): string {
  return `${origin} lists no groups of type ${JSON.stringify(group_type)} (404): only what events say about them is taken. Update that server, or import its export.`;
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
    for (const item of await allOf(client, `${at}/${folder}/?limit=100`)) {
      const is_list = folder === 'cohorts' && item['is_static'] === true && item['deleted'] !== true;
      rows.push({ folder, item: is_list ? { ...item, distinct_ids: await membersOf(client, at, item) } : item });
    }
  }
  for (const { id } of await allOf(client, `${at}/dashboards/?limit=100`)) {
    const item = await client.json(`${at}/dashboards/${String(id)}/`);
    if (isObject(item)) rows.push({ folder: 'dashboards', item });
  }
  return rows.filter(({ item }) => item['deleted'] !== true);
}

/** One distinct id of each person. */
async function membersOf(client: Client, at: string, { id }: Item): Promise<unknown[]> {
  const persons = await allOf(client, `${at}/cohorts/${String(id)}/persons/?${PAGE}`);
  return persons.flatMap(({ distinct_ids }) => listOf(distinct_ids).slice(0, 1));
}

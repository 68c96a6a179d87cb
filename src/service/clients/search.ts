/** One search over everything that has a name. */

import { z } from 'zod';
import { soughtName } from '../../base/letters/caseless.ts';
import { quoted } from '../../base/visible.ts';
import { readJson } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import { titleOf } from '../../model/saved/insight.ts';
import { allows, type Scope } from '../../model/scope.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';

const ENTITIES = ['insight', 'dashboard', 'cohort', 'action', 'event_definition', 'property_definition'] as const;
type Entity = (typeof ENTITIES)[number];
/** Types that clients of the API we follow may ask for, but that are not searched here: nothing is found of them. */
const ELSEWHERE = ['experiment', 'feature_flag', 'notebook', 'survey', 'hog_flow', 'early_access_feature', 'person'];
const SHOWN = 25;

interface Found {
  readonly result_id: string;
  readonly name: string;
  readonly description: string | null;
}

const page = { limit: SHOWN, offset: 0 };

/** The first results of each type, and how many there are in all. */
const FINDERS: Readonly<
  Record<Entity, (context: ProjectContext, search: string) => { count: number; found: readonly Found[] }>
> = {
  insight({ service, project }, search) {
    const { count, rows } = service.store.insights.list(project.id, { search, ...page });
    const found = rows.map((row) => ({
      result_id: row.short_id,
      name: titleOf(row) ?? '',
      description: row.description,
    }));
    return { count, found };
  },
  dashboard: ({ service, project }, search) => numbered(service.store.dashboards.list(project.id, { search, ...page })),
  cohort: ({ service, project }, search) => numbered(service.store.cohorts.list(project.id, { search, ...page })),
  action: ({ service, project }, search) => numbered(service.store.actions.list(project.id, { search, ...page })),
  event_definition: ({ service, project }, search) => named(service.store.definitions.events(project.id), search),
  property_definition: ({ service, project }, search) =>
    named(service.store.definitions.properties(project.id, { owner: 'event', search }), search),
};

function numbered({
  count,
  rows,
}: {
  readonly count: number;
  readonly rows: readonly { readonly id: number; readonly name: string; readonly description: string }[];
}) {
  return { count, found: rows.map(({ id, name, description }) => ({ result_id: String(id), name, description })) };
}

function named(all: readonly { readonly name: string }[], search: string) {
  const matching = all.filter(({ name }) => soughtName(name).includes(soughtName(search)));
  const found = matching.slice(0, SHOWN).map(({ name }) => ({ result_id: name, name, description: null }));
  return { count: matching.length, found };
}

const EntityList = z.preprocess((value) => {
  const list = readJson(value);
  return list === undefined || Array.isArray(list) ? list : [list];
}, z.array(z.enum([...ENTITIES, ...ELSEWHERE])).optional());

export const search = operation({
  name: 'search',
  title: 'Search by name',
  description:
    'What has the text in its name or description: insights, dashboards, cohorts, actions, and names of events and properties, of what the key may read.',
  routes: [{ method: 'GET', path: '/search/' }],
  tool: false,
  scope: 'project:read',
  effect: 'read',
  input: z.object({
    q: z.string().max(LIMIT.search_chars).optional().describe('Text, in any case; all if left out'),
    entities: EntityList.optional().describe(`Only these: ${ENTITIES.join(', ')}`),
  }),
  output: z.object({
    results: z.array(
      z.object({
        type: z.enum(ENTITIES),
        result_id: z.string().describe('Number, short id or name'),
        extra_fields: z.object({ name: z.string(), description: z.string().nullable() }),
      }),
    ),
    counts: z.record(z.string(), z.int()).describe('How many there are of each'),
  }),
  text: ({ results }) =>
    results
      .map(({ type, result_id, extra_fields }) => `${type} ${result_id} ${quoted(extra_fields.name)}`)
      .join('\n') || 'Nothing has such a name.',
  handle(context, { q = '', entities = ENTITIES }) {
    const asked = ENTITIES.filter((entity) => entities.includes(entity));
    const readable = asked.filter((entity) => allows(context.caller.scopes, `${entity}:read` satisfies Scope));
    const found = readable.map((type) => ({ type, ...FINDERS[type](context, q.trim()) }));
    return {
      results: found.flatMap(({ type, found: rows }) =>
        rows.map(({ result_id, name, description }) => ({ type, result_id, extra_fields: { name, description } })),
      ),
      counts: Object.fromEntries(found.map(({ type, count }) => [type, count])),
    };
  },
});

/** Names of a project's events and properties, and the most frequent values of properties. */

import { z } from 'zod';
import { soughtName } from '../../base/letters/caseless.ts';
import { formatIso } from '../../base/time.ts';
import { formatUuid } from '../../base/uuid.ts';
import { quoted, visible } from '../../base/visible.ts';
import { topTexts } from '../../engine/dataset/top_values.ts';
import { invalid, ServiceError } from '../../model/error.ts';
import { restOnly } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import { paginated } from '../../model/saved/insight.ts';
import type { EventDefinition, PropertyDefinition } from '../../store/types/store.ts';
import { propertiesOn, valuesOf } from '../answers/values.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';
import { digestUuid } from '../identity/person_uuid.ts';
import { unknownEventTexts } from '../names/events.ts';
import { propertyWarnings } from '../names/properties.ts';
import { limitField, linksOf, offsetField } from '../pages/page.ts';
import { listText } from '../text/listing.ts';
import { typeText } from '../words/lists.ts';
import { see } from '../words/operation_names.ts';

const SEARCH = z.string().max(LIMIT.search_chars).optional();

const ID = z.string().describe('UUID, the same each time');

const EventDefinitionSchema = z.object({
  id: ID,
  name: z.string(),
  count: z.int().describe('How many of it there are'),
  created_at: z.string().describe('Time of the first one'),
  last_seen_at: z.string().describe('Time of the last one'),
});

const EVENT_ORDERS: Readonly<Record<string, (a: EventDefinition, b: EventDefinition) => number>> = {
  name: byName,
  count: (a, b) => a.count - b.count,
  created_at: (a, b) => a.first_seen_ms - b.first_seen_ms,
  last_seen_at: (a, b) => a.last_seen_ms - b.last_seen_ms,
};
const ORDERINGS = Object.keys(EVENT_ORDERS).flatMap((name) => [name, `-${name}`]);

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name === b.name ? 0 : a.name < b.name ? -1 : 1;
}

export const listEventDefinitions = operation({
  name: 'list_event_definitions',
  title: 'List events by name',
  description:
    'The names of all events of the project, with how many there are and when the first and the last one was; most frequent first. Example: {"search":"sign","limit":20}.',
  routes: [{ method: 'GET', path: '/event_definitions/' }],
  tool: true,
  scope: 'event_definition:read',
  effect: 'read',
  input: z.object({
    search: SEARCH.describe('Text in the name, in any case'),
    ordering: z.enum(ORDERINGS).optional().describe('-count unless said; "-" in front for descending'),
    limit: limitField,
    offset: offsetField,
  }),
  output: paginated(EventDefinitionSchema),
  text: (page) => listText('event', page, ({ name, count }) => `${quoted(name)}: ${count}`),
  handle(context, { search = '', ordering = '-count', limit = LIMIT.page_default, offset = 0 }) {
    const needle = soughtName(search);
    const all = context.service.store.definitions.events(context.project.id);
    const found = all.filter(({ name }) => soughtName(name).includes(needle)).sort(orderOf(ordering));
    const results = found.slice(offset, offset + limit).map((one) => shownEvent(context.project.id, one));
    return { count: found.length, ...linksOf(context.url, { count: found.length, limit, offset }), results };
  },
});

type Shown = z.output<typeof EventDefinitionSchema>;

function shownEvent(project_id: number, { name, count, first_seen_ms, last_seen_ms }: EventDefinition): Shown {
  return {
    id: definitionId(project_id, 'event', name),
    name,
    count,
    created_at: formatIso(first_seen_ms),
    last_seen_at: formatIso(last_seen_ms),
  };
}

const ONE_EVENT = {
  tool: false,
  scope: 'event_definition:read',
  effect: 'read',
  output: EventDefinitionSchema,
  text: ({ name, count }: Shown) => `${quoted(name)}: ${count}`,
} as const;

export const getEventByName = operation({
  ...ONE_EVENT,
  name: 'get_event_definition_by_name',
  title: 'Read an event by its name',
  description: 'How many events have this name, and when the first and the last one was.',
  routes: [{ method: 'GET', path: '/event_definitions/by_name/' }],
  input: z.object({ name: z.string().max(LIMIT.event_name_chars).describe('The whole name') }),
  handle: (context, { name }) => oneEvent(context, (one) => one.name === name),
});

export const getEventDefinition = operation({
  ...ONE_EVENT,
  name: 'get_event_definition',
  title: 'Read an event by its id',
  description: 'The same, by the id that lists tell.',
  routes: [{ method: 'GET', path: '/event_definitions/:id/' }],
  input: z.object({ id: ID }),
  handle: (context, { id }) =>
    oneEvent(context, ({ name }) => definitionId(context.project.id, 'event', name) === id.toLowerCase()),
});

function oneEvent({ service, project }: ProjectContext, isMeant: (one: EventDefinition) => boolean): Shown {
  const found = service.store.definitions.events(project.id).find(isMeant);
  if (found) return shownEvent(project.id, found);
  throw new ServiceError(
    'not_found',
    `There is no such event. ${see('list_event_definitions')} lists those there are.`,
  );
}

function orderOf(ordering: string): (a: EventDefinition, b: EventDefinition) => number {
  const sign = ordering.startsWith('-') ? -1 : 1;
  const compare = EVENT_ORDERS[ordering.replace('-', '')]!;
  return (a, b) => sign * compare(a, b) || byName(a, b);
}

const OWNERS = ['event', 'person', 'group'] as const;
const TYPE = z.enum(OWNERS).optional().describe('Of what: event (default), person or group');
const GROUP_TYPE_INDEX = z
  .int()
  .min(0)
  .max(LIMIT.groups_per_project - 1)
  .optional()
  .describe('With type group: of which group type');

const PropertyDefinitionSchema = z.object({
  id: ID,
  name: z.string(),
  type: z.enum(OWNERS),
  group_type_index: z.int().nullable(),
  property_type: z
    .string()
    .nullable()
    .describe('String, Numeric, Boolean, DateTime; null where values differ or are lists or objects'),
  is_numerical: z.boolean(),
});

export const listPropertyDefinitions = operation({
  name: 'list_property_definitions',
  title: 'List properties by name',
  description:
    'The names of the properties that events, people or groups have, with the kind of their values; by name. Example: {"type":"person","search":"plan"}.',
  routes: [{ method: 'GET', path: '/property_definitions/' }],
  tool: true,
  scope: 'property_definition:read',
  effect: 'read',
  input: z.object({
    type: TYPE,
    group_type_index: GROUP_TYPE_INDEX,
    search: SEARCH.describe('Text in the name, in any case'),
    event_names: restOnly(
      z.array(z.string()).max(LIMIT.entities).optional().describe('Only those that one of these events has'),
    ),
    filter_by_event_names: restOnly(z.boolean().optional().describe('false: event_names is passed over')),
    properties: restOnly(z.string().optional().describe('Only those with one of these names: plan,amount')),
    limit: limitField,
    offset: offsetField,
  }),
  output: paginated(PropertyDefinitionSchema),
  text: (page) =>
    listText('property', page, ({ name, property_type }) => `${quoted(name)} (${typeText(property_type)})`),
  async handle(context, { type = 'event', search = '', limit = LIMIT.page_default, offset = 0, ...asked }) {
    const named = context.service.store.definitions
      .properties(context.project.id, { owner: type, search })
      .filter((row) => isAsked(row, asked));
    const { event_names = [], filter_by_event_names = true } = asked;
    const by_event = filter_by_event_names && type === 'event' && event_names.length > 0;
    const found = by_event ? await onEvents(context, named, event_names) : named;
    const results = found.slice(offset, offset + limit).map((row) => shownProperty(context.project.id, row));
    return { count: found.length, ...linksOf(context.url, { count: found.length, limit, offset }), results };
  },
});

interface Asked {
  readonly group_type_index?: number | undefined;
  readonly properties?: string | undefined;
}

function isAsked({ name, group_type_index }: PropertyDefinition, asked: Asked): boolean {
  if (asked.group_type_index !== undefined && asked.group_type_index !== group_type_index) return false;
  return asked.properties === undefined || asked.properties.split(',').includes(name);
}

async function onEvents(
  context: ProjectContext,
  named: readonly PropertyDefinition[],
  events: readonly string[],
): Promise<PropertyDefinition[]> {
  const names = named.map(({ name }) => name);
  const found = await propertiesOn(context, events, names);
  return named.filter(({ name }) => found.has(name));
}

function shownProperty(project_id: number, { owner, group_type_index, name, type }: PropertyDefinition) {
  return {
    id: definitionId(project_id, 'property', owner, group_type_index, name),
    name,
    type: owner,
    group_type_index: owner === 'group' ? group_type_index : null,
    property_type: type,
    is_numerical: type === 'Numeric',
  };
}

const VALUES_DEFAULT = 20;

export const listPropertyValues = operation({
  name: 'list_property_values',
  title: 'List the values of a property',
  description:
    'The values a property has most often, with how many events, people or groups have each. Example: {"key":"$browser","event":"sign up"}.',
  routes: [{ method: 'GET', path: '/property_definitions/values/' }],
  tool: true,
  scope: 'property_definition:read',
  effect: 'read',
  input: z.object({
    key: z.string().min(1).describe('Name of the property'),
    type: TYPE,
    group_type_index: GROUP_TYPE_INDEX,
    event: z.string().optional().describe('With type event: only values on this event'),
    search: SEARCH.describe('Text in the value, in any case'),
    limit: z.int().min(1).max(LIMIT.page_max).optional().describe(`How many (default ${VALUES_DEFAULT})`),
  }),
  output: z.object({
    results: z.array(z.object({ name: z.string(), count: z.int() })),
    warnings: z.array(z.string()).optional().describe('Names that were never received, where there are no values'),
  }),
  text: ({ results, warnings = [] }) => {
    const page = { count: results.length, next: null, results };
    const list = listText('value', page, ({ name, count }) => `${quoted(name)}: ${count}`);
    return [list, ...warnings.map(visible)].join('\n');
  },
  async handle(context, { key, type = 'event', group_type_index, event, search = '', limit = VALUES_DEFAULT }) {
    if (type === 'group' && group_type_index === undefined) {
      throw invalid(
        'group_type_index',
        `This field is required: ${see('list_group_types')} lists the group types.`,
        'required',
      );
    }
    const found =
      type === 'group'
        ? groupValues(context, group_type_index ?? 0, { key, search, limit })
        : (await valuesOf(context, { owner: type, event: event ?? null, keys: [key], search, limit }))[0]!;
    const warnings = found.length > 0 ? [] : unknownIn(context, { of: type, key, group_type_index }, event);
    const results = found.map(({ value, count }) => ({ name: value, count }));
    return { results, ...(warnings.length === 0 ? {} : { warnings }) };
  },
});

/** Warns of names that were never received. */
function unknownIn(
  context: ProjectContext,
  { of, key, group_type_index: type_index = 0 }: Asked & { readonly of: (typeof OWNERS)[number]; readonly key: string },
  event: string | undefined,
): string[] {
  const source = of === 'group' ? { of, key, type_index } : { of, key };
  const about = { source, used_in: 'filter', is_number: false } as const;
  return [
    ...propertyWarnings(context, [about], {}),
    ...unknownEventTexts(context, event === undefined ? [] : [event]),
  ].map(context.wording);
}

/** The most frequent values, and how many groups have each. */
export function groupValues(
  context: ProjectContext,
  type_index: number,
  { key, ...shown }: { readonly key: string; readonly search: string; readonly limit: number },
) {
  return topTexts(groupTexts(context, type_index, key), shown);
}

function* groupTexts(context: ProjectContext, type_index: number, key: string): IterableIterator<string | null> {
  for (const { properties } of context.service.store.groups.changedSince(context.project.id, type_index, -1)) {
    const value = properties[key] ?? null;
    yield value === null || typeof value === 'string' ? value : JSON.stringify(value);
  }
}

/** UUID derived from the definition's name (version 8, SHA-256), so that no id is stored. */
function definitionId(...name: readonly (string | number)[]): string {
  return formatUuid(digestUuid(JSON.stringify(name), 'sha256'));
}

/**
 * What a project's data looks like, for assistants of the product whose API we follow: names of events and properties,
 * and values, as lines of text.
 */
import { z } from 'zod';
import { isObject } from '../../base/json.ts';
import { quoted } from '../../base/visible.ts';
import { invalid, ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { PropertyOwner } from '../../store/types/store.ts';
import { savedThing } from '../access/saved.ts';
import { propertiesOn, valuesOf } from '../answers/values.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';
import { typeText } from '../words/lists.ts';
import { see } from '../words/operation_names.ts';
import { groupValues } from './definitions.ts';

const VALUES_SHOWN = 25;

const name = z.string().min(1).max(LIMIT.event_name_chars);
const limit = z.int().min(1).max(LIMIT.page_max).optional();
const offset = z.int().min(0).optional();
const entity = name.describe('person, session, or a group type');
const action_id = z.int();

const Asked = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('events'), limit, offset }),
  z.object({ kind: z.literal('event_properties'), event_name: name }),
  z.object({ kind: z.literal('event_property_values'), event_name: name, property_name: name }),
  z.object({ kind: z.literal('action_properties'), action_id }),
  z.object({ kind: z.literal('action_property_values'), action_id, property_name: name }),
  z.object({ kind: z.literal('entity_properties'), entity }),
  z.object({ kind: z.literal('entity_property_values'), entity, property_name: name }),
]);

export const readTaxonomy = operation({
  name: 'read_taxonomy',
  title: 'Read names and values as text',
  description: 'Names of events and properties, and the most frequent values of one, as lines for assistants.',
  routes: [{ method: 'POST', path: '/mcp_tools/read_taxonomy/' }],
  tool: false,
  scope: 'property_definition:read',
  effect: 'act',
  input: z.object({ args: z.object({ query: Asked }) }),
  output: z.object({ success: z.literal(true), content: z.string() }),
  text: ({ content }) => content,
  async handle(context, { args }) {
    const lines = await linesOf(context, args.query);
    return { success: true as const, content: lines.join('\n') || 'There is nothing of this kind.' };
  },
});

function linesOf(context: ProjectContext, asked: z.output<typeof Asked>): string[] | Promise<string[]> {
  switch (asked.kind) {
    case 'events':
      return eventLines(context, asked.limit ?? LIMIT.page_default, asked.offset ?? 0);
    case 'event_properties':
      return propertyLinesOn(context, [eventNamed(context, asked.event_name)]);
    case 'event_property_values':
      return valuesOn(context, [eventNamed(context, asked.event_name)], asked.property_name);
    case 'action_properties':
      return propertyLinesOn(context, eventsOf(context, asked.action_id));
    case 'action_property_values':
      return valuesOn(context, eventsOf(context, asked.action_id), asked.property_name);
    case 'entity_properties':
      return entityProperties(context, asked.entity);
    case 'entity_property_values':
      return entityValues(context, asked.entity, asked.property_name);
  }
}

/** Events, the most frequent first. */
function eventLines({ service, project }: ProjectContext, shown: number, from: number): string[] {
  const events = service.store.definitions.events(project.id);
  const sorted = events.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  return sorted.slice(from, from + shown).map((one) => `${quoted(one.name)}: ${one.count}`);
}

function eventNamed({ service, project }: ProjectContext, event: string): string {
  if (service.store.definitions.hasEvent(project.id, event)) return event;
  const detail = `There is no event ${quoted(event)}. ${see('list_event_definitions')} lists those there are.`;
  throw new ServiceError('not_found', detail);
}

/** Events of an action; null stands for every event. */
function eventsOf(context: ProjectContext, id: number): (string | null)[] {
  const action = savedThing(context, 'action', id);
  const events = action.steps.map((step) =>
    isObject(step) && typeof step['event'] === 'string' ? step['event'] : null,
  );
  return [...new Set(events.length === 0 ? [null] : events)];
}

async function propertyLinesOn(context: ProjectContext, events: readonly (string | null)[]): Promise<string[]> {
  const known = propertiesWhere(context, { owner: 'event' });
  const names = known.map((one) => one.name);
  const found = await propertiesOn(context, events, names);
  return known.filter((one) => found.has(one.name)).map(propertyLine);
}

async function valuesOn(context: ProjectContext, events: readonly (string | null)[], key: string): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const event of events) {
    const asked = { owner: 'event', event, keys: [key], search: '', limit: VALUES_SHOWN } as const;
    const [values = []] = await valuesOf(context, asked);
    for (const { value, count } of values) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return sorted.slice(0, VALUES_SHOWN).map(([value, count]) => `${quoted(value)}: ${count}`);
}

/** All properties that sessions have. They are computed, not stored. */
const SESSION = ['"$session_duration" (Numeric)'];

function entityProperties(context: ProjectContext, named: string): string[] {
  if (named === 'session') return SESSION;
  const owner = named === 'person' ? 'person' : 'group';
  const index = owner === 'group' ? groupIndex(context, named) : undefined;
  return propertiesWhere(context, { owner, index }).map(propertyLine);
}

async function entityValues(context: ProjectContext, named: string, key: string): Promise<string[]> {
  if (named === 'session') throw invalid('args__query__entity', 'Values of sessions are numbers of any size.');
  const found =
    named === 'person'
      ? (await valuesOf(context, { owner: 'person', event: null, keys: [key], search: '', limit: VALUES_SHOWN }))[0]!
      : groupValues(context, groupIndex(context, named), { key, search: '', limit: VALUES_SHOWN });
  return found.map(({ value, count }) => `${quoted(value)}: ${count}`);
}

function groupIndex({ service, project }: ProjectContext, named: string): number {
  const found = service.store.groups.types(project.id).find(({ group_type }) => group_type === named);
  if (found) return found.group_type_index;
  throw invalid(
    'args__query__entity',
    `Expected person, session or a group type. ${see('list_group_types')} lists the group types.`,
    'invalid_choice',
  );
}

interface Wanted {
  readonly owner: PropertyOwner;
  readonly index?: number | undefined;
}

function propertiesWhere({ service, project }: ProjectContext, { owner, index }: Wanted) {
  const all = service.store.definitions.properties(project.id, { owner });
  return all.filter((one) => index === undefined || one.group_type_index === index);
}

function propertyLine(property: { readonly name: string; readonly type: string | null }): string {
  return `${quoted(property.name)} (${typeText(property.type)})`;
}

/** What is in a project. Assistants ask this first, so they need not guess names, time zones or dates. */

import { z } from 'zod';
import { soughtName } from '../../base/letters/caseless.ts';
import { nearText } from '../../base/nearest.ts';
import { quoted } from '../../base/visible.ts';
import { invalid } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { ValueCount } from '../../model/question/values.ts';
import { GroupTypeSchema } from '../../model/saved/project.ts';
import { allows } from '../../model/scope.ts';
import type { EventDefinition, PropertyDefinition } from '../../store/types/store.ts';
import { allowedProjects } from '../access/projects.ts';
import { countPeople } from '../answers/people_count.ts';
import { valuesOf } from '../answers/values.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';
import { spanOf } from '../names/data_span.ts';
import { unknownEventTexts } from '../names/events.ts';
import { describeRefused, REFUSED_FIELD, refusedLine } from '../names/refused.ts';
import { type Passage, written } from '../text/passages.ts';
import { groupTypeWords } from '../words/group_types.ts';
import { isoWithOffset } from '../words/labels.ts';
import { counted, listed, ownFirst, typeText } from '../words/lists.ts';
import { leftOutText } from '../words/settings.ts';
import { groupValues } from './definitions.ts';
import { describeSaved, judgedAlerts, noneSaved, SAVED_FIELDS, SAVED_SECTIONS, savedLine } from './describe_saved.ts';

const SECTIONS = ['summary', 'events', 'properties', 'people', 'groups', ...SAVED_SECTIONS, 'alerts'] as const;
type Section = (typeof SECTIONS)[number];

const LISTED = 30;
const VALUES = 5;
const VALUE_CHARS = 60;

const Input = z.object({
  section: z
    .enum(SECTIONS)
    .optional()
    .describe(
      `summary (default), or in detail: events, properties (of events), people (their properties), groups, ${SAVED_SECTIONS.join(', ')}, alerts (judged now)`,
    ),
  search: z.string().max(LIMIT.search_chars).optional().describe('Only names that hold this text'),
  event: z.string().optional().describe('With section properties: only properties and values of this event'),
  property: z
    .string()
    .optional()
    .describe('The values of this one, of events or with section people or groups; search then looks in them'),
  limit: z.int().min(1).max(LIMIT.definitions_page).optional().describe(`How many names (default ${LISTED})`),
});

const EventSchema = z.object({ name: z.string(), count: z.int(), first_seen: z.string(), last_seen: z.string() });

const PropertySchema = z.object({
  name: z.string(),
  of: z.enum(['event', 'person', 'group']),
  group_type: z.string().nullable(),
  type: z
    .string()
    .nullable()
    .describe('String, Numeric, Boolean, DateTime; null where values differ or are lists or objects'),
  top_values: z.array(z.object({ value: z.string(), count: z.int() })).describe('In their own section'),
});

type PropertyShown = z.output<typeof PropertySchema>;

const ProjectSchema = z.object({ id: z.int(), name: z.string(), timezone: z.string() });

const Output = z.object({
  project: z.object({
    ...ProjectSchema.shape,
    week_start_day: z.int(),
    test_account_filters: z
      .array(z.unknown())
      .optional()
      .describe('Whom filter_test_accounts lets pass, if anybody is left out; for keys with project:read'),
  }),
  now: z.string().describe('In the project time zone'),
  section: z.enum(SECTIONS),
  data_range: z.object({ from: z.string(), to: z.string() }).nullable().describe('First and last event'),
  people: z.int(),
  events: z.array(EventSchema).describe('Most frequent first'),
  events_total: z.int(),
  properties: z.array(PropertySchema),
  properties_total: z.int(),
  group_types: z.array(GroupTypeSchema),
  ...SAVED_FIELDS,
  projects: z.array(ProjectSchema).describe('All that the key may use, where there are several; project_id names one'),
  ...REFUSED_FIELD,
  hint: z.string().nullable().describe('What to do when there is nothing'),
});
export type Description = z.output<typeof Output>;

export const describeProject = operation({
  name: 'describe_project',
  title: 'Describe the project',
  description:
    'What data there is: time zone, now, date range, names of events and properties, group types, cohorts, actions; sections properties and people have frequent values. Call it first; names are case-sensitive. Example: {"section":"properties","event":"sign up"}.',
  routes: [{ method: 'GET', path: '/describe/' }],
  tool: true,
  scope: 'insight:read',
  effect: 'read',
  input: Input,
  output: Output,
  text: describeText,
  async handle(context, input) {
    const { search = '', event, property, limit = LISTED } = input;
    const section = input.section ?? sectionOf(context, input);
    checkAsked(context, section, input);
    const properties = await describeProperties(context, section, { search, event, property, limit });
    const judged = section === 'alerts' ? await judgedAlerts(context, { search, limit }) : {};
    const people = await countPeople(context);
    const described = context.service.store.snapshot(() =>
      describe(context, { ...input, section }, properties, people),
    );
    return { ...described, ...judged };
  },
});

/** Sections that tell the values of a property. If none is given, a property belongs to the first that has it. */
const WITH_VALUES = ['properties', 'people', 'groups'] as const;

function sectionOf({ service, project }: ProjectContext, { property, event }: z.output<typeof Input>): Section {
  if (property === undefined) return event === undefined ? 'summary' : 'properties';
  const { definitions } = service.store;
  const isIn = (section: (typeof WITH_VALUES)[number]) =>
    definitions
      .properties(project.id, { owner: OWNERS[section], search: property })
      .some(({ name }) => name === property);
  return WITH_VALUES.find(isIn) ?? 'properties';
}

/** Refuses what the section cannot take into account: its answer would look like the one asked for. */
function checkAsked(context: ProjectContext, section: Section, { property, event }: z.output<typeof Input>): void {
  if (property !== undefined && !WITH_VALUES.some((name) => name === section))
    throw invalid('property', `Values are told by the sections ${listed(WITH_VALUES)}: send one of them, or none.`);
  if (event === undefined) return;
  if (section !== 'properties')
    throw invalid('event', 'It goes with section properties only. To find names that hold a text, send "search".');
  const [unknown] = unknownEventTexts(context, [event]);
  const has_events = context.service.store.definitions.events(context.project.id).length > 0;
  if (unknown !== undefined && has_events) throw invalid('event', unknown, 'does_not_exist');
}

function describe(
  context: ProjectContext,
  { section = 'summary', search = '', limit = LISTED }: z.output<typeof Input>,
  { properties, total }: PropertiesShown,
  people: number,
): Description {
  const { project, service, now_ms } = context;
  const { id, name, timezone, week_start_day } = project;
  const events = service.store.definitions.events(id);
  const found = matching(events, search).sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  return {
    project: { id, name, timezone, week_start_day, ...testAccounts(context) },
    now: isoWithOffset(timezone, now_ms),
    section,
    data_range: dataRange(timezone, events),
    people,
    events:
      section === 'summary' || section === 'events' ? found.slice(0, limit).map((row) => shown(timezone, row)) : [],
    events_total: found.length,
    properties,
    properties_total: total,
    group_types: service.store.groups.types(id),
    ...describeSaved(context, section, { search, limit }),
    projects: severalProjects(context),
    ...describeRefused(context, section),
    hint: events.length === 0 ? emptyHint(context) : null,
  };
}

function matching<T extends { readonly name: string }>(rows: readonly T[], search: string): T[] {
  const needle = soughtName(search);
  return rows.filter((row) => soughtName(row.name).includes(needle));
}

function shown(zone: string, row: EventDefinition): Description['events'][number] {
  const { name, count, first_seen_ms, last_seen_ms } = row;
  return { name, count, first_seen: isoWithOffset(zone, first_seen_ms), last_seen: isoWithOffset(zone, last_seen_ms) };
}

function dataRange(zone: string, events: readonly EventDefinition[]): Description['data_range'] {
  const span = spanOf(events);
  return span && { from: isoWithOffset(zone, span.first_seen_ms), to: isoWithOffset(zone, span.last_seen_ms) };
}

function testAccounts({ project, caller }: ProjectContext): Pick<Description['project'], 'test_account_filters'> {
  const { test_account_filters } = project;
  const is_told = test_account_filters.length > 0 && allows(caller.scopes, 'project:read');
  return is_told ? { test_account_filters: [...test_account_filters] } : {};
}

/** Projects to choose from; empty if there is only one. */
function severalProjects(context: ProjectContext): Description['projects'] {
  const all = allowedProjects(context);
  return all.length < 2 ? [] : all.map(({ id, name, timezone }) => ({ id, name, timezone }));
}

interface Wanted {
  readonly search: string;
  readonly event: string | undefined;
  readonly property: string | undefined;
  readonly limit: number;
}

/** Section -> owners of the properties it shows. The summary has names from all owners, without values. */
const OWNERS = {
  summary: 'all',
  events: null,
  properties: 'event',
  people: 'person',
  groups: 'group',
  cohorts: null,
  actions: null,
  dashboards: null,
  annotations: null,
  alerts: null,
} as const;

interface PropertiesShown {
  readonly properties: PropertyShown[];
  readonly total: number;
}

async function describeProperties(
  context: ProjectContext,
  section: Section,
  { search, event, property: wanted, limit }: Wanted,
): Promise<PropertiesShown> {
  const owner = OWNERS[section];
  if (owner === null) return { properties: [], total: 0 };
  if (wanted !== undefined && owner !== 'all') return describeValues(context, owner, wanted, { search, event, limit });
  const received = context.service.store.definitions.properties(context.project.id, {
    ...(owner === 'all' ? {} : { owner }),
    search,
  });
  const definitions = ownFirst(received, ({ name }) => name);
  if (owner === 'all' || owner === 'group' || definitions.length === 0) {
    return {
      properties: definitions.slice(0, limit).map((row) => property(context, row, [])),
      total: definitions.length,
    };
  }
  // The store does not know which properties an event has, so show those that have values on it.
  const isOfEvent = section !== 'people' && event !== undefined;
  const asked = isOfEvent ? definitions : definitions.slice(0, limit);
  const keys = asked.map(({ name }) => name);
  const found = await valuesOf(context, { owner, event: event ?? null, keys, search: '', limit: VALUES });
  const all = asked.map((row, at) => property(context, row, found[at]!.map(shortened)));
  if (!isOfEvent) return { properties: all, total: definitions.length };
  const having = all.filter((row) => row.top_values.length > 0);
  return { properties: having.slice(0, limit), total: having.length };
}

/** One property, with as many values as requested; of groups, one for each type that has it. */
async function describeValues(
  context: ProjectContext,
  owner: PropertyDefinition['owner'],
  key: string,
  { search, event, limit }: Omit<Wanted, 'property'>,
): Promise<PropertiesShown> {
  const definitions = context.service.store.definitions.properties(context.project.id, { owner });
  const rows = definitions.filter(({ name }) => name === key);
  const [row] = rows;
  if (row === undefined) {
    const near = nearText(
      key,
      definitions.map(({ name }) => name),
    );
    throw invalid(
      'property',
      ['There is no such property.', near, 'Leave it out to list those there are.'].filter(Boolean).join(' '),
      'does_not_exist',
    );
  }
  if (owner === 'group') {
    const found = rows.map((one) => {
      const values = groupValues(context, one.group_type_index, { key, search, limit });
      return property(context, one, values.map(shortened));
    });
    return { properties: found, total: found.length };
  }
  const keyed = { owner, event: owner === 'event' ? (event ?? null) : null, keys: [key], search, limit };
  const [values] = await valuesOf(context, keyed);
  return { properties: [property(context, row, values!.map(shortened))], total: 1 };
}

function shortened({ value, count }: ValueCount): ValueCount {
  return { value: shorten(value), count };
}

function property(context: ProjectContext, row: PropertyDefinition, top_values: ValueCount[]): PropertyShown {
  const types = context.service.store.groups.types(context.project.id);
  const group_type = types.find((type) => type.group_type_index === row.group_type_index)?.group_type ?? null;
  return { name: row.name, of: row.owner, group_type, type: row.type, top_values };
}

function shorten(text: string): string {
  return text.length <= VALUE_CHARS ? text : `${text.slice(0, VALUE_CHARS)}…`;
}

function emptyHint({ service, caller, project }: ProjectContext): string {
  const token = allows(caller.scopes, 'project:read')
    ? `the project token ${project.api_token}`
    : 'the project token (keys with project:read read it here)';
  const may_import = service.importing !== null && allows(caller.scopes, 'project:write');
  return [
    'There are no events yet. One of:',
    ...(may_import ? ['  import by yourself:       import_events lists the files that the operator allows'] : []),
    `  import a file:            ${service.command('import events.ndjson')}`,
    `  send them to a server:    ${service.command('serve')}   (POST /batch/ with ${token}; any PostHog SDK can)`,
  ].join('\n');
}

function describeText(description: Description): string {
  const { project, now, data_range, people, hint, events, events_total, properties, properties_total } = description;
  const head = `Project ${project.id} ${quoted(project.name)}: time zone ${project.timezone}, now ${now}.`;
  const refusals = description.refused ?? [];
  const refused = section('refusals', refusals.length, refusals.map(refusedLine));
  if (hint !== null) return written([head, ...refused, hint]);
  const range = data_range ? `Events from ${data_range.from} to ${data_range.to}, ` : '';
  const group_types = description.group_types.map(groupTypeWords);
  return written([
    head,
    `${range}${counted(people, 'person')}.`,
    ...section('events', events_total, events.map(description.section === 'events' ? seenLine : eventLine)),
    ...section('properties', properties_total, properties.map(propertyLine)),
    ...refused,
    group_types.length === 0 ? '' : `Group types: ${group_types.join(', ')}`,
    ...(description.section === 'groups' ? description.group_types.map(keysLine) : []),
    ...SAVED_SECTIONS.flatMap((name) => section(name, description[`${name}_total`], description[name].map(savedLine))),
    ...section('alerts', description.alerts_total ?? 0, (description.alerts ?? []).map(savedLine)),
    noneSaved(description.section, description),
    description.section === 'summary' ? leftOutText(project.test_account_filters ?? []) : '',
    ...section('projects', description.projects.length, description.projects.map(savedLine)),
  ]);
}

/** Groups need no properties, and then their keys are all there is of them. */
function keysLine({ group_type, group_type_index }: Description['group_types'][number]): string {
  const key = `$group_${group_type_index}`;
  return `Which ${quoted(group_type)} an event has is its property "${key}": {"section":"properties","property":"${key}"} lists them.`;
}

function section(noun: string, total: number, lines: readonly string[]): Passage[] {
  if (lines.length === 0) return [];
  const shown = lines.length === total ? '' : ` of ${total}; \`limit\` and \`search\` bring others`;
  return [
    {
      head: [`${noun[0]!.toUpperCase()}${noun.slice(1)} (${lines.length}${shown}):`],
      rows: lines.map((line) => `  ${line}`),
      keep: 'first',
      noun,
      how: '`search` and `section` bring others.',
    },
  ];
}

function eventLine({ name, count }: Description['events'][number]): string {
  return `${quoted(name)}: ${count}`;
}

/** To the minute: what is not sent any more, and since when, and what is new. */
function seenLine(row: Description['events'][number]): string {
  const { first_seen, last_seen } = row;
  return `${eventLine(row)}, first ${first_seen.slice(0, 16)}, last ${last_seen.slice(0, 16)}`;
}

function propertyLine({ name, of, group_type, type, top_values }: PropertyShown): string {
  const owner = group_type === null ? of : quoted(group_type);
  const values = top_values.map(({ value, count }) => `${quoted(value)} ${count}`).join(', ');
  return `${quoted(name)} (${owner}, ${typeText(type)})${values === '' ? '' : `: ${values}`}`;
}

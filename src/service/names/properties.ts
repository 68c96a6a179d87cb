/** Warns of names that the project has never received: properties, events that are not lines, group types. */

import { isObject } from '../../base/json.ts';
import { isOneOf } from '../../base/known.ts';
import { nearText } from '../../base/nearest.ts';
import { quoted } from '../../base/visible.ts';
import { LIMIT } from '../../model/limit.ts';
import { METADATA_KEYS } from '../../model/question/expression.ts';
import { NO_GROUP, type PropertyDefinition } from '../../store/types/store.ts';
import type { ProjectContext } from '../contract/context.ts';
import { liveAction } from '../resolve/filters/setting.ts';
import { expressionPath } from '../words/expression_path.ts';
import { see, seeProperties } from '../words/operation_names.ts';
import { unknownEventTexts } from './events.ts';
import { memberText } from './members.ts';
import { type UsedIn, type UsedProperty, usedIn } from './used.ts';

/** Properties stored with or derived from every event, whether or not anybody sent them. */
const ALWAYS_THERE = /^\$(group_\d|window_id|elements(_chain)?|set|set_once|unset|groups|group_set)$/;
const TOLD = 3;

/** `filters` is the question as sent. */
export function nameWarnings(
  context: ProjectContext,
  query: unknown,
  filters: Readonly<Record<string, unknown>>,
): string[] {
  const used = usedIn(query);
  const { breakdowns } = filters;
  // Items of a list have types of their own.
  const in_items = Array.isArray(breakdowns) && breakdowns.length > 0;
  const named = used.properties.map((one) =>
    in_items && one.used_in === 'breakdown' ? { ...one, used_in: 'breakdowns' as const } : one,
  );
  return [
    ...propertyWarnings(context, named, filters),
    ...unknownEventTexts(context, used.events),
    ...groupTypeWarnings(context, used.group_types),
    ...actionWarnings(context, filters),
  ];
}

/** Warnings about a cohort's definition, which has conditions on people only. */
export function cohortNameWarnings(context: ProjectContext, where: unknown): string[] {
  const used = usedIn(where);
  const asked = used.properties.map((one) => (one.used_in === 'filter' ? { ...one, used_in: 'cohort' as const } : one));
  return [...propertyWarnings(context, asked, {}), ...groupTypeWarnings(context, used.group_types)];
}

export function propertyWarnings(
  context: ProjectContext,
  used: readonly UsedProperty[],
  filters: Readonly<Record<string, unknown>>,
): string[] {
  const own = filters['filter_test_accounts'] === true ? testAccountKeys(context) : [];
  const named = used.filter(({ source }) => !isAlwaysThere(source) && !own.includes(source.key));
  // Most questions name only what exists, so each name is looked up before all definitions are read.
  const asked = named.map((one) => ({ one, found: definitionOf(context, one) }));
  const others = asked.filter(({ one, found }) => found === undefined || !fits(found, one.is_number));
  const missing = others.some(({ found }) => found === undefined);
  const all = missing ? context.service.store.definitions.properties(context.project.id, {}) : [];
  // A project without data knows no names, and a full list of definitions may lack some.
  if (missing && (all.length === 0 || all.length >= LIMIT.property_definitions)) return [];
  return others
    .slice(0, LIMIT.names_checked)
    .map(({ one, found }) => (found === undefined ? aboutUnknown(context, one, all) : aboutText(context, one, found)));
}

function isAlwaysThere({ of, key }: UsedProperty['source']): boolean {
  return of === 'event' && ALWAYS_THERE.test(key);
}

function definitionOf({ service, project }: ProjectContext, { source }: UsedProperty): PropertyDefinition | undefined {
  return service.store.definitions.property(project.id, {
    owner: source.of,
    group_type_index: source.of === 'group' ? source.type_index : NO_GROUP,
    name: source.key,
  });
}

function fits({ type }: PropertyDefinition, is_number: boolean): boolean {
  return !is_number || type === null || type === 'Numeric';
}

/** Properties in the project's own filters, which are not part of the question. */
export function testAccountKeys({ project }: ProjectContext): string[] {
  return project.test_account_filters.flatMap((filter) => (isObject(filter) ? [String(filter['key'])] : []));
}

/** For a property that exists but holds no numbers where they are needed. */
function aboutText(context: ProjectContext, { source }: UsedProperty, { type }: PropertyDefinition): string {
  return `The ${ownerOf(context, source)} property ${quoted(source.key)} holds ${KINDS[type ?? ''] ?? 'other values'} where numbers are needed: only values that read as a number count.`;
}

function ownerOf(context: ProjectContext, source: UsedProperty['source']): string {
  return ownerText(context, source.of, source.of === 'group' ? source.type_index : null);
}

function aboutUnknown(context: ProjectContext, used: UsedProperty, all: readonly PropertyDefinition[]): string {
  const { source, used_in } = used;
  const mine = all.filter((row) => isOf(row, used));
  const elsewhere = all
    .filter(({ name, owner }) => name === source.key && (used_in !== 'cohort' || owner !== 'group'))
    .map((row) => howToAsk(context, row, used_in));
  const names = mine.map((row) => row.name);
  const help =
    elsewhere.length > 0
      ? `There is one of ${elsewhere.slice(0, TOLD).join(', or of ')}.`
      : metadataText(used) ||
        groupTypeText(context, source) ||
        memberText(used, names) ||
        nearText(source.key, names) ||
        `${seeProperties(source.of)} lists those there are.${keyOf(source)}`;
  return `No ${ownerOf(context, source)} property named ${quoted(source.key)} was ever received. ${help}`;
}

/** What every event has is asked for by a type of its own. */
function metadataText({ source, used_in }: UsedProperty): string {
  const type = METADATA_TYPE[used_in];
  if (type === undefined || source.of !== 'event' || !isOneOf(METADATA_KEYS, source.key)) return '';
  return `It is no property, but what every event has: send ${type}.`;
}

const METADATA_TYPE: Readonly<Partial<Record<UsedIn, string>>> = {
  filter: '"type":"event_metadata"',
  breakdown: '"breakdown_type":"event_metadata"',
  breakdowns: '"type":"event_metadata" in its item of "breakdowns"',
};

/** Who names a type of groups means the groups of that type. */
function groupTypeText({ service, project }: ProjectContext, { of, key }: UsedProperty['source']): string {
  const type = service.store.groups.types(project.id).find(({ group_type }) => group_type === key);
  if (type === undefined || of !== 'event') return '';
  return `It is a type of groups, and which of them an event has is the event property "$group_${type.group_type_index}".`;
}

/** Who names a property of groups that is not there may want to tell the groups themselves apart. */
function keyOf(source: UsedProperty['source']): string {
  return source.of === 'group' ? ` The groups' own keys are the event property "$group_${source.type_index}".` : '';
}

const KINDS: Readonly<Record<string, string>> = { String: 'text', Boolean: 'true and false', DateTime: 'dates' };

function isOf(row: PropertyDefinition, { source }: UsedProperty): boolean {
  return row.owner === source.of && (source.of !== 'group' || row.group_type_index === source.type_index);
}

function ownerText(context: ProjectContext, owner: PropertyDefinition['owner'], type_index: number | null): string {
  if (owner !== 'group') return owner;
  const types = context.service.store.groups.types(context.project.id);
  const type = types.find(({ group_type_index }) => group_type_index === type_index);
  return type === undefined ? 'group' : quoted(type.group_type);
}

/** Who owns the property, and how to name it in that part of the question. */
function howToAsk(context: ProjectContext, row: PropertyDefinition, used_in: UsedIn): string {
  const { owner, group_type_index: index, name } = row;
  const whose = owner === 'group' ? ownerText(context, owner, index) : owner === 'person' ? 'people' : 'events';
  const typed = owner === 'group' ? `"type":"group","group_type_index":${index}` : `"type":"${owner}"`;
  const asks: Readonly<Record<UsedIn, string>> = {
    filter: typed,
    breakdown:
      owner === 'group'
        ? `"breakdown_type":"group","breakdown_group_type_index":${index}`
        : `"breakdown_type":"${owner}"`,
    breakdowns: `${typed} in its item of "breakdowns"`,
    math: `"math_property_type":"${owner === 'group' ? `groups_${index}` : `${owner}_properties`}"`,
    cohort:
      owner === 'event'
        ? `{"type":"behavioral","key":"their event","event_type":"events","value":"performed_event","time_value":30,"time_interval":"day","event_filters":[{"key":${quoted(name)},"value":"…"}]}`
        : typed,
    correlation: {
      event: '"funnel_correlation_type":"event_with_properties" and "funnel_correlation_event_names"',
      person: '"funnel_correlation_type":"properties" without "aggregation_group_type"',
      group: `"aggregation_group_type":${whose}`,
    }[owner],
    expression: expressionPath(
      owner === 'group' ? { of: owner, type_index: index, key: name } : { of: owner, key: name },
    ),
  };
  return `${whose}: send ${asks[used_in]}`;
}

function groupTypeWarnings({ service, project }: ProjectContext, indices: readonly number[]): string[] {
  if (indices.length === 0) return [];
  const types = service.store.groups.types(project.id);
  const known = types.map(({ group_type, group_type_index }) => `${group_type_index} ${quoted(group_type)}`);
  const help = known.length === 0 ? 'This project has none yet' : `There are ${known.join(', ')}`;
  return indices
    .filter((index) => !types.some(({ group_type_index }) => group_type_index === index))
    .map((index) => `There is no group type ${index}. ${help} (${see('list_group_types')}).`);
}

/** Trends answer without a line for an unknown action. */
function actionWarnings(context: ProjectContext, { actions }: Readonly<Record<string, unknown>>): string[] {
  if (!Array.isArray(actions)) return [];
  const ids = actions.map((item) => (isObject(item) ? Number(item['id']) : Number.NaN)).filter(Number.isSafeInteger);
  return [...new Set(ids)]
    .filter((id) => liveAction(context, id) === null)
    .map((id) => `Action ID ${id} does not exist, so it has no line. ${see('list_actions')} lists those there are.`);
}

/**
 * Breakdowns, in two forms: `breakdown` (one key or a list) with type and settings beside it, and `breakdowns`, a list
 * of objects whose values come back as lists. Cohorts are given by id, or as "all" for everybody.
 */
import { unreachable } from '../../../base/assert.ts';
import { invalid } from '../../../model/error.ts';
import { LIMIT } from '../../../model/limit.ts';
import type { BreakdownItem, BreakdownType } from '../../../model/question/body.ts';
import { SESSION_KEYS, type ValueSource } from '../../../model/question/predicate.ts';
import type { Breakdown, Dimension } from '../../../model/question/query.ts';
import type { ProjectContext } from '../../contract/context.ts';
import { onlyGroupType } from '../../words/group_types.ts';
import { expressionSetting, resolveValue } from '../dates/expression.ts';
import { resolveCohortGroups } from './breakdown_cohorts.ts';

export interface BreakdownBody {
  readonly breakdown?: unknown;
  readonly breakdowns?: readonly BreakdownItem[] | undefined;
  readonly breakdown_type?: BreakdownType | undefined;
  readonly breakdown_group_type_index?: number | undefined;
  readonly breakdown_normalize_url?: boolean | undefined;
  readonly breakdown_histogram_bin_count?: number | undefined;
  readonly breakdown_limit?: number | undefined;
}

/** One dimension of a breakdown as sent. */
interface Item extends Pick<BreakdownItem, 'group_type_index' | 'normalize_url' | 'histogram_bin_count'> {
  /** Path of the key in the body, for errors. */
  readonly attr: string;
  /** What the names of its settings begin with in the body. */
  readonly settings: string;
  readonly key: unknown;
  readonly type: BreakdownType;
}

/** Event columns to split by, besides group keys. */
const METADATA = ['event', 'distinct_id', 'person_id'] as const;
const GROUP_KEY = /^\$group_\d$/;

/** Whether the breakdown was sent as a list. Then values come back as lists. */
export function isListBreakdown(body: BreakdownBody): boolean {
  const { breakdowns } = body;
  return breakdowns !== undefined && breakdowns.length > 0;
}

export function resolveBreakdown(
  context: ProjectContext,
  body: BreakdownBody,
  default_limit: number,
): Breakdown | null {
  const items = isListBreakdown(body) ? listItems(body.breakdowns ?? []) : plainItems(body);
  const first = items[0];
  if (first === undefined) return null;
  const limit = body.breakdown_limit ?? default_limit;
  if (items.some((item) => item.type === 'cohort')) {
    if (items.some((item) => item.type !== 'cohort')) {
      throw invalid(first.attr, 'Cohorts cannot be combined with other breakdowns. Filter by the cohort instead.');
    }
    const ids = items.map((item) => item.key);
    const cohorts = resolveCohortGroups(context, ids, first.attr);
    const apart = cohorts.length === 1 || cohorts.some((cohort) => cohort.id === 'all');
    return { kind: 'cohorts', cohorts, apart, limit };
  }
  if (items.length > LIMIT.breakdowns) {
    throw invalid(first.attr, `A question can have at most ${LIMIT.breakdowns} breakdowns.`);
  }
  return { kind: 'values', dimensions: items.map((item) => dimensionOf(context, item)), limit };
}

function given(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function listItems(sent: readonly BreakdownItem[]): Item[] {
  return sent.map((item, at) => ({
    ...item,
    attr: `breakdowns__${at}`,
    settings: `breakdowns__${at}__`,
    key: item.property ?? item['value'],
    type: item.type ?? 'event',
  }));
}

function plainItems(body: BreakdownBody): Item[] {
  const { breakdown: sent } = body;
  if (!given(sent)) return [];
  const keys: readonly unknown[] = Array.isArray(sent) ? sent : [sent];
  return keys.map((key) => ({
    attr: 'breakdown',
    settings: 'breakdown_',
    key,
    type: body.breakdown_type ?? 'event',
    group_type_index: body.breakdown_group_type_index,
    normalize_url: body.breakdown_normalize_url,
    histogram_bin_count: body.breakdown_histogram_bin_count,
  }));
}

function dimensionOf(context: ProjectContext, item: Item): Dimension {
  const { key } = item;
  if ((typeof key !== 'string' && typeof key !== 'number') || key === '') {
    throw invalid(item.attr, 'Expected the name of a property, as "$browser".');
  }
  return {
    source: sourceOf(context, item, String(key)),
    normalize_url: item.normalize_url ?? false,
    bins: item.histogram_bin_count ?? null,
  };
}

function sourceOf(context: ProjectContext, item: Item, key: string): ValueSource {
  switch (item.type) {
    case 'event':
      return { of: 'event', key };
    case 'person':
      return { of: 'person', key };
    case 'group':
      return { of: 'group', type_index: groupTypeOf(context, item), key };
    case 'event_metadata':
      return metadataSource(item, key);
    case 'session': {
      const known = SESSION_KEYS.find((name) => name === key);
      if (known !== undefined) return { of: 'session', key: known };
      throw invalid(item.attr, `Not known of sessions. Known: ${SESSION_KEYS.join(', ')}.`, 'invalid_choice');
    }
    case 'hogql':
      return { of: 'expression', expression: resolveValue(expressionSetting(context), key, item.attr) };
    case 'cohort':
      throw invalid(item.attr, 'Cohorts cannot be combined with other breakdowns. Filter by the cohort instead.');
    default:
      return unreachable(item.type);
  }
}

function metadataSource(item: Item, key: string): ValueSource {
  // Group keys are stored as event properties.
  if (GROUP_KEY.test(key)) return { of: 'event', key };
  const known = METADATA.find((name) => name === key);
  if (known !== undefined) return { of: 'metadata', key: known };
  throw invalid(
    item.attr,
    `Not a column of events to split by. Known: ${METADATA.join(', ')}, $group_0 to $group_${LIMIT.groups_per_project - 1}.`,
    'invalid_choice',
  );
}

function groupTypeOf({ service, project }: ProjectContext, item: Item): number {
  return (
    item.group_type_index ?? onlyGroupType(service.store.groups.types(project.id), `${item.settings}group_type_index`)
  );
}

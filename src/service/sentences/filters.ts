/** Property filters as sent -> words. They are validated already, so anything odd is skipped. */
import { isObject, listOf } from '../../base/json.ts';
import { isOneOf } from '../../base/known.ts';
import { quoted } from '../../base/visible.ts';
import { readJson } from '../../model/fields.ts';
import type { ProjectContext } from '../contract/context.ts';
import { expressionSetting } from '../resolve/dates/expression.ts';
import { isFilter, isGroup, isNegated, pairFilter, readGroupType } from '../resolve/filters/filters.ts';
import { listed } from '../words/lists.ts';
import { cohortName, groupTypeName, NAME_CHARS, named } from './names.ts';

const VALUES_SHOWN = 5;
const CONDITIONS_SHOWN = 10;

type Sent = Readonly<Record<string, unknown>>;

/** For example `"plan" is "pro" and person's "country" is "DE" or "FR"`; null without filters. */
export function filterWords(context: ProjectContext, raw: unknown): string | null {
  const sent = readJson(raw);
  if (Array.isArray(sent)) return joined(context, sent, 'and');
  if (!isObject(sent)) return null;
  if (isGroup(sent) || isFilter(sent)) return nodeWords(context, sent);
  return joined(
    context,
    Object.entries(sent).map(([name, value]) => pairFilter(name, value)),
    'and',
  );
}

function joined(context: ProjectContext, items: readonly unknown[], by: 'and' | 'or'): string | null {
  const words = items.filter(isObject).flatMap((item) => {
    const said = nodeWords(context, item);
    if (said === null) return [];
    // A list of values has an "or" of its own.
    return [items.length > 1 && isGroup(item) ? `(${said})` : said];
  });
  if (words.length === 0) return null;
  const shown = words.slice(0, CONDITIONS_SHOWN);
  const more = words.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more conditions`] : [])].join(` ${by} `);
}

function nodeWords(context: ProjectContext, sent: Sent): string | null {
  if (!isGroup(sent)) return leafWords(context, sent);
  const values = listOf(sent['values']);
  return joined(context, values, String(sent['type'] ?? 'AND').toUpperCase() === 'OR' ? 'or' : 'and');
}

function leafWords(context: ProjectContext, sent: Sent): string {
  const said = plainWords(context, sent);
  return isNegated(sent) && sent['type'] !== 'behavioral' ? `not (${said})` : said;
}

function plainWords(context: ProjectContext, sent: Sent): string {
  const value = sent['value'] ?? sent['values'];
  const type = String(sent['type'] ?? 'event');
  if (type === 'behavioral') return behaviourWords(context, sent);
  if (type === 'hogql') return `expression ${named(String(sent['key']))} holds`;
  if (type.endsWith('cohort')) return cohortWords(context, sent, value);
  return `${ownerWords(context, sent, type)}${named(String(sent['key']))} ${testWords(sent, value)}`;
}

/** Mentions times and counts only if the filter does. */
function behaviourWords(context: ProjectContext, sent: Sent): string {
  const did = isNegated(sent) ? 'people who did not do' : 'people who did';
  const { time_value, time_interval, value = 'performed_event' } = sent;
  const how = value === 'performed_event' ? '' : ` (${String(value)})`;
  const when = time_value === undefined ? '' : ` in the last ${valueWords(time_value)} ${String(time_interval)}`;
  const what = sent['event_type'] === 'actions' ? `action ${valueWords(sent['key'])}` : named(String(sent['key']));
  const filters = Array.isArray(sent['event_filters']) ? joined(context, sent['event_filters'], 'and') : null;
  return `${did} ${what}${how}${filters === null ? '' : ` (where ${filters})`}${when}`;
}

function cohortWords(context: ProjectContext, sent: Sent, value: unknown): string {
  const names = (Array.isArray(value) ? value : [value]).map((id) => cohortName(context, id));
  const is_in = isOneOf(['in', 'exact', undefined], sent['operator']);
  return `${is_in ? 'in' : 'not in'} ${listed(names, 'or', VALUES_SHOWN)}`;
}

function ownerWords(context: ProjectContext, sent: Sent, type: string): string {
  switch (type) {
    case 'person':
    case 'session':
    case 'element':
      return `${type}'s `;
    case 'event_metadata':
      return "event's ";
    case 'group':
      return `${groupTypeName(context, readGroupType(expressionSetting(context), sent, type))} group's `;
    default:
      return '';
  }
}

const OPERATORS: Readonly<Record<string, string>> = {
  exact: 'is',
  is_not: 'is not',
  in: 'is',
  not_in: 'is not',
  icontains: 'contains',
  icontains_multi: 'contains',
  not_icontains: 'does not contain',
  not_icontains_multi: 'does not contain',
  regex: 'matches',
  not_regex: 'does not match',
  gt: '>',
  gte: '≥',
  min: '≥',
  lt: '<',
  lte: '≤',
  max: '≤',
  is_date_before: 'is before',
  is_date_after: 'is after',
  is_date_exact: 'is on',
  between: 'is between',
  not_between: 'is not between',
  semver_eq: 'is version',
  semver_neq: 'is not version',
  semver_gt: 'is a version after',
  semver_gte: 'is a version from',
  semver_lt: 'is a version before',
  semver_lte: 'is a version up to',
  semver_tilde: 'is a version like ~',
  semver_caret: 'is a version like ^',
  semver_wildcard: 'is a version like',
};

function testWords(sent: Sent, value: unknown): string {
  const operator = String(sent['operator'] || 'exact');
  if (operator === 'is_set') return 'is set';
  if (operator === 'is_not_set') return 'is not set';
  const values = (Array.isArray(value) ? value : [value]).filter((item) => item !== undefined && item !== null);
  if (values.length === 0) return 'has no value to compare with (passed over)';
  const last = operator.endsWith('between') ? 'and' : operator.includes('not') ? 'nor' : 'or';
  return `${OPERATORS[operator] ?? operator} ${listed(values.map(valueWords), last, VALUES_SHOWN)}`;
}

export function valueWords(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return quoted(typeof value === 'string' ? value : JSON.stringify(value), NAME_CHARS);
}

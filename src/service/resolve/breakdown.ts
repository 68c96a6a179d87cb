/** By which value rows are split: `breakdown` with its type, or the `breakdowns` list. */
import { isObject } from '../../base/json.ts';
import { BREAKDOWN_TYPES } from '../../model/body.ts';
import { invalid, notSupported } from '../../model/error.ts';
import { readJson } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import type { ValueSource } from '../../model/predicate.ts';
import type { Breakdown } from '../../model/query.ts';

export interface BreakdownBody {
  readonly breakdown?: unknown;
  readonly breakdown_type?: string | undefined;
  readonly breakdown_group_type_index?: number | undefined;
  readonly breakdown_limit?: number | undefined;
  readonly [key: string]: unknown;
}

/** One part of a breakdown as sent. */
interface Item {
  readonly attr: string;
  readonly key: unknown;
  readonly type: string;
  readonly group_type_index: unknown;
  readonly normalize_url: unknown;
  readonly histogram_bin_count: unknown;
}

/** Whether the question says its breakdown as a list: then values come back as lists too. */
export function isListBreakdown(body: BreakdownBody): boolean {
  return given(body['breakdowns']);
}

export function resolveBreakdown(body: BreakdownBody, default_limit: number): Breakdown | null {
  const items = isListBreakdown(body) ? listItems(body['breakdowns']) : plainItems(body);
  if (items.length === 0) return null;
  for (const item of items) checkItem(item);
  if (items.length > LIMIT.breakdowns) {
    throw invalid(items[0]!.attr, `A question can have at most ${LIMIT.breakdowns} breakdowns.`);
  }
  if (items.length > 1) {
    throw notSupported('several breakdowns', items[0]!.attr, 'Only one breakdown at a time can be computed yet.');
  }
  return { source: sourceOf(items[0]!), limit: body.breakdown_limit ?? default_limit };
}

function given(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function listItems(sent: unknown): Item[] {
  const list = readJson(sent);
  if (!Array.isArray(list)) {
    throw invalid('breakdowns', 'Expected a list, as [{"property":"$browser","type":"event"}].', 'not_a_list');
  }
  return list.map((entry: unknown, at) => {
    const attr = `breakdowns__${at}`;
    if (!isObject(entry)) throw invalid(attr, 'Expected an object, as {"property":"$browser","type":"event"}.');
    return {
      attr,
      key: entry['property'] ?? entry['value'],
      type: readType(entry['type'] ?? 'event', `${attr}__type`),
      group_type_index: entry['group_type_index'],
      normalize_url: entry['normalize_url'],
      histogram_bin_count: entry['histogram_bin_count'],
    };
  });
}

function plainItems(body: BreakdownBody): Item[] {
  const sent = readJson(body.breakdown);
  if (!given(sent)) return [];
  const keys: unknown[] = Array.isArray(sent) ? sent : [sent];
  return keys.map((key) => ({
    attr: 'breakdown',
    key,
    type: body.breakdown_type ?? 'event',
    group_type_index: body.breakdown_group_type_index,
    normalize_url: body['breakdown_normalize_url'],
    histogram_bin_count: body['breakdown_histogram_bin_count'],
  }));
}

function readType(value: unknown, attr: string): string {
  const word = String(value).trim().toLowerCase();
  if (word === 'events') return 'event';
  if ((BREAKDOWN_TYPES as readonly string[]).includes(word)) return word;
  throw invalid(attr, `Not one of the allowed values: ${BREAKDOWN_TYPES.join(', ')}.`, 'invalid_choice');
}

function checkItem(item: Item): void {
  if (!['event', 'person', 'group'].includes(item.type)) {
    throw notSupported(
      `breakdown type ${item.type}`,
      item.attr === 'breakdown' ? 'breakdown_type' : `${item.attr}__type`,
      `A breakdown by ${item.type} cannot be computed yet. Those by event, person and group property can.`,
    );
  }
  if (typeof item.key !== 'string' && typeof item.key !== 'number') {
    throw invalid(item.attr, 'Expected the name of a property, as "$browser".');
  }
  if (given(item.histogram_bin_count)) {
    throw notSupported('breakdown histogram', item.attr, 'Numeric bins cannot be computed yet; leave them out.');
  }
  if (item.normalize_url === true || item.normalize_url === 'true') {
    throw notSupported('breakdown url normalisation', item.attr, 'URLs cannot be normalised yet; leave it out.');
  }
}

function sourceOf(item: Item): ValueSource {
  const key = String(item.key);
  if (item.type !== 'group') return { of: item.type === 'person' ? 'person' : 'event', key };
  const index = Number(item.group_type_index);
  if (given(item.group_type_index) && Number.isInteger(index) && index >= 0 && index < LIMIT.groups_per_project) {
    return { of: 'group', type_index: index, key };
  }
  const attr = item.attr === 'breakdown' ? 'breakdown_group_type_index' : `${item.attr}__group_type_index`;
  throw invalid(attr, `A breakdown by group needs the group type: 0 to ${LIMIT.groups_per_project - 1}.`, 'required');
}

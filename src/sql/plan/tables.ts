/** The tables, and the meaning of names in each. */
import { atLeastOne } from '../../base/known.ts';
import { MAX_MS, MIN_MS } from '../../base/time.ts';
import { LIMIT } from '../../model/limit.ts';
import type { PlainSource } from '../../model/question/expression.ts';
import { ALL, type Predicate } from '../../model/question/predicate.ts';
import type { Relation } from '../../model/sql/plan.ts';
import { isOfEvents, resolvePath } from '../expression/names.ts';
import type { Tree } from '../expression/tree.ts';
import { type Scope, type Type, type Typed, within } from '../expression/typed.ts';
import { nearestText, wrongAt } from '../grammar/source.ts';
import type { From, Syntax } from '../grammar/syntax.ts';
import { type Binding, type Bound, newScope, type Path, type Scan } from './binding.ts';
import { updateScan } from './push.ts';

type TableSyntax = Extract<From, { kind: 'table' }>;

const OF_EVENTS = ['session_id', '$start_timestamp', '$end_timestamp', '$session_duration'];
/** One row per session, derived from its events. */
export const SESSIONS = `
  select properties.$session_id as session_id, argMin(distinct_id, timestamp) as distinct_id,
    argMin(person_id, timestamp) as person_id, min(timestamp) as $start_timestamp, max(timestamp) as $end_timestamp,
    any(session.$session_duration) as $session_duration, count() as event_count,
    count() = 1 or countIf(event = '$pageview') = 1 and countIf(event = '$autocapture') = 0 and $session_duration < 10 as $is_bounce,
    argMinIf(properties.$pathname, timestamp, event = '$pageview') as $entry_pathname,
    argMaxIf(properties.$pathname, timestamp, event = '$pageview') as $end_pathname,
    argMin(properties.utm_source, timestamp) as $entry_utm_source, argMin(properties.utm_medium, timestamp) as $entry_utm_medium,
    argMin(properties.utm_campaign, timestamp) as $entry_utm_campaign,
    uniqIf(properties.$current_url, event = '$pageview') as $num_uniq_urls,
    countIf(event = '$pageview') as $pageview_count, countIf(event = '$autocapture') as $autocapture_count,
    argMinIf(properties.$current_url, timestamp, event = '$pageview') as $entry_current_url,
    argMaxIf(properties.$current_url, timestamp, event = '$pageview') as $end_current_url,
    argMin(properties.$referring_domain, timestamp) as $entry_referring_domain,
    argMinIf(properties.$host, timestamp, event = '$pageview') as $entry_hostname,
    argMaxIf(properties.$host, timestamp, event = '$pageview') as $end_hostname,
    argMin(properties.utm_term, timestamp) as $entry_utm_term, argMin(properties.utm_content, timestamp) as $entry_utm_content,
    argMin(properties.gclid, timestamp) as $entry_gclid, countIf(event = '$screen') as $screen_count
  from events where notEmpty(properties.$session_id) group by properties.$session_id`;
/** Names of its columns that events do not have as session.NAME themselves. */
export const SESSION_COLUMNS: ReadonlySet<string> = new Set(
  [...SESSIONS.matchAll(/ as (\S+?)(?=[,\s])/g)].map(([, name]) => name!).filter((name) => !OF_EVENTS.includes(name)),
);
const TABLES = ['events', 'persons', 'groups', 'sessions', 'cohort_people', 'person_distinct_ids'] as const;

const FIELDS = {
  persons: { id: 'text', created_at: 'time' },
  groups: { index: 'number', key: 'text', created_at: 'time' },
  cohort_people: { person_id: 'text', cohort_id: 'number' },
  person_distinct_ids: { distinct_id: 'text', person_id: 'text' },
  numbers: { number: 'number' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Type>>>>;

/** Value of a whole number that does not depend on rows. Throws `refuse()` if it is something else. */
type Constant = (syntax: Syntax, refuse: () => Error) => number;

/** null if there is no such table. */
export function bindTable(binding: Binding, from: TableSyntax, constant: Constant): Bound | null {
  const name = from.name.toLowerCase();
  if (name !== 'numbers' && from.args.length > 0)
    throw wrongAt(binding.source, from.at, `${from.name} takes no arguments.`);
  switch (name) {
    case 'events':
      return bindEvents(binding, from.alias);
    case 'persons':
      return fieldsOf({ kind: 'persons' }, from.alias, 'persons', (key) => ({ of: 'person', key }));
    case 'groups': {
      const types = binding.setting.groupTypes().map((type) => type.group_type_index);
      return fieldsOf({ kind: 'groups', types }, from.alias, 'groups', null);
    }
    case 'person_distinct_ids':
      return fieldsOf({ kind: 'distinct_ids' }, from.alias, 'person_distinct_ids');
    case 'cohort_people': {
      const cohorts = binding.setting.cohorts().map(({ id, where }) => ({ id, where: where() }));
      return fieldsOf({ kind: 'cohort_people', cohorts }, from.alias, 'cohort_people');
    }
    case 'numbers':
      return fieldsOf({ kind: 'numbers', count: countOf(binding, from, constant) }, from.alias, 'numbers');
    default:
      return null;
  }
}

export function unknownTable({ source }: Binding, { name, at }: TableSyntax, named: readonly string[]): Error {
  const known = [...TABLES, ...named];
  return wrongAt(
    source,
    at,
    `there is no table ${name}. ${nearestText(name, known)}Tables are ${[...known, 'numbers(n)'].join(', ')}.`,
  );
}

/** Restricts a scan of events to those that pass. */
export function scanOnly(scan: Scan, where: Predicate): void {
  scan.where.push(where);
  scan.relation.is_of_rows = false;
  updateScan(scan);
}

function countOf(binding: Binding, { args, at }: TableSyntax, constant: Constant): number {
  const refuse = () =>
    wrongAt(
      binding.source,
      at,
      `numbers takes how many, up to ${LIMIT.sql_rows_held}, as numbers(10): 0, 1, … 9, or numbers(dateDiff('day', toDate('2026-01-01'), today())).`,
    );
  const [said, other] = args;
  if (said === undefined || other !== undefined) throw refuse();
  const count = constant(said, refuse);
  if (count <= LIMIT.sql_rows_held) return count;
  throw refuse();
}

// --- events

const EVENT_COLUMNS = ['uuid', 'event', 'timestamp', 'distinct_id', 'person_id', 'properties'];
const EVENT_NAMES = [
  ...['uuid', 'event', 'timestamp', 'distinct_id', 'person_id', 'properties', 'properties.NAME', 'person.id'],
  ...[
    'person.properties.NAME',
    'person.created_at',
    '$session_id',
    'session.$session_duration',
    '$group_0',
    'group_0.properties.NAME',
  ],
];

function bindEvents(binding: Binding, alias: string): Bound {
  const scan: Scan = {
    relation: { kind: 'events', matches: [], range: { from_ms: MIN_MS, until_ms: MAX_MS }, is_of_rows: true },
    events: null,
    where: [],
  };
  updateScan(scan);
  const scope = newScope(binding, () => null);
  return {
    base: () => scan.relation,
    steps: [],
    below: null,
    scan,
    find(path) {
      const inner = withoutAlias(path, alias);
      const found = findOfEvent(scope, inner);
      if (found !== null && !isOfRow(found.node)) scan.relation.is_of_rows = false;
      return found;
    },
    columns: (table) => (table === null || table === alias ? pathsOf(alias, EVENT_COLUMNS) : null),
    names: EVENT_NAMES,
    sides: null,
  };
}

function findOfEvent(scope: Scope, path: Path): Typed | null {
  const own = ownField(path.parts);
  if (own !== null) return fieldNode(own.name, own.type, path.at);
  return isOfEvents(scope, atLeastOne(path.parts)[0]) ? resolvePath(scope, path) : null;
}

/** A column of events that statements have and expressions of filters have not. */
export function ownField([first, second]: readonly string[]): { readonly name: string; readonly type: Type } | null {
  if (first === 'uuid' && second === undefined) return { name: 'uuid', type: 'text' };
  if (first === 'properties' && second === undefined) return { name: 'properties', type: 'any' };
  return first === 'person' && second === 'created_at' ? { name: 'person_created_at', type: 'time' } : null;
}

/** Whether the value depends on the row alone and not on identities. */
function isOfRow(tree: Tree): boolean {
  if (tree.kind === 'call' || tree.kind === 'each') return tree.args.every(isOfRow);
  if (tree.kind === 'field') return tree.name === 'uuid' || tree.name === 'properties';
  if (tree.kind !== 'source') return true;
  const { source } = tree;
  return source.of === 'event' || (source.of === 'metadata' && (source.key === 'event' || source.key === 'timestamp'));
}

export function scanWithFilters(binding: Binding, scan: Scan): void {
  const { filters } = binding.setting;
  if (filters === null) return;
  const { range } = scan.relation;
  scan.relation.range = {
    from_ms: Math.max(range.from_ms, filters.range.from_ms),
    until_ms: Math.min(range.until_ms, filters.range.until_ms),
  };
  if (filters.where !== ALL) scanOnly(scan, filters.where);
  updateScan(scan);
}

// --- other tables

function withoutAlias(path: Path, alias: string): Path {
  return path.parts[0] === alias && path.parts.length > 1 ? { parts: path.parts.slice(1), at: path.at } : path;
}

function pathsOf(alias: string, names: readonly string[]): Path[] {
  return names.map((name) => ({ parts: [alias, name], at: 0 }));
}

function fieldNode(name: string, type: Type, at: number, key?: string): Typed {
  return { type, node: key === undefined ? { kind: 'field', name } : { kind: 'field', name, key }, at };
}

/** @param properties source of a property; null to read it from the row itself, undefined if the table has none */
function fieldsOf(
  relation: Relation,
  alias: string,
  table: keyof typeof FIELDS,
  properties?: ((key: string) => PlainSource) | null,
): Bound {
  const fields: Readonly<Record<string, Type>> = FIELDS[table];
  const all = [...Object.keys(fields), ...(properties === undefined ? [] : ['properties'])];
  return {
    base: () => relation,
    steps: [],
    below: null,
    scan: null,
    find(path) {
      const { parts, at } = withoutAlias(path, alias);
      const [first, key, ...inside] = atLeastOne(parts);
      if (parts.length === 1 && Object.hasOwn(fields, first)) return fieldNode(first, fields[first]!, at);
      if (first !== 'properties' || properties === undefined) return null;
      if (key === undefined) return fieldNode('properties', 'any', at);
      const root: Tree =
        properties === null ? { kind: 'field', name: 'property', key } : { kind: 'source', source: properties(key) };
      return { type: 'any', node: within(root, inside), at };
    },
    columns: (name) => (name === null || name === alias ? pathsOf(alias, all) : null),
    names: [...all, ...(properties === undefined ? [] : ['properties.NAME'])],
    sides: null,
  };
}

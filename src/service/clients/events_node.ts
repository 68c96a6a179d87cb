/**
 * EventsQuery nodes: events, or numbers over them, in columns that are HogQL. Each becomes a statement. What a statement
 * has no value for (a whole event, its person) is put into the rows afterwards.
 */
import { z } from 'zod';
import { formatIso } from '../../base/time.ts';
import { parseUuid } from '../../base/uuid.ts';
import { quoted } from '../../base/visible.ts';
import { invalid, notSupported, ServiceError } from '../../model/error.ts';
import { flagField, textField, wholeField } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import { textLiteral } from '../../sql/grammar/literal.ts';
import { parseStatement } from '../../sql/grammar/statement.ts';
import { hasAggregate } from '../../sql/plan/levels.ts';
import type { ProjectContext } from '../contract/context.ts';
import { checked } from '../resolve/body.ts';
import { clockOf } from '../resolve/dates/clock.ts';
import { readDate } from '../resolve/dates/dates.ts';

export const EVENTS_NODE = 'EventsQuery';

const Texts = z.array(z.string());
const EventsNode = z.object({
  kind: z.string(),
  select: Texts.nullish(),
  where: Texts.nullish(),
  orderBy: Texts.nullish(),
  event: textField('Only events of this name'),
  events: Texts.nullish(),
  actionId: wholeField('Only events that an action matches'),
  personId: textField('Only events of this person: their UUID'),
  properties: z.unknown().optional(),
  fixedProperties: z.unknown().optional(),
  filterTestAccounts: flagField('Leave out our own staff'),
  after: textField('Only later events; "all" for all of them. Those of the last 24 hours unless sent'),
  before: textField('Only earlier events'),
  limit: wholeField('How many rows', { min: 1, max: LIMIT.sql_rows }),
  offset: wholeField('Rows to skip', { min: 0 }),
  /** What filters laid over the node leave there. */
  dateRange: z.object({ date_from: textField('As `after`'), date_to: textField('As `before`') }).nullish(),
});
type EventsNode = z.output<typeof EventsNode>;

/** What clients send along that changes no row. */
const HARMLESS = ['response', 'tags', 'version', 'modifiers'];
const UNSUPPORTED = ['source', 'actionSteps'];
/** Events since then, unless the node says otherwise. */
const AFTER = '-24h';
/** Clocks of senders may be a little ahead. */
const AHEAD_MS = 5000;

/** A column that the client asks for. */
export interface EventsColumn {
  readonly name: string;
  /** Expressions that the statement selects for it. */
  readonly parts: readonly string[];
  readonly is_aggregate: boolean;
  /** What its cells are made of these. */
  readonly shown: 'event' | 'person' | 'display_name' | 'value';
}

interface EventsRange {
  /** null = from the first event on. */
  readonly from_ms: number | null;
  readonly until_ms: number;
}

export interface EventsStatement {
  /** Body of the statement. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly columns: readonly EventsColumn[];
  readonly range: EventsRange;
  readonly limit: number;
  readonly offset: number;
  readonly warnings: readonly string[];
}

/** Returns null for other nodes. @throws ServiceError if parts of the node are not understood */
export function readEventsNode(
  context: ProjectContext,
  query: Readonly<Record<string, unknown>>,
): EventsStatement | null {
  if (query['kind'] !== EVENTS_NODE) return null;
  const node = inNode(() => checked(EventsNode, query));
  const unsupported = UNSUPPORTED.find((name) => (query[name] ?? null) !== null);
  if (unsupported !== undefined) {
    const detail = `"${unsupported}" of an EventsQuery is not read here. Send "event", "actionId", "properties" or "where".`;
    throw notSupported(`${unsupported} of events`, `query__${unsupported}`, detail);
  }
  const { limit = LIMIT.page_default, offset = 0 } = node;
  const columns = (node.select?.length ? node.select : ['*']).map(columnOf);
  const range = rangeOf(context, node);
  const filters = [node.properties, node.fixedProperties].flatMap((some) => some ?? []);
  const passed_over = Object.keys(query).filter((name) => !(name in EventsNode.shape) && !HARMLESS.includes(name));
  return {
    body: {
      query: statementOf(node, columns, range),
      ...(filters.length === 0 ? {} : { properties: { type: 'AND', values: filters } }),
      ...(node.filterTestAccounts === undefined ? {} : { filter_test_accounts: node.filterTestAccounts }),
      limit,
    },
    columns,
    range,
    limit,
    offset,
    warnings: passed_over.slice(0, LIMIT.unknown_names).map((name) => passedOver(name)),
  };
}

function passedOver(name: string): string {
  const why = /^group_?by$/i.test(name) ? ': rows are grouped by all columns that are no aggregates' : '';
  return `${quoted(name)} of the EventsQuery is passed over${why}.`;
}

// --- columns

export const EVENT_PARTS = ['uuid', 'event', 'properties', 'timestamp', 'distinct_id', 'person_id'];

function columnOf(text: string, at: number): EventsColumn {
  const is_aggregate = false;
  switch (text.split('--')[0]!.trim()) {
    case '*':
      return { name: text, parts: EVENT_PARTS, is_aggregate, shown: 'event' };
    case 'person':
      return { name: text, parts: ['distinct_id'], is_aggregate, shown: 'person' };
    case 'person_display_name':
      return { name: text, parts: ['distinct_id'], is_aggregate, shown: 'display_name' };
    default: {
      const { alias, ...expression } = expressionOf(text, `query__select__${at}`);
      return { name: alias ?? text, parts: [text], ...expression, shown: 'value' };
    }
  }
}

/** @throws ServiceError unless the text is one expression */
function expressionOf(text: string, attr: string): { alias: string | null; is_aggregate: boolean } {
  const { selects } = parseStatement({ text: `SELECT ${text}\nFROM events`, attr, what: 'SQL' });
  const [column, ...others] = selects.flatMap(({ columns }) => columns);
  if (column === undefined || column.of === null || others.length > 0) {
    throw invalid(attr, 'Expected one expression of HogQL, as properties.plan or count().');
  }
  return { alias: column.alias, is_aggregate: hasAggregate(column.of, new Map()) };
}

// --- the statement

function statementOf(node: EventsNode, columns: readonly EventsColumn[], range: EventsRange): string {
  const parts = columns.flatMap(({ parts: own, is_aggregate }) => own.map((text) => ({ text, is_aggregate })));
  const conditions = (node.where ?? []).map((text, at) => ({
    text,
    is_aggregate: expressionOf(text, `query__where__${at}`).is_aggregate,
  }));
  const having = conditions.filter(({ is_aggregate }) => is_aggregate);
  const where = conditions.filter(({ is_aggregate }) => !is_aggregate);
  const keys = parts.flatMap(({ is_aggregate }, at) => (is_aggregate ? [] : [String(at + 1)]));
  const is_grouped = keys.length < parts.length || having.length > 0;
  const order = node.orderBy?.length ? node.orderBy : defaultOrder(columns);
  return [
    // A line each, because an expression may end with a comment.
    `SELECT ${parts.map(({ text }) => text).join('\n, ')}`,
    'FROM events',
    `WHERE ${['{filters}', ...conditionsOf(node, range), ...where.map(({ text }) => `(${text}\n)`)].join(' AND ')}`,
    is_grouped && keys.length > 0 ? `GROUP BY ${keys.join(', ')}` : '',
    having.length === 0 ? '' : `HAVING ${having.map(({ text }) => `(${text}\n)`).join(' AND ')}`,
    order.length === 0 ? '' : `ORDER BY ${order.join('\n, ')}`,
    `OFFSET ${node.offset ?? 0}`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** Numbers: the highest first, counts before others. Events: the latest first. */
function defaultOrder(columns: readonly EventsColumn[]): string[] {
  const numbers = columns.filter(({ is_aggregate }) => is_aggregate);
  const first = numbers.find(({ parts }) => /^count\(\)\s*(--|$)/.test(parts[0]!)) ?? numbers[0];
  if (first === undefined) return ['timestamp DESC'];
  return [`${columns.slice(0, columns.indexOf(first)).flatMap(({ parts }) => parts).length + 1} DESC`];
}

function rangeOf(context: ProjectContext, node: EventsNode): EventsRange {
  const clock = clockOf(context);
  const after = node.after ?? node.dateRange?.date_from ?? AFTER;
  const before = node.before ?? node.dateRange?.date_to;
  return inNode(() => ({
    from_ms: after === 'all' ? null : readDate('after', after, clock).ms,
    until_ms: before === undefined ? context.now_ms + AHEAD_MS : readDate('before', before, clock).ms,
  }));
}

function conditionsOf(node: EventsNode, { from_ms, until_ms }: EventsRange): string[] {
  const names = [node.event ?? [], node.events ?? []].flat();
  return [
    names.length === 0 ? '' : `event IN (${names.map(textLiteral).join(', ')})`,
    node.personId === undefined ? '' : `person_id = ${textLiteral(uuidOf(node.personId))}`,
    node.actionId === undefined ? '' : `matchesAction(${node.actionId})`,
    from_ms === null ? '' : `timestamp > ${textLiteral(formatIso(from_ms))}`,
    `timestamp < ${textLiteral(formatIso(until_ms))}`,
  ].filter((text) => text !== '');
}

function uuidOf(text: string): string {
  if (parseUuid(text) !== null) return text.toLowerCase();
  throw invalid('query__personId', 'Expected the UUID of a person, as lists of people tell it.');
}

/** Makes errors name a part of the node. */
function inNode<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.attr === null) throw error;
    throw error.at(`query__${error.attr}`);
  }
}

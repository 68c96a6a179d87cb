/**
 * Query nodes that ask who is behind a number: an ActorsQuery holds the question and the point of its answer. Without a
 * question it lists everybody.
 */
import { isObject, listOf } from '../../base/json.ts';
import { quoted } from '../../base/visible.ts';
import { invalid, notSupported } from '../../model/error.ts';
import { KIND_BY_NODE, WRAPPER_NODES } from '../../model/question/kind.ts';

type Node = Readonly<Record<string, unknown>>;

/** Nodes that hold a question and a point of its answer. */
const POINTS = ['InsightActorsQuery', 'FunnelsActorsQuery'];
export const ACTOR_NODES = ['ActorsQuery', ...POINTS];

export interface ActorsNode {
  /** Like a PeopleBody, but unchecked. */
  readonly people: Readonly<Record<string, unknown>>;
  /** Columns to return for each person. */
  readonly select: readonly string[];
  /** The question; null if there is none. */
  readonly source: Node | null;
  /** What is answered in another way than the node says. */
  readonly warnings: readonly string[];
}

/** Returns null for other nodes. @throws ServiceError if parts of the node are not understood */
export function readActorsNode(query: Node): ActorsNode | null {
  if (POINTS.includes(String(query['kind']))) return readActorsNode({ kind: 'ActorsQuery', source: query });
  if (query['kind'] !== 'ActorsQuery') return null;
  const { select, orderBy, limit, offset, search, properties, fixedProperties, source: around } = query;
  const columns = listOfTexts(select, 'select') ?? ['actor'];
  const order = orderOf(orderBy);
  const counts = order === 'event_count' || columns.includes('event_count');
  const said = { select: columns, warnings: warningsOf(order) };
  const page = { limit, offset };
  if (around === undefined || around === null) {
    const filters = [properties, fixedProperties].filter((one) => Array.isArray(one)).flat();
    return { people: { ...page, ...directory(search, filters) }, source: null, ...said };
  }
  const { kind, asked, ...where } = pointIn(around);
  const most = kind === 'trend' && counts ? { order: '-count' } : {};
  return { people: { question: { kind, query: asked }, ...page, ...most, ...where }, source: asked, ...said };
}

/** The question, its kind, and which number of its answer is meant. */
function pointIn(around: unknown): Read & { readonly kind: string; readonly asked: Node } {
  const point = isObject(around) ? around : {};
  if (!POINTS.includes(String(point['kind']))) {
    throw notSupported(
      `actors of ${String(point['kind'])}`,
      'query__source',
      `The people of a node of the kind "${String(point['kind'])}" are not listed. Send an ${POINTS.join(' or ')} around the question.`,
    );
  }
  const source = unwrapped(point['source']);
  const kind = KIND_BY_NODE.get(String(source['kind']));
  const read = kind === undefined ? undefined : READ[kind];
  if (kind === undefined || read === undefined) {
    throw notSupported(
      `actors of ${String(source['kind'])}`,
      'query__source__source',
      `Nobody is listed behind a "${String(source['kind'])}".`,
    );
  }
  return { asked: source, ...read(point, source), kind };
}

const ORDER = /^\s*(?:(event_count|length\(appearances\))\s+desc|(?:id|actor_id|person_id)(?:\s+(?:asc|desc))?)\s*$/i;

/** Programs send this order with every retention, whatever its reader wants. */
function warningsOf(order: string | undefined): string[] {
  return order?.startsWith('length') ? ['People are not ordered by how often they came back.'] : [];
}

/** What people are ordered by first; undefined if nothing is said. Ids only make pages of one order. */
function orderOf(orderBy: unknown): string | undefined {
  const [first] = (listOfTexts(orderBy, 'orderBy') ?? []).flatMap((text) => text.split(','));
  if (first === undefined) return undefined;
  const known = ORDER.exec(first);
  if (known !== null) return known[1]?.toLowerCase();
  throw notSupported(
    'this order of people',
    'query__orderBy',
    `People are not ordered by ${quoted(first.trim())} here. Those of a trend are by "event_count DESC"; everybody in any order is HogQL: {"kind":"HogQLQuery","query":"SELECT id, properties.email, created_at FROM persons ORDER BY created_at DESC"}.`,
  );
}

function listOfTexts(sent: unknown, attr: string): string[] | null {
  if (sent === undefined || sent === null) return null;
  if (Array.isArray(sent) && sent.every((item) => typeof item === 'string')) return sent;
  throw invalid(`query__${attr}`, 'Expected a list of texts.', 'not_a_list');
}

function directory(search: unknown, filters: readonly unknown[]) {
  if (filters.length === 0) return { search };
  if (search !== undefined && search !== null && search !== '') {
    throw invalid('query__search', 'Send "search" or "properties", not both.');
  }
  return { properties: filters };
}

function unwrapped(sent: unknown): Node {
  if (!isObject(sent)) {
    throw invalid('query__source__source', 'Say of which question: {"kind":"TrendsQuery","series":[…]}.', 'required');
  }
  return WRAPPER_NODES.includes(String(sent['kind'])) ? unwrapped(sent['source']) : sent;
}

interface Read {
  /** The question to ask, if it differs from the one sent. */
  readonly asked?: Node;
  readonly [field: string]: unknown;
}

/** Kind -> reads the point of its answers. */
const READ: Readonly<Partial<Record<string, (point: Node, source: Node) => Read>>> = {
  trend: (point, source) => ({
    ...ofBreakdown(point['breakdown'], source),
    series: point['series'],
    period: point['compare'],
    day: dayOf(point['day'], source),
  }),
  lifecycle: ({ day, status }, source) => ({ status, day: dayOf(day, source) }),
  stickiness: ({ day, series, compare }) => ({ series, period: compare, day: day === undefined ? day : String(day) }),
  funnel(point, source) {
    const split = ofBreakdown(point['funnelStepBreakdown'], source);
    const entered = point['funnelTrendsEntrancePeriodStart'] ?? null;
    if (entered === null) return { ...split, funnel_step: point['funnelStep'] };
    const dropped = point['funnelTrendsDropOff'] === true ? { funnel_step: -lastStep(source) } : {};
    return { ...split, day: dayOf(entered, source), ...dropped };
  },
  retention: ({ interval }) => ({ cohort: interval ?? 0 }),
  path(_, { pathsFilter }) {
    const { pathStartKey, pathEndKey } = isObject(pathsFilter) ? pathsFilter : {};
    if (pathStartKey === undefined || pathEndKey === undefined) {
      throw invalid(
        'query__source__source__pathsFilter',
        'Name the edge as the answer does: {"pathStartKey":"1_/pricing","pathEndKey":"2_/sign-up"}.',
        'required',
      );
    }
    return { source: pathStartKey, target: pathEndKey };
  },
};

/** Counted from 1: the step up to which a funnel over time follows whoever enters. */
function lastStep({ series, funnelsFilter }: Node): number {
  const { funnelToStep } = isObject(funnelsFilter) ? funnelsFilter : {};
  return typeof funnelToStep === 'number' ? funnelToStep + 1 : listOf(series).length;
}

/** Without a value, asks for the people of all values together. */
function ofBreakdown(value: unknown, source: Node): Read {
  if (value !== undefined && value !== null) return { breakdown_value: value };
  const { breakdownFilter: _, ...asked } = source;
  return { asked };
}

/** Writes the day as answers do: a date, or a time if the interval is an hour or less. */
function dayOf(day: unknown, { interval }: Node): unknown {
  if (typeof day !== 'string') return day;
  const is_time = interval === 'hour' || interval === 'minute' || interval === 'second';
  return day.replace('T', ' ').slice(0, (is_time ? '2026-01-31 13:00:00' : '2026-01-31').length);
}

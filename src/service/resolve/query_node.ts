/**
 * A `query` node -> equivalent filter keys. Newer clients send nodes: camelCase names, settings grouped by topic, and
 * literal group indices (0 is group type 0, absent means people).
 */
import { isObject } from '../../base/json.ts';
import { invalid, notSupported } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import {
  KIND_BY_NODE,
  KIND_NAMES,
  KINDS_OF_INSIGHT,
  NODE_NAMES,
  namesOf,
  WRAPPER_NODES,
} from '../../model/question/kind.ts';

type Node = Readonly<Record<string, unknown>>;

const KINDS_TEXT = `Kinds that are computed: ${NODE_NAMES.join(', ')}.`;

/** Topic -> its settings -> filter keys. Settings that are not listed keep their names. */
export const TOPICS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  dateRange: { explicitDate: 'explicit_date' },
  compareFilter: {},
  breakdownFilter: {},
  ...Object.assign({}, ...KINDS_OF_INSIGHT.map((kind) => namesOf(kind).topics)),
};

export function filtersOfNode(sent: Node): Record<string, unknown> {
  const kind = String(sent['kind']);
  if (WRAPPER_NODES.includes(kind)) {
    if (isObject(sent['source'])) return filtersOfNode(sent['source']);
    throw invalid('query__source', `A ${kind} needs a "source": the query it shows.`, 'required');
  }
  const meant = KIND_BY_NODE.get(kind);
  if (meant === undefined) {
    throw notSupported(
      `query kind ${kind}`,
      'query__kind',
      `A query of kind "${kind}" is not computed here. ${KINDS_TEXT}`,
    );
  }
  if (meant === 'sql') return sqlKeys(sent);
  const { insight, node_defaults } = namesOf(meant);
  const filters: Record<string, unknown> = {
    insight,
    interval: sent['interval'],
    interval_count: sent['intervalCount'],
    properties: sent['properties'],
    filter_test_accounts: sent['filterTestAccounts'],
    sampling_factor: sent['samplingFactor'],
    explain: sent['explain'],
    ...seriesKeys(sent['series']),
    ...node_defaults,
    ...(meant === 'path' ? pathKeys(sent) : {}),
    ...topicKeys(sent),
  };
  const group = sent['aggregation_group_type_index'];
  if (group !== undefined && group !== null) filters['aggregation_group_type'] = String(group);
  return filters;
}

/** Keys of a statement, with values for its {filters} and {variables}. */
function sqlKeys({ query, values, variables, explain, limit, ...node }: Node): Record<string, unknown> {
  const filters = isObject(node['filters']) ? node['filters'] : {};
  const range = node['dateRange'] ?? filters['dateRange'];
  return {
    // The node implies it. Named here so that operations of other kinds refuse it.
    insight: KIND_NAMES.sql.node,
    ...{ query, explain, limit },
    ...(isObject(range) ? { date_from: range['date_from'], date_to: range['date_to'] } : {}),
    values: { ...(isObject(values) ? values : {}), ...variableValues(variables) },
    properties: node['properties'] ?? filters['properties'],
    filter_test_accounts: node['filterTestAccounts'] ?? filters['filterTestAccounts'],
  };
}

/** Values by the names that the statement uses. */
function variableValues(variables: unknown): Record<string, unknown> {
  if (!isObject(variables)) return {};
  const named = Object.entries(variables).map(([id, variable]) => {
    if (!isObject(variable)) throw invalid(`query__variables__${id}`, 'Expected {"code_name":"country","value":"DE"}.');
    return [`variables.${String(variable['code_name'] ?? id)}`, variable['value'] ?? null] as const;
  });
  return Object.fromEntries(named);
}

/** The funnel of funnel paths is a nested node. */
function pathKeys({ funnelPathsFilter: funnel }: Node): Record<string, unknown> {
  if (!isObject(funnel)) return {};
  const { funnelPathType, funnelSource, funnelStep } = funnel;
  return { funnel_paths: funnelPathType, funnel_filter: { query: funnelSource, funnel_step: funnelStep } };
}

function topicKeys(node: Node): Record<string, unknown> {
  const keys: Record<string, unknown> = {};
  for (const [topic, names] of Object.entries(TOPICS)) {
    const settings = node[topic];
    if (!isObject(settings)) continue;
    for (const [name, value] of Object.entries(settings)) {
      if (name === 'exclusions' && Array.isArray(value)) keys['exclusions'] = value.map(exclusionOf);
      else keys[names[name] ?? name] = value;
    }
  }
  return keys;
}

function seriesKeys(series: unknown): Record<string, unknown> {
  if (series === undefined || series === null) return {};
  if (!Array.isArray(series)) throw invalid('query__series', 'Expected a list of items.', 'not_a_list');
  const events: unknown[] = [];
  const actions: unknown[] = [];
  for (const [order, line] of series.entries()) {
    const attr = `query__series__${order}`;
    const sent = lineOf(line, attr);
    (sent['kind'] === 'ActionsNode' ? actions : events).push({ ...sent, order });
  }
  return { events, actions };
}

function lineOf(line: unknown, attr: string): Record<string, unknown> {
  if (!isObject(line)) throw invalid(attr, 'Expected a node, as {"kind":"EventsNode","event":"sign up"}.');
  switch (line['kind']) {
    case 'EventsNode':
      return { ...withFixed(line), id: line['event'] ?? null };
    case 'ActionsNode':
      return { ...withFixed(line) };
    case 'GroupNode':
      return { ...withFixed(line), id: null, nodes: nodesOf(line, attr) };
    default:
      throw notSupported(
        `series kind ${String(line['kind'])}`,
        attr,
        'Series are EventsNode, ActionsNode, or GroupNode of them.',
      );
  }
}

/** Several events or actions as one line, which finds what any of them finds. */
function nodesOf({ nodes, operator = 'OR' }: Node, attr: string): unknown[] {
  if (operator !== 'OR') throw notSupported('groups of events by AND', `${attr}__operator`, 'A GroupNode is an OR.');
  if (!Array.isArray(nodes) || nodes.length === 0) {
    throw invalid(`${attr}__nodes`, 'Expected a list of nodes: [{"kind":"EventsNode","event":"sign up"}].', 'required');
  }
  if (nodes.length > LIMIT.action_steps) {
    throw invalid(`${attr}__nodes`, `A GroupNode may have ${LIMIT.action_steps} nodes, not more.`);
  }
  return nodes.map((node, at) => {
    const place = `${attr}__nodes__${at}`;
    if (isObject(node) && node['kind'] === 'GroupNode') throw invalid(place, 'A GroupNode cannot be within another.');
    return lineOf(node, place);
  });
}

/** Merges `fixedProperties`, which apply in addition to the line's own filters. */
function withFixed(line: Node): Node {
  const { fixedProperties: fixed, properties: own } = line;
  if (!Array.isArray(fixed) || fixed.length === 0) return line;
  const given = own === undefined || own === null ? [] : Array.isArray(own) ? own : [own];
  return { ...line, properties: [...given, ...fixed] };
}

function exclusionOf(sent: unknown): unknown {
  if (!isObject(sent)) return sent;
  const { event, funnelFromStep, funnelToStep, ...rest } = withFixed(sent);
  const type = sent['kind'] === 'ActionsNode' ? 'actions' : 'events';
  return { id: event ?? null, ...rest, type, funnel_from_step: funnelFromStep, funnel_to_step: funnelToStep };
}

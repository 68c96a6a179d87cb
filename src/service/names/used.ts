/** Collects the names in a resolved question at any depth: properties, events, group types. */
import { isObject, listOf } from '../../base/json.ts';
import type { Owned } from '../words/expression_path.ts';

/** Part of a question. Messages about a property name its owner differently in each. */
export type UsedIn = 'filter' | 'breakdown' | 'breakdowns' | 'math' | 'expression' | 'cohort' | 'correlation';

export interface UsedProperty {
  readonly source: Owned;
  readonly used_in: UsedIn;
  /** Whether values that are not numbers are ignored there. */
  readonly is_number: boolean;
}

export interface Used {
  /** Without duplicates. */
  readonly properties: readonly UsedProperty[];
  /** Names of events that are not lines: in exclusions, steps of paths, statements. */
  readonly events: readonly string[];
  /** Indices of group types. */
  readonly group_types: readonly number[];
}

interface Found {
  readonly properties: Map<string, UsedProperty>;
  readonly group_types: Set<number>;
}

export function usedIn(query: unknown): Used {
  const found: Found = { properties: new Map(), group_types: new Set() };
  visit(query, found);
  noteCorrelated(query, found);
  return {
    properties: [...found.properties.values()],
    events: [...new Set(namedEvents(query))],
    group_types: [...found.group_types].sort(),
  };
}

/** Events that the question counts, including those of actions. */
export function countedEvents(node: unknown): string[] {
  if (Array.isArray(node)) return typeof node[0] === 'object' ? node.flatMap(countedEvents) : [];
  if (!isObject(node) || ArrayBuffer.isView(node) || node['kind'] === 'cohort' || node['kind'] === 'behaviour')
    return [];
  const own = listOf(node['matches']).flatMap((match) => (isObject(match) ? [match['event']] : []));
  const names = own.filter((name) => typeof name === 'string');
  return [...new Set([...names, ...Object.values(node).flatMap(countedEvents)])];
}

/** Events in conditions on what people did. */
export function eventsIn(where: unknown): string[] {
  if (Array.isArray(where)) return where.flatMap(eventsIn);
  if (!isObject(where) || where['kind'] === 'cohort') return [];
  const own = typeof where['event'] === 'string' ? [where['event']] : [];
  return [...new Set([...own, ...Object.values(where).flatMap(eventsIn)])];
}

function visit(node: unknown, found: Found): void {
  if (Array.isArray(node)) {
    // Lists of values and members are long and have no names.
    if (typeof node[0] === 'object') for (const item of node) visit(item, found);
    return;
  }
  if (!isObject(node) || ArrayBuffer.isView(node)) return;
  // Whoever saved a cohort is responsible for the names in it.
  if (node['kind'] === 'cohort') return;
  if (node['kind'] === 'group' && typeof node['type_index'] === 'number') found.group_types.add(node['type_index']);
  noteSource(node, found);
  if (Array.isArray(node['nodes'])) noteExpression(node['nodes'], found);
  else for (const member of Object.values(node)) visit(member, found);
}

/** Notes the property of a filter, a breakdown part or a math. */
function noteSource(node: Readonly<Record<string, unknown>>, found: Found): void {
  const source = ownedSource(node['source']);
  if (source === null) return;
  if (node['kind'] === 'value')
    note(found, source, 'filter', isObject(node['test']) && node['test']['op'] === 'number');
  else if (node['kind'] === 'property') note(found, source, 'math', true);
  else if ('bins' in node) note(found, source, 'breakdown', node['bins'] !== null);
}

/** Properties that a correlation looks at or leaves out. Values of an expression have none. */
function noteCorrelated(query: unknown, found: Found): void {
  if (!isObject(query) || query['kind'] !== 'correlation' || !isObject(query['funnel'])) return;
  const { properties, excluded_properties, excluded_event_properties, funnel } = query;
  const actor = isObject(funnel['actor']) ? funnel['actor'] : {};
  const owned = (owner: object, keys: unknown) => {
    for (const key of listOf(keys)) {
      const source = ownedSource({ ...owner, key });
      if (source !== null) note(found, source, 'correlation', false);
    }
  };
  const { kind, type_index } = actor;
  for (const keys of [properties, excluded_properties]) owned({ of: kind, type_index }, keys);
  owned({ of: 'event' }, excluded_event_properties);
}

/** Nodes come after the sources that they use. */
function noteExpression(nodes: readonly unknown[], found: Found): void {
  const numbers = new Set(
    nodes.flatMap((node) => (isObject(node) && node['name'] === 'to_number' ? node['args'] : [])),
  );
  for (const [at, node] of nodes.entries()) {
    const source = isObject(node) && node['kind'] === 'source' ? ownedSource(node['source']) : null;
    if (source !== null) note(found, source, 'expression', numbers.has(at));
  }
}

function ownedSource(sent: unknown): Owned | null {
  if (!isObject(sent)) return null;
  const { of, key, type_index } = sent;
  if (typeof key !== 'string') return null;
  if (of === 'group' && typeof type_index === 'number') return { of, key, type_index };
  return of === 'event' || of === 'person' ? { of, key } : null;
}

function note(found: Found, source: Owned, used_in: UsedIn, is_number: boolean): void {
  if (source.of === 'group') found.group_types.add(source.type_index);
  found.properties.set(JSON.stringify([source, used_in, is_number]), { source, used_in, is_number });
}

/** Events in funnels, correlations, paths and their funnels; for a statement, events that its tables are read for. */
function namedEvents(query: unknown): string[] {
  if (!isObject(query)) return [];
  const { exclusions, events, excluded_events, funnel, relation, subqueries } = query;
  return [
    ...countedEvents(relation),
    ...countedEvents(subqueries),
    ...listOf(exclusions).flatMap((item) => (isObject(item) ? [item['id']] : [])),
    ...listOf(isObject(events) ? events['names'] : events),
    ...listOf(excluded_events),
    ...(isObject(funnel) ? listOf((isObject(funnel['query']) ? funnel['query'] : funnel)['steps']) : []).flatMap(
      (step) => (isObject(step) ? [step['id']] : []),
    ),
    ...(isObject(funnel) ? namedEvents(isObject(funnel['query']) ? funnel['query'] : funnel) : []),
  ].filter((name) => typeof name === 'string');
}

/** Meaning of names: columns of the event, and properties of the event, its person, groups and session. */

import { LIMIT } from '../../model/limit.ts';
import type { PlainSource } from '../../model/question/expression.ts';
import { nearestText, wrongAt } from '../grammar/source.ts';
import type { Tree } from './tree.ts';
import { apply, literal, type Scope, type Type, type Typed, within } from './typed.ts';

const COLUMNS: Readonly<Record<string, { readonly source: PlainSource; readonly type: Type }>> = {
  event: { source: { of: 'metadata', key: 'event' }, type: 'text' },
  timestamp: { source: { of: 'metadata', key: 'timestamp' }, type: 'time' },
  distinct_id: { source: { of: 'metadata', key: 'distinct_id' }, type: 'text' },
  person_id: { source: { of: 'metadata', key: 'person_id' }, type: 'text' },
  $session_id: { source: { of: 'event', key: '$session_id' }, type: 'any' },
  $window_id: { source: { of: 'event', key: '$window_id' }, type: 'any' },
  $session_duration: { source: { of: 'session', key: '$session_duration' }, type: 'number' },
};
/** '' where there are none, as in HogQL, so that != '' finds events that have them. */
const ELEMENTS = blankIfMissing({ kind: 'source', source: { of: 'event', key: '$elements_chain' } });
/** '' in HogQL, too, where they are missing; here only beside '', so that IS NULL and counts of them go by those there are. */
const BLANK_IF_COMPARED = ['$session_id', '$window_id'];
/** What a client wrote of the elements that were clicked: each as name.class:attribute="value", the innermost first. */
const OF_ELEMENTS: Readonly<Record<string, Omit<Typed, 'at'>>> = {
  elements_chain: { type: 'text', node: apply('to_text', ELEMENTS) },
  elements_chain_href: { type: 'text', node: apply('extract', ELEMENTS, literal('[:"]href="(.*?)"')) },
  elements_chain_texts: allOf('[:"]text="(.*?)"'),
  elements_chain_ids: allOf('[:"]attr_id="(.*?)"'),
  elements_chain_elements: allOf('(?:^|;)(a|button|form|input|select|textarea|label)(?:[.:;]|$)'),
};
const SESSION: Readonly<Record<string, string>> = {
  $session_duration: '$session_duration',
  duration: '$session_duration',
  id: '$session_id',
  session_id: '$session_id',
};

/** Names suggested for an unknown one. */
const KNOWN = [
  ...['properties.NAME', 'person.properties.NAME', 'event', 'timestamp', 'distinct_id', 'person_id', 'person.id'],
  ...['$session_id', 'session.$session_duration', 'group_0.properties.NAME'],
];
const FIRST_NAMES = ['properties', 'person', 'session', ...Object.keys(COLUMNS), ...Object.keys(OF_ELEMENTS)];

function blankIfMissing(node: Tree): Tree {
  return apply('coalesce', node, literal(''));
}

/** For a comparison with '': statements say `$session_id != ''` for events of a session. */
export function orBlank(typed: Typed): Typed {
  const { node } = typed;
  const isId = node.kind === 'source' && node.source.of === 'event' && BLANK_IF_COMPARED.includes(node.source.key);
  return isId ? { ...typed, node: blankIfMissing(node) } : typed;
}

interface Path {
  readonly parts: readonly string[];
  readonly at: number;
}

/** Whether the name belongs to events, known or not. */
export function isOfEvents(scope: Scope, first: string): boolean {
  return FIRST_NAMES.includes(first) || groupType(scope, first) !== null;
}

export function resolvePath(scope: Scope, { parts, at }: Path): Typed {
  const path = parts[0] === 'events' && parts.length > 1 ? { parts: parts.slice(1), at } : { parts, at };
  const [first, second] = path.parts;
  const column = path.parts.length === 1 && Object.hasOwn(COLUMNS, first!) ? COLUMNS[first!] : undefined;
  if (column !== undefined) return sourceNode(column.source, column.type, at);
  if (path.parts.length === 1 && Object.hasOwn(OF_ELEMENTS, first!)) return { ...OF_ELEMENTS[first!]!, at };
  if (first === 'properties') return property(scope, path, 1, (key) => ({ of: 'event', key }));
  if (first === 'person') return ofPerson(scope, path);
  if (first === 'session' && (second === '$start_timestamp' || second === '$end_timestamp') && path.parts.length === 2)
    return sourceNode({ of: 'session', key: second }, 'time', at);
  if (first === 'session' && second !== undefined && path.parts.length === 2 && Object.hasOwn(SESSION, second)) {
    return resolvePath(scope, { parts: [SESSION[second]!], at });
  }
  const type_index = groupType(scope, first!);
  if (type_index !== null) return ofGroup(scope, path, type_index);
  throw unknown(scope, path);
}

function allOf(pattern: string): Omit<Typed, 'at'> {
  return { type: 'array', node: apply('list_unique', apply('extract_all', ELEMENTS, literal(pattern))) };
}

function ofPerson(scope: Scope, path: Path): Typed {
  if (path.parts[1] === 'id' && path.parts.length === 2) return resolvePath(scope, { ...path, parts: ['person_id'] });
  if (path.parts[1] === 'properties') return property(scope, path, 2, (key) => ({ of: 'person', key }));
  throw unknown(scope, path);
}

/** $group_0 means the group's key, like group_0.key. */
function ofGroup(scope: Scope, path: Path, type_index: number): Typed {
  const [first, second] = path.parts;
  const isKey = (first!.startsWith('$') && second === undefined) || (second === 'key' && path.parts.length === 2);
  if (isKey) return sourceNode({ of: 'event', key: `$group_${type_index}` }, 'any', path.at);
  if (second === 'properties') return property(scope, path, 2, (key) => ({ of: 'group', type_index, key }));
  throw unknown(scope, path);
}

function groupType(scope: Scope, name: string): number | null {
  const match = /^\$?group_(\d)$/.exec(name);
  if (match !== null && Number(match[1]) < LIMIT.groups_per_project) return Number(match[1]);
  return scope.groupTypes().find((type) => type.group_type === name)?.group_type_index ?? null;
}

/** Further names lead into an object or list. */
function property(scope: Scope, path: Path, from: number, sourceOf: (key: string) => PlainSource): Typed {
  const [key, ...inside] = path.parts.slice(from);
  if (key === undefined) {
    const said = path.parts.join('.');
    throw wrongAt(scope.source, path.at, `which property? Write ${said}.NAME, or ${said}['any name'].`);
  }
  return { type: 'any', node: within({ kind: 'source', source: sourceOf(key) }, inside), at: path.at };
}

function sourceNode(source: PlainSource, type: Type, at: number): Typed {
  return { type, node: { kind: 'source', source }, at };
}

function unknown(scope: Scope, { parts, at }: Path): Error {
  const name = parts.join('.');
  const types = scope.groupTypes().map((type) => `${type.group_type}.properties.NAME`);
  const list = `Known are ${[...KNOWN, ...types].join(', ')}; text stands in single quotes: '${name}'.`;
  const owner =
    parts.length === 2 && (parts[0] === 'person' || groupType(scope, parts[0]!) !== null) ? `${parts[0]}.` : '';
  const isProperty =
    parts.length === 1 || owner !== '' ? `A property is written ${owner}properties.${parts.at(-1)}. ` : '';
  return wrongAt(scope.source, at, `there is no ${name}. ${isProperty}${nearestText(parts[0]!, FIRST_NAMES)}${list}`);
}

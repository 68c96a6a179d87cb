/**
 * JSON Schemas for hosts. zod's output is exact, but not all hosts accept it: they need a type on every node, no `anyOf`,
 * no `$ref`, no bounds. So only listed parts are published, by paths such as `events.id`. This changes what a model reads,
 * never what `call` accepts.
 */
import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { isObject } from '../../base/json.ts';

/** A tool's schema is always an object. */
export type ObjectSchema = Tool['inputSchema'];

type Node = Readonly<Record<string, unknown>>;

/** The listed parts of one node: its text and its members. */
interface Picked {
  readonly description?: string;
  readonly members: Map<string, Picked>;
}

/** In outputs a node that may be null cannot be published, because an answer must fit its type. */
type Side = 'input' | 'output';

/**
 * @param paths members to publish, in order: `events`, `events.id` (a list stands for its items), `name: text` to
 * replace the schema's text and choices, or `name:` if the name says it all. `: text` describes the whole.
 */
export function inputSchema(schema: z.ZodObject, paths: readonly string[]): ObjectSchema {
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return { ...show(whole, pickedOf(paths), 'input', ''), type: 'object' };
}

/** Nullable members and unions cannot be listed. Text or the answer itself describes them. */
export function outputSchema(schema: z.ZodType, paths: readonly string[]): ObjectSchema {
  const whole = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  const object = whole['type'] === 'array' ? { type: 'object', properties: { results: whole } } : whole;
  return { ...show(object, pickedOf(paths), 'output', ''), type: 'object' };
}

function pickedOf(paths: readonly string[]): Picked {
  const root: { description?: string; members: Map<string, Picked> } = { members: new Map() };
  for (const path of paths) {
    const colon = path.indexOf(':');
    const names = (colon < 0 ? path : path.slice(0, colon)).split('.').filter((name) => name !== '');
    const description = colon < 0 ? undefined : path.slice(colon + 1).trim();
    let at = root;
    for (const name of names) {
      if (!at.members.has(name)) at.members.set(name, { members: new Map() });
      at = at.members.get(name)!;
    }
    if (description !== undefined) at.description = description;
  }
  return root;
}

function show(node: unknown, picked: Picked, side: Side, place: string): Node {
  const { type, properties, required, items, description, enum: choices } = plain(node, side, place);
  const text = picked.description ?? (side === 'input' ? description : '');
  const described = typeof text === 'string' && text !== '' ? { description: text } : {};
  if (type === 'array') {
    // The text describes the list, so the item gets none. A custom text names the choices.
    const item = { members: picked.members, ...(picked.description === undefined ? {} : { description: '' }) };
    return { type, items: show(items, item, side, place), ...described };
  }
  if (type !== 'object' || (picked.members.size === 0 && place !== '')) {
    return {
      type,
      ...described,
      ...(choices === undefined || picked.description !== undefined ? {} : { enum: choices }),
    };
  }
  const members = isObject(properties) ? properties : {};
  const shown = [...picked.members].map(([name, inner]) => {
    const member = members[name];
    if (member === undefined) throw new Error(`There is no ${place}.${name} to publish.`);
    return [name, show(member, inner, side, `${place}.${name}`)] as const;
  });
  const needed = side === 'input' && Array.isArray(required) ? required.filter((name) => picked.members.has(name)) : [];
  return {
    type,
    properties: Object.fromEntries(shown),
    ...(needed.length === 0 ? {} : { required: needed }),
    ...described,
  };
}

/** The node with one type. A nullable input is published as non-null, because leaving it out means the same. */
function plain(node: unknown, side: Side, place: string): Node {
  const kinds = kindsOf(node);
  const named = kinds.filter(({ type }) => type !== 'null');
  const isSure =
    side === 'input' || (named.length === kinds.length && new Set(named.map(({ type }) => type)).size === 1);
  const first = named[0];
  if (first === undefined || !isSure)
    throw new Error(`${place} has not one type: ${JSON.stringify(node).slice(0, 200)}`);
  return { ...first, ...(isObject(node) && node['description'] ? { description: node['description'] } : {}) };
}

function kindsOf(node: unknown): Node[] {
  if (!isObject(node)) return [];
  if (Array.isArray(node['anyOf'])) return node['anyOf'].flatMap(kindsOf);
  return [node['type'] ?? []].flat().map((type) => ({ ...node, type }));
}

/**
 * JSON Schemas for hosts. What zod prints is exact; what hosts accept is narrower: no `$schema`, no `$ref`, no
 * `anyOf` at the top, no giant integer bounds. Slimming changes what a model reads, never what `call` accepts.
 */
import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { REST_ONLY } from '../model/fields.ts';

/** A tool's schema is always an object. */
export type ObjectSchema = Tool['inputSchema'];

type Node = Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Members of a schema that say nothing to a model. */
function isNoise(key: string, value: unknown): boolean {
  if (key === '$schema') return true;
  if ((key === 'maximum' || key === 'minimum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) return true;
  return key === 'additionalProperties' && (value === true || (isNode(value) && Object.keys(value).length === 0));
}

function slim(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(slim);
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => !isNoise(key, member) && !isForRestOnly(member))
      .map(([key, member]) => [key, slim(member)]),
  );
}

export function inputSchema(schema: z.ZodObject): ObjectSchema {
  return slim(z.toJSONSchema(schema, { io: 'input' })) as ObjectSchema;
}

function isForRestOnly(member: unknown): boolean {
  return isNode(member) && member[REST_ONLY] === true;
}

/**
 * The shape of a result, one level deep: enough to validate against and to program by, cheap in tokens. Members that
 * may be null or of several kinds are left open, because some hosts refuse `anyOf`.
 */
export function outputSchema(schema: z.ZodType): ObjectSchema {
  const whole = slim(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })) as Node;
  if (whole['type'] === 'array')
    return { type: 'object', properties: { results: { type: 'array', items: {} } }, required: ['results'] };
  const members = isNode(whole['properties']) ? whole['properties'] : {};
  const properties = Object.fromEntries(
    Object.entries(members)
      .map(([key, member]) => [key, shallow(member)] as const)
      // Nothing but a name is not worth its tokens: the answer itself shows it.
      .filter(([, member]) => Object.keys(member).length > 0),
  );
  return { type: 'object', properties } as ObjectSchema;
}

function shallow(member: unknown): Node {
  if (!isNode(member)) return {};
  const described = typeof member['description'] === 'string' ? { description: member['description'] } : {};
  switch (member['type']) {
    case 'array':
      return { type: 'array', items: {}, ...described };
    case 'object':
      return { type: 'object', ...described };
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
      return { type: member['type'], ...described };
    default:
      return described;
  }
}

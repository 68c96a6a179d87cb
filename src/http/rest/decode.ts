/**
 * Decodes query strings by the operation's schema. Values that cannot be read stay text, so that the schema rejects them
 * in its own words.
 */
import { z } from 'zod';
import { isObject } from '../../base/json.ts';
import { readAddressFlag, readJson, readNumber } from '../../model/fields.ts';

/** How a member is read, which depends on the JSON types in its schema. */
type Reading = 'number' | 'boolean' | 'json' | 'text';

type Readings = ReadonlyMap<string, Reading>;

/** Filled when a schema is first used. */
const READINGS = new WeakMap<z.ZodObject, Readings>();

function readingsOf(input: z.ZodObject): Readings {
  const readings = READINGS.get(input) ?? readingsIn(input);
  READINGS.set(input, readings);
  return readings;
}

function readingsIn(input: z.ZodObject): Readings {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return new Map(Object.entries(properties).map(([name, schema]) => [name, readingOf(schema)]));
}

function readingOf(schema: unknown): Reading {
  if (!isObject(schema)) return 'text';
  const branches = Array.isArray(schema['anyOf']) ? schema['anyOf'] : [schema];
  const types = branches.map((branch) => (isObject(branch) ? branch['type'] : undefined));
  if (types.includes('integer') || types.includes('number')) return 'number';
  if (types.includes('boolean')) return 'boolean';
  return types.includes('array') || types.includes('object') ? 'json' : 'text';
}

/** The last of repeated names counts, except for lists, which take all. Unknown names stay text. */
export function decodeQuery(params: URLSearchParams, input: z.ZodObject): Record<string, unknown> {
  if (params.size === 0) return {};
  const readings = readingsOf(input);
  return Object.fromEntries(
    [...params].map(([name, text]) => {
      const reading = readings.get(name) ?? 'text';
      const texts = reading === 'json' ? params.getAll(name) : [];
      return [name, texts.length > 1 ? texts.map(readJson) : decode(text, reading)];
    }),
  );
}

/** Where the + of a time's offset was sent as it is, it arrives as a blank. */
const OFFSET_LOST = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?) (\d\d:?\d\d)$/;

function decode(text: string, reading: Reading): unknown {
  if (reading === 'number') return readNumber(text);
  if (reading === 'json') return readJson(text);
  if (reading === 'boolean') return readAddressFlag(text) ?? text;
  return text.replace(OFFSET_LOST, '$1+$2');
}

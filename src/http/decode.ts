/**
 * Query strings are text; the operation's schema says what the text means. What cannot be read is left as text, so
 * that the schema refuses it in its own words.
 */
import { z } from 'zod';
import { isObject } from '../base/json.ts';
import { readJson } from '../model/fields.ts';

/** How a member is read: by the first JSON type that its schema names. */
type Reading = 'number' | 'boolean' | 'json' | 'text';

type Readings = ReadonlyMap<string, Reading>;

/** Made when a schema is first needed. */
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

const NUMBER = /^\s*[+-]?\d+(\.\d+)?\s*$/;
const TRUE = ['', 'true', '1', 'yes', 'y', 't', 'on'];
const FALSE = ['false', '0', 'no', 'n', 'f', 'off'];

/** Of a name that is given twice the last one counts. Names the schema does not know stay text. */
export function decodeQuery(params: URLSearchParams, input: z.ZodObject): Record<string, unknown> {
  if (params.size === 0) return {};
  const readings = readingsOf(input);
  return Object.fromEntries([...params].map(([name, text]) => [name, decode(text, readings.get(name) ?? 'text')]));
}

function decode(text: string, reading: Reading): unknown {
  if (reading === 'number') return NUMBER.test(text) ? Number(text) : text;
  if (reading === 'json') return readJson(text);
  return reading === 'boolean' ? decodeFlag(text) : text;
}

function decodeFlag(text: string): unknown {
  const word = text.trim().toLowerCase();
  if (TRUE.includes(word)) return true;
  return FALSE.includes(word) ? false : text;
}

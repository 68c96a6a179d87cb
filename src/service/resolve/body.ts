/**
 * A question as sent -> one flat, validated body. Filter keys may be at the top level, under `filters`, or both (the
 * top level wins). A `query` node is another way to say the same: beside it `filters` say nothing, as two questions
 * mixed are neither (a saved insight keeps both).
 */
import type { z } from 'zod';
import { isObject } from '../../base/json.ts';
import { hasKey } from '../../base/known.ts';
import { invalid, ServiceError } from '../../model/error.ts';
import { readJson } from '../../model/fields.ts';
import { inputError } from '../words/input_error.ts';
import { filtersOfNode } from './query_node.ts';

/** Merges the layers, nothing else; null means "not given". */
export function normaliseBody(raw: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (isFlat(raw)) return raw;
  const { filters: sent, query, ...top } = raw;
  const filters = readJson(sent) ?? {};
  if (!isObject(filters))
    throw invalid('filters', 'Expected an object of filter keys, as {"events":[{"id":"sign up"}]}.');
  const node = readJson(query);
  if (node === undefined || node === null) return { ...withoutNulls(filters), ...withoutNulls(top) };
  if (!isObject(node)) throw invalid('query', 'Expected a query node: an object with a "kind".');
  return { ...withoutNulls(filtersOfNode(node)), ...withoutNulls(top) };
}

/** Whether the body says the question twice, so that `filters` are passed over. */
export function saysTwice({ filters, query }: Readonly<Record<string, unknown>>): boolean {
  const sent = readJson(filters);
  return isObject(sent) && Object.keys(sent).length > 0 && isObject(readJson(query));
}

function isFlat(raw: Readonly<Record<string, unknown>>): boolean {
  if ('filters' in raw || 'query' in raw) return false;
  return Object.values(raw).every((value) => value !== null && value !== undefined);
}

function withoutNulls(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
}

export function readBody<T extends z.ZodObject>(schema: T, raw: Readonly<Record<string, unknown>>): z.output<T> {
  return checked(schema, normaliseBody(raw));
}

/** Bodies that a schema has validated. */
const checkedBy = new WeakMap<object, z.ZodObject>();

function isChecked<T extends z.ZodObject>(schema: T, body: object): body is z.output<T> {
  return checkedBy.get(body) === schema;
}

/** Validates a flat body, once. @throws ServiceError for the first violation */
export function checked<T extends z.ZodObject>(schema: T, flat: Readonly<Record<string, unknown>>): z.output<T> {
  if (isChecked(schema, flat)) return flat;
  const result = schema.safeParse(flat, { reportInput: true });
  if (!result.success) throw inputError(result.error);
  checkedBy.set(result.data, schema);
  return result.data;
}

/** For a body that holds a `question`: errors of the inner question name its own fields, and then where it is. */
export function inQuestion<T>(schema: z.ZodObject, body: Readonly<Record<string, unknown>>, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { question } = body;
    if (!(error instanceof ServiceError) || error.attr === null || !isObject(question)) throw error;
    const name = error.attr.split('__', 1)[0]!;
    const is_outside = hasKey(schema.shape, name) && (body[name] !== undefined || !Object.hasOwn(question, name));
    throw is_outside ? error : error.at(`question__${error.attr}`);
  }
}

/** Arguments about how to answer, not about what. */
const MANNERS = ['refresh', 'format', 'client_query_id', 'project_id', 'limit', 'offset'];

/** Whether the body asks a question at all. */
export function isQuestion(raw: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(raw).some(([key, value]) => value !== undefined && value !== null && !MANNERS.includes(key));
}

/**
 * Fields of bodies. Each accepts what clients really send (JSON text, "true", "7", null for "not given") but publishes only
 * the simple form: preprocessing does not show in the JSON schema.
 */
import { z } from 'zod';
import { parseNested } from '../base/json.ts';
import { LIMIT } from './limit.ts';

/** null and blank text mean "not given". */
function given(value: unknown): unknown {
  if (value === null) return undefined;
  return typeof value === 'string' && value.trim() === '' ? undefined : value;
}

function field<T extends z.ZodType>(
  prepare: (value: unknown) => unknown,
  schema: T,
  description: string,
  refuse: (value: unknown) => string | null = () => null,
) {
  return z
    .preprocess((value, ctx) => {
      const kept = given(value);
      if (kept === undefined) return undefined;
      const prepared = prepare(kept);
      const message = refuse(prepared);
      if (message === null) return prepared;
      ctx.addIssue({ code: 'custom', message });
      return z.NEVER;
    }, schema.optional())
    .optional()
    .describe(description);
}

/** `refuse` explains what is no text. */
export function textField(
  description: string,
  max_chars = Number.POSITIVE_INFINITY,
  refuse: (value: unknown) => string | null = () => null,
) {
  const schema = Number.isFinite(max_chars) ? z.string().max(max_chars) : z.string();
  return field((value) => (typeof value === 'number' ? String(value) : value), schema, description, refuse);
}

/** One of a few words. Case and surrounding blanks are ignored; other words give a 400 that lists the valid ones. */
export function choiceField<const T extends readonly string[]>(
  choices: T,
  description: string,
  aliases: Readonly<Record<string, T[number]>> = {},
) {
  const known = new Map<string, string>(choices.map((choice) => [choice.toLowerCase(), choice]));
  for (const [alias, choice] of Object.entries(aliases)) known.set(alias, choice);
  const prepare = (value: unknown) =>
    typeof value === 'string' ? (known.get(value.trim().toLowerCase()) ?? value) : value;
  return field(prepare, z.enum(choices), description);
}

export function flagField(description: string) {
  return field(readFlag, z.boolean(), description);
}

/** 1, 0 and their texts are flags, too; returns anything else as it came. */
export function readFlag(value: unknown): unknown {
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string') return value;
  const text = value.trim().toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : value;
}

/** An integer, also as text. */
export function wholeField(description: string, bounds: { readonly min?: number; readonly max?: number } = {}) {
  let schema = z.number().int();
  if (bounds.min !== undefined) schema = schema.min(bounds.min);
  if (bounds.max !== undefined) schema = schema.max(bounds.max);
  return field(readNumber, schema, description);
}

/** Any number, also as text. `refuse` explains what is none. */
export function numberField(
  description: string,
  bounds: { readonly above?: number; readonly max?: number } = {},
  refuse: (value: unknown) => string | null = () => null,
) {
  let schema = z.number();
  if (bounds.above !== undefined) schema = schema.gt(bounds.above);
  if (bounds.max !== undefined) schema = schema.max(bounds.max);
  return field(readNumber, schema, description, refuse);
}

/** Decimal digits are a number; returns anything else as it came. */
export function readNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
}

/** JSON text is parsed; other text stays text. */
export function readJson(value: unknown): unknown {
  return typeof value === 'string' ? (parseNested(value, LIMIT.json_depth) ?? value) : value;
}

/** Whether an option was sent: neither missing nor empty nor `false`, by which clients say that they do not ask for it. */
export function isSent(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== '' && value !== false;
}

const TRUE = ['', 'true', '1', 'yes', 'y', 't', 'on'];
const FALSE = ['false', '0', 'no', 'n', 'f', 'off'];

/** Yes or no in an address, where a name without a value means yes; null if it is neither. */
export function readAddressFlag(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (TRUE.includes(word)) return true;
  return FALSE.includes(word) ? false : null;
}

/** An object, also as JSON text. `refuse` explains an invalid one. */
export function jsonField<T extends z.ZodType>(
  schema: T,
  description: string,
  refuse: (value: unknown) => string | null = () => null,
) {
  return field(readJson, schema, description, refuse);
}

/** A list of items. The list and each item may also be JSON text. `refuse` explains an invalid item. */
export function listField<T extends z.ZodType>(
  item: T,
  description: string,
  refuse: (item: unknown) => string | null = () => null,
) {
  return z
    .preprocess((value, ctx) => {
      const list = readJson(given(value));
      if (!Array.isArray(list)) return list;
      const items: unknown[] = list.map(readJson);
      const at = items.findIndex((entry) => refuse(entry) !== null);
      if (at < 0) return items;
      ctx.addIssue({ code: 'custom', message: refuse(items[at])!, path: [at] });
      return z.NEVER;
    }, z.array(item).optional())
    .optional()
    .describe(description);
}

/** The number of a saved thing. In addresses, and from models, it comes as text. */
export function numberId(description: string) {
  return z.preprocess(readId, z.int().min(1)).describe(description);
}

/** The number of a saved thing; null if it is none. */
export function idOf(sent: unknown): number | null {
  const id = readId(sent);
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Returns anything but digits as it came. */
function readId(sent: unknown): unknown {
  return typeof sent === 'string' && /^\d{1,15}$/.test(sent) ? Number(sent) : sent;
}

/** The id or short id of an insight, as text. */
export function insightId(description: string) {
  return z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string()).describe(description);
}

/** A value that code parses and checks; the schema publishes its usual form only. */
export function openField(published: Readonly<Record<string, unknown>>, description: string) {
  return z
    .unknown()
    .optional()
    .meta({ ...published, description });
}

/** Like `openField`, but lists and objects may come as JSON text, which is parsed first. */
export function openJsonField(published: Readonly<Record<string, unknown>>, description: string) {
  return z
    .preprocess((value) => readJson(given(value)), z.unknown())
    .optional()
    .meta({ ...published, description });
}

/** One value or a list, maybe as JSON text. Any other text is a value. */
export function oneOrListField(published: Readonly<Record<string, unknown>>, description: string) {
  const read = (value: unknown) => {
    const list = readJson(given(value));
    return Array.isArray(list) ? list : given(value);
  };
  return z
    .preprocess(read, z.unknown())
    .optional()
    .meta({ ...published, description });
}

/** Marks fields that MCP hosts do not see. */
export const REST_ONLY = 'x-rest-only';

/** For fields that existing clients send but that are not worth a model's attention. Tools' schemas leave them out. */
export function restOnly<T extends z.ZodType>(schema: T): T {
  return schema.meta({ ...schema.meta(), [REST_ONLY]: true });
}

/** Names in a body that no schema knows, at any depth, each with what may have been meant. */
import { z } from 'zod';
import { isObject, type Path, pathText } from '../../base/json.ts';
import { invalid, type ServiceError } from '../../model/error.ts';
import { REST_ONLY, readJson } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import { nearestNames } from '../present/nearest.ts';
import { BODIES } from './bodies.ts';
import { type Place, see } from './places.ts';
import { knownOf } from './registry.ts';

/** Longer ones are told by their beginning. */
const NAME_CHARS = 100;

export interface UnknownName {
  /** Where the object that has it stands; [] = at the top. */
  readonly path: Path;
  readonly name: string;
  readonly value: unknown;
  /** Names that are published there. */
  readonly known: readonly string[];
}

/** In the order of the body; not more than LIMIT.unknown_names. */
function unknownNames(schema: z.ZodType, value: unknown): UnknownName[] {
  const found: UnknownName[] = [];
  walk(schema, value, [], found);
  return found;
}

function walk(schema: z.ZodType, sent: unknown, path: Path, found: UnknownName[]): void {
  if (found.length >= LIMIT.unknown_names || path.length > LIMIT.json_depth) return;
  const value = readJson(sent);
  if (typeof value !== 'object' || value === null) return;
  const holds = knownOf(schema).holds;
  if (holds) {
    const inner = holds(value);
    if (inner !== null) walk(inner, value, path, found);
  } else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    walk(schema.def.innerType as z.ZodType, value, path, found);
  } else if (schema instanceof z.ZodPipe) {
    walk(schema.def.out as z.ZodType, value, path, found);
  } else if (schema instanceof z.ZodArray) {
    if (!Array.isArray(value)) return;
    for (const [at, item] of value.entries()) walk(schema.def.element as z.ZodType, item, [...path, at], found);
  } else if (schema instanceof z.ZodObject && isObject(value)) walkObject(schema, value, path, found);
}

function walkObject(schema: z.ZodObject, value: Record<string, unknown>, path: Path, found: UnknownName[]): void {
  const { also = {}, passed_over = [], open = false } = knownOf(schema);
  for (const [name, member] of Object.entries(value)) {
    const field = own(schema.shape, name) ?? own(also, name);
    if (field !== undefined) walk(field, member, [...path, name], found);
    else if (!open && member !== null && member !== undefined && !passed_over.includes(name)) {
      if (found.length < LIMIT.unknown_names) found.push({ path, name, value: member, known: published(schema) });
    }
  }
}

function own(shape: Readonly<Record<string, unknown>>, name: string): z.ZodType | undefined {
  return Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined;
}

function published({ shape }: z.ZodObject): string[] {
  return Object.keys(shape).filter((name) => (shape[name] as z.ZodType).meta()?.[REST_ONLY] !== true);
}

/** Of a flag, a text, the interval, a list. */
const AT_REST: readonly unknown[] = [false, '', 'day'];

/** Whether it asks for nothing: questions of another kind know it, and it says what holds without it. */
function isIdle({ name, value }: UnknownName): boolean {
  const isAtRest = AT_REST.includes(value) || (typeof value === 'object' && size(value) === 0);
  return isAtRest && takers(name).length > 0;
}

function size(value: object | null): number {
  return value === null ? 0 : Object.keys(value).length;
}

/** Tools whose question has an argument of that name. */
function takers(name: string): Place[] {
  return (Object.keys(BODIES) as (keyof typeof BODIES)[]).filter((tool) => own(BODIES[tool].shape, name) !== undefined);
}

/** Those that may change what is asked. */
export function tellingNames(schema: z.ZodType, value: unknown): UnknownName[] {
  return unknownNames(schema, value).filter((unknown) => !isIdle(unknown));
}

export function unknownText(unknown: UnknownName): string {
  const { path, name, known } = unknown;
  const where = path.length === 0 ? '' : ` in ${pathText(path)}`;
  return `There is no argument ${JSON.stringify(name.slice(0, NAME_CHARS))}${where}. ${helpText(unknown, known)}`;
}

function helpText({ path, name }: UnknownName, known: readonly string[]): string {
  const near = nearestNames(name, known).map((found) => JSON.stringify(found));
  if (near.length > 0) return `Did you mean ${near.join(' or ')}?`;
  const others = path.length === 0 ? takers(name) : [];
  if (others.length > 0) return `It is an argument of ${others.map(see).join(', ')}.`;
  return `Known there: ${known.join(', ')}.`;
}

/** @throws ServiceError naming the first of them */
export function unknownError([first]: readonly UnknownName[]): ServiceError | null {
  if (first === undefined) return null;
  return invalid([...first.path, first.name].join('__'), unknownText(first));
}

export function unknownWarnings(schema: z.ZodType, value: unknown): string[] {
  return tellingNames(schema, value).map((unknown) => `${unknownText(unknown)} It is passed over.`);
}

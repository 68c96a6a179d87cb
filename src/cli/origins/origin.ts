/** Products whose exports are read unchanged. Each has a file here that turns its rows into lines of ours. */
import { isObject, parseText, put } from '../../base/json.ts';
import type { Seen } from './seen.ts';

export type Values = Readonly<Record<string, unknown>>;

export interface Origin {
  /** The name shown on the screen. */
  readonly title: string;
  /** Whether a row has members that only rows of this product have together. */
  recognises(row: Values): boolean;
  /**
   * Events, persons and groups in the form of lines (`itemOfLine`), in order. Malformed rows may lack fields.
   * @param timezone for times without one
   */
  itemsOf(row: Values, seen: Seen, timezone: string): readonly Values[];
}

/** Whether a row has all of these members. */
export function hasAll(row: Values, ...names: readonly string[]): boolean {
  return names.every((name) => Object.hasOwn(row, name));
}

/** Text; a number as text; undefined if empty or missing. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** An object, also one written as JSON text; else empty. */
export function objectOf(value: unknown): Values {
  if (isObject(value)) return value;
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return {};
  try {
    const parsed: unknown = parseText(value);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

/** Drops members that are undefined, null or empty text. */
export function present(values: Values): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') put(given, name, value);
  }
  return given;
}

/** Renames members by the table (theirs -> ours). Others keep their names. */
export function renamed(values: Values, names: ReadonlyMap<string, string>): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) put(given, names.get(name) ?? name, value);
  return given;
}

/** All members but these. */
export function without(values: Values, names: ReadonlySet<string>): Record<string, unknown> {
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) if (!names.has(name)) put(rest, name, value);
  return rest;
}

/** Expressions the slow and obvious way: one row at a time, down the tree. Calendar by the platform's own dates. */
import { RE2JS } from 're2js';
import { parseLooseDate } from '../../src/base/time.ts';
import type { Expression, ExpressionNode, ZoneOffsets } from '../../src/model/question/expression.ts';

export type Cell = string | number | boolean | null | { readonly json: string };

/** What a row has, by the leaf that asks for it. */
export type ReadRow = (leaf: Exclude<ExpressionNode, { kind: 'literal' | 'call' }>) => Cell;

export function expressionOracle({ nodes, zone }: Expression, read: ReadRow): Cell {
  return cellOf(nodes, nodes.length - 1, zone, read);
}

function cellOf(nodes: readonly ExpressionNode[], place: number, zone: ZoneOffsets, read: ReadRow): Cell {
  const node = nodes[place]!;
  if (node.kind === 'literal') return node.value;
  if (node.kind !== 'call') return read(node);
  const args = node.args.map((arg) => cellOf(nodes, arg, zone, read));
  const outcome = BY_NAME[node.name]?.(args, zone);
  if (outcome === undefined) throw new Error(`the oracle does not know ${node.name}`);
  return typeof outcome === 'number' && !Number.isFinite(outcome) ? null : outcome;
}

function text(value: Cell): string | null {
  if (value === null) return null;
  return typeof value === 'object' ? value.json : String(value);
}

function number(value: Cell): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string')
    return /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(value) ? Number(value) : null;
  return typeof value === 'number' ? value : null;
}

/** A number, or the one that a text holds. */
function numeral(value: Cell): number | null {
  return typeof value === 'boolean' ? null : number(value);
}

/** -1, 0, 1; null where one is missing. */
function order(a: Cell, b: Cell): number | null {
  if (a === null || b === null) return null;
  const numbers = typeof a === 'number' || typeof b === 'number' ? [numeral(a), numeral(b)] : [null, null];
  const [x, y] = numbers.includes(null) ? [text(a)!, text(b)!] : (numbers as [number, number]);
  return x < y ? -1 : x > y ? 1 : 0;
}

function same(a: Cell, b: Cell): boolean {
  return a === null || b === null ? a === b : order(a, b) === 0;
}

type Run = (args: Cell[], zone: ZoneOffsets) => Cell | undefined;

/** Missing where any argument is. */
const strict =
  (run: (...args: never[]) => Cell): Run =>
  (args) =>
    args.includes(null) ? null : run(...(args as never[]));

function like(value: string, pattern: string, flags: string): boolean {
  const source = pattern
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('%', '[^]*')
    .replaceAll('_', '[^]');
  return new RegExp(`^${source}$`, `u${flags}`).test(value);
}

function offset(zone: ZoneOffsets, at_ms: number): number {
  return zone.offsets_ms[zone.changes_ms.filter((change) => change <= at_ms).length]!;
}

function utc(day: number): Date {
  return new Date(day * 86_400_000);
}

const BY_NAME: Readonly<Record<string, Run>> = {
  and: (args) => (args.includes(false) ? false : args.includes(null) ? null : true),
  or: (args) => (args.includes(true) ? true : args.includes(null) ? null : false),
  not: strict((a: boolean) => !a),
  choose: (args) => {
    const [condition, value, ...rest] = args;
    if (rest.length === 0) return condition;
    if (condition === true) return value;
    return rest.length === 1 ? rest[0] : BY_NAME['choose']!(rest, { changes_ms: [], offsets_ms: [0] });
  },
  coalesce: (args) => args.find((value) => value !== null) ?? null,
  is_null: ([a]) => a === null,
  null_if: ([a, b]) => (same(a!, b!) ? null : a),
  equal: ([a, b]) => same(a!, b!),
  not_equal: ([a, b]) => !same(a!, b!),
  less: ([a, b]) => order(a!, b!) === -1,
  less_equal: ([a, b]) => [-1, 0].includes(order(a!, b!) ?? 5),
  greater: ([a, b]) => order(a!, b!) === 1,
  greater_equal: ([a, b]) => [1, 0].includes(order(a!, b!) ?? 5),
  in: ([a, ...list]) => a !== null && list.some((item) => same(a!, item)),
  add: strict((a: number, b: number) => a + b),
  subtract: strict((a: number, b: number) => a - b),
  multiply: strict((a: number, b: number) => a * b),
  divide: strict((a: number, b: number) => a / b),
  modulo: strict((a: number, b: number) => a % b),
  divide_whole: strict((a: number, b: number) => Math.trunc(a / b)),
  negate: strict((a: number) => -a),
  abs: strict((a: number) => (a < 0 ? -a : a)),
  floor: strict((a: number) => Math.floor(a)),
  ceil: strict((a: number) => Math.ceil(a)),
  truncate: strict((a: number) => (a < 0 ? Math.ceil(a) : Math.floor(a))),
  least: strict((...all: number[]) => all.toSorted((a, b) => a - b)[0]!),
  greatest: strict((...all: number[]) => all.toSorted((a, b) => b - a)[0]!),
  concat: (args) => args.map((value) => text(value) ?? '').join(''),
  length: strict((a: string) => Array.from(a).length),
  lower: strict((a: string) => a.toLowerCase()),
  upper: strict((a: string) => a.toUpperCase()),
  trim: strict((a: string) => a.replace(/^ +| +$/g, '')),
  substring: strict((a: string, start: number, length: number) =>
    start < 1
      ? ''
      : Array.from(a)
          .slice(start - 1, start - 1 + length)
          .join(''),
  ),
  replace_all: strict((a: string, from: string, to: string) => (from === '' ? a : a.split(from).join(to))),
  starts_with: strict((a: string, b: string) => a.slice(0, b.length) === b),
  ends_with: strict((a: string, b: string) => b === '' || a.slice(-b.length) === b),
  position: strict(
    (a: string, b: string) => Array.from(a.slice(0, Math.max(0, a.indexOf(b)))).length + (a.includes(b) ? 1 : 0),
  ),
  is_empty: strict((a: string) => a.length === 0),
  split_part: strict((by: string, a: string, at: number) => a.split(by)[at - 1] ?? ''),
  json_get: ([a, key]) => {
    let outer: unknown = null;
    try {
      outer = JSON.parse(text(a!) ?? 'null');
    } catch {
      return null;
    }
    if (typeof outer !== 'object' || outer === null || Array.isArray(outer)) return null;
    const inner: unknown = new Map(Object.entries(outer)).get(String(key)) ?? null;
    return typeof inner === 'object' && inner !== null ? { json: JSON.stringify(inner) } : (inner as Cell);
  },
  json_text: ([a]) => (a === null ? null : typeof a === 'object' ? a!.json : JSON.stringify(a)),
  json_texts: ([a]) => {
    try {
      const list: unknown = JSON.parse(text(a!) ?? 'null');
      return Array.isArray(list) ? { json: JSON.stringify(list.map((item) => JSON.stringify(item))) } : null;
    } catch {
      return null;
    }
  },
  like: strict((a: string, b: string) => like(a, b, '')),
  ilike: strict((a: string, b: string) => like(a, b, 'i')),
  matches: strict((a: string, b: string) => RE2JS.compile(b).matcher(a).find()),
  to_text: ([a]) => text(a!),
  to_number: ([a]) => number(a!),
  to_integer: ([a]) => {
    const found = number(a!);
    return found === null ? null : Math.trunc(found);
  },
  to_boolean: ([a]) => {
    if (typeof a === 'number') return a !== 0;
    const said = text(a!)?.trim().toLowerCase() ?? '';
    return ['true', '1'].includes(said) ? true : ['false', '0'].includes(said) ? false : null;
  },
  to_date: ([a], zone) => {
    const date = typeof a === 'string' || typeof a === 'number' ? parseLooseDate(a) : null;
    return date && Math.floor((date.ms + (date.zoned ? offset(zone, date.ms) : 0)) / 86_400_000);
  },
  to_wall: ([a], zone) => (a === null ? null : (a as number) + offset(zone, a as number)),
  year: strict((day: number) => utc(day).getUTCFullYear()),
  quarter: strict((day: number) => Math.floor(utc(day).getUTCMonth() / 3) + 1),
  month: strict((day: number) => utc(day).getUTCMonth() + 1),
  day_of_month: strict((day: number) => utc(day).getUTCDate()),
  day_of_week: strict((day: number) => utc(day).getUTCDay() || 7),
  floor_month: strict((day: number) => Date.UTC(utc(day).getUTCFullYear(), utc(day).getUTCMonth()) / 86_400_000),
  floor_year: strict((day: number) => Date.UTC(utc(day).getUTCFullYear(), 0) / 86_400_000),
  format_date: strict((day: number) => utc(day).toISOString().slice(0, 10)),
  format_seconds: strict((wall: number) => new Date(wall).toISOString().slice(0, 19).replace('T', ' ')),
};

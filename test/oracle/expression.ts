/** Expressions the slow and obvious way: one row at a time, down the tree. Calendar by the platform's own dates. */
import { RE2JS } from 're2js';
import { parseLooseDate } from '../../src/base/time.ts';
import type { Expression, ExpressionNode, ZoneOffsets } from '../../src/model/question/expression.ts';

export type Cell = string | number | boolean | null | { readonly json: string };

const NO_ZONE: ZoneOffsets = { changes_ms: [], offsets_ms: [0] };

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

/** Items, or null for what is no list. */
function itemsOf(value: Cell): unknown[] | null {
  const list: unknown = typeof value === 'object' && value !== null ? JSON.parse(value.json) : null;
  return Array.isArray(list) ? list : null;
}

function cellOfItem(item: unknown): Cell {
  return typeof item === 'object' && item !== null ? { json: JSON.stringify(item) } : ((item ?? null) as Cell);
}

/** The object or list that it is, or that a text holds. */
function nested(value: Cell): object | null {
  try {
    const inner: unknown = JSON.parse(text(value) ?? 'null');
    return typeof inner === 'object' ? inner : null;
  } catch {
    return null;
  }
}

/** Of lists; missing where an argument is none. */
const ofLists =
  (run: (...lists: unknown[][]) => unknown): Run =>
  (args) => {
    const lists = args.map(itemsOf);
    return lists.includes(null) ? null : cellOfItem(run(...(lists as unknown[][])));
  };

/** Of a list and other values. */
const ofList =
  (run: (items: unknown[], ...others: never[]) => unknown): Run =>
  ([list, ...others]) => {
    const items = itemsOf(list!);
    return items === null ? null : cellOfItem(run(items, ...(others as never[])));
  };

function textOfItem(item: unknown): string | null {
  return text(cellOfItem(item));
}

/** Places are tried one by one: each has a number from the start and one from the end. */
function part<Of>(all: readonly Of[], start: number, length: number | undefined): Of[] {
  const first = start > 0 ? start : all.length + 1 + start;
  return all.filter((_, at) => {
    const place = at + 1;
    if (start === 0 || place < first) return false;
    if (length === undefined) return true;
    return length < 0 ? place <= all.length + length : place < first + length;
  });
}

/** Numbers before texts, what is missing last. */
function inOrder(items: readonly unknown[], keys: readonly unknown[], is_down: boolean): unknown[] {
  const ranked = items.map((item, at) => ({ item, key: keys[at], text: textOfItem(keys[at]) }));
  const known = ranked.filter(({ key }) => key !== null);
  const numbers = known.filter(({ key }) => typeof key === 'number');
  const texts = known.filter(({ key }) => typeof key !== 'number');
  const sign = is_down ? -1 : 1;
  numbers.sort((a, b) => sign * (Number(a.key) - Number(b.key)));
  texts.sort((a, b) => sign * (a.text! < b.text! ? -1 : Number(a.text! > b.text!)));
  const missing = ranked.filter(({ key }) => key === null);
  return [...(is_down ? [texts, numbers] : [numbers, texts]), missing].flat().map(({ item }) => item);
}

function sumOf(items: readonly unknown[]): number {
  return items.reduce<number>((sum, item) => sum + (typeof item === 'number' ? item : 0), 0);
}

const BY_NAME: Readonly<Record<string, Run>> = {
  and: (args) => (args.includes(false) ? false : args.includes(null) ? null : true),
  or: (args) => (args.includes(true) ? true : args.includes(null) ? null : false),
  not: strict((a: boolean) => !a),
  choose: (args) => {
    const [condition, value, ...rest] = args;
    if (rest.length === 0) return condition;
    if (condition === true) return value;
    return rest.length === 1 ? rest[0] : BY_NAME['choose']!(rest, NO_ZONE);
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
  fold: strict((a: string) =>
    Array.from(a, (letter) => (letter === 'İ' ? letter : letter.toLowerCase().replace('ς', 'σ'))).join(''),
  ),
  upper: strict((a: string) => a.toUpperCase()),
  trim: strict((a: string) => a.replace(/^ +| +$/g, '')),
  substring: strict((a: string, start: number, length: number) => part(Array.from(a), start, length).join('')),
  trim_left: strict((a: string) => a.replace(/^ +/g, '')),
  trim_right: strict((a: string) => a.replace(/ +$/g, '')),
  replace_one: strict((a: string, from: string, to: string) => {
    const at = from === '' ? -1 : a.indexOf(from);
    return at < 0 ? a : a.slice(0, at) + to + a.slice(at + from.length);
  }),
  replace_pattern: strict((a: string, pattern: string, to: string, is_all: boolean) =>
    a.replace(new RegExp(pattern, is_all ? 'gu' : 'u'), (...said) =>
      to.replace(/\\(\d)/g, (_, group) => (said.slice(0, -2)[Number(group)] as string | undefined) ?? ''),
    ),
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
    const outer = nested(a!);
    if (outer === null) return null;
    if (!Array.isArray(outer)) return cellOfItem(new Map(Object.entries(outer)).get(String(key)));
    return typeof key === 'number' ? cellOfItem(part(outer, key, 1)[0]) : null;
  },
  json_keys: ([a]) => {
    const inner = nested(a!);
    return inner === null || Array.isArray(inner) ? null : { json: JSON.stringify(Object.keys(inner)) };
  },
  json_length: ([a]) => {
    const inner = nested(a!);
    return inner && Object.entries(inner).length;
  },
  list_of: (args) => ({ json: `[${args.map((each) => text(BY_NAME['json_text']!([each], NO_ZONE)!) ?? 'null')}]` }),
  list_split: strict((by: string, a: string) => ({ json: JSON.stringify(by === '' ? Array.from(a) : a.split(by)) })),
  list_text: ofList((items, between: string) => items.flatMap((item) => textOfItem(item) ?? []).join(between)),
  list_slice: ofList((items, start: number, length?: number) => part(items, start, length)),
  list_length: ofLists((items) => items.length),
  list_sum: ofLists(sumOf),
  list_avg: ofLists((items) => {
    const { length } = items.filter((item) => typeof item === 'number');
    return length === 0 ? null : sumOf(items) / length;
  }),
  list_running: ofLists((items) => items.map((_, at) => sumOf(items.slice(0, at + 1)))),
  list_min: ofLists((items) => inOrder(items, items, false)[0]),
  list_max: ofLists((items) => inOrder(items, items, true)[0]),
  // Of 5 and "5" the last is shown, where the first was.
  list_unique: ofLists((items) => {
    const equals = (item: unknown) => items.filter((other) => textOfItem(other) === textOfItem(item));
    return items
      .filter((item, at) => items.findIndex((other) => equals(item).includes(other)) === at)
      .map((item) => equals(item).at(-1));
  }),
  list_common: ofLists((items, others) => {
    const texts = others.map(textOfItem);
    return items.filter((item) => texts.includes(textOfItem(item)));
  }),
  list_reverse: ofLists((items) => items.reverse()),
  list_places: ofLists((items) => Object.keys(items).map((at) => Number(at) + 1)),
  list_joined: ofLists((...lists) => lists.flat()),
  list_zip: ofLists((a, b) => (a.length > b.length ? a : b).map((_, at) => [a[at] ?? null, b[at] ?? null])),
  list_find: ([list, value]) => (itemsOf(list!) ?? []).map(textOfItem).indexOf(text(value!)) + 1,
  list_sort: ofLists((items, keys) => inOrder(items, keys, false)),
  list_sort_down: ofLists((items, keys) => inOrder(items, keys, true)),
  has_item: ([a, list]) =>
    a !== null && (itemsOf(list!) ?? []).some((item) => item !== null && textOfItem(item) === text(a!)),
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
  extract_all: strict((a: string, b: string) => ({
    json: JSON.stringify(Array.from(a.matchAll(new RegExp(b, 'gu')), ([all, group]) => group ?? all)),
  })),
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
  last_change: ([at], { changes_ms }) =>
    at === null ? null : Math.max(...changes_ms.filter((one) => one <= (at as number))),
  year: strict((day: number) => utc(day).getUTCFullYear()),
  quarter: strict((day: number) => Math.floor(utc(day).getUTCMonth() / 3) + 1),
  month: strict((day: number) => utc(day).getUTCMonth() + 1),
  day_of_month: strict((day: number) => utc(day).getUTCDate()),
  day_of_week: strict((day: number) => utc(day).getUTCDay() || 7),
  floor_month: strict((day: number) => Date.UTC(utc(day).getUTCFullYear(), utc(day).getUTCMonth()) / 86_400_000),
  day_of_year: strict((day: number) => day + 1 - Date.UTC(utc(day).getUTCFullYear(), 0) / 86_400_000),
  /** Weeks begin on Mondays; the first is that of 4 January. */
  iso_week: strict((day: number) => {
    const monday = (of: number): number => of - ((utc(of).getUTCDay() + 6) % 7);
    const first = (year: number): number => monday(Date.UTC(year, 0, 4) / 86_400_000);
    const year = utc(day).getUTCFullYear();
    const begin = [first(year + 1), first(year), first(year - 1)].find((week) => week <= day)!;
    return (monday(day) - begin) / 7 + 1;
  }),
  month_number: strict((day: number) => utc(day).getUTCFullYear() * 12 + utc(day).getUTCMonth()),
  floor_quarter: strict((day: number) => {
    const date = utc(day);
    while (date.getUTCDate() !== 1 || date.getUTCMonth() % 3 !== 0) date.setUTCDate(date.getUTCDate() - 1);
    return date.getTime() / 86_400_000;
  }),
  add_months: strict((day: number, months: number) => {
    const wanted = utc(day).getUTCMonth() + months;
    const last = new Date(Date.UTC(utc(day).getUTCFullYear(), wanted + 1, 0));
    return Math.min(
      last.getTime() / 86_400_000,
      last.getTime() / 86_400_000 - last.getUTCDate() + utc(day).getUTCDate(),
    );
  }),
  floor_year: strict((day: number) => Date.UTC(utc(day).getUTCFullYear(), 0) / 86_400_000),
  format_date: strict((day: number) => utc(day).toISOString().slice(0, 10)),
  format_seconds: strict((wall: number) => new Date(wall).toISOString().slice(0, 19).replace('T', ' ')),
};

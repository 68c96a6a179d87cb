/** Functions of lists, which are JSON. Members are JSON values; `null` means missing. */
import { parseNested } from '../../../base/json.ts';
import { complete } from '../../../base/known.ts';
import { LIMIT } from '../../../model/limit.ts';
import { parsedValue, textOf, type Value } from '../../frame/column.ts';

/** null if it is no list. */
export function readItems(list: Value): unknown[] | null {
  if (typeof list !== 'object' || list === null) return null;
  if (list instanceof ValueList) return list.items;
  const items = parseNested(list.json, LIMIT.json_depth);
  return Array.isArray(items) ? items : null;
}

export function listOf(items: readonly unknown[]): Value {
  return { json: JSON.stringify(items) };
}

/** A list's member as a value that a column can hold. */
export function plainValue(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'object' && value !== null ? { json: JSON.stringify(value) } : null;
}

export function itemText(item: unknown): string {
  return typeof item === 'string' ? item : JSON.stringify(item);
}

/** Many values, serialised only when read. */
export class ValueList {
  readonly #values: readonly Value[];

  constructor(values: readonly Value[]) {
    this.#values = values;
  }

  get items(): unknown[] {
    return this.#values.map(parsedValue);
  }

  get json(): string {
    return JSON.stringify(this.items);
  }
}

/** list -> texts of its items; cached, as a sub-query's list is needed again for every run. */
const texts_of = new WeakMap<object, ReadonlySet<string | null>>();

export function hasItem(value: Value, list: Value): boolean {
  return value !== null && textsOf(list).has(textOf(value));
}

function textsOf(list: Value): ReadonlySet<string | null> {
  const known = typeof list === 'object' && list !== null ? texts_of.get(list) : undefined;
  if (known !== undefined) return known;
  const items = new Set((readItems(list) ?? []).filter((item) => item !== null).map(itemText));
  if (typeof list === 'object' && list !== null) texts_of.set(list, items);
  return items;
}

/** Below 0: a comes first. Numbers by value, before texts; what is missing comes last, whatever the sign. */
function compareItems(a: unknown, b: unknown, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  if (typeof a === 'number' || typeof b === 'number') return typeof a === 'number' ? -sign : sign;
  const [left, right] = [itemText(a), itemText(b)];
  return left < right ? -sign : sign * Number(left > right);
}

type OfLists = (lists: readonly (readonly unknown[])[]) => unknown;

/** Items are equal if these are. What is missing is no text, not even 'null'. */
function itemKey(item: unknown): string | null {
  return item === null ? null : itemText(item);
}

/** Place of the first item with the value, counted from 1; 0 = none. */
export function placeOf(value: Value, items: readonly unknown[]): number {
  return items.findIndex((item) => itemKey(item) === textOf(value)) + 1;
}

const numbersIn = (items: readonly unknown[]): number[] => items.filter((item) => typeof item === 'number');
const distinct = (items: readonly unknown[]): unknown[] => [
  ...new Map(items.map((item) => [itemKey(item), item])).values(),
];
const common = (items: readonly unknown[], others: readonly unknown[]): unknown[] => {
  const keys = new Set(others.map(itemKey));
  return items.filter((item) => keys.has(itemKey(item)));
};
const extreme =
  (sign: 1 | -1): OfLists =>
  ([list]) =>
    list!.filter((item) => item !== null).sort((a, b) => compareItems(a, b, sign))[0];

/** Items in the order of their keys; equal ones stay as they are. */
const inOrder =
  (sign: 1 | -1): OfLists =>
  ([list, keys]) =>
    [...list!.keys()].sort((a, b) => compareItems(keys![a], keys![b], sign) || a - b).map((at) => list![at]);

/** Functions whose arguments are all lists. The result is missing if an argument is no list. */
export const LIST_FUNCTIONS = {
  list_length: ([list]) => list!.length,
  list_sum: ([list]) => numbersIn(list!).reduce((sum, item) => sum + item, 0),
  list_avg: ([list]) => {
    const items = numbersIn(list!);
    return items.length === 0 ? null : items.reduce((sum, item) => sum + item, 0) / items.length;
  },
  list_min: extreme(1),
  list_max: extreme(-1),
  list_unique: ([list]) => distinct(list!),
  list_common: ([list, other]) => common(list!, other!),
  list_reverse: ([list]) => list!.toReversed(),
  list_places: ([list]) => list!.map((_, at) => at + 1),
  list_joined: (lists) => lists.flat(),
  list_zip: (lists) =>
    Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, at) =>
      lists.map((list) => list[at] ?? null),
    ),
  list_running: ([list]) => {
    let sum = 0;
    return list!.map((item) => (sum += typeof item === 'number' ? item : 0));
  },
  /** Items whose flag is true. */
  list_where: ([list, flags]) => list!.filter((_, at) => flags![at] === true),
  list_sort: inOrder(1),
  list_sort_down: inOrder(-1),
} as const satisfies Readonly<Record<string, OfLists>>;

export function ofLists(run: OfLists): (args: readonly Value[]) => Value {
  return (args) => {
    const lists = complete(args.map(readItems));
    return lists === null ? null : plainValue(run(lists));
  };
}

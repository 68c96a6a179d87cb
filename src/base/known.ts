/** Tests of values that tell the compiler what they found, and types that make casts of arrays unnecessary. */

import { must } from './assert.ts';

export function isOneOf<const T>(list: readonly T[], value: unknown): value is T {
  return list.some((one) => one === value);
}

/** Whether a table has the key itself, not from its prototype. */
export function hasKey<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}

/** Keys of a table whose members are all in its type. */
export function keysOf<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}

export function recordOf<K extends string, V>(keys: readonly K[], make: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, V>;
}

/** A list that cannot be empty. */
export function atLeastOne<T>(list: readonly T[]): readonly [T, ...T[]] {
  const [first, ...others] = list;
  return [must(first, 'a list is not empty'), ...others];
}

/** The values if none is missing, else null. */
export function complete<T>(values: readonly (T | null)[]): T[] | null {
  return values.every((value) => value !== null) ? [...values] : null;
}

/** `code` of an error of the system: `ENOENT` and the like; '' for other errors. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** An array of numbers; its subarrays have the same type. */
export interface Numeric<A> {
  readonly length: number;
  [at: number]: number;
  subarray(from?: number, until?: number): A;
  slice(from?: number, until?: number): A;
  fill(value: number): A;
  set(values: ArrayLike<number>, at?: number): void;
}

/** Whether V8 refused to make a text or an array, as it would be longer than any can be. */
export function isLengthError(error: unknown): boolean {
  return (
    error instanceof RangeError && /^Invalid (string|array|typed array) length|^Array buffer alloc/.test(error.message)
  );
}

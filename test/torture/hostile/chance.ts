/** Seeded choices, and values that nobody expects. */
import { type Random, seeded } from '../../../src/base/random.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export interface Chance extends Random {
  /** Whether anything goes; otherwise what is made is mostly right, and gets further into the server. */
  readonly is_wild: boolean;
}

/** Chance of its own for each number, so that one of many can be made again alone. */
export function chanceOf(seed: number, nth: number): Chance {
  const random = seeded((Math.imul(seed, 0x9e3779b1) ^ Math.imul(nth + 1, 0x85ebca6b)) >>> 0);
  // The first numbers of near seeds are alike.
  for (let i = 0; i < 12; i++) random.next();
  return { ...random, is_wild: random.chance(0.4) };
}

export function one<T>(random: Random, list: readonly T[]): T {
  return list[random.below(list.length)]!;
}

/** 0 to `max` of them, few more often than many. */
export function several<T>(random: Random, max: number, make: () => T): T[] {
  const count = Math.floor(random.next() ** 2 * (max + 1));
  return Array.from({ length: count }, make);
}

/** Some of the members. */
export function some(
  random: Random,
  members: Readonly<Record<string, () => Json>>,
  share: number,
): Record<string, Json> {
  const kept = Object.entries(members).filter(() => random.chance(share));
  return Object.fromEntries(kept.map(([name, make]) => [name, make()]));
}

const ODD_TEXTS = [
  ...[
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\ufeff',
    '\u202e',
    '😀',
    'é'.repeat(300),
    'x'.repeat(5_000),
    '\n\r\t',
    '%00',
    '../../etc/passwd',
  ],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
    'length',
    '$$',
    '#{7*7}',
    '{{7*7}}',
  ],
  ...[
    "' OR 1=1 --",
    '"; DROP TABLE insight; --',
    '[{}]',
    '{"a":[}',
    '{"$ref":"#"}',
    'null',
    'undefined',
    'NaN',
    '-Infinity',
  ],
  ...['1e999', '0x10', '9'.repeat(30), '-0', '1.', '(a+)+$', '[', '(?=a)', '\\', '*'.repeat(50), '(?:'.repeat(40)],
  ...[
    '[['.repeat(100),
    '{"a":'.repeat(70),
    '<script>alert(1)</script>',
    '=1+1',
    '@SUM(A1)',
    'javascript:alert(1)',
    'file:///etc/passwd',
  ],
] as const;

const ODD_NUMBERS = [
  ...[0, -0, -1, 1.5, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 1e15, 8.64e15, 8.64e15 + 1],
] as const;

export function oddText(random: Chance): string {
  if (!random.is_wild && random.chance(0.9)) return one(random, ['a', 'Chrome', 'pro', 'Weekly', '1']);
  return random.chance(0.8)
    ? one(random, ODD_TEXTS)
    : String.fromCharCode(...several(random, 20, () => random.below(65_536)));
}

/** Anything at all. */
export function odd(random: Chance, depth = 3): Json {
  const kind = random.below(depth > 0 ? 8 : 5);
  if (kind < 2) return oddText(random);
  if (kind === 2) return one(random, ODD_NUMBERS);
  if (kind === 3) return one(random, [null, true, false]);
  if (kind === 4) return random.below(1_000);
  if (kind === 5) return several(random, 4, () => odd(random, depth - 1));
  if (kind === 6) return nested(random, 1 + random.below(200));
  return Object.fromEntries(several(random, 4, () => [oddText(random), odd(random, depth - 1)]));
}

function nested(random: Chance, depth: number): Json {
  let value: Json = one(random, [null, 'x', 1]);
  for (let i = 0; i < depth; i++) value = random.chance(0.5) ? [value] : { a: value };
  return value;
}

/** Values that are tried first; all where anything goes. */
export function usual<T>(random: Chance, values: readonly T[], count: number): T {
  return one(random, random.is_wild ? values : values.slice(0, count));
}

/** The same with something in it replaced, removed, wrapped, repeated or said as text. */
export function mutated(random: Chance, value: Json): Json {
  const is_inner = typeof value === 'object' && value !== null;
  if (is_inner && random.chance(0.75)) {
    const entries = Object.entries(value);
    if (entries.length > 0) {
      const at = random.below(entries.length);
      const [name, inner] = entries[at]!;
      const changed = random.chance(0.15)
        ? []
        : [[random.chance(0.1) ? oddText(random) : name, mutated(random, inner)] as const];
      const rest = [...entries.slice(0, at), ...changed, ...entries.slice(at + 1)];
      return Array.isArray(value) ? rest.map(([, item]) => item) : Object.fromEntries(rest);
    }
  }
  const ways: (() => Json)[] = [
    () => odd(random),
    () => odd(random),
    () => null,
    () => [value],
    () => [value, value],
    () => JSON.stringify(value),
    () => ({ value }),
    () => (typeof value === 'number' ? one(random, ODD_NUMBERS) : oddText(random)),
  ];
  return one(random, ways)();
}

/** A text with letters removed, doubled, replaced or swapped. */
export function mangled(random: Chance, text: string): string {
  let result = text;
  for (let i = 1 + random.below(3); i > 0; i--) {
    const from = random.below(result.length + 1);
    const until = Math.min(result.length, from + random.below(6));
    const put = one(random, [
      '',
      '',
      result.slice(from, until).repeat(2),
      one(random, [...'()[]{},.\'"`\\;-+*/%<>=:?$@#&|^~ \n0']),
      oddText(random),
    ]);
    result = result.slice(0, from) + put + result.slice(until);
  }
  return result;
}

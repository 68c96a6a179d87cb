import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allocate,
  and,
  andNot,
  clear,
  count,
  countBoth,
  fromFlags,
  has,
  not,
  or,
  set,
  setRange,
} from '../../src/base/bitmap.ts';

const bits = fc.uniqueArray(fc.nat({ max: 199 }));

function bitmapOf(members: readonly number[], size = 200): Uint32Array {
  const bitmap = allocate(size);
  for (const member of members) set(bitmap, member);
  return bitmap;
}

function membersOf(bitmap: Uint32Array, size = 200): Set<number> {
  return new Set(Array.from({ length: size }, (_, bit) => bit).filter((bit) => has(bitmap, bit)));
}

test('bitmaps behave as sets', () => {
  fc.assert(
    fc.property(bits, bits, (left, right) => {
      const [a, b] = [new Set(left), new Set(right)];
      expect(membersOf(bitmapOf(left))).toEqual(a);
      expect(count(bitmapOf(left))).toBe(a.size);
      expect(membersOf(and(bitmapOf(left), bitmapOf(right)))).toEqual(a.intersection(b));
      expect(membersOf(or(bitmapOf(left), bitmapOf(right)))).toEqual(a.union(b));
      expect(count(not(bitmapOf(left), 200))).toBe(200 - a.size);
      const without = bitmapOf(left);
      for (const member of right) clear(without, member);
      expect(membersOf(without)).toEqual(a.difference(b));
      const flags = Uint8Array.from({ length: 200 }, (_, bit) => (a.has(bit) ? 1 : 0));
      expect(fromFlags(flags)).toEqual(bitmapOf(left));
    }),
  );
});

test('sets of many words, of which either may be the shorter, less one another and in common', () => {
  const words = fc.array(fc.oneof(fc.nat(0xffff_ffff), fc.constantFrom(0, 0xffff_ffff)), {
    ...{ minLength: 20, maxLength: 30 },
  });
  fc.assert(
    fc.property(words, words, fc.nat(9), fc.integer({ min: 10, max: 20 }), (left, right, first, until) => {
      const size = 32 * 30;
      const [a, b] = [Uint32Array.from(left), Uint32Array.from(right)];
      const common = membersOf(a, size).intersection(membersOf(b, size));
      const counted = [...common].filter((bit) => bit >= 32 * first && bit < 32 * until);
      expect(countBoth(a, b, first, until)).toBe(counted.length);
      expect(membersOf(andNot(a.slice(), b), size)).toEqual(membersOf(a, size).difference(common));
    }),
  );
});

test('a range is all its members, whatever words it begins and ends in', () => {
  fc.assert(
    fc.property(bits, fc.nat({ max: 199 }), fc.nat({ max: 199 }), (members, a, b) => {
      const [from, until] = [Math.min(a, b), Math.max(a, b) + 1];
      const bitmap = bitmapOf(members);
      setRange(bitmap, from, until);
      const range = new Set(Array.from({ length: until - from }, (_, at) => from + at));
      expect(membersOf(bitmap)).toEqual(range.union(new Set(members)));
    }),
  );
});

test('a size that fills its words, and none at all', () => {
  expect(count(not(allocate(64), 64))).toBe(64);
  expect(count(not(allocate(33), 33))).toBe(33);
  expect(not(allocate(0), 0)).toHaveLength(0);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocateCodes, type Value } from '../../src/engine/frame/column.ts';
import { codesOfRows, numbersOfRows } from '../../src/engine/storage/cells.ts';
import * as codec from '../../src/engine/storage/column_codec.ts';
import { orderByActorAndTime } from '../../src/engine/storage/order.ts';
import { placedOf, wholeColumn } from '../../src/engine/storage/placed_columns.ts';
import { UuidSet } from '../../src/engine/storage/uuids.ts';
import { plainColumn } from '../../src/engine/wasm/decoded.ts';
import { numbersFrame } from './rows.ts';

/** Bit by bit, so that -0 and the largest numbers count; also from the middle of a Buffer, whose `slice` is no copy. */
function sameNumbers(values: Float64Array): void {
  const frame = numbersFrame(values);
  for (const bytes of [frame, Buffer.concat([Buffer.alloc(40), frame]).subarray(40)]) {
    const column = plainColumn(codec.decodeNumbers(bytes, values.length));
    expect(column).toEqual({ kind: 'number', values });
  }
}

test('numbers come back exactly', () => {
  const number = fc.oneof(
    fc.double(),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.integer().map((cents) => cents / 100),
    fc.constantFrom(
      Number.NaN,
      -0,
      0,
      0.1 + 0.2,
      1.005,
      4.35,
      2 ** 32,
      2 ** 53,
      Number.MAX_VALUE,
      Number.POSITIVE_INFINITY,
    ),
  );
  fc.assert(fc.property(fc.array(number), (values) => sameNumbers(Float64Array.from(values))));
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(1e6), fc.constant(Number.NaN))), (values) =>
      sameNumbers(Float64Array.from(values, (v) => v / 100)),
    ),
  );
});

test('whole numbers and prices take four bytes or less', () => {
  const size = (scale: number) =>
    numbersFrame(Float64Array.from({ length: 4000 }, (_, i) => ((i * 7919) % 4000) / scale)).length;
  expect(size(1)).toBeLessThan(4000 * 2.2);
  expect(size(100)).toBeLessThan(4000 * 2.2);
});

test('indices and times come back', () => {
  fc.assert(
    fc.property(fc.uint32Array({ maxLength: 2000 }), (words) => {
      expect(codec.decodeDistinct(codec.encodeDistinct(words), words.length)).toEqual(words);
      expect(codec.decodeOffsets(codec.encodeOffsets(words), words.length)).toEqual(words);
    }),
  );
});

test('values of few rows come back, all and one by one', () => {
  for (const distinct of [2, 300, 70_000]) {
    const values: Value[] = [null, ...Array.from({ length: distinct - 1 }, (_, i) => `v${i}`)];
    for (const every of [1, 7, 100, 5_000]) {
      const codes = allocateCodes(65_536, distinct);
      for (let row = every - 1; row < codes.length; row += every) codes[row] = 1 + ((row * 7919) % (distinct - 1));
      const placed = placedOf({ kind: 'dictionary', codes, values });
      expect(placed.at === null).toBe(every < 8);
      const bytes = codec.encodePiece(placed, codes.length, distinct);
      expect(codec.decodeCodes(bytes, codes.length, distinct)).toEqual(codes);
      const rows = [0, every - 1, every, 65_535, every - 1];
      expect(codesOfRows(bytes, codes.length, distinct, rows)).toEqual(rows.map((row) => codes[row]));
    }
  }
});

test('so do numbers', () => {
  for (const scale of [1, 100, Math.PI]) {
    for (const every of [1, 9, 1_000]) {
      const values = new Float64Array(65_536).fill(Number.NaN);
      for (let row = every - 1; row < values.length; row += every) values[row] = row / scale;
      const placed = placedOf({ kind: 'number', values });
      expect(wholeColumn(placed, values.length)).toEqual({ kind: 'number', values });
      const bytes = codec.encodePiece(placed, values.length, 0);
      expect(plainColumn(codec.decodeNumbers(bytes, values.length))).toEqual({ kind: 'number', values });
      const rows = [0, every - 1, every, 65_535];
      expect(numbersOfRows(bytes, values.length, rows)).toEqual(rows.map((row) => values[row]));
    }
  }
});

test('dictionaries of every width come back', () => {
  for (const distinct of [1, 2, 256, 257, 65_536, 65_537]) {
    for (const factor of [1, 7919]) {
      const values: Value[] = [null, ...Array.from({ length: distinct - 1 }, (_, i) => `v${i}`)];
      const codes = allocateCodes(Math.max(distinct, 1000), distinct);
      for (let i = 0; i < codes.length; i++) codes[i] = (i * factor) % distinct;
      const placed = { at: null, column: { kind: 'dictionary', codes, values } } as const;
      expect(codec.decodeCodes(codec.encodePiece(placed, codes.length, distinct), codes.length, distinct)).toEqual(
        codes,
      );
      expect(codec.decodeValues(codec.encodeValues(values), distinct)).toEqual(values);
    }
  }
});

test('rows are ordered by actor, time, arrival', () => {
  const far = fc.constantFrom(-(2 ** 40), -1, 0, 1, 2 ** 32 - 1, 2 ** 32, 2 ** 40);
  const one = fc.tuple(fc.oneof(fc.nat(3), fc.nat(0xffff_ffff)), fc.oneof(fc.nat(5), far));
  fc.assert(
    fc.property(fc.array(one), (pairs) => {
      const actor = Uint32Array.from(pairs, ([each]) => each);
      const time_ms = Float64Array.from(pairs, ([, each]) => each);
      const twin = pairs.map((_, i) => i).sort((a, b) => actor[a]! - actor[b]! || time_ms[a]! - time_ms[b]! || a - b);
      expect([...orderByActorAndTime(actor, time_ms)]).toEqual(twin);
    }),
  );
});

test('a set of ids knows what was added and not removed', () => {
  const step = fc.tuple(fc.nat(40), fc.nat(40), fc.boolean());
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const ids = new UuidSet();
      const twin = new Set<string>();
      // Compared at the end: an expectation for each step would take most of the time.
      const found: unknown[] = [];
      const wanted: unknown[] = [];
      for (const [a, b, stays] of steps) {
        // At an odd address, and the id of zeros among them.
        const bytes = new Uint8Array(20);
        bytes[3] = a;
        bytes[18] = b;
        found.push(ids.add(bytes, 3));
        wanted.push(!twin.has(`${a} ${b}`));
        twin.add(`${a} ${b}`);
        if (!stays) ids.remove(bytes, 3);
        if (!stays) twin.delete(`${a} ${b}`);
        found.push(ids.size);
        wanted.push(twin.size);
      }
      expect(found).toEqual(wanted);
    }),
  );
});

test('a set of ids in doubt knows which were made certain since', () => {
  const step = fc.oneof(
    { weight: 8, arbitrary: fc.tuple(fc.constant('add' as const), fc.nat(200), fc.nat(60)) },
    { weight: 1, arbitrary: fc.constant(['doubt'] as const) },
    { weight: 1, arbitrary: fc.constant(['refresh'] as const) },
    { weight: 1, arbitrary: fc.constant(['settle'] as const) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const ids = new UuidSet();
      const [certain, doubtful] = [new Set<number>(), new Set<number>()];
      const bytesOf = (id: number) => new Uint8Array(16).fill(id, 3, 9);
      const doubt = () => {
        ids.doubt();
        for (const id of certain) doubtful.add(id);
        certain.clear();
      };
      for (const [what, from = 0, count = 0] of steps) {
        if (what === 'doubt') doubt();
        for (const _ of what === 'add' || what === 'refresh' ? ids.refresh() : []);
        if (what === 'settle') {
          for (const _ of ids.refresh());
          for (const _ of ids.settle());
          doubtful.clear();
        }
        for (let id = from; id < Math.min(from + count, 256); id++) {
          if (ids.add(bytesOf(id), 0) === certain.has(id)) expect.fail(`${id} is new, or it is not`);
          certain.add(id);
          doubtful.delete(id);
        }
        expect(ids.size).toBe(certain.size);
        const all = Array.from({ length: 256 }, (_, id) => id);
        expect(all.filter((id) => ids.isInDoubt(bytesOf(id), 0))).toEqual(all.filter((id) => doubtful.has(id)));
      }
    }),
    { numRuns: 20 },
  );
});

test('a large set of ids that are counted up, in any of their words', () => {
  const count = 100_000;
  const all = new UuidSet();
  for (const word of [0, 4, 8, 12]) {
    const bytes = new Uint8Array(count * 16);
    const view = new DataView(bytes.buffer);
    // Never the id of zeros, which all four would share.
    for (let i = 0; i < count; i++) view.setUint32(i * 16 + word, i + 1, word < 8);
    const ids = new UuidSet();
    ids.addAll(bytes);
    ids.addAll(bytes);
    expect(ids.size).toBe(count);
    expect(ids.bytes()).toBeLessThan(count * 12);
    // Every other one leaves, and comes again.
    all.addAll(bytes);
    for (let at = 0; at < bytes.length; at += 32) all.remove(bytes, at);
    for (let at = 0; at < bytes.length; at += 16) if (all.add(bytes, at) !== (at % 32 === 0)) expect(at).toBe('known');
  }
  expect(all.size).toBe(count * 4);
  expect(all.add(new Uint8Array(16), 0)).toBe(true);
  expect(all.bytes()).toBeLessThan(count * 4 * 12);
  expectSettled(all, count);
});

/** `ids`: numbers from 1 to `count` in each of their four words. Those in the last one stay, in the first one come again. */
function expectSettled(ids: UuidSet, count: number): void {
  const idOf = (word: number, i: number): Uint8Array => {
    const bytes = new Uint8Array(16);
    new DataView(bytes.buffer).setUint32(word, i + 1, word < 8);
    return bytes;
  };
  ids.doubt();
  for (let i = 0; i < count; i++) ids.add(idOf(12, i), 0);
  // While it settles, tables grow and split.
  let added = 0;
  for (const _ of ids.settle())
    for (const until = added + count / 2; added < Math.min(until, count); added++) ids.add(idOf(0, added), 0);
  expect(added).toBe(count);
  const before = ids.bytes();
  for (const _ of ids.settle());
  expect(ids.size).toBe(2 * count);
  expect(ids.bytes()).toBeLessThan(Math.min(count * 2 * 13, before + 1));
  const otherwise: number[] = [];
  for (let i = 0; i < count; i += 7) {
    const is_certain = !ids.isInDoubt(idOf(4, i), 0);
    const added = [0, 4, 8, 12].filter((word) => ids.add(idOf(word, i), 0));
    if (!is_certain || added.join() !== '4,8') otherwise.push(i);
  }
  expect(otherwise).toEqual([]);
}

/** Event ids as bytes: each comes back, and ids that are not all random take little room. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seeded } from '../../src/base/random.ts';
import { decodeUuids, encodeUuids } from '../../src/engine/storage/uuid_codec.ts';
import { runs } from '../support/runs.ts';

const TIME_MS = 1_767_225_600_000;

/** Bytes that begin with a time and end with a number. */
function idOf(time: number, middle: readonly number[], count: number): number[] {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, Math.floor(time / 65_536));
  view.setUint16(4, time % 65_536);
  bytes.set(middle, 6);
  view.setUint32(12, count);
  return [...bytes];
}

function comesBack(ids: Uint8Array, times_ms: Float64Array): number {
  const encoded = encodeUuids(ids, times_ms);
  expect(decodeUuids(encoded, times_ms.length, () => times_ms)).toEqual(ids);
  return encoded.length;
}

test('any ids of rows of any time come back', () => {
  const near = fc.integer({ min: -3, max: 3 });
  const far = fc.integer({ min: 0, max: 2 ** 48 - 1 });
  const row = fc.record({
    at_ms: fc.oneof(fc.nat(5_000), fc.constantFrom(0, 253_402_300_799_999), fc.nat(2 ** 31 - 1)),
    id: fc.oneof(near, far),
    middle: fc.uint8Array({ minLength: 6, maxLength: 6 }),
    count: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  });
  const kinds = fc.constantFrom('as they are', 'by time', 'counted');
  fc.assert(
    fc.property(fc.array(row, { maxLength: 80 }), kinds, fc.constantFrom(1, 60), (few, kind, times) => {
      const rows = Array.from({ length: times }, () => few).flat();
      const times_ms = Float64Array.from(rows, ({ at_ms }) => at_ms);
      const ids = rows.flatMap(({ at_ms, id, middle, count }) => {
        if (kind === 'counted') return idOf(TIME_MS, [1, 2, 3, 4, 5, 6], count);
        const time = kind === 'by time' ? at_ms + id : id;
        return idOf((time + 2 ** 48) % 2 ** 48, [...middle], count);
      });
      comesBack(Uint8Array.from(ids), times_ms);
    }),
    { numRuns: runs(300) },
  );
});

test('ids that begin with their time take what is chance in them', () => {
  const random = seeded(1);
  const rows = 20_000;
  const times_ms = Float64Array.from({ length: rows }, () => TIME_MS + random.below(86_400_000));
  const ids = Uint8Array.from(
    [...times_ms].flatMap((at_ms) => {
      const chance = Array.from({ length: 10 }, () => random.below(256));
      const id = idOf(at_ms + random.below(4) - 2, chance, 0).slice(0, 12);
      return [...id, ...chance.slice(6)];
    }),
  );
  const bytes = comesBack(ids, times_ms) / rows;
  expect(bytes).toBeGreaterThan(10);
  expect(bytes).toBeLessThan(10.6);
});

test('ids that count the rows in order of time take next to nothing', () => {
  const random = seeded(2);
  const rows = 20_000;
  const times_ms = Float64Array.from({ length: rows }, (_, line) => TIME_MS + Math.floor(line / 2));
  const lines = Array.from({ length: rows }, (_, line) => line);
  for (let line = rows - 1; line > 0; line--) {
    const other = random.below(line + 1);
    [lines[line], lines[other]] = [lines[other]!, lines[line]!];
  }
  const ids = Uint8Array.from(lines.flatMap((line) => idOf(TIME_MS, [9, 9, 9, 9, 9, 9], line * 3)));
  const bytes = comesBack(
    ids,
    Float64Array.from(lines, (line) => times_ms[line]!),
  );
  expect(bytes / rows).toBeLessThan(0.6);
});

test('plain chance is kept as it is', () => {
  const random = seeded(3);
  const ids = Uint8Array.from({ length: 16 * 5_000 }, () => random.below(256));
  expect(comesBack(ids, new Float64Array(5_000).fill(TIME_MS))).toBeLessThan(16 * 5_000 + 64);
});

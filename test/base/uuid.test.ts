import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatUuid, parseUuid, stampUuid } from '../../src/base/uuid.ts';
import { runs } from '../support/runs.ts';

const FORM = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

test('text and bytes say the same, with and without dashes, in either case', () => {
  fc.assert(
    fc.property(fc.uuid(), (text) => {
      const bytes = parseUuid(text)!;
      expect(formatUuid(bytes)).toBe(text);
      expect(parseUuid(text.toUpperCase())).toEqual(bytes);
      expect(parseUuid(text.replaceAll('-', ''))).toEqual(bytes);
    }),
  );
});

test('what is no UUID is none', () => {
  expect(parseUuid('00000000--0000-4000-800000000000000a')).toBe(null);
  const near = fc
    .tuple(fc.uuid(), fc.nat(36), fc.constantFrom('', '-', '--', 'g', 'é', '0', ' '))
    .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + 1));
  fc.assert(
    fc.property(fc.oneof(near, fc.string({ maxLength: 40 })), (text) => {
      expect(parseUuid(text) !== null).toBe(FORM.test(text));
    }),
    { numRuns: runs(3_000) },
  );
});

test('a stamp sets version and variant and nothing else', () => {
  const bytes = stampUuid(new Uint8Array(16).fill(0xff), 4);
  expect(formatUuid(bytes)).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
});

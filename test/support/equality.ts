/**
 * Node finds large values equal in a small part of the time that vitest takes. What Node calls different is compared by vitest, which
 * knows patterns, overlooks what is undefined, and shows the difference.
 */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

expect.addEqualityTesters([
  (left: unknown, right: unknown) => (typeof left === 'object' && isDeepStrictEqual(left, right) ? true : undefined),
]);

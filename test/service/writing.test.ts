/** What readers write by the way is skipped where it cannot be written now, and only there. */
import { expect, test } from 'vitest';
import { ServiceError } from '../../src/model/error.ts';
import { writeIfFree } from '../../src/service/data/writing.ts';
import { temporaryProduct } from '../support/product.ts';

test('a write that another writer or a full disk prevents is skipped; what is wrong with it is thrown', () => {
  const { store } = temporaryProduct().service;
  const thrown = (error: Error) =>
    writeIfFree(store, () => {
      throw error;
    });
  expect(writeIfFree(store, () => {})).toBe(true);
  expect(thrown(new ServiceError('busy', 'Another process writes.'))).toBe(false);
  expect(() => thrown(new ServiceError('gone', 'It has expired.'))).toThrow('expired');
  expect(() => thrown(new Error('a bug'))).toThrow('a bug');
});

/** Rows with checksums, as others find them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryProduct } from '../support/product.ts';

test('no commit has a row without the checksum that belongs to it', () => {
  const { path, service } = temporaryProduct({ computing: { thread: 'never' } });
  const { store } = service;
  const commits = () => {
    // A frame that ends a commit says how large the file is.
    const [wal, frame_bytes] = [readFileSync(`${path}-wal`), 8_192 + 24];
    let count = 0;
    for (let at = 32; at + frame_bytes <= wal.length; at += frame_bytes) if (wal.readUInt32BE(at + 4) > 0) count++;
    return count;
  };
  const before = commits();
  const id = store.projects.list()[0]!.id;
  store.projects.update(id, { name: 'Other' });
  expect(commits()).toBe(before + 1);
});

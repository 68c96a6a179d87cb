/** The pictures of the docs are what the product draws. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { docsPictures } from '../support/gallery.ts';

const DOCS = join(import.meta.dirname, '..', '..', 'docs');

test('the pictures are as they are drawn today: npm run gallery makes them anew', async () => {
  const pictures = await docsPictures();
  for (const [file, text] of pictures) expect(readFileSync(join(DOCS, file), 'utf8') === text, file).toBe(true);
  const drawn = [...pictures.keys()].filter((file) => file.startsWith('gallery/'));
  expect(
    readdirSync(join(DOCS, 'gallery'))
      .map((name) => `gallery/${name}`)
      .sort(),
  ).toEqual(drawn.sort());
});

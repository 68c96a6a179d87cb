/** The pictures and answers of the docs are what the product draws and says. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cookbookFiles } from '../support/cookbook.ts';
import { docsPictures } from '../support/gallery.ts';

const DOCS = join(import.meta.dirname, '..', '..', 'docs');

test.each([
  ['gallery', docsPictures],
  ['cookbook', cookbookFiles],
])('%s: as it is made today; npm run gallery makes it anew', async (folder, make) => {
  const made = await make();
  for (const [file, text] of made) expect(readFileSync(join(DOCS, file), 'utf8') === text, file).toBe(true);
  const drawn = [...made.keys()].filter((file) => file.startsWith(`${folder}/`));
  expect(
    readdirSync(join(DOCS, folder))
      .map((name) => `${folder}/${name}`)
      .sort(),
  ).toEqual(drawn.sort());
});

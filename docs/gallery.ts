/** Makes the pictures of the docs, and the cookbook, out of the sample shop: npm run gallery */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cookbookFiles } from '../test/support/cookbook.ts';
import { docsPictures } from '../test/support/gallery.ts';

for (const name of ['gallery', 'cookbook']) {
  const folder = join(import.meta.dirname, name);
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
}
for (const [file, text] of [...(await docsPictures()), ...(await cookbookFiles())])
  writeFileSync(join(import.meta.dirname, file), text);

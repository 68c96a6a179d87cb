/** Makes the pictures of the docs out of the sample shop: npm run gallery */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { docsPictures } from '../test/support/gallery.ts';

const folder = join(import.meta.dirname, 'gallery');
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) rmSync(join(folder, name));
for (const [file, svg] of await docsPictures()) writeFileSync(join(import.meta.dirname, file), svg);

/** The site that is made of the repository's Markdown: every link inside leads to something that is there. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/product.ts';

const ROOT = resolve(import.meta.dirname, '..');

test('pages link to pages, headings and pictures that there are', () => {
  const folder = temporaryFolder();
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'build', 'site.mjs'), folder], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const pages = globSync('**/*.html', { cwd: folder });
  expect(pages.length).toBeGreaterThan(25);
  const text = new Map(pages.map((page) => [page, readFileSync(join(folder, page), 'utf8')]));
  const broken = pages.flatMap((page) =>
    [...text.get(page)!.matchAll(/(?:href|src)="([^"]+)"/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && !leads(page, target))
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);

  function leads(page: string, target: string): boolean {
    const [path = '', mark] = target.split('#');
    const file = path === '' ? page : relative(folder, resolve(folder, dirname(page), path));
    // What is no page and no picture stays in the repository.
    if (!text.has(file))
      return existsSync(join(folder, file)) || (!file.endsWith('.html') && existsSync(join(ROOT, file)));
    return mark === undefined || text.get(file)!.includes(`id="${mark}"`);
  }
});

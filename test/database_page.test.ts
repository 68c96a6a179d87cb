/** docs/database.md: its statements run, and its tables and columns exist. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sampleShop } from '../src/cli/demo/shop.ts';
import { temporaryProduct } from './support/product.ts';

const PAGE = readFileSync(join(resolve(import.meta.dirname, '..'), 'docs', 'database.md'), 'utf8');
const NOW = Date.parse('2026-03-10T12:00:00Z');

test('other tools read it as the page says, while it is in use', async () => {
  const product = temporaryProduct({ now: () => NOW });
  product.service.ingest.importItems(product.service.store.projects.list()[0]!, sampleShop(NOW, 1).slice(0, 500));
  await product.service.ingest.flush();
  const db = new DatabaseSync(product.path, { readOnly: true });
  try {
    const [block] = /```sql\n([\s\S]*?)```/.exec(PAGE)!.slice(1);
    const statements = block!.split(';').filter((text) => text.trim() !== '');
    const rows = statements.map((text) => db.prepare(text).all());
    expect(rows).toHaveLength(5);
    expect(rows[0]![0]).toMatchObject({ name: '$pageview', last_seen: expect.stringMatching(/^\d{4}-/) });
    expect(rows[2]!.length).toBeGreaterThan(0);
    expect(() => db.exec('DELETE FROM insight')).toThrow(/readonly/);

    const table = PAGE.slice(PAGE.indexOf('| table |'), PAGE.indexOf('```sql'));
    const names = [...table.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell]) => cell!.split(', '));
    const known = new Set(
      db
        .prepare('SELECT name FROM sqlite_master')
        .all()
        .map(({ name }) => `\`${String(name)}\``),
    );
    expect(names.length).toBeGreaterThan(12);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  } finally {
    db.close();
  }
});

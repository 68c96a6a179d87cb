/** Persons' properties as bytes: they come back unchanged, whatever other processes and failures do to the terms. */
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/store/file/database.ts';
import { openCurrent } from '../../src/store/migrations.ts';
import { propertyPacker } from '../../src/store/people/properties.ts';
import { tempFile } from './fixture.ts';

const PROJECT = 1;

function openFile(path: string): Database {
  const database = openCurrent(path);
  onTestFinished(() => database.close());
  return database;
}

/** As JSON gives them, order included. */
function same(given: object, packed: Record<string, unknown>): void {
  expect(JSON.stringify(packed)).toBe(JSON.stringify(given));
  expect(Object.keys(packed)).toEqual(Object.keys(JSON.parse(JSON.stringify(given))));
}

test('any properties come back', () => {
  const database = openFile(tempFile());
  const packer = propertyPacker(database);
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom('Firefox', 'é'.repeat(400), '\ud800', '', undefined, 1e300));
  const name = fc.oneof(fc.string(), fc.constantFrom('plan', '__proto__', '7', 'x'.repeat(300)));
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), (entries) => {
      const properties = Object.fromEntries(entries);
      same(properties, packer.unpack(PROJECT, packer.pack(PROJECT, properties)));
    }),
  );
});

test('what comes up again takes a few bytes, what comes up once adds no term', () => {
  const database = openFile(tempFile());
  const packer = propertyPacker(database);
  const pack = (id: number) =>
    packer.pack(PROJECT, { $initial_browser: 'Firefox', plan: 'pro', paying: true, email: `person${id}@example.com` });
  database.transaction(() => {
    for (let id = 0; id < 100; id++) pack(id);
  });
  expect(pack(100).length).toBeLessThan(7 + 2 + '"person100@example.com"'.length + 1);
  expect(database.get('SELECT count(*) AS terms FROM property_term')).toMatchObject({ terms: 4 + 3 });
});

test('terms of two processes and of transactions that were undone', () => {
  const word = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  const batch = fc.record({
    process: fc.nat(1),
    rows: fc.array(fc.dictionary(word, word, { maxKeys: 3 }), { maxLength: 4 }),
    inner: fc.array(fc.dictionary(word, word, { maxKeys: 3 }), { maxLength: 3 }),
    ends: fc.constantFrom('commit', 'commit', 'inner undone', 'undone'),
    // Reading brings the terms up to date too.
    isRead: fc.boolean(),
    // The other process reads ahead so many steps before the batch, and may go on with that later.
    steps: fc.nat(2),
  });
  fc.assert(
    fc.property(fc.array(batch, { maxLength: 8 }), (batches) => {
      const path = tempFile();
      const databases = [openFile(path), openFile(path)];
      const packers = databases.map(propertyPacker);
      const stored: { given: object; bytes: Uint8Array }[] = [];
      const ahead = packers.map((packer) => packer.readAhead(PROJECT));
      for (const [turn, { process, rows, inner, ends, isRead, steps }] of batches.entries()) {
        for (let step = 0; step < steps; step++) ahead[1 - process]!.next();
        const database = databases[process]!;
        const written: typeof stored = [];
        const write = (given: Record<string, string>, into: typeof stored) => {
          into.push({ given, bytes: packers[process]!.pack(PROJECT, given) });
        };
        const attempt = (run: () => void) => {
          try {
            database.transaction(run);
          } catch (error) {
            if (!(error instanceof RangeError)) throw error;
          }
        };
        attempt(() => {
          for (const row of rows) write(row, written);
          const within: typeof stored = [];
          attempt(() => {
            for (const row of inner) write(row, within);
            if (ends === 'inner undone') throw new RangeError('on purpose');
          });
          if (ends !== 'inner undone') written.push(...within);
          for (const row of rows) write(row, written);
          if (ends === 'undone') throw new RangeError('on purpose');
        });
        if (ends !== 'undone') stored.push(...written);
        if (!isRead && turn + 1 < batches.length) continue;
        for (const { given, bytes } of stored) {
          for (const packer of packers) same(given, packer.unpack(PROJECT, bytes));
        }
      }
    }),
    { numRuns: 30 },
  );
});

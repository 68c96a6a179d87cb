/** Files with more properties than batches keep columns for. */
import { expect, test } from 'vitest';
import { TUNING } from '../../src/model/tuning.ts';
import { happened, ndjson } from '../support/importing.ts';
import { read } from '../support/reading.ts';

const COLUMNS = TUNING.import_kept_columns;

test('a name in each line: what earlier batches named comes again', async () => {
  const all = Array.from({ length: 3 * COLUMNS }, (_, at) => ({
    [`only ${at}`]: at,
    // Long after it was given up, and beside names that are new.
    [`only ${at % 700}`]: `a ${at}`,
    always: at,
  }));
  const found = await read(ndjson(...all.map((properties) => happened('paid', 'ana', { properties }))));
  expect(found.properties).toEqual(all);
});

test('a table of many columns, few of them filled in a row, has rows of them all', async () => {
  const names = Array.from({ length: 1.5 * COLUMNS }, (_, at) => `c${at}`);
  const all = Array.from({ length: 1.2 * COLUMNS }, (_, row) => {
    const first = (row * 37) % names.length;
    return { [names[first]!]: row, [names[names.length - 1 - (row % 5)]!]: `a ${row}` };
  });
  const lines = all.map((row) => `paid,ana,2026-03-01T00:00:00Z,${names.map((name) => row[name] ?? '').join(',')}`);
  const found = await read([`event,distinct_id,timestamp,${names.join(',')}`, ...lines, ''].join('\n'));
  expect(found.properties).toEqual(all);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { NOT_YET_FILE } from './case.ts';
import { type Checked, runGolden } from './runner.ts';

const FOLDER = join(import.meta.dirname, '../cases');

describe('golden cases', () => {
  let checked: Checked[] = [];
  let listed: string[] = [];
  beforeAll(async () => {
    checked = await runGolden(FOLDER);
    listed = Object.values(
      JSON.parse(readFileSync(join(FOLDER, NOT_YET_FILE), 'utf8')) as Record<string, string[]>,
    ).flat();
  });

  const ids = (kind: Checked['outcome']['kind']) =>
    checked.filter(({ outcome }) => outcome.kind === kind).map(({ id }) => id);

  test('there are some, and none fails', () => {
    expect(checked.length).toBeGreaterThan(800);
    const failed = checked.flatMap(({ id, outcome }) => (outcome.kind === 'failed' ? [{ id, ...outcome }] : []));
    expect(failed).toEqual([]);
  });

  test('the list of what cannot be asked yet is true, so it can only shrink', () => {
    expect(ids('not_yet').sort()).toEqual([...listed].sort());
  });
});

/** What a repair knows of the tables. */
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/store/file/database.ts';
import { isChecked } from '../../src/store/salvage/rows.ts';
import { openStore } from '../../src/store/store.ts';
import { tempFile } from './fixture.ts';

/** Left out of the new file, as they are computed from others. */
const MADE_ANEW = ['distinct_move', 'person_map'];

test('rows of every table with checksums are compared with theirs, or made anew', () => {
  const path = tempFile();
  openStore(path).close();
  const database = openDatabase(path);
  const sql = `SELECT DISTINCT t.name FROM sqlite_schema t, pragma_table_info(t.name) c
               WHERE t.type = 'table' AND c.name IN ('crc', 'members_crc') ORDER BY 1`;
  const tables = database.all<{ name: string }>(sql).map(({ name }) => name);
  database.close();
  expect(tables.filter((name) => !isChecked(name))).toEqual(MADE_ANEW);
});

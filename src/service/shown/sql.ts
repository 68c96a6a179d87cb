/** How the computing thread presents statements. Rows get no links to people, and there are no lines. */
import { presentSql, type SqlRow, type SqlShowing } from '../present/sql.ts';
import type { Shown } from './shown.ts';

export const sql: Shown<'sql', SqlShowing, SqlRow[]> = {
  present: presentSql,
  linked: (rows) => rows,
  lines: () => [],
  empty: () => [],
};

/** Statements in the computing thread. Their rows name people themselves, and they have no lines. */
import { presentSql, type SqlRow, type SqlShowing } from '../present/sql.ts';
import type { Shown } from './shown.ts';

export const sql: Shown<'sql', SqlShowing, SqlRow[]> = {
  present: presentSql,
  linked: (rows) => rows,
  lines: () => [],
  empty: () => [],
};

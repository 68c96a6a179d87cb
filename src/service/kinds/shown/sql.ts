/** Statements where they are computed: their rows name people themselves, and look for nothing in particular. */
import { presentSql, type SqlRow, type SqlShowing } from '../../present/sql.ts';
import type { Shown } from './shown.ts';

export const sql: Shown<'sql', SqlShowing, SqlRow[]> = {
  present: presentSql,
  linked: (rows) => rows,
  lines: () => [],
  empty: () => [],
};

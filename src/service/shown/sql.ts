/** How the computing thread presents statements. Rows get no links to people, and no line is ever empty. */
import { ALL } from '../../model/question/predicate.ts';
import type { EventsRelation, Relation, SqlQuery } from '../../model/sql/plan.ts';
import { comparedIn } from '../nothing/compared.ts';
import type { Line } from '../nothing/lines.ts';
import { presentSql, type SqlRow, type SqlShowing } from '../present/sql.ts';
import type { Shown } from './shown.ts';

export const sql: Shown<'sql', SqlShowing, SqlRow[]> = {
  present: presentSql,
  linked: (rows) => rows,
  lines: linesOf,
  empty: () => [],
};

/** One line for all tables of events, which only tells what they are compared with. */
function linesOf({ relation, subqueries }: SqlQuery): Line[] {
  const all = [relation, ...subqueries];
  const compared = comparedIn(all);
  if (compared.length === 0) return [];
  const tables = all.flatMap(tablesIn);
  const range = {
    from_ms: tables.reduce((least, table) => Math.min(least, table.range.from_ms), Number.POSITIVE_INFINITY),
    until_ms: tables.reduce((most, table) => Math.max(most, table.range.until_ms), Number.NEGATIVE_INFINITY),
  };
  const matches = tables.flatMap((table) => table.matches.map(({ event }) => ({ event, where: ALL })));
  return [{ name: null, matches, range, compared }];
}

/** The tables of events below a relation. */
function tablesIn(relation: Relation): EventsRelation[] {
  switch (relation.kind) {
    case 'events':
      return [relation];
    case 'join':
      return [relation.left, relation.right].flatMap(tablesIn);
    case 'union':
      return relation.of.flatMap(tablesIn);
    default:
      return 'of' in relation ? tablesIn(relation.of) : [];
  }
}

/** Drafts as numbered questions, each plain and with new filters. */
import type { Asked, Question, Sql } from '../question.ts';
import type { Draft } from './draft.ts';
import type { Filter } from './filters.ts';
import { DIALECTS } from './sql.ts';

/** Makes another filter for each question and round. */
type FilterOf = (question: number, round: number) => Filter;

export function numbered(kinds: Readonly<Record<string, readonly Draft[]>>, filterOf: FilterOf): Question[] {
  const named = Object.entries(kinds).flatMap(([letter, drafts]) =>
    drafts.map((draft, at) => ({ draft, name: `${letter}${String(at + 1).padStart(2, '0')}` })),
  );
  return named.map(({ draft, name }, number) => ({
    ...{ name, title: draft.title, operation: draft.operation, body: draft.body, rows: draft.rows },
    sql: sqlOf(draft, null),
    filtered: (round) => filtered(draft, number, round, filterOf),
  }));
}

function filtered(draft: Draft, number: number, round: number, filterOf: FilterOf): Asked {
  if (draft.another !== undefined) {
    const { body, sql } = draft.another(1 + number + 61 * round);
    return { body, sql: sqlOf({ sql }, null) };
  }
  const filter = filterOf(number, round);
  const own = (draft.body['properties'] ?? []) as readonly unknown[];
  const properties = [...own, ...filter.properties];
  const body = draft.filter?.(properties) ?? { ...draft.body, properties };
  return { body, sql: sqlOf(draft, filter.sql) };
}

function sqlOf({ sql }: Pick<Draft, 'sql'>, filter: Filter['sql'] | null): Sql | null {
  if (sql === null) return null;
  return (peer, table) => {
    const dialect = DIALECTS[peer];
    return sql({ table, dialect, filter: filter === null ? 'true' : `(${filter(dialect)})` });
  };
}

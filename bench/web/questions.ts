/** The numbered questions of the web shape, each plain and with new filters. */
import type { Asked, Question, Sql } from '../question.ts';
import type { Draft } from './draft.ts';
import { filterOf } from './filters.ts';
import { FUNNELS } from './funnels.ts';
import { OTHERS, RETENTIONS } from './people.ts';
import { DIALECTS } from './sql.ts';
import { STATEMENTS } from './statements.ts';
import { TRENDS } from './trends.ts';

export const QUESTIONS: readonly Question[] = numbered({
  T: TRENDS,
  F: FUNNELS,
  R: RETENTIONS,
  P: OTHERS,
  S: STATEMENTS,
});

function numbered(kinds: Readonly<Record<string, readonly Draft[]>>): Question[] {
  const named = Object.entries(kinds).flatMap(([letter, drafts]) =>
    drafts.map((draft, at) => ({ draft, name: `${letter}${String(at + 1).padStart(2, '0')}` })),
  );
  return named.map(({ draft, name }, number) => ({
    ...{ name, title: draft.title, operation: draft.operation, body: draft.body, rows: draft.rows },
    sql: sqlOf(draft, null),
    filtered: (round) => filtered(draft, number, round),
  }));
}

function filtered(draft: Draft, number: number, round: number): Asked {
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

function sqlOf({ sql }: Pick<Draft, 'sql'>, filter: ReturnType<typeof filterOf>['sql'] | null): Sql | null {
  if (sql === null) return null;
  return (peer, table) => {
    const dialect = DIALECTS[peer];
    return sql({ table, dialect, filter: filter === null ? 'true' : `(${filter(dialect)})` });
  };
}

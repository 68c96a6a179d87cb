/** A question before it has its number and its filters. */
import type { Rows } from '../question.ts';
import type { Series } from '../rows.ts';
import type { Setting } from './sql.ts';

export type Answered = (result: readonly Series[]) => Rows;

export interface Draft {
  readonly title: string;
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Null: not compared. */
  readonly sql: ((setting: Setting) => string) | null;
  /** From the whole answer. */
  readonly rows: (answer: never) => Rows;
  /** The body with these filters; by default they are its properties. */
  readonly filter?: (filters: readonly unknown[]) => Readonly<Record<string, unknown>>;
  /** Instead of a filter: the same about something else. */
  readonly another?: (number: number) => Pick<Draft, 'body' | 'sql'>;
}

export function asked(
  title: string,
  operation: string,
  body: Readonly<Record<string, unknown>>,
  sql: Draft['sql'],
  rows: (result: never) => Rows,
): Draft {
  return { title, operation, body, sql, rows: ({ result }: { result: never }) => rows(result) };
}

/** A question without number and filters. */
import type { Rows } from '../question.ts';
import type { Series } from '../rows.ts';
import type { Setting } from './sql.ts';

export type Answered = (result: readonly Series[]) => Rows;

export interface Draft {
  readonly title: string;
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** null: not compared. */
  readonly sql: ((setting: Setting) => string) | null;
  /** Canonical rows of the answer. */
  readonly rows: (answer: never) => Rows;
  /** Puts filters into the body; default: as its properties. */
  readonly filter?: (filters: readonly unknown[]) => Readonly<Record<string, unknown>>;
  /** For questions without filters: the same question about something else. */
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

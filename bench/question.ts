/** A question, for all engines. */

export const PEERS = ['clickhouse', 'duckdb'] as const;
export type PeerName = (typeof PEERS)[number];

export type Cell = string | number;
export type Rows = Cell[][];

/** SQL in a peer's dialect, over a table. */
export type Sql = (peer: PeerName, table: string) => string;

export interface Asked {
  readonly body: Readonly<Record<string, unknown>>;
  /** null if the answer is not compared. */
  readonly sql: Sql | null;
}

export interface Question extends Asked {
  readonly name: string;
  readonly title: string;
  readonly operation: string;
  /** With a filter never asked before, another one per round; null if there are no more. */
  readonly filtered: (round: number) => Asked | null;
  /** Canonical rows of the answer. */
  readonly rows: (result: never) => Rows;
}

export function questionOf(questions: readonly Question[], name: string): Question {
  const found = questions.find((question) => question.name === name);
  if (!found) throw new Error(`There is no question ${name}: ${questions.map((question) => question.name).join(', ')}`);
  return found;
}

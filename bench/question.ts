/** A question as every engine is asked it. */

export const PEERS = ['clickhouse', 'duckdb'] as const;
export type PeerName = (typeof PEERS)[number];

export type Cell = string | number;
export type Rows = Cell[][];

/** The same in a peer's dialect, over a table. */
export type Sql = (peer: PeerName, table: string) => string;

export interface Asked {
  readonly body: Readonly<Record<string, unknown>>;
  /** Null where the answer is not compared. */
  readonly sql: Sql | null;
}

export interface Question extends Asked {
  readonly name: string;
  readonly title: string;
  readonly operation: string;
  /** The same with a filter that nobody has asked for before, for every round another; null where there are no more. */
  readonly filtered: (round: number) => Asked | null;
  /** From the answer. */
  readonly rows: (result: never) => Rows;
}

export function questionOf(questions: readonly Question[], name: string): Question {
  const found = questions.find((question) => question.name === name);
  if (!found) throw new Error(`There is no question ${name}: ${questions.map((question) => question.name).join(', ')}`);
  return found;
}

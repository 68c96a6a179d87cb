/** What is read from a damaged file. */

/** A row that is gone, as far as it can be told apart. */
export interface LostRow {
  readonly table: string;
  /** null = unknown. */
  readonly project_id: number | null;
  readonly id: number | null;
  readonly name: string | null;
  /** Of segments and the log: how many there were, if that can be believed. */
  readonly events: number | null;
}

export interface Salvaged {
  readonly lost: readonly LostRow[];
  /** Rows that are there, of which some value may have changed. */
  readonly doubtful: readonly LostRow[];
  /** Tables that could not be read to their end: more may be lost. */
  readonly torn: readonly string[];
  /** Counts before the damage. */
  readonly counts: readonly CountBefore[];
}

/** Of an event. */
export interface CountBefore {
  readonly project_id: number;
  readonly ord: number;
  readonly name: string;
  /** null = lost. */
  readonly count: number | null;
}

/** Results of reading a damaged file. */

/** A lost row, and what is still known about it. */
export interface LostRow {
  readonly table: string;
  /** null = unknown. */
  readonly project_id: number | null;
  readonly id: number | null;
  readonly name: string | null;
  /** How many events a segment or a row of the log held, if the number is credible. */
  readonly events: number | null;
}

export interface Salvaged {
  readonly lost: readonly LostRow[];
  /** Rows that were kept although a value may have changed. */
  readonly doubtful: readonly LostRow[];
  /** Tables that could not be read to their end, so more may be lost. */
  readonly torn: readonly string[];
  /** Counts before the damage. */
  readonly counts: readonly CountBefore[];
}

/** How many rows an event had. */
export interface CountBefore {
  readonly project_id: number;
  readonly ord: number;
  readonly name: string;
  /** null = lost. */
  readonly count: number | null;
}

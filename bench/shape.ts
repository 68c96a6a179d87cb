/** A shape of data, its questions, and the peers' tables for it. */
import type { LoadFigures } from './load.ts';
import type { PeerName, Question } from './question.ts';

/** Files of the same events. */
export interface Written {
  readonly events: number;
  /** Files the product imports, by figure in the report. The last one is kept for the questions. */
  readonly ours: readonly (readonly [figure: string, path: string])[];
  /** Tab-separated, without a header; \N = null. */
  readonly peers: string;
}

export interface Shape {
  readonly name: string;
  /** Default number of events, in full and in quick runs. */
  readonly events: number;
  readonly quick_events: number;
  /** Settings made after the import: operation, input. */
  readonly settings: readonly (readonly [operation: string, input: Readonly<Record<string, unknown>>])[];
  readonly questions: readonly Question[];
  /** Question of a cold start. */
  readonly first: string;
  /** Columns of the peers' file, as each peer declares them. */
  readonly columns: Readonly<Record<PeerName, string>>;
  /** Table -> sort order; each question is measured in all, and the fastest counts. */
  readonly orders: Readonly<Record<PeerName, Readonly<Record<string, string>>>>;
  /** Measures ingestion while questions are asked; null if the shape has none. */
  readonly load: ((db: string) => Promise<LoadFigures>) | null;
  /** `knobs`: parameters of the generator; unknown ones throw. */
  write(folder: string, events: number, knobs: Readonly<Record<string, number>>): Promise<Written>;
}

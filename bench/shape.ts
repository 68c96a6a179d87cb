/** What a run measures with: one of the shapes of data there are, its questions, and how the peers hold it. */
import type { LoadFigures } from './load.ts';
import type { PeerName, Question } from './question.ts';

/** Files of the same events. */
export interface Written {
  readonly events: number;
  /** What the product imports; figure of the report -> file. The last one stays for the questions. */
  readonly ours: readonly (readonly [figure: string, path: string])[];
  /** Tab-separated, without a head; \N = null. */
  readonly peers: string;
}

export interface Shape {
  readonly name: string;
  /** Of a run that does not say otherwise, and of a quick one. */
  readonly events: number;
  readonly quick_events: number;
  /** What is said to the product once its events are there: operation, input. */
  readonly settings: readonly (readonly [operation: string, input: Readonly<Record<string, unknown>>])[];
  readonly questions: readonly Question[];
  /** Of a cold start. */
  readonly first: string;
  /** The columns of the peers' file, as each declares them. */
  readonly columns: Readonly<Record<PeerName, string>>;
  /** Name of a table -> order of its rows; a question is measured in each and the fastest counts. */
  readonly orders: Readonly<Record<PeerName, Readonly<Record<string, string>>>>;
  /** Takes events in while questions are asked; null where only questions are. */
  readonly load: ((db: string) => Promise<LoadFigures>) | null;
  /** `knobs`: what else the generator can be told; an unknown one throws. */
  write(folder: string, events: number, knobs: Readonly<Record<string, number>>): Promise<Written>;
}

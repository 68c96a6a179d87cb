/** What the main thread and the sealing thread say to each other. */
import type { Exchange } from './exchange.ts';

/** What the sealing thread begins with. */
export interface Opening {
  readonly path: string;
  readonly exchange: Exchange;
  /** Whether others come first where all want a core. */
  readonly gives_way: boolean;
}

/** One short piece of upkeep. */
export interface Step {
  readonly project_id: number;
  /** To shrink is to give back the room that sealed rows had in the file. */
  readonly kind: 'seal' | 'compact' | 'shrink';
}

export interface StepDone {
  /** Events that left the log. */
  readonly sealed: number;
  /** Whether another step of this kind would find something. */
  readonly is_more: boolean;
}

export type ToThread = Step | 'close';

/** Or why not, as a stack. */
export type FromThread = StepDone | { readonly failed: string };

/** Messages between the main thread and the sealing thread. */
import type { ErasedElsewhere } from '../remote/events.ts';
import type { Exchange } from './exchange.ts';

/** What the sealing thread starts with. */
export interface Opening {
  readonly path: string;
  readonly exchange: Exchange;
  /** Whether to yield to other threads that want the same core. */
  readonly gives_way: boolean;
}

/** One short unit of upkeep. */
export interface Step {
  readonly project_id: number;
  /**
   * `shrink` returns free room in the file to the system. `erase` does a pending erasure. `scrub` overwrites the bytes
   * that erasures left behind.
   */
  readonly kind: 'seal' | 'compact' | 'shrink' | 'erase' | 'scrub';
  /** Epoch milliseconds. */
  readonly now_ms: number;
  /** For `erase`, if events are stored elsewhere. */
  readonly elsewhere?: ErasedElsewhere | null;
}

export interface StepDone {
  /** Events that left the log. */
  readonly sealed: number;
  /** Whether there is more to do of this kind. */
  readonly is_more: boolean;
  /** Whether a reader of the file prevents the step for now. */
  readonly is_held?: boolean;
}

export type ToThread = Step | 'close';

/** A failure is sent as its stack. */
export type FromThread = StepDone | { readonly failed: string };

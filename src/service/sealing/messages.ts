/** One short piece of upkeep, and how it went: what the main thread and the sealing thread say to each other. */

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

/** What the main thread and the computing thread say to each other: plain data, copied on the way. */
import type { Asked, Kind, NumbersOf } from '../../engine/answer.ts';
import { type ErrorCode, ServiceError } from '../../model/error.ts';
import type { Project } from '../../model/project.ts';

/** What the thread begins with. */
export interface Opening {
  readonly path: string;
  /** Of columns to keep. */
  readonly memory_bytes: number;
  /** One number, shared: 1 as soon as nobody waits for the answer under way. */
  readonly flag: Int32Array;
}

/** `close` ends the thread. */
export type ToThread = { readonly project: Project; readonly asked: Asked } | 'close';

export type FromThread = { readonly bytes: number } & (
  | { readonly kind: 'numbers'; readonly numbers: NumbersOf<Kind> }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly detail: string;
      readonly attr: string | null;
      readonly needs: string | null;
    }
  /** A bug, with its stack. */
  | { readonly kind: 'failed'; readonly stack: string }
);

export function cancelled(): ServiceError {
  return new ServiceError('cancelled', 'The computation was cancelled.');
}

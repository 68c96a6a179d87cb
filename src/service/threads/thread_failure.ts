/** A thread's error as plain data, so that another thread can rethrow it. */
import { stackOf } from '../../base/stack.ts';
import { type ErrorCode, ServiceError } from '../../model/error.ts';

export type Failure =
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly detail: string;
      readonly attr: string | null;
      readonly needs: string | null;
    }
  /** A bug, with its stack. */
  | { readonly kind: 'failed'; readonly stack: string };

export function failureOf(error: unknown): Failure {
  if (error instanceof ServiceError) {
    return { kind: 'refused', code: error.code, detail: error.message, attr: error.attr, needs: error.needs };
  }
  return { kind: 'failed', stack: stackOf(error) };
}

export function errorOf(failure: Failure): Error {
  if (failure.kind === 'failed') return new Error(failure.stack);
  const { code, detail, attr, needs } = failure;
  return new ServiceError(code, detail, { ...(attr === null ? {} : { attr }), ...(needs === null ? {} : { needs }) });
}

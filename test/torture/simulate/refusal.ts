/** Answers that say no. Whatever else goes wrong is a fault. */
import { ServiceError } from '../../../src/model/error.ts';

export function codeOf(error: unknown): string {
  if (error instanceof ServiceError) return error.code;
  throw error;
}

/** What a call that must be refused throws. */
import { ServiceError } from '../../src/model/error.ts';

/** @throws anything else that is thrown */
export function refusal(run: () => unknown): ServiceError {
  try {
    run();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

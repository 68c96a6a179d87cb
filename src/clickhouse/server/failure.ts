/** Server errors in this product's words; the original stays in the cause. */
import { errorCode } from '../../base/known.ts';
import { cancelled, ServiceError, tookTooLong } from '../../model/error.ts';

const LARGE =
  'The question looks at more than one question may. Ask for a shorter range of dates, fewer entities, or a breakdown with fewer values.';

/** ClickHouse's error code -> our error */
const SAID: Readonly<Record<string, () => ServiceError>> = {
  '159': tookTooLong,
  '160': tookTooLong,
  '158': () => new ServiceError('too_large', LARGE),
  '191': () => new ServiceError('too_large', LARGE),
  '241': () => new ServiceError('too_large', LARGE),
  '307': () => new ServiceError('too_large', LARGE),
  '396': () => new ServiceError('too_large', LARGE),
  '394': cancelled,
  '427': () =>
    new ServiceError('invalid_input', 'A pattern of this question cannot be read: patterns follow the rules of RE2.'),
  '202': () => new ServiceError('busy', 'Too many computations are under way. Try again in a moment.'),
};

/** Unknown database, unknown user, wrong or required password, no rights, authentication failed. */
const REFUSED = new Set(['81', '192', '193', '194', '497', '516']);

export function errorOf(error: unknown, is_aborted: boolean): Error {
  if (error instanceof ServiceError) return error;
  if (is_aborted) return cancelled();
  const said = error instanceof Error && 'code' in error ? SAID[String(error.code)] : undefined;
  if (said !== undefined) return said();
  if (REFUSED.has(errorCode(error))) return refused(error);
  return isAway(error) ? away(error) : new ServiceError('error', 'The events could not be asked.', { cause: error });
}

/** Whether the server is unreachable or temporarily unavailable. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /^(?!\d+$)./.test(errorCode(error)) || /timeout|socket hang up/i.test(error.message);
}

function refused(cause: unknown): ServiceError {
  return new ServiceError(
    'busy',
    'The database of the events does not let this server in, or does not exist: whoever runs it finds the reason in its log. Events are taken meanwhile.',
    { cause },
  );
}

function away(cause: unknown): ServiceError {
  return new ServiceError(
    'busy',
    'The database of the events does not answer. Events are taken meanwhile; try again in a moment.',
    { cause },
  );
}

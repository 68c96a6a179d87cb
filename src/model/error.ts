/**
 * Every error that a caller can get, as a closed table of codes. Messages say what was wrong and what to send instead.
 * They never contain internals or secrets.
 */
import { LIMIT } from './limit.ts';

export const ERRORS = {
  parse_error: { status: 400, type: 'invalid_request' },
  required: { status: 400, type: 'validation_error' },
  invalid_input: { status: 400, type: 'validation_error' },
  invalid_choice: { status: 400, type: 'validation_error' },
  null: { status: 400, type: 'validation_error' },
  max_length: { status: 400, type: 'validation_error' },
  does_not_exist: { status: 400, type: 'validation_error' },
  not_a_list: { status: 400, type: 'validation_error' },
  /** The request is understood, but this version cannot compute it. `needs` names the missing piece. */
  not_supported: { status: 400, type: 'validation_error' },
  not_authenticated: { status: 401, type: 'authentication_error' },
  authentication_failed: { status: 401, type: 'authentication_error' },
  permission_denied: { status: 403, type: 'authentication_error' },
  not_found: { status: 404, type: 'invalid_request' },
  method_not_allowed: { status: 405, type: 'invalid_request' },
  conflict: { status: 409, type: 'invalid_request' },
  /** It existed, but has expired or was deleted meanwhile. It can be created again. */
  gone: { status: 410, type: 'invalid_request' },
  too_large: { status: 413, type: 'invalid_request' },
  unsupported_media_type: { status: 415, type: 'invalid_request' },
  throttled: { status: 429, type: 'throttled_error' },
  cancelled: { status: 400, type: 'invalid_request' },
  timeout: { status: 504, type: 'server_error' },
  busy: { status: 503, type: 'server_error' },
  /** Writes fail until the server restarts. */
  read_only: { status: 503, type: 'server_error' },
  data_corrupted: { status: 500, type: 'server_error' },
  error: { status: 500, type: 'server_error' },
} as const satisfies Record<string, { status: number; type: string }>;

export type ErrorCode = keyof typeof ERRORS;

export interface ErrorBody {
  readonly type: string;
  readonly code: ErrorCode;
  readonly detail: string;
  /** The offending field, nested names joined by `__`; null if there is no single one. */
  readonly attr: string | null;
}

export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly attr: string | null;
  /** For `not_supported`: the missing piece in a few words that never change, e.g. `display WorldMap`. */
  readonly needs: string | null;

  constructor(code: ErrorCode, detail: string, options: { attr?: string; needs?: string; cause?: unknown } = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.attr = options.attr ?? null;
    this.needs = options.needs ?? null;
  }

  get status(): (typeof ERRORS)[ErrorCode]['status'] {
    return ERRORS[this.code].status;
  }

  /** The same error with another message. */
  saying(detail: string): ServiceError {
    return this.#like(detail, this.attr);
  }

  /** The same error by another name of the field, as the caller sent it. */
  at(attr: string): ServiceError {
    return this.#like(this.message, attr);
  }

  #like(detail: string, attr: string | null): ServiceError {
    const { needs, cause } = this;
    const options = { ...(attr === null ? {} : { attr }), ...(needs === null ? {} : { needs }), cause };
    return new ServiceError(this.code, detail, options);
  }

  body(): ErrorBody {
    return { type: ERRORS[this.code].type, code: this.code, detail: this.message, attr: this.attr };
  }
}

/** A 400 on one field. */
export function invalid(attr: string, detail: string, code: ErrorCode = 'invalid_input'): ServiceError {
  return new ServiceError(code, detail, { attr });
}

export function allowedText(values: readonly unknown[]): string {
  return `Not one of the allowed values: ${values.map(String).join(', ')}.`;
}

/** A 400 for a value that is not on a list. @param help what was probably meant */
export function notOneOf(attr: string, allowed: readonly string[], help = ''): ServiceError {
  return invalid(attr, `${allowedText(allowed)} ${help}`.trim(), 'invalid_choice');
}

/** A 400 for a text or list that is too long. */
export function tooLong(attr: string, most: number, unit: 'characters' | 'items' | 'bytes of JSON'): ServiceError {
  const code = unit === 'items' ? 'invalid_input' : 'max_length';
  return invalid(attr, `Ensure this field has no more than ${most} ${unit}.`, code);
}

/** A 400 for what this version cannot compute yet. */
export function notSupported(needs: string, attr: string, detail: string): ServiceError {
  return new ServiceError('not_supported', detail, { attr, needs });
}

/** Nobody waits for the answer any more. */
export function cancelled(): ServiceError {
  return new ServiceError('cancelled', 'The computation was cancelled.');
}

export function tookTooLong(): ServiceError {
  return new ServiceError(
    'timeout',
    `The computation took longer than the ${LIMIT.compute_ms / 1000} s there are. Ask for a shorter range of dates, fewer entities or fewer values.`,
  );
}

/**
 * Safe retries: a client that got no answer repeats its request with the same Idempotency-Key and gets the first
 * answer. The transaction of the write also stores the answer, so neither exists without the other. Two requests with
 * one key wait for each other, even across processes. Refusals are not stored.
 */
import { createHash } from 'node:crypto';
import { assert } from '../../base/assert.ts';
import { canonical } from '../../base/json.ts';
import { invalid, ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Context } from '../contract/context.ts';

/** Two calls are the same only if these match. */
export interface SentCall {
  readonly operation: string;
  readonly project_id: number | null;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Runs the call, or returns its stored answer if it ran before. Without a key, it always runs. */
export function once(context: Context, key: string | null, sent: SentCall, run: () => unknown): unknown {
  if (key === null) return run();
  checkKey(key);
  const { store } = context.service;
  const owner = context.caller.key_id ?? 0;
  const fingerprint = createHash('sha256')
    .update(canonical([sent.operation, sent.project_id, sent.input]))
    .digest('hex');
  return store.transaction(() => {
    const since_ms = context.now_ms - LIMIT.idempotency_age_ms;
    const given = store.repeatable.get(owner, key, since_ms);
    if (given && given.fingerprint !== fingerprint) throw otherCall();
    if (given) return given.answer;
    const answer = run();
    assert(!(answer instanceof Promise), `${sent.operation} answers at once`);
    store.repeatable.sweep(since_ms);
    store.repeatable.put(owner, key, { fingerprint, answer }, context.now_ms);
    return answer;
  });
}

function checkKey(key: string): void {
  if (key.length > 0 && key.length <= LIMIT.idempotency_key_chars) return;
  throw invalid(
    'Idempotency-Key',
    `Send 1 to ${LIMIT.idempotency_key_chars} characters that no other request of yours has, such as a UUID.`,
    key.length === 0 ? 'required' : 'max_length',
  );
}

function otherCall(): ServiceError {
  return new ServiceError(
    'conflict',
    'This Idempotency-Key came with another request within the last 24 hours. Take a new key for a new request, and the same one only to send the very same request again.',
  );
}

/** Creates keys and tokens. A key's text leaves this file once, to its creator. */

import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Scope } from '../../model/scope.ts';
import type { ApiKey } from '../../store/types/access.ts';
import type { Service } from '../contract/context.ts';
import { hashSecret, isExpired } from './authenticate.ts';

const KEY_BYTES = 32;

function randomText(service: Pick<Service, 'randomBytes'>, bytes: number): string {
  return Buffer.from(service.randomBytes(bytes)).toString('base64url');
}

/** A project's public token, which allows sending events. */
export function newProjectToken(service: Pick<Service, 'randomBytes'>): string {
  return `phc_${randomText(service, KEY_BYTES)}`;
}

export interface NewKey {
  readonly user_id: number;
  readonly label: string;
  readonly scopes: readonly Scope[];
  /** null means every project. */
  readonly project_ids: readonly number[] | null;
  /** Lifetime in milliseconds; a key without it never expires. */
  readonly lives_ms?: number | null;
}

/** The only place where the key's text is returned. */
export function createKey(service: Service, { lives_ms = null, ...values }: NewKey): { key: ApiKey; value: string } {
  const now_ms = service.now();
  const active = service.store.keys.list().filter((key) => key.user_id === values.user_id && isActive(key, now_ms));
  if (active.length >= LIMIT.keys_per_user) {
    throw new ServiceError(
      'invalid_input',
      `A user has at most ${LIMIT.keys_per_user} keys; revoke one first. See which there are: ${service.command('key list')}`,
    );
  }
  const value = `phx_${randomText(service, KEY_BYTES)}`;
  const key = service.store.keys.insert({
    ...values,
    hash: hashSecret(value),
    mask: `phx_…${value.slice(-4)}`,
    created_at_ms: now_ms,
    expires_at_ms: lives_ms === null ? null : now_ms + lives_ms,
  });
  return { key, value };
}

export function isActive(key: ApiKey, now_ms: number): boolean {
  return key.revoked_at_ms === null && !isExpired(key, now_ms);
}

/**
 * Creates a key with the same permissions and lifetime. The old key expires after `grace_ms`, so that clients have time
 * to switch. @throws ServiceError does_not_exist
 */
export function rotateKey(service: Service, id: number, grace_ms: number): { key: ApiKey; value: string } {
  const now_ms = service.now();
  const old = service.store.keys.get(id);
  if (old === undefined || !isActive(old, now_ms)) throw noSuchKey(service, id);
  const { user_id, label, scopes, project_ids, expires_at_ms, created_at_ms } = old;
  const lives_ms = expires_at_ms === null ? null : expires_at_ms - created_at_ms;
  return service.store.transaction(() => {
    service.store.keys.expire(id, Math.min(expires_at_ms ?? Number.POSITIVE_INFINITY, now_ms + grace_ms));
    return createKey(service, { user_id, label, scopes, project_ids, lives_ms });
  });
}

export function noSuchKey(service: Service, id: number): ServiceError {
  return new ServiceError('does_not_exist', `There is no active key ${id}; see: ${service.command('key list')}`);
}

/** The fields of a key that may always be shown. */
export function describeKey(key: ApiKey) {
  return {
    id: key.id,
    label: key.label,
    mask_value: key.mask,
    scopes: key.scopes,
    project_ids: key.project_ids,
    created_at: new Date(key.created_at_ms).toISOString(),
    last_used_at: key.last_used_at_ms === null ? null : new Date(key.last_used_at_ms).toISOString(),
    revoked_at: key.revoked_at_ms === null ? null : new Date(key.revoked_at_ms).toISOString(),
    expires_at: key.expires_at_ms === null ? null : new Date(key.expires_at_ms).toISOString(),
  };
}

/** Making keys and tokens. The text of a key leaves this file once, to whoever asked for it. */

import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Scope } from '../../model/scope.ts';
import type { ApiKey } from '../../store/types/store.ts';
import type { Service } from '../contract/context.ts';
import { hashKey } from './authenticate.ts';

const KEY_BYTES = 32;

function randomText(service: Pick<Service, 'randomBytes'>, bytes: number): string {
  return Buffer.from(service.randomBytes(bytes)).toString('base64url');
}

/** Public token of a project, for sending events. */
export function newProjectToken(service: Pick<Service, 'randomBytes'>): string {
  return `phc_${randomText(service, KEY_BYTES)}`;
}

export interface NewKey {
  readonly user_id: number;
  readonly label: string;
  readonly scopes: readonly Scope[];
  /** null = every project. */
  readonly project_ids: readonly number[] | null;
}

/** The key's text is in the answer and nowhere else. */
export function createKey(service: Service, values: NewKey): { key: ApiKey; value: string } {
  const active = service.store.keys
    .list()
    .filter((key) => key.user_id === values.user_id && key.revoked_at_ms === null);
  if (active.length >= LIMIT.keys_per_user) {
    throw new ServiceError(
      'invalid_input',
      `A user has at most ${LIMIT.keys_per_user} keys; revoke one first. See which there are: ${service.command('key list')}`,
    );
  }
  const value = `phx_${randomText(service, KEY_BYTES)}`;
  const key = service.store.keys.insert({
    ...values,
    hash: hashKey(value),
    mask: `phx_…${value.slice(-4)}`,
    created_at_ms: service.now(),
  });
  return { key, value };
}

/** What may be shown of a key at any time. */
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
  };
}

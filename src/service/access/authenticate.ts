/** Bearer text -> caller. Keys are looked up by SHA-256. Their text is neither stored nor logged. */
import { createHash } from 'node:crypto';
import { formatIso, HOUR_MS } from '../../base/time.ts';
import { ServiceError } from '../../model/error.ts';
import type { User } from '../../model/saved/project.ts';
import type { Scope } from '../../model/scope.ts';
import type { ApiKey } from '../../store/types/access.ts';
import type { Caller, Service } from '../contract/context.ts';
import { writeIfFree } from '../data/writing.ts';

/** What is kept of a key, or of anything else that opens something. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}

/** @throws ServiceError not_authenticated, authentication_failed */
export function authenticate(service: Service, key: string | null): Caller {
  if (key === null || key.trim() === '') {
    throw new ServiceError(
      'not_authenticated',
      `Authentication credentials were not provided. Send the header "Authorization: Bearer <personal API key>". Make a key: ${service.command('key create')}`,
    );
  }
  const found = service.store.keys.byHash(hashSecret(key.trim()));
  const user = found && service.store.users.get(found.user_id);
  if (!found || !user || found.revoked_at_ms !== null) {
    throw new ServiceError(
      'authentication_failed',
      `Personal API key found in request Authorization header is invalid. It may have been revoked. See which keys there are: ${service.command('key list')}`,
    );
  }
  const now_ms = service.now();
  if (isExpired(found, now_ms)) {
    throw new ServiceError(
      'authentication_failed',
      `Personal API key found in request Authorization header expired at ${formatIso(found.expires_at_ms!)}. Make another one: ${service.command('key create')}`,
    );
  }
  if (found.last_used_at_ms === null || now_ms - found.last_used_at_ms > HOUR_MS)
    writeIfFree(service.store, () => service.store.keys.touch(found.id, now_ms));
  return { user, key_id: found.id, scopes: found.scopes, project_ids: found.project_ids };
}

export function isExpired({ expires_at_ms }: Pick<ApiKey, 'expires_at_ms'>, now_ms: number): boolean {
  return expires_at_ms !== null && expires_at_ms <= now_ms;
}

/** The same caller with the key's current permissions; null if the key was revoked. */
export function callerAgain(service: Service, caller: Caller): Caller | null {
  if (caller.key_id === null) return caller;
  const key = service.store.keys.get(caller.key_id);
  if (key === undefined || key.revoked_at_ms !== null || isExpired(key, service.now())) return null;
  return { ...caller, scopes: key.scopes, project_ids: key.project_ids };
}

/** The caller over stdio without a key: the owner of the database file. */
export function localOwner(service: Service, scopes: readonly Scope[] = ['*']): Caller {
  const user = service.store.users.first();
  if (!user) throw new ServiceError('error', 'The database has no user; it was not set up by this program.');
  return { user, key_id: null, scopes, project_ids: null };
}

const NOBODY: User = {
  id: 0,
  uuid: '00000000-0000-0000-0000-000000000000',
  distinct_id: '',
  first_name: '',
  last_name: '',
  email: '',
  is_email_verified: false,
  hedgehog_config: {},
};

/** The holder of a sharing link; null if the token is unknown or switched off. A removed insight is not found later. */
export function linkHolder(service: Service, access_token: string): Caller | null {
  const opened = service.store.sharing.opened(access_token);
  if (!opened) return null;
  return {
    user: NOBODY,
    key_id: null,
    scopes: ['insight:read', 'group:read'],
    project_ids: [opened.project_id],
    shared_insight_id: opened.insight_id,
  };
}

/** `insights-mcp key`: creates, lists, rotates and revokes API keys. */

import { formatIso } from '../base/time.ts';
import { visible } from '../base/visible.ts';
import { ServiceError } from '../model/error.ts';
import { idOf } from '../model/fields.ts';
import type { Scope } from '../model/scope.ts';
import { logDone } from '../service/access/audit.ts';
import { localOwner } from '../service/access/authenticate.ts';
import { createKey, describeKey, noSuchKey, rotateKey } from '../service/access/keys.ts';
import type { RunningService } from '../service/service.ts';
import { opened, openedAt } from './shell/opened.ts';
import { print } from './shell/output.ts';
import { prepareDatabase } from './shell/paths.ts';

interface KeyOptions {
  readonly db: string;
  readonly json: boolean;
}

async function withService(service: RunningService, work: (service: RunningService) => void): Promise<void> {
  try {
    work(service);
  } finally {
    await service.close();
  }
}

const KEY_DONE = { project_id: null, fields: [] };

export function create(
  options: KeyOptions & {
    readonly scopes: readonly Scope[];
    readonly project?: readonly string[];
    readonly label: string;
    /** Milliseconds. */
    readonly expires?: number;
  },
): Promise<void> {
  return withService(opened(prepareDatabase(options.db)), (service) => {
    const named = options.project?.map((id) => knownProject(service, id));
    const project_ids = named === undefined ? null : [...new Set(named)];
    const user = localOwner(service).user;
    const { key, value } = createKey(service, {
      user_id: user.id,
      label: options.label,
      scopes: options.scopes,
      project_ids,
      lives_ms: options.expires ?? null,
    });
    logDone(service, localOwner(service), { ...KEY_DONE, action: 'create_key', target: String(key.id) });
    print(options, { ...describeKey(key), value }, value);
    // To stderr, so that a shell captures only the key: KEY=$(insights-mcp key create)
    if (!options.json) {
      process.stderr.write(
        `This is shown once. Scopes: ${key.scopes.join(', ')}.${endOf(key)} Send it as "Authorization: Bearer <key>".\n`,
      );
    }
  });
}

function knownProject(service: RunningService, id: string): number {
  const number = idOf(id);
  const project = number === null ? undefined : service.store.projects.get(number);
  if (project) return project.id;
  const known = service.store.projects.list().map((one) => `${one.id} (${visible(one.name)})`);
  throw new ServiceError('does_not_exist', `There is no project ${id}. Projects: ${known.join(', ')}.`);
}

export function list(options: KeyOptions): Promise<void> {
  return withService(openedAt(options), (service) => {
    const keys = service.store.keys.list().map(describeKey);
    const lines = keys.map((key) =>
      [key.id, key.mask_value, stateOf(key, service.now()), key.scopes.join(','), key.label].join('  '),
    );
    print(
      options,
      keys,
      lines.length === 0 ? `No keys yet. Make one: ${service.command('key create')}` : lines.join('\n'),
    );
  });
}

export function revoke(id: number, options: KeyOptions): Promise<void> {
  return withService(openedAt(options), (service) => {
    if (!service.store.keys.revoke(id, service.now())) throw noSuchKey(service, id);
    logDone(service, localOwner(service), { ...KEY_DONE, action: 'revoke_key', target: String(id) });
    print(options, { id, revoked: true }, `Key ${id} is revoked.`);
  });
}

/** `grace`: milliseconds. */
export function rotate(id: number, options: KeyOptions & { readonly grace: number }): Promise<void> {
  return withService(openedAt(options), (service) => {
    const { key, value } = rotateKey(service, id, options.grace);
    logDone(service, localOwner(service), { ...KEY_DONE, action: 'rotate_key', target: `${id} -> ${key.id}` });
    print(options, { ...describeKey(key), value }, value);
    if (options.json) return;
    const until = options.grace === 0 ? 'no longer' : `until ${formatIso(service.now() + options.grace)}`;
    process.stderr.write(`Key ${key.id}, shown once.${endOf(key)} Key ${id} works ${until}.\n`);
  });
}

function endOf({ expires_at_ms }: ReturnType<typeof createKey>['key']): string {
  return expires_at_ms === null ? '' : ` Expires ${formatIso(expires_at_ms)}.`;
}

function stateOf({ revoked_at, expires_at }: ReturnType<typeof describeKey>, now_ms: number): string {
  if (revoked_at !== null) return 'revoked';
  if (expires_at === null) return 'active';
  return `${Date.parse(expires_at) > now_ms ? 'active until' : 'expired'} ${expires_at}`;
}

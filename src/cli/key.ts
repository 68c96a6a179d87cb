/** `insights-mcp key create|list|revoke`. */
import { ServiceError } from '../model/error.ts';
import type { Scope } from '../model/scope.ts';
import { localOwner } from '../service/access/authenticate.ts';
import { createKey, describeKey } from '../service/access/keys.ts';
import { openService, type RunningService } from '../service/service.ts';
import { typed } from './shell/invocation.ts';
import { prepareDatabase } from './shell/paths.ts';

interface KeyOptions {
  readonly db: string;
  readonly json: boolean;
}

async function withService(db: string, work: (service: RunningService) => void): Promise<void> {
  const path = prepareDatabase(db);
  const service = openService({ path, computing: { place: 'here' }, command: (words) => typed(words, path) });
  try {
    work(service);
  } finally {
    await service.close();
  }
}

function print(options: KeyOptions, value: unknown, text: string): void {
  process.stdout.write(`${options.json ? JSON.stringify(value, null, 2) : text}\n`);
}

export function create(
  options: KeyOptions & {
    readonly scopes: readonly Scope[];
    readonly project?: readonly string[];
    readonly label: string;
  },
): Promise<void> {
  return withService(options.db, (service) => {
    const named = options.project?.map((id) => knownProject(service, id));
    const project_ids = named === undefined ? null : [...new Set(named)];
    const user = localOwner(service).user;
    const { key, value } = createKey(service, {
      user_id: user.id,
      label: options.label,
      scopes: options.scopes,
      project_ids,
    });
    print(options, { ...describeKey(key), value }, value);
    // Beside the key, so that a shell keeps the key alone: KEY=$(insights-mcp key create)
    if (!options.json) {
      process.stderr.write(
        `This is shown once. Scopes: ${key.scopes.join(', ')}. Send it as "Authorization: Bearer <key>".\n`,
      );
    }
  });
}

function knownProject(service: RunningService, id: string): number {
  const project = /^\d{1,15}$/.test(id) ? service.store.projects.get(Number(id)) : undefined;
  if (project) return project.id;
  const known = service.store.projects.list().map((one) => `${one.id} (${one.name})`);
  throw new ServiceError('does_not_exist', `There is no project ${id}. Projects: ${known.join(', ')}.`);
}

export function list(options: KeyOptions): Promise<void> {
  return withService(options.db, (service) => {
    const keys = service.store.keys.list().map(describeKey);
    const lines = keys.map((key) =>
      [key.id, key.mask_value, key.revoked_at ? 'revoked' : 'active', key.scopes.join(','), key.label].join('  '),
    );
    print(
      options,
      keys,
      lines.length === 0 ? `No keys yet. Make one: ${service.command('key create')}` : lines.join('\n'),
    );
  });
}

export function revoke(id: number, options: KeyOptions): Promise<void> {
  return withService(options.db, (service) => {
    if (!service.store.keys.revoke(id, service.now())) {
      throw new ServiceError('does_not_exist', `There is no active key ${id}; see: ${service.command('key list')}`);
    }
    print(options, { id, revoked: true }, `Key ${id} is revoked.`);
  });
}

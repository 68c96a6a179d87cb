/** `insights-mcp insights export` and `apply`: a project's saved things as files in a folder. */
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ServiceError } from '../model/error.ts';
import { LIMIT } from '../model/limit.ts';
import type { ProjectContext } from '../service/contract/context.ts';
import { ownProject } from '../service/gate/call.ts';
import { ownContext } from '../service/rounds/own_context.ts';
import { type Applied, applyFiles, checkCount } from '../service/saved_files/apply.ts';
import { type SavedFile, savedFiles } from '../service/saved_files/files.ts';
import { SAVED_KINDS } from '../service/saved_files/kinds.ts';
import { counted } from '../service/words/lists.ts';
import { existingDatabase, opened } from './shell/opened.ts';
import { say } from './shell/output.ts';
import { prepareDatabase } from './shell/paths.ts';

interface Options {
  readonly db: string;
  readonly project?: string;
  readonly prune: boolean;
}

export async function exportSaved(folder: string, options: Options): Promise<void> {
  const target = resolve(folder);
  for (const { folder: name } of SAVED_KINDS) refuseLink(target, name);
  const files = await inProject(options, existingDatabase, (context) =>
    context.service.store.snapshot(() => savedFiles(context)),
  );
  const before = new Map(existsSync(target) ? pathsIn(target).map((path) => [path, read(target, path)]) : []);
  const changed = files.filter(({ path, text }) => before.get(path) !== text);
  for (const { path } of changed) refuseLink(target, path);
  for (const { folder: name } of SAVED_KINDS) mkdirSync(join(target, name), { recursive: true });
  for (const { path, text } of changed) writeFileSync(join(target, path), text);
  const written = new Set(files.map(({ path }) => path));
  const others = [...before.keys()].filter((path) => !written.has(path));
  if (options.prune) for (const path of others) rmSync(join(target, path));
  say(`${folder}: ${counted(files.length, 'file')}, ${changed.length} written.`);
  if (others.length > 0) {
    const what = options.prune ? 'Removed' : 'Of things that are not there (--prune removes them)';
    say(`${what}: ${others.join(', ')}`);
  }
}

export async function applySaved(folder: string, options: Options & { readonly dryRun: boolean }): Promise<void> {
  const source = resolve(folder);
  if (!existsSync(source)) throw new ServiceError('does_not_exist', `There is no folder ${folder}.`);
  const paths = pathsIn(source);
  checkCount(paths.length);
  const files: SavedFile[] = paths.map((path) => ({ path, text: read(source, path) }));
  const { prune, dryRun: dry_run } = options;
  const applied = await inProject(options, dry_run ? triedDatabase : prepareDatabase, (context) =>
    applyFiles(context, files, { dry_run, prune }),
  );
  for (const line of applied.filter(({ change }) => change !== 'unchanged').map(told)) say(line);
  const count = (change: Applied['change']): number => applied.filter((one) => one.change === change).length;
  const sums = `${count('create')} created, ${count('update')} changed, ${count('remove')} removed, ${count('unchanged')} as they were`;
  say(dry_run ? `Nothing was done. It would be: ${sums}.` : `${sums}.`);
}

/** A trial makes no file: where there is none, it is tried on an empty database in memory. */
function triedDatabase(db: string): string {
  return existsSync(db) ? existingDatabase(db) : ':memory:';
}

function told({ path, change, fields }: Applied): string {
  return fields.length === 0 ? `${change} ${path}` : `${change} ${path} (${fields.join(', ')})`;
}

async function inProject<T>(
  options: Options,
  find: (db: string) => string,
  work: (context: ProjectContext) => T,
): Promise<T> {
  const service = opened(find(options.db));
  try {
    const { id } = ownProject(service, options.project);
    return work(ownContext(service, id, new AbortController().signal)!);
  } finally {
    await service.close();
  }
}

/** `cohorts/staff.json`, sorted; other files in the folder are ignored. */
function pathsIn(folder: string): string[] {
  return SAVED_KINDS.map((kind) => kind.folder)
    .filter((name) => existsSync(join(folder, name)))
    .flatMap((name) =>
      readdirSync(join(folder, name))
        .filter((file) => file.endsWith('.json'))
        .sort()
        .map((file) => `${name}/${file}`),
    );
}

function read(folder: string, path: string): string {
  const file = join(folder, path);
  // Devices and pipes have no size and may never end.
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new ServiceError('invalid_input', `${path} is no file that can be read.`);
  if (found.size > LIMIT.saved_file_bytes) {
    throw new ServiceError('invalid_input', `${path} has more than ${LIMIT.saved_file_bytes} bytes.`);
  }
  return readFileSync(file, 'utf8');
}

/** A folder from others may contain links. Nothing is written or removed where they lead. */
function refuseLink(folder: string, path: string): void {
  if (lstatSync(join(folder, path), { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new ServiceError('invalid_input', `${path} is a link to another place, where nothing is written. Remove it.`);
}

/**
 * Files of the one folder that callers of a server may import from. They are found by walking that folder, and patterns
 * are tested against what was found: one that is expanded by the file system can lead out, and take for ever.
 */
import { readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { nearText } from '../../base/nearest.ts';
import { ServiceError } from '../../model/error.ts';
import { isOther, ORDER } from './input_files.ts';
import { nameTest } from './name_pattern.ts';

/** Ordinary files at any depth, without hidden ones. Links are passed over: what they lead to has its own name, or is outside. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const paths: string[] = [];
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) paths.push(...(await filesBelow(path)));
    else if (entry.isFile() && !isOther(path)) paths.push(path);
  }
  return paths.sort(ORDER.compare);
}

/** The files that a path below the folder means. @throws ServiceError if it means none, or leads out of the folder */
export async function filesWithin(root: string, path: string): Promise<string[]> {
  const wanted = resolve(root, path);
  if (path.includes('\0') || !isInside(root, wanted)) throw outside(path);
  const real = await realpath(wanted).catch(() => null);
  const files = real === null ? await fitting(root, path) : await filesAt(root, real, path);
  if (files.length > 0) return files;
  throw await missing(root, path);
}

async function fitting(root: string, path: string): Promise<string[]> {
  const fits = nameTest(path.replace(/^\.\//, ''));
  if (fits === null) return [];
  return (await filesBelow(root)).filter((file) => fits(relative(root, file).replaceAll(sep, '/')));
}

async function filesAt(root: string, real: string, path: string): Promise<string[]> {
  if (!isInside(root, real)) throw outside(path);
  const found = await stat(real);
  if (found.isDirectory()) return filesBelow(real);
  // Opening a pipe would wait for whoever writes to it.
  if (!found.isFile()) throw new ServiceError('invalid_input', `${path} is no ordinary file.`, { attr: 'path' });
  return [real];
}

async function missing(root: string, path: string): Promise<ServiceError> {
  const names = (await filesBelow(root)).map((file) => relative(root, file));
  const help = nearText(path, names) || 'Without a path the files there are are listed.';
  return new ServiceError('does_not_exist', `There is no file ${path}. ${help}`, { attr: 'path' });
}

function isInside(root: string, path: string): boolean {
  const below = relative(root, path);
  return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

function outside(path: string): ServiceError {
  return new ServiceError('invalid_input', `${path} is not in the folder that may be imported from.`, { attr: 'path' });
}

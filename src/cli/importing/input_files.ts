/** Resolves an import's arguments: file names, folders, patterns. */
import type { Dirent } from 'node:fs';
import { glob, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ServiceError } from '../../model/error.ts';
import { STDIN } from '../files/bytes.ts';
import { REJECT_ENDING } from './rejects.ts';

/** Name endings ignored in folders and patterns. */
const OTHERS = [REJECT_ENDING, '.db', '.db-wal', '.db-shm'];
const PACKED = /\.(gz|zst)$/i;
/** Sorts day-2 before day-10. */
export const ORDER = new Intl.Collator('en', { numeric: true });

/**
 * Names in the given order; contents of folders and patterns sorted; each file once.
 * @throws ServiceError if an argument matches nothing
 */
export async function inputFiles(args: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  for (const arg of args) paths.push(...(await filesOf(arg)));
  if (paths.length === 0) throw new ServiceError('invalid_input', `There is no file in ${args.join(', ')}.`);
  const once = new Map<string, string>();
  for (const path of paths) {
    const real = path === STDIN ? path : await realpath(path).catch(() => path);
    if (!once.has(real)) once.set(real, path);
  }
  return [...once.values()];
}

/** File name without compression suffix: packed or not, it is the same file. */
export function unpackedName(path: string): string {
  return path.replace(PACKED, '');
}

/** Default name by which a file's lines are recognised when it is imported again. */
export function sourceOf(path: string): string {
  // File systems differ in how they store é: one character or two.
  return path === STDIN ? 'stdin' : basename(unpackedName(path)).normalize('NFC');
}

async function filesOf(arg: string): Promise<string[]> {
  if (arg === STDIN) return [arg];
  const found = await stat(arg).catch(() => null);
  if (found?.isDirectory()) return filesIn(arg);
  if (found !== null || !/[*?[{]/.test(arg)) return [arg];
  const matches = (await Array.fromAsync(glob(arg))).filter((path) => !isOther(path));
  if (matches.length === 0) throw new ServiceError('invalid_input', `No file fits ${arg}.`);
  const paths: string[] = [];
  for (const match of matches.sort(ORDER.compare)) paths.push(...(await filesOf(match)));
  return paths;
}

/** All files at any depth. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw new ServiceError('invalid_input', `The folder ${folder} cannot be read.`, { cause: error });
  });
  const paths: string[] = [];
  for (const entry of entries) if (await isInput(entry, folder)) paths.push(join(entry.parentPath, entry.name));
  return paths.sort(ORDER.compare);
}

/** Hidden files and folders are ignored. */
async function isInput(entry: Dirent, folder: string): Promise<boolean> {
  if (isOther(entry.name)) return false;
  const inner = join(entry.parentPath, entry.name).slice(folder.length);
  if (inner.split(/[\\/]/).some((part) => part.startsWith('.') && part !== '.' && part !== '..')) return false;
  return entry.isFile() || (entry.isSymbolicLink() && isFile(join(entry.parentPath, entry.name)));
}

export function isOther(path: string): boolean {
  return OTHERS.some((ending) => path.endsWith(ending));
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() === true;
}

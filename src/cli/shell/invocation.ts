/** How to call this program at a prompt of this machine, so that texts can print commands that work unchanged. */
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { PACKAGE_ROOT } from '../../base/assets.ts';
import { PRODUCT } from '../../model/version.ts';
import { defaultDatabase, launcher } from './paths.ts';

/** The reader's working directory and environment. */
export interface Prompt {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

function here(): Prompt {
  return { folder: process.cwd(), environment: process.env };
}

/** For a terminal in the working directory: `npx insights-mcp key list --db demo.db`. */
export function typed(words: string, db: string, prompt: Prompt = here()): string {
  const from_here = relative(prompt.folder, db);
  const short = from_here.startsWith('..') || isAbsolute(from_here) ? db : from_here;
  return `${program(prompt) ?? absolute()} ${words}${databaseOption(short, db, prompt)}`;
}

/** For a shell in any folder of this machine, such as an assistant's. */
export function typedAnywhere(words: string, db: string, prompt: Prompt = here()): string {
  const name = isOnPath(prompt) ? PRODUCT.name : absolute();
  return `${name} ${words}${databaseOption(db, db, prompt)}`;
}

/** For readers on other machines. Shows no path of this one. */
export function toldAfar(words: string, db: string, prompt: Prompt = here()): string {
  const file = isDefault(db, prompt) ? '' : ' --db FILE, where FILE is the database of this server';
  return `${program(prompt) ?? PRODUCT.name} ${words}${file}`;
}

/** Text as one word of a POSIX shell. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function databaseOption(shown: string, db: string, prompt: Prompt): string {
  return isDefault(db, prompt) ? '' : ` --db ${quoted(shown)}`;
}

/** False for a database that the environment names: another shell may not have the variable. */
function isDefault(db: string, prompt: Prompt): boolean {
  return db === defaultDatabase() && prompt.environment['INSIGHTS_MCP_DB'] === undefined;
}

function absolute(): string {
  return `node ${quoted(launcher())}`;
}

/** The shortest call that finds this very package; null if only its path does. */
function program(prompt: Prompt): string | null {
  if (isOnPath(prompt)) return PRODUCT.name;
  if (PACKAGE_ROOT.split(sep).includes('_npx')) return `npx -y ${PRODUCT.name}`;
  return isFoundByNpx(prompt.folder) ? `npx ${PRODUCT.name}` : null;
}

/** npm puts folders of its own in front of PATH while it runs a script. They do not count: a prompt lacks them. */
function isOnPath({ environment }: Prompt): boolean {
  const folders = (environment['PATH'] ?? '').split(delimiter);
  const first = folders
    .filter((folder) => folder !== '' && !folder.endsWith(join('node_modules', '.bin')))
    .map((folder) => join(folder, PRODUCT.name))
    .find((file) => existsSync(file));
  return first !== undefined && isSame(first, launcher());
}

/** npx looks into the nearest folder with a package.json or node_modules. That may be this package, or contain it. */
function isFoundByNpx(folder: string): boolean {
  const is_package = existsSync(join(folder, 'package.json')) || existsSync(join(folder, 'node_modules'));
  if (is_package) {
    return [folder, join(folder, 'node_modules', PRODUCT.name)].some((one) => isSame(one, PACKAGE_ROOT));
  }
  return dirname(folder) !== folder && isFoundByNpx(dirname(folder));
}

function isSame(one: string, other: string): boolean {
  return existsSync(one) && realpathSync(one) === realpathSync(other);
}

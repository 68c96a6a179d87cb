/**
 * The program as it is published, for tests that start it by the hundred: each start takes half of what it takes from sources,
 * which `test/commands.test.ts` and `test/cli/launcher.test.ts` do. Made anew once a source has changed.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..', '..');
const MADE_BY = ['program.mjs', 'late_schemas.mjs'].map((name) => join('build', name));
/** Two levels below the package, where a program finds its assets. */
const DIST = join(ROOT, 'dist');

export default function useBuiltProgram(): void {
  // Tests that are started by tests have it already.
  process.env['TESTED_PROGRAM'] ??= join(built(), 'main.js');
}

function built(): string {
  const name = `tested-${fingerprint()}`;
  const folder = join(DIST, name);
  if (existsSync(folder)) return folder;
  mkdirSync(DIST, { recursive: true });
  for (const old of readdirSync(DIST)) {
    if (old.startsWith('tested-')) rmSync(join(DIST, old), { recursive: true, force: true });
  }
  // Under a name of its own first: what was made by halves is never taken for all of it.
  const fresh = join(DIST, `fresh-${process.pid}`);
  execFileSync(process.execPath, [join(ROOT, MADE_BY[0]!), fresh]);
  renameSync(fresh, folder);
  return folder;
}

/** Of all that it is made of. */
function fingerprint(): string {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .sort()
    .map((path) => join('src', path));
  const hash = createHash('sha256');
  for (const path of [...sources, ...MADE_BY, 'package-lock.json']) {
    hash.update(`${path}\n`).update(readFileSync(join(ROOT, path)));
  }
  return hash.digest('hex').slice(0, 16);
}

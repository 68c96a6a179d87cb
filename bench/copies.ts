/** A copy of a kept database, so that measurements do not change it for later ones. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Copy {
  readonly path: string;
  remove(): void;
}

/** `folder`: as left by a run with `--keep`. */
export function copyOf(folder: string): Copy {
  const own = mkdtempSync(join(tmpdir(), 'insights-bench-'));
  const path = join(own, 'bench.db');
  copyFileSync(join(folder, 'bench.db'), path);
  return { path, remove: () => rmSync(own, { recursive: true, force: true }) };
}

/** Runs with a copy of what the command line's folder holds. `name`: of the script of package.json. */
export async function onCopy(name: string, run: (path: string) => Promise<void>): Promise<void> {
  const [folder] = process.argv.slice(2);
  if (folder === undefined)
    throw new Error(`npm --prefix bench run ${name} -- FOLDER, as npm run bench -- --keep FOLDER leaves it`);
  const copy = copyOf(folder);
  try {
    await run(copy.path);
  } finally {
    copy.remove();
  }
}

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

/** A kept database as a file of one's own, so that what a measurement adds to it stays out of the next one. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Copy {
  readonly path: string;
  remove(): void;
}

/** `folder` as a run with `--keep` leaves it. */
export function copyOf(folder: string): Copy {
  const own = mkdtempSync(join(tmpdir(), 'insights-bench-'));
  const path = join(own, 'bench.db');
  copyFileSync(join(folder, 'bench.db'), path);
  return { path, remove: () => rmSync(own, { recursive: true, force: true }) };
}

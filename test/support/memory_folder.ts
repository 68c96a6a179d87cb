/**
 * Temporary files of a run of tests are in one folder, in memory where the system has a file system there: thousands of small databases wait
 * for no disk. What a disk may do wrong is simulated (test/torture), so nothing is lost by it.
 */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Several times what tests have at once; containers often give no more than 64 MB. */
const NEEDED_BYTES = 4 * 2 ** 30;

export default function useMemory(): () => void {
  const parent = freeBytes(MEMORY) < NEEDED_BYTES ? tmpdir() : MEMORY;
  const folder = mkdtempSync(join(parent, 'insights-tests-'));
  // Processes that run tests, and those that they start, are told so.
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

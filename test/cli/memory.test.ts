/** A server on Linux begins with settings that give memory back; other commands and other settings stay as they are. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { serving } from '../support/cli.ts';
import { temporaryProduct } from '../support/product.ts';

/** Of the process as it began, in what it was started with. */
async function threshold(environment: Record<string, string>): Promise<string | undefined> {
  const { child } = await serving(['--db', temporaryProduct().path], environment);
  const began = readFileSync(`/proc/${child.pid}/environ`, 'utf8').split('\0');
  child.kill('SIGTERM');
  return began.find((line) => line.startsWith('MALLOC_MMAP_THRESHOLD_='))?.split('=')[1];
}

test.runIf(process.platform === 'linux' && process.execve !== undefined)(
  'large arrays are given back, unless the operator says how memory is kept',
  async () => {
    expect(await threshold({})).toBe('131072');
    expect(await threshold({ MALLOC_MMAP_THRESHOLD_: '262144' })).toBe('262144');
  },
);

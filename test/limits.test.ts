/** Limits that nothing reads, and that a run of tests fails if a limit was not tried (`support/limits_tried.ts`). */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LIMIT } from '../src/model/limit.ts';

const ROOT = join(import.meta.dirname, '..');
const SRC = join(ROOT, 'src');

test('every limit is one that the program reads', () => {
  const text = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(SRC, name), 'utf8'))
    .join('\n');
  const read = new Set(text.match(/\bLIMIT\.\w+/g));
  expect(Object.keys(LIMIT).filter((name) => !read.has(`LIMIT.${name}`))).toEqual([]);
});

function run(...args: string[]): Promise<{ code: number; text: string }> {
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const words = [vitest, 'run', '--config', join(import.meta.dirname, 'support', 'limits_run', 'vitest.config.ts')];
  return new Promise((resolve) => {
    execFile(process.execPath, [...words, ...args], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, text: stdout + stderr }),
    );
  });
}

test('a run of all tests fails for each limit that no test tried and passed, a run of some for none', async () => {
  const [all, some] = await Promise.all([run(), run('-t', '^tried$')]);
  const untried = (name: string) => all.text.includes(`tries the limit ${name},`);
  expect([all.code, ['tags', 'tag_chars', 'search_chars'].map(untried)]).toEqual([1, [false, true, true]]);
  expect([some.code, some.text]).toEqual([0, expect.not.stringContaining('tries the limit')]);
});

/**
 * `npm run nodes`: the test suite under each Node that the product promises to run on, brought along by npm. Scripts of
 * npm always find the checkout's own Node first, so vitest is started by its file. Words behind `--` that are versions
 * choose Nodes, all others go to vitest: `npm run nodes -- 22.19.0 test/cli`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { nodeOf, VERSIONS } from './node_of.mjs';

const ROOT = join(import.meta.dirname, '..');
const words = process.argv.slice(2);
const chosen = words.filter((word) => /^\d+\.\d+\.\d+$/.test(word));
const args = words.filter((word) => !chosen.includes(word));
const failed = [];
for (const version of chosen.length > 0 ? chosen : VERSIONS) {
  const node = nodeOf(version);
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  console.log(`Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`);
  const { status } = spawnSync(node, [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...args], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
  });
  if (status !== 0) failed.push(version);
}
if (failed.length > 0) {
  console.error(`Failed under Node ${failed.join(', ')}.`);
  process.exitCode = 1;
}

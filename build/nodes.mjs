/**
 * `npm run nodes`: the test suite under each Node that the product promises to run on, brought along by npm. Scripts of
 * npm always find the checkout's own Node first, so vitest is started by its file. Words behind `--` that are versions
 * choose Nodes, all others go to vitest: `npm run nodes -- 22.19.0 test/cli`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** The oldest that the launcher takes, the one with long-term support, and the one that comes along. */
const VERSIONS = ['22.19.0', '24.21.0', '26.10.0'];

/** Installed once, below node_modules. */
function nodeOf(version) {
  const folder = join(ROOT, 'node_modules', '.cache', 'nodes', version);
  const file = join(folder, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true,"allowScripts":{"node":true}}');
    execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--silent', `node@${version}`], {
      cwd: folder,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
  }
  return file;
}

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

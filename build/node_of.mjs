/** Other releases of Node, brought along by npm and kept below node_modules. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** The oldest that the launcher takes, the one with long-term support, and the one that comes along. */
export const VERSIONS = ['22.19.0', '24.21.0', '26.10.0'];

/** Installed once, below node_modules. */
export function nodeOf(version) {
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

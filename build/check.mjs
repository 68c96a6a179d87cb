/** `npm run check`: types, lint, format and dead code, all at once; what each said is printed together. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const CHECKS = [['tsc', '--noEmit'], ['tsc', '-p', 'src/view'], ['biome', 'ci', '--error-on-warnings', '.'], ['knip']];

function run([name, ...args]) {
  const child = spawn(join(ROOT, 'node_modules', '.bin', name), args, {
    cwd: ROOT,
    // Windows starts what npm puts there through a shell only.
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  return new Promise((done) => {
    child.once('error', ({ message }) => done({ code: 1, said: message }));
    child.once('close', (code) => done({ code, said }));
  });
}

const found = await Promise.all(CHECKS.map(run));
for (const [at, { code, said }] of found.entries()) {
  if (code === 0) continue;
  console.error(`${CHECKS[at].join(' ')}\n${said}`);
  process.exitCode = 1;
}

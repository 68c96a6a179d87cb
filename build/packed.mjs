/**
 * `npm run packed`: what would be published is packed, installed into an empty folder as a user's npm does it, and run
 * there: a first MCP conversation over stdio, the demo, and a server that answers. Nothing of the checkout takes part.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hello, outsideEnv } from './outside.mjs';

const ROOT = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'packed-'));
const env = outsideEnv(folder);

function step(name, run) {
  const began = performance.now();
  const done = (told) => console.log(`${name}: ${told} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  const told = run();
  return told instanceof Promise ? told.then(done) : done(told);
}

const program = join(folder, 'node_modules', 'insights-mcp', 'bin', 'insights-mcp.js');
const insights = (...args) => execFileSync('node', [program, ...args], { cwd: folder, env, encoding: 'utf8' });

async function serve() {
  const key = insights('key', 'create', '--label', 'packed').match(/phx_[\w-]+/)[0];
  const child = spawn('node', [program, 'serve', '--port', '0'], { cwd: folder, env });
  try {
    let said = '';
    const address = await new Promise((found, fail) => {
      child.stderr.setEncoding('utf8').on('data', (text) => {
        said += text;
        const [, base] = /^MCP +(http:\S+)\/mcp$/m.exec(said) ?? [];
        if (base !== undefined) found(base);
      });
      child.once('exit', () => fail(new Error(said)));
    });
    const answer = await fetch(`${address}/api/projects/@current/insights/trend/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ events: [{ id: 'signed up' }], date_from: '2026-03-01', date_to: '2026-03-07' }),
    });
    const { result } = await answer.json();
    assert.deepEqual(result[0].data, [1, 0, 0, 0, 0, 0, 0]);
    assert.equal((await fetch(`${address}/openapi.json`)).status, 200);
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    assert.equal(await ended, 0);
  } finally {
    child.kill('SIGKILL');
  }
  return 'a trend over REST, and out on SIGTERM';
}

try {
  let tarball = '';
  step('pack', () => {
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    return tarball;
  });
  step('install', () => {
    writeFileSync(join(folder, 'package.json'), '{"private":true,"allowScripts":{"node":true}}');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', `./${tarball}`], {
      cwd: folder,
      env,
      stdio: 'inherit',
    });
    return `${readdirSync(join(folder, 'node_modules')).length} entries in node_modules`;
  });
  step('import', () => {
    writeFileSync(
      join(folder, 'a.ndjson'),
      '{"event":"signed up","distinct_id":"ana","timestamp":"2026-03-01T09:30:00Z"}\n',
    );
    insights('import', 'a.ndjson');
    return insights('describe').trim().split('\n')[0];
  });
  step('import of a file that is read in a thread', () => {
    const line = (nth) => `{"event":"paid","distinct_id":"u${nth % 50}","timestamp":"2026-03-01T09:30:00Z"}\n`;
    writeFileSync(join(folder, 'many.ndjson'), Array.from({ length: 10_000 }, (_, nth) => line(nth)).join(''));
    const told = insights('import', 'many.ndjson', '--db', join(folder, 'many.db'));
    assert.match(told, /10,000/);
    return told.trim().split('\n').at(-1);
  });
  step('stdio', () => hello(['node', program, 'stdio'], { cwd: folder, env }));
  step('demo', () => `${insights('demo', '--db', join(folder, 'shop.db')).trim().split('\n').length} lines`);
  await step('serve', serve);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

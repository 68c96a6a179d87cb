/**
 * `npm run bundle [-- FILE]`: the desktop bundle, one `.mcpb` file with everything in it but Node, which hosts bring
 * along. What npm would publish is unpacked, gets the dependencies of the lockfile, is packed, unpacked elsewhere, and
 * has to hold a conversation under each Node that the product promises to run on.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { nodeOf, VERSIONS } from './node_of.mjs';
import { hello, outsideEnv } from './outside.mjs';

const ROOT = join(import.meta.dirname, '..');
const MCPB = join(ROOT, 'node_modules', '@anthropic-ai', 'mcpb', 'dist', 'cli', 'cli.js');
const target = resolve(process.argv[2] ?? join(ROOT, 'insights-mcp.mcpb'));
const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
const [staged, opened] = [join(folder, 'staged'), join(folder, 'opened')];

function run(program, args, cwd) {
  execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'], env: outsideEnv(folder) });
}

/** The published files with the dependencies of the lockfile. */
function stage() {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  mkdirSync(staged);
  run('tar', ['xzf', join(folder, tarball), '-C', staged, '--strip-components', '1'], folder);
  cpSync(join(ROOT, 'package-lock.json'), join(staged, 'package-lock.json'));
  run(
    'npm',
    ['ci', '--omit=dev', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'],
    staged,
  );
  const natives = readdirSync(staged, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.node'));
  assert.deepEqual(natives, [], 'native modules run on one system only');
  // Types, maps and sources of libraries are read by nobody there.
  writeFileSync(join(staged, '.mcpbignore'), '*.d.ts\n*.d.mts\n*.d.cts\n*.map\npackage-lock.json\n');
}

/** As a host starts it: by the manifest, with its settings filled in. */
function started(node) {
  const { server } = JSON.parse(readFileSync(join(opened, 'manifest.json'), 'utf8'));
  const values = { __dirname: opened, 'user_config.database': join(folder, 'insights.db'), 'user_config.api_key': '' };
  const filled = (text) => text.replace(/\$\{([\w.]+)\}/g, (_, name) => values[name]);
  const env = Object.entries(server.mcp_config.env).map(([name, value]) => [name, filled(value)]);
  return hello([node, ...server.mcp_config.args.map(filled)], {
    cwd: folder,
    env: { ...outsideEnv(folder), ...Object.fromEntries(env) },
  });
}

try {
  stage();
  run(process.execPath, [MCPB, 'pack', staged, target], folder);
  console.log(`${target}: ${(statSync(target).size / 1e6).toFixed(1)} MB`);
  run(process.execPath, [MCPB, 'unpack', target, opened], folder);
  for (const version of VERSIONS) console.log(`Node ${version}: ${started(nodeOf(version))}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

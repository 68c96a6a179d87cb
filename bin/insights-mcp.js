#!/usr/bin/env node
/**
 * The one way to start the program, in a checkout and in an installed package. Plain JavaScript, because it may be
 * read by a Node that is too old for the rest: then the Node that came along as a package runs it.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** What the libraries need; a checkout also needs a Node that reads TypeScript, which is older. */
const NEEDED = [22, 19];
/** From here on nothing that is used here is called experimental, so that no warning has to be switched off. */
const QUIET = [26, 0];

const own = fileURLToPath(import.meta.url);
const root = dirname(dirname(own));
const sources = join(root, 'src', 'main.ts');
const entry = existsSync(sources) ? sources : join(root, 'dist', 'program', 'main.js');

function isAtLeast([major, minor]) {
  const [has_major, has_minor] = process.versions.node.split('.').map(Number);
  return has_major > major || (has_major === major && has_minor >= minor);
}

/** The Node in the package `node`, a dependency of this one. */
function packagedNode() {
  try {
    const folder = dirname(createRequire(own).resolve('node/package.json'));
    const file = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return existsSync(file) ? file : null;
  } catch {
    return null;
  }
}

/** Lives as long as the program and ends as it does. */
function runWith(node) {
  const args = ['--disable-warning=ExperimentalWarning', ...process.execArgv, entry, ...process.argv.slice(2)];
  const child = spawn(node, args, { stdio: 'inherit' });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // A terminal sends these to both already; a second one would end the program before it has stored what it holds.
  const is_sent = process.stdin.isTTY;
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => is_sent || child.kill(signal));
  child.on('error', (error) => fail(`${node} cannot be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

function fail(text) {
  process.stderr.write(`insights-mcp: ${text}\n`);
  process.exitCode = 1;
}

if (!existsSync(entry)) {
  fail(`this package is incomplete: ${entry} is missing. Install it again.`);
} else if (isAtLeast(QUIET)) {
  // Compiled code is kept from start to start. Said here, as an entry in TypeScript brings in what strips its types.
  module.enableCompileCache();
  await import(pathToFileURL(entry).href);
} else {
  const node = isAtLeast(NEEDED) ? process.execPath : packagedNode();
  if (node !== null) runWith(node);
  else {
    fail(
      `Node ${NEEDED.join('.')} or newer is needed; this is ${process.versions.node}, and the package "node" that should have come along is not installed. Install a current Node from https://nodejs.org, or run: npm install node@26`,
    );
  }
}

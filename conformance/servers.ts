/** What is looked at, each in a process of its own. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
export const PRODUCT = join(ROOT, 'bin', 'insights-mcp.js');

export interface Started {
  readonly port: number;
  readonly key: string;
  stop(): Promise<unknown>;
}

export async function startFixtures(): Promise<Started> {
  const main = join(ROOT, 'test', 'conformance', 'server.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main]);
  child.stderr.pipe(process.stderr);
  const { port, key } = JSON.parse(await firstMatch(child, 'stdout', /^\{.*\}$/m));
  return { port, key, stop: () => stopped(child) };
}

/** As an operator starts it. */
export async function startProduct(db: string): Promise<Started> {
  const key = newKey(db);
  const child = spawn(process.execPath, [PRODUCT, 'serve', '--db', db, '--port', '0', '--no-rate-limit']);
  const port = Number(/\d+$/.exec(await firstMatch(child, 'stderr', /http:\/\/127\.0\.0\.1:\d+/))![0]);
  return { port, key, stop: () => stopped(child) };
}

function newKey(db: string): string {
  const said = execFileSync(process.execPath, [PRODUCT, 'key', 'create', '--db', db, '--label', 'conformance'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return said.trim();
}

function firstMatch(child: ChildProcess, stream: 'stdout' | 'stderr', pattern: RegExp): Promise<string> {
  let printed = '';
  return new Promise((found, failed) => {
    child[stream]!.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const match = pattern.exec(printed);
      if (match) found(match[0]);
    });
    child.once('close', () => failed(new Error(`The server ended: ${printed}`)));
  });
}

function stopped(child: ChildProcess): Promise<unknown> {
  const closed = new Promise((done) => child.once('close', done));
  child.kill('SIGTERM');
  return closed;
}

/** The command line as a user types it: in a process of its own, or in this one. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { run } from '../../src/cli/program.ts';
import { temporaryFolder } from './product.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** As it is published (`built_program.ts`). */
const MAIN = process.env['TESTED_PROGRAM'] ?? join(ROOT, 'src', 'main.ts');
export const NODE_ARGUMENTS = ['--disable-warning=ExperimentalWarning', MAIN];

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly finished: Promise<Finished>;
}

type Environment = Readonly<Record<string, string>>;

/** The settings of whoever runs the tests are left out. */
export function childEnvironment(more: Environment = {}): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('INSIGHTS_MCP_'));
  return { ...(Object.fromEntries(own) as Record<string, string>), INSIGHTS_MCP_LOG: 'warn', ...more };
}

/** The package as somebody has it after installing it: the launcher finds no sources, so it takes the program that was built. */
export function installed(): string {
  const folder = temporaryFolder();
  for (const name of ['bin', 'package.json']) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, 'dist'));
  symlinkSync(dirname(MAIN), join(folder, 'dist', 'program'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Killed when the test is over, should it still run. */
export function startCli(args: readonly string[], environment: Environment = {}): Running {
  const child = spawn(process.execPath, [...NODE_ARGUMENTS, ...args], { env: childEnvironment(environment) });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, finished };
}

/** Runs to its end with nothing to read from stdin. */
export function runCli(args: readonly string[], environment: Environment = {}): Promise<Finished> {
  const { child, finished } = startCli(args, environment);
  child.stdin.end();
  return finished;
}

/** Thrown where a command ends the process. */
class Ended extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`ended with ${code}`);
    this.code = code;
  }
}

let last_here: Promise<unknown> = Promise.resolve();

/**
 * As `runCli`, in this process, which saves the start of another: for what a command does and says, not for how a process
 * begins and ends. One at a time, as output and exit code belong to the process.
 */
export function runHere(args: readonly string[], environment: Environment = {}): Promise<Finished> {
  const finished = last_here.then(() => alone(args, environment));
  last_here = finished.catch(() => {});
  return finished;
}

/** What it prints, where it must succeed. */
export async function ok(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runHere(args);
  expect(code, stderr).toBe(0);
  return stdout;
}

async function alone(args: readonly string[], environment: Environment): Promise<Finished> {
  const { stdout, stderr, exit, exitCode, env } = process;
  const kept = [stdout.write, stderr.write] as const;
  const said = { stdout: '', stderr: '' };
  const keep = (stream: 'stdout' | 'stderr', text: string | Uint8Array): boolean => {
    said[stream] += String(text);
    return true;
  };
  const end = (code?: string | number | null): never => {
    throw new Ended(Number(code ?? process.exitCode ?? 0));
  };
  try {
    stdout.write = (text: string | Uint8Array) => keep('stdout', text);
    stderr.write = (text: string | Uint8Array) => keep('stderr', text);
    process.exit = end;
    process.env = childEnvironment(environment);
    process.exitCode = 0;
    await run([process.execPath, MAIN, ...args]);
    return { code: Number(process.exitCode), signal: null, ...said };
  } catch (error) {
    if (error instanceof Ended) return { code: error.code, signal: null, ...said };
    throw error;
  } finally {
    [stdout.write, stderr.write] = kept;
    process.exit = exit;
    process.env = env;
    process.exitCode = exitCode;
  }
}

/** Starts a server on a free port and waits for the address it prints. */
export async function serving(args: readonly string[], environment: Environment = {}) {
  const running = startCli(['serve', '--port', '0', ...args], environment);
  let printed = '';
  const address = await new Promise<string>((resolve, reject) => {
    running.child.stderr.on('data', (text: string) => {
      printed += text;
      const base = /^MCP +(http:\/\/\S+)\/mcp$/m.exec(printed)?.[1];
      if (base) resolve(base);
    });
    void running.finished.then((finished) => reject(new Error(`it ended: ${JSON.stringify(finished)}`)));
  });
  return { ...running, address };
}

/** The command line as a user starts it: a process of its own. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.ts');
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

/** A server of its own process, on a copy of a benchmark's database. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { localOwner } from '../src/service/access/authenticate.ts';
import { createKey } from '../src/service/access/keys.ts';
import type { RunningService } from '../src/service/service.ts';

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts');

export interface Server {
  readonly process: ChildProcess;
  /** http://127.0.0.1:PORT */
  readonly address: string;
  stop(): Promise<void>;
}

/** Arguments of Node that run the program's command. */
export function programArgs(...args: readonly string[]): string[] {
  return ['--disable-warning=ExperimentalWarning', MAIN, ...args];
}

/** A key for everything. */
export function keyOf(service: RunningService): string {
  const { id } = localOwner(service).user;
  return createKey(service, { user_id: id, label: 'bench', scopes: ['*'], project_ids: null }).value;
}

/** @param preload modules that Node runs first; they may send messages */
export async function startServer(path: string, preload: readonly string[] = []): Promise<Server> {
  const imports = preload.map((module) => `--import=${module}`);
  const args = [...imports, ...programArgs('serve', '--db', path, '--port', '0')];
  // Without request logs: reading them would be the client's work, but count as the server's.
  const env = { ...process.env, INSIGHTS_MCP_LOG: 'error' };
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], env });
  return {
    process: server,
    address: await addressOf(server),
    async stop() {
      server.kill();
      await once(server, 'close');
    },
  };
}

async function addressOf({ stderr }: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of stderr ?? []) {
    text += String(chunk);
    const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text);
    if (found !== null) return found[0];
  }
  throw new Error(`the server said no address: ${text}`);
}

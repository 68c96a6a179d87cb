/** A ClickHouse for a test: the front in a process of its own, over a folder that goes with it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface TestServer {
  readonly port: number;
  readonly process: ChildProcess;
  /** As the product takes it. */
  address(database: string): string;
  stop(): Promise<void>;
}

export async function startServer(folder = mkdtempSync(join(tmpdir(), 'clickhouse-')), at = 0): Promise<TestServer> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'front.ts'), folder, String(at)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const port = await listening(child);
  return {
    port,
    process: child,
    address: (database) => `clickhouse://default:@127.0.0.1:${port}/${database}`,
    async stop() {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listening(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const port = /^listening (\d+)/.exec(line)?.[1];
      if (port) resolve(Number(port));
    });
    child.on('exit', () => reject(new Error('the server ended before it listened')));
  });
}

/** The program as an operator starts it: a process of its own, on a free port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { createKey } from '../../src/service/access/keys.ts';
import { openService } from '../../src/service/service.ts';

export const MAIN = resolve(import.meta.dirname, '../../src/main.ts');

export interface Database {
  readonly path: string;
  /** Lets events in. */
  readonly token: string;
  /** Opens everything. */
  readonly key: string;
}

export interface Program {
  readonly child: ChildProcess;
  readonly address: string;
  readonly database: Database;
}

export async function makeDatabase(path: string): Promise<Database> {
  const service = openService({ path, computing: { thread: 'never' } });
  const { api_token } = service.store.projects.list()[0]!;
  const owner = localOwner(service).user.id;
  const { value } = createKey(service, { user_id: owner, label: 'torture', scopes: ['*'], project_ids: null });
  await service.close();
  return { path, token: api_token, key: value };
}

/** @param more options of the command */
export async function startProgram(database: Database, more: readonly string[] = []): Promise<Program> {
  const options = ['serve', '--db', database.path, '--port', '0', '--no-rate-limit', ...more];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...options], {
    env: { ...process.env, INSIGHTS_MCP_LOG: 'warn' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  const address = await new Promise<string>((found, failed) => {
    child.once('exit', () => failed(new Error(`the server ended: ${printed}`)));
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-10_000);
      const told = /^MCP +(http:\/\/\S+)\/mcp$/m.exec(printed)?.[1];
      if (told !== undefined) found(told);
    });
  });
  return { child, address, database };
}

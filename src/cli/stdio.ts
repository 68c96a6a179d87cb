/** `insights-mcp stdio`: one assistant, one process. */
import { readToolsets } from '../mcp/tools/toolsets.ts';
import type { Scope } from '../model/scope.ts';
import { TUNING } from '../model/tuning.ts';
import { authenticate, localOwner } from '../service/access/authenticate.ts';
import type { Ahead } from '../service/computing/starting.ts';
import { openService } from '../service/service.ts';
import { allowed } from './importing/allowed.ts';
import { openLog } from './log.ts';
import { endProcess, watchProcess } from './process.ts';
import { typedAnywhere } from './shell/invocation.ts';
import { prepareDatabase } from './shell/paths.ts';
import { onStop } from './shell/stop.ts';

export interface StdioOptions {
  readonly db: string;
  readonly apiKey?: string;
  /** Where sealed events rest; default: in the file. */
  readonly events?: string;
  /** Memory for columns of events, in bytes. */
  readonly memory?: number;
  /** Questions that take longer than this many milliseconds are logged. */
  readonly slow?: number;
  readonly readOnly: boolean;
  readonly scopes?: readonly Scope[];
  readonly toolsets: string;
  /** Folder that callers may import files from. */
  readonly importFrom?: string;
  /** Hosts or origins that alerts may name. Only `serve` sends alerts. */
  readonly webhookHosts: readonly string[];
}

export async function stdio(options: StdioOptions, ahead: Ahead): Promise<void> {
  const log = openLog();
  watchProcess(log);
  const toolsets = readToolsets(options.toolsets);
  const path = prepareDatabase(options.db);
  const service = openService({
    path,
    ahead,
    command: (words) => typedAnywhere(words, path),
    log,
    lock_wait_ms: TUNING.store_busy_serving_ms,
    events: options.events ?? null,
    webhook_hosts: options.webhookHosts,
    ...(options.importFrom === undefined ? {} : { importing: await allowed(options.importFrom) }),
    ...(options.memory === undefined ? {} : { memory_bytes: options.memory }),
    ...(options.slow === undefined ? {} : { slow_ms: options.slow }),
  });
  // A key is re-read at each request, so revoking takes effect at once.
  // Desktop hosts pass an empty setting for no key.
  const key = options.apiKey || null;
  const caller = () => (key === null ? localOwner(service, options.scopes ?? ['*']) : authenticate(service, key));
  caller();
  // Loads while the computing thread starts.
  const { connectStdio } = await import('../mcp/transport/stdio.ts');
  const connection = connectStdio(service, caller, { read_only: options.readOnly, toolsets });
  onStop(() => void connection.close().then(() => process.stdin.destroy()));
  const { startRehearsing } = await import('../service/rounds/rehearse.ts');
  const rehearsing = startRehearsing(service, () => service.computing.status().running === 0);
  await connection.closed;
  await connection.close();
  await rehearsing.stop();
  await service.close();
  await endProcess();
}

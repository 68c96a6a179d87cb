/** `insights-mcp serve`: REST, capture and MCP on one port. */

import { errorCode } from '../base/known.ts';
import { visible } from '../base/visible.ts';
import { createApp } from '../http/app.ts';
import { LOOPBACK } from '../http/guard.ts';
import { openPath, pathOf } from '../http/pages/visit_pages.ts';
import { Visits } from '../http/pages/visits.ts';
import { challengeOf, readProtected } from '../http/protected.ts';
import { listen } from '../http/server.ts';
import { createTraffic } from '../http/traffic.ts';
import type { Page } from '../mcp/tools/links.ts';
import { DEFAULT_TOOLSETS, readToolsets } from '../mcp/tools/toolsets.ts';
import type { McpHttp } from '../mcp/transport/http.ts';
import { ServiceError } from '../model/error.ts';
import { TUNING } from '../model/tuning.ts';
import { isActive } from '../service/access/keys.ts';
import type { Ahead } from '../service/computing/starting.ts';
import type { Caller, Service } from '../service/contract/context.ts';
import { NO_TRACING, type Tracing } from '../service/contract/tracing.ts';
import { startExpiring } from '../service/rounds/expire.ts';
import { startRehearsing } from '../service/rounds/rehearse.ts';
import { startWarming } from '../service/rounds/warm.ts';
import { startWatching } from '../service/rounds/watch.ts';
import { openService } from '../service/service.ts';
import { collectSeldom } from '../service/threads/collect_seldom.ts';
import { allowed } from './importing/allowed.ts';
import { openLog } from './log.ts';
import { endProcess, watchProcess } from './process.ts';
import { toldAfar, typed } from './shell/invocation.ts';
import { tell } from './shell/output.ts';
import { prepareDatabase } from './shell/paths.ts';
import { untilStopped } from './shell/stop.ts';

export interface ServeOptions {
  readonly db: string;
  readonly port: number;
  readonly host: string;
  /** Address of another database that keeps the events; default: the file keeps them. */
  readonly events?: string;
  /** Memory for columns of events, in bytes. */
  readonly memory?: number;
  readonly allowedHosts: readonly string[];
  readonly readOnly: boolean;
  /** Tools that MCP lists, unless the address selects others; default core. */
  readonly toolsets?: string;
  /** Public address, for links and logins. */
  readonly publicUrl?: string;
  /** OAuth authorization servers at which MCP clients log in. */
  readonly oauthIssuer?: readonly string[];
  /** Folder that callers may import files from. */
  readonly importFrom?: string;
  /** Hosts or origins that may receive alerts. */
  readonly webhookHosts?: readonly string[];
  readonly rateLimit: boolean;
  /** Questions that take longer are logged, in milliseconds. */
  readonly slow?: number;
  /** How many of the operator's own proxies are in front. */
  readonly trustProxy?: number;
}

export interface RunningServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Both faces of one service on one port. Tests start it the same way. */
export async function startServer(
  service: Service,
  options: Omit<ServeOptions, 'db' | 'events' | 'memory' | 'slow'>,
): Promise<RunningServer> {
  const toolsets = options.toolsets === undefined ? DEFAULT_TOOLSETS : readToolsets(options.toolsets);
  const guarded = readProtected(options.publicUrl, options.oauthIssuer ?? []);
  const visits = new Visits(service);
  const asked = {
    read_only: options.readOnly,
    toolsets,
    linkTo: (caller: Caller, page: Page) => openPath(visits, caller, pathOf(page.project_id, page)),
    ...(guarded === null ? {} : { challenge: challengeOf(guarded) }),
  };
  // Loading blocks for a moment, so it happens after startup, or when an assistant asks before that.
  let mcp: Promise<McpHttp> | null = null;
  const loadMcp = (): Promise<McpHttp> => {
    mcp ??= import('../mcp/transport/http.ts').then(({ mcpHttp }) => mcpHttp(service, asked));
    return mcp;
  };
  const askMcp = async (request: Request): Promise<Response> => (await loadMcp()).fetch(request);
  const traffic = createTraffic();
  const app = createApp(service, {
    traffic,
    visits,
    allowed_hosts: options.allowedHosts,
    rate_limit: options.rateLimit,
    trusted_proxies: options.trustProxy ?? 0,
    protected: guarded,
    mounts: [{ path: '/mcp', fetch: askMcp }],
  });
  const server = await listen(app, { host: options.host, port: options.port });
  // If loading fails, the first request gets the error.
  const loading = setTimeout(() => loadMcp().catch(() => {}), TUNING.mcp_loaded_after_ms).unref();
  const watching = startWatching(service);
  const expiring = startExpiring(service);
  const warming = startWarming(service, () => traffic.isQuiet(TUNING.warm_quiet_ms));
  const rehearsing = startRehearsing(service, () => traffic.isQuiet(TUNING.rehearsal_quiet_ms));
  return {
    port: server.port,
    async close() {
      clearTimeout(loading);
      // All stop at once, so that the server refuses new requests while the rounds finish.
      const rounds = [rehearsing, warming, watching, expiring];
      await Promise.all([server.close(), ...rounds.map((round) => round.stop())]);
      await (await mcp)?.close();
    },
  };
}

export async function serve(options: ServeOptions, ahead: Ahead): Promise<void> {
  const log = openLog();
  watchProcess(log);
  // Mistakes on the command line are reported before a file is created.
  if (options.toolsets !== undefined) readToolsets(options.toolsets);
  readProtected(options.publicUrl, options.oauthIssuer ?? []);
  const importing = options.importFrom === undefined ? {} : { importing: await allowed(options.importFrom) };
  const path = prepareDatabase(options.db);
  const tracing = await tracingOf(process.env);
  const service = openService({
    path,
    ahead,
    command: (words) => toldAfar(words, path),
    log,
    tracing,
    lock_wait_ms: TUNING.store_busy_serving_ms,
    events: options.events ?? null,
    webhook_hosts: options.webhookHosts ?? [],
    public_url: options.publicUrl ?? null,
    ...importing,
    ...(options.memory === undefined ? {} : { memory_bytes: options.memory }),
    ...(options.slow === undefined ? {} : { slow_ms: options.slow }),
  });
  if (!LOOPBACK.includes(options.host) && !service.store.keys.list().some((key) => isActive(key, service.now()))) {
    await service.close();
    throw new ServiceError(
      'invalid_input',
      `${options.host} can be reached from outside and there is no API key yet. Make one first: ${typed('key create', path)}`,
    );
  }
  const server = await startServer(service, options).catch(async (error: unknown) => {
    await service.close();
    throw cannotListen(options, error);
  });
  const base = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${server.port}`;
  // Listen for signals first: whoever reads the greeting may stop the server at once.
  const stopped = untilStopped();
  tell(greeting(service, base, path).trimEnd());
  setTimeout(collectSeldom, TUNING.collect_seldom_after_ms).unref();
  await stopped;
  await server.close();
  await service.close();
  await tracing.close();
  await endProcess();
}

/** Explains errors that the user can mend; returns others unchanged. */
function cannotListen({ host, port }: ServeOptions, error: unknown): unknown {
  const code = errorCode(error);
  const why: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program. Name another one with --port; 0 picks a free one.`,
    EACCES: `This user may not listen on port ${port}. Name one above 1023 with --port.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Name another one with --host.`,
    ENOTFOUND: `This machine has no address ${host}. Name another one with --host.`,
  };
  return why[code] === undefined ? error : new ServiceError('invalid_input', why[code], { cause: error });
}

function greeting(service: Service, base: string, db: string): string {
  const projects = service.store.projects
    .list()
    .map((project) => `  ${project.id}  ${visible(project.name)}  token for sending events: ${project.api_token}`);
  const has_key = service.store.keys.list().some((key) => isActive(key, service.now()));
  return [
    `REST     ${base}/api/projects/   (described at ${base}/openapi.json)`,
    `MCP      ${base}/mcp`,
    `Events   ${base}/batch/   (set an SDK's host to ${base})`,
    'Projects',
    ...projects,
    has_key ? '' : `No API key yet; make one: ${typed('key create', db)}\n`,
  ].join('\n');
}

/** OpenTelemetry's libraries are loaded only if there is a collector. */
async function tracingOf(environment: NodeJS.ProcessEnv): Promise<Tracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = environment;
  if ((all ?? traces ?? '') === '') return NO_TRACING;
  return (await import('./shell/tracing.ts')).openTracing(environment);
}

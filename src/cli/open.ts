/** `insights-mcp open`: shows insights and dashboards in a browser, to the owner of the file. */
import { spawn } from 'node:child_process';
import { createPages } from '../http/app.ts';
import { openPath, pathOf, type Visited } from '../http/pages/visit_pages.ts';
import { Visits } from '../http/pages/visits.ts';
import { listen } from '../http/server.ts';
import { ServiceError } from '../model/error.ts';
import { LIMIT } from '../model/limit.ts';
import { localOwner } from '../service/access/authenticate.ts';
import type { Service } from '../service/contract/context.ts';
import { ownProject } from '../service/gate/call.ts';
import { openService } from '../service/service.ts';
import { insightCalled, run } from './asked.ts';
import { openLog } from './log.ts';
import { endProcess, watchProcess } from './process.ts';
import { typed } from './shell/invocation.ts';
import { existingDatabase } from './shell/opened.ts';
import { untilStopped } from './shell/stop.ts';

interface OpenOptions {
  readonly db: string;
  readonly dashboard?: string;
  readonly project?: string;
  readonly port: number;
  readonly browser: boolean;
}

/** Listens on loopback only: pages are for people at this machine. */
const HOST = '127.0.0.1';

/** @param insight number, short id or name; default: the list of all insights and dashboards */
export async function open(insight: string | undefined, options: OpenOptions): Promise<void> {
  // People who only look need no log line per page.
  const log = { ...openLog(), info: () => {} };
  watchProcess(log);
  const path = existingDatabase(options.db);
  const service = openService({ path, command: (words) => typed(words, path), log });
  try {
    await show(service, insight, options);
  } finally {
    await service.close();
  }
  await endProcess();
}

async function show(service: Service, insight: string | undefined, options: OpenOptions): Promise<void> {
  const owner = localOwner(service);
  const project = ownProject(service, options.project);
  const visited = await there(service, String(project.id), visitedOf(insight, options));
  const visits = new Visits(service);
  const idle = untilIdle();
  const app = createPages(service, visits);
  const fetch: typeof app.fetch = (...request) => {
    idle.again();
    return app.fetch(...request);
  };
  const server = await listen({ fetch }, { host: HOST, port: options.port });
  const url = `http://${HOST}:${server.port}${openPath(visits, owner, pathOf(project.id, visited))}`;
  process.stdout.write(`${url}\nOpens once, within ten minutes. Ctrl-C ends it.\n`);
  if (options.browser) startBrowser(url);
  await Promise.race([idle.over, untilStopped()]);
  idle.end();
  await server.close();
}

function visitedOf(insight: string | undefined, { dashboard }: OpenOptions): Visited {
  if (insight !== undefined && dashboard !== undefined) {
    throw new ServiceError('invalid_input', 'Name an insight or a dashboard, not both.');
  }
  if (insight !== undefined) return { kind: 'insights', id: insight };
  return dashboard === undefined ? null : { kind: 'dashboards', id: dashboard };
}

/** Typos are reported here, not by a page. @throws ServiceError not_found */
async function there(service: Service, project: string, visited: Visited): Promise<Visited> {
  if (visited?.kind === 'insights') {
    const { id } = await insightCalled(service, String(visited.id), { project });
    return { ...visited, id: String(id) };
  }
  if (visited !== null) await run(service, { project }, { name: 'get_dashboard', body: { id: visited.id } });
  return visited;
}

/** Failing to find a browser is no error, as the address is printed, too. */
function startBrowser(url: string): void {
  const [command, ...before] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['explorer.exe'] : ['xdg-open'];
  const child = spawn(command!, [...before, url], { stdio: 'ignore', detached: true });
  child.once('error', () => {});
  child.unref();
}

/** Resolves when no page was viewed for as long as a visit lasts. */
function untilIdle() {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  let timer = setTimeout(resolve, LIMIT.visit_ms);
  return {
    over,
    again() {
      clearTimeout(timer);
      timer = setTimeout(resolve, LIMIT.visit_ms);
    },
    end: () => clearTimeout(timer),
  };
}

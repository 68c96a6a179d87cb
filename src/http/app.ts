/**
 * Everything that is answered over HTTP on one port: the capture endpoints (open to every origin), and behind the host
 * guard the REST routes, the pages an operator needs, and whatever is mounted besides.
 */
import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { stackOf } from '../base/stack.ts';
import { ServiceError } from '../model/error.ts';
import type { Service } from '../service/context.ts';
import { errorAnswer, headersOf } from './answer.ts';
import { captureRoutes } from './capture.ts';
import { checkHost } from './guard.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { openApi } from './openapi.ts';
import { answerAt, restAddresses } from './routes.ts';
import type { Arrived } from './server.ts';
import { sharedRoutes } from './shared.ts';
import { createThrottle, type Throttle, unlimited } from './throttle.ts';
import { createTraffic, type Traffic } from './traffic.ts';

interface Mount {
  /** Exact path, as `/mcp`. */
  readonly path: string;
  readonly fetch: (request: Request) => Response | Promise<Response>;
}

export interface AppOptions {
  /** Host names answered besides loopback; empty = loopback only. */
  readonly allowed_hosts?: readonly string[];
  /** Whether requests are counted per key; yes unless said. */
  readonly rate_limit?: boolean;
  readonly mounts?: readonly Mount[];
  /** Told of every request. */
  readonly traffic?: Traffic;
}

interface Env {
  Bindings: Arrived;
  Variables: { request_id: string; route: string };
}

export type App = Hono<Env>;

export function createApp(service: Service, options: AppOptions = {}): App {
  const app: App = new Hono<Env>({ strict: false });
  const metrics = createMetrics();
  app.use(observe(service, metrics, options.traffic ?? createTraffic()));
  app.route('/', captureRoutes(service));
  app.use(async (c, next) => {
    checkHost(c.req.raw, options.allowed_hosts ?? []);
    await next();
  });
  const throttle = (options.rate_limit ?? true) ? createThrottle() : unlimited;
  addRest(app, service, throttle);
  app.route('/', sharedRoutes(service, throttle));
  for (const mount of options.mounts ?? []) app.all(mount.path, (c) => mount.fetch(c.req.raw));
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', (c) => c.json(...readiness(service)));
  app.get('/metrics', (c) => c.text(metrics.text(service), 200, { 'Content-Type': 'text/plain; version=0.0.4' }));
  app.get('/openapi.json', (c) => c.json(openApi()));
  app.notFound(() =>
    errorAnswer(
      new ServiceError('not_found', 'There is nothing at this address. GET /openapi.json lists what there is.'),
    ),
  );
  app.onError((error, c) => answerError(service, error, c));
  return app;
}

function addRest(app: App, service: Service, throttle: Throttle): void {
  for (const address of restAddresses()) {
    // Newer clients call a project an environment.
    const patterns = [address.pattern, address.pattern.replace(/^\/projects\//, '/environments/')];
    for (const pattern of new Set(patterns)) {
      app.all(`/api${pattern}`, (c) => {
        c.set('route', `/api${address.pattern}/`);
        return answerAt(service, throttle, address, { request: c.req.raw, params: c.req.param() });
      });
    }
  }
}

/** Whether events and changes are taken; an operator's probe reads the status, an operator the reason. */
function readiness({ store }: Service): [Record<string, string>, 200 | 503, Record<string, string>] {
  const refusal = store.refusal();
  if (refusal === null) return [{ status: 'ready' }, 200, {}];
  return [{ status: 'read-only', reason: refusal.message }, 503, headersOf(refusal)];
}

/** Numbers every request, and notes how it went. */
function observe(service: Service, metrics: Metrics, traffic: Traffic) {
  return async (c: Context<Env>, next: () => Promise<void>): Promise<void> => {
    const started_ms = performance.now();
    const request_id = randomUUID();
    c.set('request_id', request_id);
    traffic.begin();
    await next().finally(() => traffic.end());
    const ms = performance.now() - started_ms;
    const { status } = c.res;
    const route = routeLabel(c, status);
    c.header('X-Request-Id', request_id);
    const doubt = service.doubt();
    if (doubt !== null) c.header('Warning', `199 insights-mcp "${doubt}"`);
    metrics.count(c.req.method, route, status, ms);
    service.log.info({ request_id, method: c.req.method, route, status, ms: Math.round(ms * 10) / 10 }, 'request');
  };
}

/** Bounded in number: our own patterns, or the first segment of an address that was found. */
function routeLabel(c: Context<Env>, status: number): string {
  const route = c.get('route');
  if (route !== undefined) return route;
  return status === 404 || status === 403 ? 'unknown' : `/${c.req.path.split('/')[1] ?? ''}`;
}

function answerError(service: Service, error: Error, c: Context<Env>): Response {
  if (error instanceof ServiceError && error.status < 500) return errorAnswer(error);
  service.log.error({ request_id: c.get('request_id'), error: stackOf(error) }, 'request failed');
  if (error instanceof ServiceError) return errorAnswer(error);
  const id = c.get('request_id');
  return errorAnswer(new ServiceError('error', `A server error occurred. The log tells more under request id ${id}.`));
}

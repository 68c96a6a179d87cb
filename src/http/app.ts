/**
 * Everything served over HTTP on one port: the capture endpoints (open to every origin) and, behind the host guard,
 * REST routes, operator pages and whatever is mounted.
 */
import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { getPathNoStrict } from 'hono/utils/url';
import { stackOf } from '../base/stack.ts';
import { ServiceError } from '../model/error.ts';
import { ICON_PATH, ICON_SVG, ICON_TYPE } from '../model/version.ts';
import type { Service } from '../service/contract/context.ts';
import { browserRoutes } from './capture/browser_routes.ts';
import { captureGate, captureRoutes } from './capture/capture.ts';
import { checkHost } from './guard.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { sharedRoutes } from './pages/shared.ts';
import { visitRoutes } from './pages/visit_pages.ts';
import type { Visits } from './pages/visits.ts';
import { type Protected, protectedRoutes } from './protected.ts';
import { openApi } from './rest/openapi.ts';
import { answerAt, keyHolder, patternsOf, restAddresses } from './rest/routes.ts';
import type { Arrived } from './server.ts';
import { createTraffic, type Traffic } from './traffic.ts';
import { addressOf, networkOf } from './wire/address.ts';
import { admission } from './wire/admission.ts';
import { errorAnswer, headersOf, throttledAnswer } from './wire/answer.ts';
import { createThrottle, type Throttle, throttleName, unlimited } from './wire/throttle.ts';

interface Mount {
  /** Exact path, e.g. `/mcp`. */
  readonly path: string;
  readonly fetch: (request: Request) => Response | Promise<Response>;
}

export interface AppOptions {
  /** Host names that are answered besides loopback; empty = loopback only. */
  readonly allowed_hosts?: readonly string[];
  /** Whether to throttle per key; default yes. */
  readonly rate_limit?: boolean;
  /** How many of the operator's own proxies are in front of this server. Default 0. */
  readonly trusted_proxies?: number;
  readonly mounts?: readonly Mount[];
  /** Logins for pages in a browser; default none. */
  readonly visits?: Visits;
  /** How MCP clients find a login server outside; null = there is none. */
  readonly protected?: Protected | null;
  /** Called for every request. */
  readonly traffic?: Traffic;
}

interface Env {
  Bindings: Arrived;
  Variables: { request_id: string; route: string };
}

export type App = Hono<Env>;

/** The network that a request comes from. Identifies callers without a key. */
type Network = (c: Context) => string;

export function createApp(service: Service, options: AppOptions = {}): App {
  const app: App = new Hono<Env>({ getPath: pathOf });
  const metrics = createMetrics();
  const admit = admission(service);
  app.route('/', captureGate(admit, metrics.refused));
  app.use(observe(service, metrics, options.traffic ?? createTraffic()));
  const throttle = (options.rate_limit ?? true) ? createThrottle() : unlimited;
  const address = addressOf(options.trusted_proxies ?? 0);
  const network: Network = (c) => networkOf(address(c.req.raw, c.env));
  app.use(boundRefusals(throttle, network));
  app.route('/', captureRoutes(service, { address, admit }));
  app.route('/', browserRoutes(service));
  app.use(async (c, next) => {
    checkHost(c.req.raw, options.allowed_hosts ?? []);
    await next();
  });
  addRest(app, service, throttle, network);
  app.route('/', sharedRoutes(service, throttle, network));
  const is_secure = service.public_url?.startsWith('https:') ?? false;
  if (options.visits) app.route('/', visitRoutes(service, options.visits, throttle, is_secure));
  for (const mount of options.mounts ?? []) addMount(app, service, throttle, mount);
  if (options.protected) app.route('/', protectedRoutes(options.protected));
  app.get(ICON_PATH, (c) => c.body(ICON_SVG, 200, { 'Content-Type': ICON_TYPE, 'Cache-Control': 'max-age=86400' }));
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', (c) => c.json(...readiness(service)));
  for (const path of ['/metrics', '/openapi.json']) app.use(path, openPage(throttle, network));
  app.get('/metrics', (c) => c.text(metrics.text(service), 200, { 'Content-Type': 'text/plain; version=0.0.4' }));
  app.get('/openapi.json', async (c) => c.json(await openApi()));
  app.notFound(() =>
    errorAnswer(
      new ServiceError('not_found', 'There is nothing at this address. GET /openapi.json lists what there is.'),
    ),
  );
  app.onError((error, c) => answerError(service, error, c));
  return app;
}

/** Without a slash at its end, and with one at its start: libraries put their paths behind a host that may end in one. */
function pathOf(request: Request): string {
  return getPathNoStrict(request).replace(/^\/{2,}/, '/');
}

/** Only pages, for a browser on this machine: takes no events and no keys. */
export function createPages(service: Service, visits: Visits): App {
  const app: App = new Hono<Env>({ strict: false });
  app.use(observe(service, createMetrics(), createTraffic()));
  app.use(async (c, next) => {
    checkHost(c.req.raw, []);
    await next();
  });
  app.route('/', visitRoutes(service, visits, unlimited, false));
  app.notFound(() => errorAnswer(new ServiceError('not_found', 'There is no page at this address.')));
  app.onError((error, c) => answerError(service, error, c));
  return app;
}

/** Throttles networks that keep sending invalid credentials or unknown sharing links. */
function boundRefusals(throttle: Throttle, network: Network) {
  return async (c: Context<Env>, next: () => Promise<void>): Promise<void> => {
    await next();
    const isUnknownLink = c.res.status === 404 && c.req.path.startsWith('/shared/');
    if (c.res.status !== 401 && !isUnknownLink) return;
    const wait_s = await throttle(network(c), 'refusals');
    if (wait_s !== null) c.res = throttledAnswer(wait_s);
  };
}

/** Throttles pages that need no key but cost something. */
function openPage(throttle: Throttle, network: Network) {
  return async (c: Context<Env>, next: () => Promise<void>): Promise<Response | undefined> => {
    const wait_s = await throttle(network(c), 'others');
    if (wait_s !== null) return throttledAnswer(wait_s);
    await next();
    return undefined;
  };
}

/** Throttled like the insight routes, because each request may compute. The mount itself rejects wrong keys. */
function addMount(app: App, service: Service, throttle: Throttle, mount: Mount): void {
  app.all(mount.path, async (c) => {
    const caller = keyHolder(service, c.req.raw);
    const wait_s = caller === null ? null : await throttle(throttleName(caller, ''), 'insights');
    return wait_s === null ? mount.fetch(c.req.raw) : throttledAnswer(wait_s);
  });
}

function addRest(app: App, service: Service, throttle: Throttle, network: Network): void {
  for (const address of restAddresses()) {
    for (const pattern of patternsOf(address)) {
      app.all(`/api${pattern}`, (c) => {
        c.set('route', `/api${address.pattern}/`);
        return answerAt(service, throttle, address, { request: c.req.raw, params: c.req.param(), network: network(c) });
      });
    }
  }
}

/** Whether events and changes are accepted. Probes read the status, operators the reason. */
function readiness({ store }: Service): [Record<string, string>, 200 | 503, Record<string, string>] {
  const refusal = store.refusal();
  if (refusal === null) return [{ status: 'ready' }, 200, {}];
  return [{ status: 'read-only', reason: refusal.message }, 503, headersOf(refusal)];
}

/** Gives every request an id, and logs, counts and traces it. */
function observe(service: Service, metrics: Metrics, traffic: Traffic) {
  return async (c: Context<Env>, next: () => Promise<void>): Promise<void> => {
    const started_ms = performance.now();
    const request_id = randomUUID();
    c.set('request_id', request_id);
    traffic.begin();
    const { method, raw } = c.req;
    const span = { name: method, attributes: { 'http.request.method': method, request_id }, headers: raw.headers };
    const { status, route } = await service.tracing.within(span, async (note) => {
      await next().finally(() => traffic.end());
      const answered = { status: c.res.status, route: routeLabel(c, c.res.status) };
      note(
        { 'http.route': answered.route, 'http.response.status_code': answered.status },
        `${method} ${answered.route}`,
      );
      return answered;
    });
    const ms = performance.now() - started_ms;
    // `c.header` would build a new response each time, which Node would then send as a stream.
    const { headers } = c.res;
    headers.set('X-Request-Id', request_id);
    headers.set('X-Content-Type-Options', 'nosniff');
    // Caches on the way know a reader by a header only, and the token of a sharing link is in the address.
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
    const doubt = service.doubt();
    if (doubt !== null) headers.append('Warning', `199 insights-mcp "${doubt}"`);
    metrics.count(c.req.method, route, status, ms);
    service.log.info({ request_id, method: c.req.method, route, status, ms: Math.round(ms * 10) / 10 }, 'request');
  };
}

/** A bounded set of labels: our own patterns, or the first segment of a known address. */
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

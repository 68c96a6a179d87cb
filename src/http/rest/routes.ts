/** REST routes from the operation table: finds the operation of an address, and turns a request into its input. */

import { isObject } from '../../base/json.ts';
import { readMembers } from '../../base/written.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { authenticate, linkHolder } from '../../service/access/authenticate.ts';
import { bearerOf } from '../../service/access/bearer.ts';
import type { Caller, Service } from '../../service/contract/context.ts';
import { isStoring, type Method, type Operation, type Route } from '../../service/contract/operation.ts';
import { admit } from '../../service/gate/call.ts';
import { OPERATIONS } from '../../service/operations/index.ts';
import { csvAnswer, errorAnswer, formatOf, routeAnswer, throttledAnswer } from '../wire/answer.ts';
import { parseJson, readBody } from '../wire/body.ts';
import { type Export, exportOf } from '../wire/csv.ts';
import { kindOf, type Throttle, throttleName } from '../wire/throttle.ts';
import { decodeQuery } from './decode.ts';
import { besideCsv, passedOver } from './passed_over.ts';

interface Entry {
  readonly operation: Operation;
  readonly route: Route;
}

/** An address below /api, with its methods. */
export interface Address {
  /** `/projects/:project_id/insights/:id`, without the trailing slash. */
  readonly pattern: string;
  readonly entries: ReadonlyMap<string, Entry>;
}

/** Fixed segments come before variable ones: `/insights/trend` is not an insight with the id "trend". */
export function restAddresses(): Address[] {
  const addresses = new Map<string, Map<Method, Entry>>();
  for (const operation of OPERATIONS) {
    for (const route of operation.routes) {
      const pattern = `${operation.in_project ? '/projects/:project_id' : ''}${route.path}`.replace(/\/$/, '');
      const entries = addresses.get(pattern) ?? new Map<Method, Entry>();
      addresses.set(pattern, entries.set(route.method, { operation, route }));
    }
  }
  return [...addresses]
    .map(([pattern, entries]) => ({ pattern, entries }))
    .sort((a, b) => variables(a.pattern) - variables(b.pattern));
}

/** What the oldest clients call what a project has. */
const FORMER: Readonly<Record<string, string>> = {
  ...{ events: 'event', persons: 'person', cohorts: 'cohort', actions: 'action' },
  ...{ insights: 'insight', dashboards: 'dashboard', annotations: 'annotation', feature_flags: 'feature_flag' },
};

/** The address as all clients know it: newer ones call a project an environment, the oldest ones name none. */
export function patternsOf({ pattern }: Address): Set<string> {
  const former = pattern.replace(/^\/projects\/:project_id\/(\w+)/, (whole, noun: string) => {
    const name = FORMER[noun];
    return name === undefined ? whole : `/${name}`;
  });
  return new Set([pattern, pattern.replace(/^\/projects\//, '/environments/'), former]);
}

/** Of an address without a project: the one with that token, or the key's first one. */
function projectNamed({ store }: Service, url: URL): string | null {
  const token = url.searchParams.get('token');
  return token === null ? null : String(store.projects.byToken(token)?.id ?? token);
}

function variables(pattern: string): number {
  return pattern.split('/:').length;
}

export interface Asked {
  readonly request: Request;
  /** Variable segments. */
  readonly params: Readonly<Record<string, string>>;
  /** Client address. */
  readonly network: string;
}

/** Handles a request in this order: method, credentials, throttle, scope, project, object, body, handler. */
export async function answerAt(
  service: Service,
  throttle: Throttle,
  address: Address,
  { request, params, network }: Asked,
): Promise<Response> {
  const { entries } = address;
  const entry = entries.get(request.method === 'HEAD' ? 'GET' : request.method);
  if (!entry) return wrongMethod(request.method, address);
  const { operation, route } = entry;
  const url = addressKnown(service, request);
  const caller = callerOf(service, request, url);
  const wait_s = await throttle(throttleName(caller, network), kindOf(route));
  if (wait_s !== null) return throttledAnswer(wait_s);
  const { project_id = projectNamed(service, url), ...named } = params;
  const once_key = request.headers.get('idempotency-key');
  const run = admit(service, caller, operation, named, { project_id, url, signal: request.signal, once_key });
  const format = formatOf(route, url.searchParams);
  const exported = exportOf(url);
  const body = route.method === 'GET' ? {} : await readInput(request, route, operation);
  const output = await run({ ...decodeQuery(url.searchParams, operation.input), ...body, ...named });
  const response =
    format === 'csv'
      ? await inCsv(entry, await readMembers(output), exported)
      : routeAnswer(route, await present(route, output));
  if (response.status === 405) response.headers.set('Allow', allowed(entries));
  const warning = passedOver(url.searchParams, { body, named }, operation, route);
  if (warning !== null) response.headers.append('Warning', warning);
  return response;
}

/** The address under the name that clients reach this server by, so that links and next pages lead there, too. */
function addressKnown({ public_url }: Service, { url }: Request): URL {
  const { origin, pathname, search } = new URL(url);
  return new URL(`${public_url ?? origin}${pathname}${search}`);
}

async function inCsv({ operation, route }: Entry, output: unknown, exported: Export): Promise<Response> {
  const response = await csvAnswer(operation, route, output, exported);
  const warning = besideCsv(output);
  if (warning !== null) response.headers.set('Warning', warning);
  const next = isObject(output) ? output['next'] : null;
  if (typeof next === 'string') response.headers.set('Link', `<${next}>; rel="next"`);
  return response;
}

function present(route: Route, output: unknown): unknown {
  return route.present ? route.present(output) : output;
}

function wrongMethod(method: string, { pattern, entries }: Address): Response {
  const isMissing = [...entries.values()].some(({ operation }) => operation.name === 'list_nothing');
  const name = pattern.replace('/projects/:project_id/', '').replaceAll(/[/_]/g, ' ');
  const why = isMissing ? ` There is nothing here to keep ${name}: this list is always empty.` : '';
  const error = new ServiceError('method_not_allowed', `Method "${method}" not allowed.${why}`);
  return errorAnswer(error, { Allow: allowed(entries) });
}

/** Methods to list as allowed. Routes that always reject their method do not count. */
function allowed(entries: Address['entries']): string {
  return [...entries.values()]
    .filter(({ route }) => route.status !== 405)
    .map(({ route }) => route.method)
    .join(', ');
}

/** The holder of the key, or a read-only caller by the token of a sharing link. */
function callerOf(service: Service, request: Request, url: URL): Caller {
  const key = bearer(request);
  const token = url.searchParams.get('sharing_access_token');
  if (key !== null || token === null) return authenticate(service, key);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new ServiceError('permission_denied', 'Sharing access token can only be used for GET requests.');
  }
  const caller = linkHolder(service, token);
  if (caller === null) throw new ServiceError('permission_denied', 'Sharing access token is invalid.');
  return caller;
}

/** null if the key opens nothing. */
export function keyHolder(service: Service, request: Request): Caller | null {
  try {
    return authenticate(service, bearer(request));
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

function bearer(request: Request): string | null {
  return bearerOf(request.headers.get('authorization'));
}

/** The body as input members; no members if it is empty. */
async function readInput(request: Request, route: Route, operation: Operation): Promise<Record<string, unknown>> {
  // Bounded tightly, because parsing blocks everybody else.
  const bytes = await readBody(request, isStoring(operation) ? LIMIT.body_bytes : LIMIT.question_bytes);
  if (bytes.length === 0) return {};
  const type = request.headers.get('content-type') ?? 'application/json';
  if (!/^\s*application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)) {
    throw new ServiceError(
      'unsupported_media_type',
      'Unsupported media type. Send JSON, with the header "Content-Type: application/json".',
    );
  }
  const body = parseJson(bytes);
  if (isObject(body)) return body;
  if (Array.isArray(body) && route.list_as !== undefined) return { [route.list_as]: body };
  throw new ServiceError('parse_error', 'The body must be a JSON object, as {"name": "Weekly sign-ups"}.');
}

/**
 * Endpoints that analytics client libraries call. 200 means the events are on disk. Open to every origin: the project
 * token in a web page is public; it lets events in and nothing out.
 */
import { type Context, Hono } from 'hono';
import { isObject } from '../../base/json.ts';
import { formatUuid, stampUuid } from '../../base/uuid.ts';
import { ServiceError } from '../../model/error.ts';
import type { Service } from '../../service/contract/context.ts';
import { type Arrival, normaliseEvent } from '../../service/ingest/normalise.ts';
import { ownToken, readBody, readPayload } from '../../service/ingest/payload.ts';
import { projectOfToken } from '../../service/ingest/token.ts';
import { amplitude } from '../senders/amplitude.ts';
import { isMixpanel, isPassedOver, mixpanelAnswer, ofMixpanel } from '../senders/mixpanel.ts';
import { otelLogs } from '../senders/otel_logs.ts';
import { segment } from '../senders/segment.ts';
import type { Sender } from '../senders/sender.ts';
import { snowplow } from '../senders/snowplow.ts';
import { type AddressOf, addressOf } from '../wire/address.ts';
import type { Admit } from '../wire/admission.ts';
import { headersOf } from '../wire/answer.ts';
import { flagsAnswer, localFlags } from './flags.ts';
import { captureRequest, clientAddress, type Door } from './request.ts';
import { captureResults } from './results.ts';

const EVENT_PATHS = [
  '/batch',
  '/capture',
  '/e',
  '/i/v0/e',
  '/i/v0/ai/batch',
  '/track',
  '/import',
  '/engage',
  '/groups',
];
/** One result per event. */
const RESULTS_PATH = '/i/v1/analytics/events';
const SENDERS: readonly Sender[] = [segment, amplitude, snowplow, otelLogs];
const FLAG_PATHS = ['/flags', '/decide'];
/** Of PostHog's library and of Mixpanel's. */
const RECORDING_PATHS = ['/s', '/record'];
/** What PostHog's libraries send besides events, if they are told to. */
const FOREIGN_PATHS = ['/i/v1/logs', '/i/v1/metrics'];
/** An object without an event name changes the person and nothing else. */
const PERSON_PATHS = /^\/(engage|groups)\/?$/;

const NOT_KEPT = new ServiceError(
  'not_found',
  'Logs and metrics are not kept here. Send what happened as events, to /batch/.',
);

/** Runs before any other work, because in a flood most requests are refused. Calls `refused` for each of those. */
export function captureGate(admit: Admit, refused: () => void): Hono {
  const gate = new Hono();
  for (const path of bothForms([...EVENT_PATHS, ...SENDERS.flatMap(({ paths }) => paths), RESULTS_PATH])) {
    gate.post(path, async (c, next) => {
      try {
        admit();
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        refused();
        const origin = c.req.header('origin');
        const readable = origin === undefined ? {} : originHeaders(origin);
        return c.json(error.body(), error.status, { ...headersOf(error), ...readable });
      }
      await next();
      return undefined;
    });
  }
  return gate;
}

export function captureRoutes(
  service: Service,
  { address = addressOf(0), admit = service.ingest.admit }: { address?: AddressOf; admit?: Admit } = {},
): Hono {
  const door: Door = { service, address, admit };
  const { refusals } = service;
  const routes = new Hono();
  for (const path of bothForms([...EVENT_PATHS, ...FLAG_PATHS, ...RECORDING_PATHS, ...FOREIGN_PATHS, RESULTS_PATH])) {
    routes.use(path, openToAllOrigins);
  }
  for (const path of bothForms(EVENT_PATHS)) {
    routes.on(['GET', 'POST'], path, (c) => answered(c, service, () => refusals.noting(null, () => capture(c, door))));
  }
  for (const path of bothForms([RESULTS_PATH])) {
    routes.post(path, (c) => answered(c, service, () => refusals.noting(null, () => captureResults(c, door))));
  }
  for (const sender of SENDERS) {
    for (const path of bothForms(sender.paths)) {
      routes.use(path, openToAllOrigins);
      routes.post(path, (c) => answered(c, service, () => refusals.noting(null, () => receive(c, door, sender))));
    }
  }
  // Session recordings are not stored. Without this answer the library would retry forever.
  for (const path of bothForms(RECORDING_PATHS)) routes.on(['GET', 'POST'], path, (c) => c.json({ status: 1 }));
  // A refusal that pages of other origins can read: what they cannot read they send again.
  for (const path of bothForms(FOREIGN_PATHS)) routes.post(path, (c) => c.json(NOT_KEPT.body(), NOT_KEPT.status));
  for (const path of bothForms(FLAG_PATHS)) {
    routes.on(['GET', 'POST'], path, (c) => answered(c, service, () => flags(c, service)));
  }
  for (const path of bothForms(['/api/feature_flag/local_evaluation', '/flags/definitions'])) {
    routes.get(path, (c) => c.json(localFlags()));
  }
  return routes;
}

export function bothForms(paths: readonly string[]): string[] {
  return paths.flatMap((path) => [path, `${path}/`]);
}

function originHeaders(origin: string): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    Vary: 'Origin',
  };
}

/** Echoes the origin, because libraries send credentials. Answers preflights itself. */
export async function openToAllOrigins(c: Context, next: () => Promise<void>): Promise<Response | undefined> {
  const origin = c.req.header('origin');
  if (origin !== undefined) {
    for (const [name, value] of Object.entries(originHeaders(origin))) c.header(name, value);
  }
  if (c.req.method !== 'OPTIONS') {
    await next();
    return undefined;
  }
  c.header('Access-Control-Allow-Methods', 'GET, POST, OPTIONS');
  const asked = c.req.header('access-control-request-headers');
  if (asked !== undefined) c.header('Access-Control-Allow-Headers', asked);
  return c.body('', 200);
}

/** Runs a route; errors become statuses that the libraries understand. */
export async function answered(c: Context, service: Service, run: () => Promise<Response>): Promise<Response> {
  try {
    return await run();
  } catch (error) {
    const known = error instanceof ServiceError ? error : null;
    if (known === null) service.log.error({ err: error, path: c.req.path }, 'capture failed');
    const shown = known ?? new ServiceError('error', 'Something went wrong here; nothing of this request was stored.');
    return c.json(shown.body(), shown.status, headersOf(shown));
  }
}

function arrivalOf(c: Context, { service, address }: Door, sent_at_ms: number | null): Arrival {
  return { now_ms: service.now(), sent_at_ms, ip: clientAddress(c, address), randomBytes: service.randomBytes };
}

async function capture(c: Context, door: Door): Promise<Response> {
  const { service, admit } = door;
  const payload = await readPayload(await captureRequest(c, admit));
  const project = projectOfToken(service.store, payload.token);
  const is_of_people = PERSON_PATHS.test(c.req.path);
  const arrival = {
    ...arrivalOf(c, door, payload.sent_at_ms),
    ...(is_of_people ? { default_event: '$set' } : {}),
  };
  const { searchParams: query } = new URL(c.req.url);
  const is_mixpanel = isMixpanel(query, payload.events);
  const taken = is_of_people ? payload.events.filter((raw) => !isPassedOver(raw)) : payload.events;
  await service.refusals.noting(project.id, () => {
    const events = taken.map((raw) => normaliseEvent(is_mixpanel ? ofMixpanel(raw) : raw, arrival));
    return service.ingest.capture(project, events);
  });
  if (is_mixpanel) return c.text(mixpanelAnswer(query));
  return c.req.query('beacon') === '1' ? c.body(null, 204) : c.json({ status: 1 });
}

/** Stores what it can and reports the rest. If it refused a whole batch, libraries would resend it again and again. */
async function receive(c: Context, door: Door, sender: Sender): Promise<Response> {
  const { service, admit } = door;
  const body = await readBody(await captureRequest(c, admit));
  const path = c.req.path.replace(/\/$/, '');
  const sent = sender.read({ path, authorization: c.req.header('authorization'), body });
  const project = projectOfToken(service.store, sent.token);
  const arrival = arrivalOf(c, door, sent.sent_at_ms);
  const refused = new Map<number, string>();
  const events = sent.events.flatMap((raw, at) => {
    try {
      if (raw instanceof ServiceError) throw raw;
      return [normaliseEvent(raw, arrival)];
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      service.refusals.note(project.id, error);
      refused.set(at, error.message);
      return [];
    }
  });
  await service.ingest.capture(project, events);
  return c.json(sender.answer(events.length, refused, arrival.now_ms));
}

async function flags(c: Context, service: Service): Promise<Response> {
  const body = c.req.method === 'GET' ? {} : await readBody(await captureRequest(c, () => {}));
  const token = isObject(body) ? ownToken(body) : null;
  const project = projectOfToken(service.store, token ?? c.req.query('token') ?? null);
  const request_id = formatUuid(stampUuid(service.randomBytes(16), 4));
  return c.json(flagsAnswer(project, request_id, service.now()));
}

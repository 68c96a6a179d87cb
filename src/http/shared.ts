/**
 * What a sharing link shows to whoever holds it: a page without scripts, or the insight as JSON. The token is the whole
 * credential, so neither address nor answer may be kept or passed on.
 */
import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { must } from '../base/assert.ts';
import { readMembers } from '../base/written.ts';
import { ServiceError } from '../model/error.ts';
import { linkHolder } from '../service/authenticate.ts';
import { admit } from '../service/call.ts';
import type { Caller, Service } from '../service/context.ts';
import { OPERATIONS } from '../service/operations/index.ts';
import { errorAnswer, jsonAnswer, throttledAnswer } from './answer.ts';
import { missingPage, STYLE, sharedPage } from './shared_page.ts';
import { kindOf, type Throttle, throttleName } from './throttle.ts';

const GET_INSIGHT = must(
  OPERATIONS.find((operation) => operation.name === 'get_insight'),
  'the operation that a link opens',
);

const STYLE_HASH = createHash('sha256').update(STYLE, 'utf8').digest('base64');

const HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};
const PAGE_HEADERS = {
  ...HEADERS,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
};

export function sharedRoutes(service: Service, throttle: Throttle, network: (c: Context) => string): Hono {
  const routes = new Hono();
  routes.get('/shared/:token', async (c) => {
    const { token } = c.req.param();
    const as_json = token.endsWith('.json');
    const caller = linkHolder(service, as_json ? token.slice(0, -'.json'.length) : token);
    if (caller === null)
      return as_json ? missingJson() : new Response(missingPage(), { status: 404, headers: PAGE_HEADERS });
    const wait_s = await throttle(throttleName(caller, network(c)), kindOf(GET_INSIGHT.routes[0]!));
    if (wait_s !== null) return throttledAnswer(wait_s);
    const unread = await readInsight(service, caller);
    if (as_json) return jsonAnswer(unread, 200, HEADERS);
    const insight = (await readMembers(unread)) as Record<string, unknown>;
    const table = GET_INSIGHT.table?.(insight) ?? { columns: [], rows: [] };
    return new Response(sharedPage(insight, table), { headers: PAGE_HEADERS });
  });
  return routes;
}

/** Nobody is there to ask for a refresh, so each visit does; the rule for links keeps that rare. */
async function readInsight(service: Service, caller: Caller): Promise<unknown> {
  const read = async (refresh: boolean): Promise<unknown> => {
    const input = { id: String(caller.shared_insight_id), refresh };
    return admit(service, caller, GET_INSIGHT, input)(input);
  };
  try {
    return await read(true);
  } catch (error) {
    // Refreshing tells why a question has no answer; the page shows the insight without one.
    if (!(error instanceof ServiceError) || error.status !== 400) throw error;
    return read(false);
  }
}

function missingJson(): Response {
  return errorAnswer(new ServiceError('not_found', 'Not found. The link may have been switched off.'), HEADERS);
}

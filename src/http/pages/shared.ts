/**
 * What a sharing link shows. The token is the only credential, so neither address nor response may be cached or
 * forwarded.
 */
import { type Context, Hono } from 'hono';
import { ServiceError } from '../../model/error.ts';
import { linkHolder } from '../../service/access/authenticate.ts';
import type { Service } from '../../service/contract/context.ts';
import { getInsight } from '../../service/operations/index.ts';
import { errorAnswer, throttledAnswer } from '../wire/answer.ts';
import { kindOf, type Throttle, throttleName } from '../wire/throttle.ts';
import { endingOf, HEADERS, insightAnswer, PAGE_HEADERS, readerOf } from './insight_answer.ts';
import { messagePage } from './page.ts';

export function sharedRoutes(service: Service, throttle: Throttle, network: (c: Context) => string): Hono {
  const routes = new Hono();
  routes.get('/shared/:token', async (c) => {
    const { name: token, ending } = endingOf(c.req.param('token'));
    const caller = linkHolder(service, token);
    if (caller === null) return ending === '' ? missingPage() : missing();
    const wait_s = await throttle(throttleName(caller, network(c)), kindOf(getInsight.routes[0]!));
    if (wait_s !== null) return throttledAnswer(wait_s);
    try {
      const asked = new URL(c.req.url).searchParams;
      const read = readerOf(service, caller, String(caller.shared_insight_id));
      return await insightAnswer(service, read, { ending, files: token, asked });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return error.code === 'not_found' && ending === '' ? missingPage() : errorAnswer(error, HEADERS);
    }
  });
  return routes;
}

function missingPage(): Response {
  const page = messagePage('Not found', 'This link shows nothing. It may have been switched off.');
  return new Response(page, { status: 404, headers: PAGE_HEADERS });
}

function missing(): Response {
  return errorAnswer(new ServiceError('not_found', 'Not found. The link may have been switched off.'), HEADERS);
}

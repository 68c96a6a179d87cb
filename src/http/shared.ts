/**
 * What a sharing link shows to whoever holds it: a page without scripts, its chart as a picture, the table as CSV, or the
 * insight as JSON. The token is the whole credential, so neither address nor answer may be kept or passed on.
 */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { must } from '../base/assert.ts';
import { readMembers } from '../base/written.ts';
import { draw } from '../chart/draw.ts';
import { measureInter } from '../chart/text.ts';
import { themeCss } from '../chart/theme.ts';
import type { Chart } from '../model/chart.ts';
import { invalid, ServiceError } from '../model/error.ts';
import { LIMIT } from '../model/limit.ts';
import { linkHolder } from '../service/access/authenticate.ts';
import type { Caller, Service } from '../service/contract/context.ts';
import { admit } from '../service/gate/call.ts';
import { OPERATIONS } from '../service/operations/index.ts';
import { errorAnswer, jsonAnswer, throttledAnswer } from './answer.ts';
import { tableToCsv } from './csv.ts';
import { missingPage, STYLE, sharedPage } from './shared_page.ts';
import { kindOf, type Throttle, throttleName } from './throttle.ts';

const GET_INSIGHT = must(
  OPERATIONS.find((operation) => operation.name === 'get_insight'),
  'the operation that a link opens',
);

const HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};
const PAGE_HEADERS = {
  ...HEADERS,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policyFor(STYLE),
};
const SVG_HEADERS = {
  ...HEADERS,
  'Content-Type': 'image/svg+xml; charset=utf-8',
  'Content-Security-Policy': policyFor(themeCss('svg')),
};

/** Nothing runs, nothing is loaded; the one style is known by its hash. */
function policyFor(style: string): string {
  const hash = createHash('sha256').update(style, 'utf8').digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

type Insight = Readonly<Record<string, unknown>>;
type Ending = '' | '.json' | '.svg' | '.png' | '.csv';

export function sharedRoutes(service: Service, throttle: Throttle, network: (c: Context) => string): Hono {
  const routes = new Hono();
  routes.get('/shared/:token', async (c) => {
    const sent = c.req.param('token');
    const ending = (/\.(json|svg|png|csv)$/.exec(sent)?.[0] ?? '') as Ending;
    const token = sent.slice(0, sent.length - ending.length);
    const caller = linkHolder(service, token);
    if (caller === null) {
      return ending === '' ? new Response(missingPage(), { status: 404, headers: PAGE_HEADERS }) : missing();
    }
    const wait_s = await throttle(throttleName(caller, network(c)), kindOf(GET_INSIGHT.routes[0]!));
    if (wait_s !== null) return throttledAnswer(wait_s);
    try {
      const unread = await readInsight(service, caller);
      if (ending === '.json') return jsonAnswer(unread, 200, HEADERS);
      const insight = (await readMembers(unread)) as Insight;
      return await answer(service, insight, ending, token, new URL(c.req.url).searchParams);
    } catch (error) {
      if (error instanceof ServiceError) return errorAnswer(error, HEADERS);
      throw error;
    }
  });
  return routes;
}

async function answer(
  service: Service,
  insight: Insight,
  ending: Exclude<Ending, '.json'>,
  token: string,
  asked: URLSearchParams,
): Promise<Response> {
  switch (ending) {
    case '.csv': {
      const csv = await tableToCsv(GET_INSIGHT.table?.(insight) ?? { columns: [], rows: [] });
      return new Response(csv, { headers: { ...HEADERS, 'Content-Type': 'text/csv; charset=utf-8' } });
    }
    case '.svg': {
      const theme = themeOf(asked);
      const svg = draw(chartOf(insight), { width: widthOf(asked), theme: theme ?? 'page', standalone: true }).svg;
      return new Response(svg, { headers: SVG_HEADERS });
    }
    case '.png': {
      const options = { width: widthOf(asked), theme: themeOf(asked) ?? 'light', standalone: true } as const;
      const { svg } = draw(chartOf(insight), { ...options, measure: measureInter });
      const png = await service.pictures.png({ svg, zoom: PNG_ZOOM });
      return new Response(new Uint8Array(png), { headers: { ...HEADERS, 'Content-Type': 'image/png' } });
    }
    case '': {
      const bare = { title: titleOf(insight), description: textOf(insight['description']) };
      const chart = GET_INSIGHT.chart?.(insight, {}) ?? null;
      // Each takes some milliseconds where lines are long.
      await setImmediate();
      return new Response(sharedPage(bare, chart, token), { headers: PAGE_HEADERS });
    }
  }
}

const PICTURE_WIDTH = 960;
/** Sharp on the screens of today. */
const PNG_ZOOM = 2;

/** @throws ServiceError not_found where there is no result */
function chartOf(insight: Insight): Chart {
  const chart = GET_INSIGHT.chart?.(insight, {}) ?? null;
  if (chart === null) throw new ServiceError('not_found', 'This insight has no result, so there is no picture of it.');
  return chart;
}

function widthOf(asked: URLSearchParams): number {
  const text = asked.get('width') ?? String(PICTURE_WIDTH);
  const width = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (width >= LIMIT.picture_width_min && width <= LIMIT.picture_width_max) return width;
  throw invalid('width', `Expected a whole number from ${LIMIT.picture_width_min} to ${LIMIT.picture_width_max}.`);
}

/** null: as the reader's system prefers. */
function themeOf(asked: URLSearchParams): 'light' | 'dark' | null {
  const theme = asked.get('theme');
  if (theme === null || theme === 'light' || theme === 'dark') return theme;
  throw invalid('theme', 'Not one of the allowed values: light, dark.', 'invalid_choice');
}

function titleOf(insight: Insight): string {
  return textOf(insight['name']) || textOf(insight['derived_name']) || 'Insight';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
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

function missing(): Response {
  return errorAnswer(new ServiceError('not_found', 'Not found. The link may have been switched off.'), HEADERS);
}

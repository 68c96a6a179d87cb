/** An insight as a page without scripts, a picture, CSV or JSON. Never cached. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { visible, visibleLines } from '../../base/visible.ts';
import { readMembers } from '../../base/written.ts';
import { draw } from '../../chart/draw.ts';
import { measureInter } from '../../chart/text.ts';
import { themeCss } from '../../chart/theme.ts';
import { invalid, notOneOf, ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Chart } from '../../model/question/chart.ts';
import { type Insight, titleOf } from '../../model/saved/insight.ts';
import type { Caller, Service } from '../../service/contract/context.ts';
import { admit } from '../../service/gate/call.ts';
import { getInsight } from '../../service/operations/index.ts';
import { jsonAnswer } from '../wire/answer.ts';
import { forSpreadsheets, tableToCsv } from '../wire/csv.ts';
import { insightPage, STYLE } from './page.ts';

export const HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};
export const PAGE_HEADERS = {
  ...HEADERS,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policyFor(STYLE),
};
const SVG_HEADERS = {
  ...HEADERS,
  'Content-Type': 'image/svg+xml; charset=utf-8',
  'Content-Security-Policy': policyFor(themeCss('svg')),
};

/** Forbids running and loading anything. The only style is allowed by its hash. */
function policyFor(style: string): string {
  const hash = createHash('sha256').update(style, 'utf8').digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

const ENDINGS = ['.json', '.svg', '.png', '.csv'] as const;
type Ending = '' | (typeof ENDINGS)[number];

/** Splits the extension, which asks for a form, off an address. */
export function endingOf(address: string): { readonly name: string; readonly ending: Ending } {
  const ending = ENDINGS.find((one) => address.endsWith(one)) ?? '';
  return { name: address.slice(0, address.length - ending.length), ending };
}

/** How to show an insight: form, address, other parameters. */
export interface Showing {
  readonly ending: Ending;
  /** The page's address without extension, for links to the other forms. */
  readonly files: string;
  readonly asked: URLSearchParams;
  /** HTML above the page. Nothing by default. */
  readonly above?: string;
}

/** @throws ServiceError if the caller may not, the insight does not exist, or the request is invalid */
export async function insightAnswer(
  service: Service,
  read: (refresh: boolean) => Promise<unknown>,
  showing: Showing,
): Promise<Response> {
  const unread = await refreshed(read);
  if (showing.ending === '.json') return jsonAnswer(unread, 200, HEADERS);
  return answer(service, (await readMembers(unread)) as Insight, showing.ending, showing);
}

async function answer(
  service: Service,
  insight: Insight,
  ending: Exclude<Ending, '.json'>,
  { files, asked, above = '' }: Showing,
): Promise<Response> {
  switch (ending) {
    case '.csv': {
      const csv = await tableToCsv(getInsight.table?.(insight) ?? { columns: [], rows: [] });
      return new Response(forSpreadsheets(csv), { headers: { ...HEADERS, 'Content-Type': 'text/csv; charset=utf-8' } });
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
      const title = visible(titleOf(insight) ?? 'Insight');
      const description = visibleLines(insight.description ?? '').join(' ');
      const bare = { title, description, reason: reasonOf(insight) };
      const chart = getInsight.chart?.(insight, {}) ?? null;
      // Each drawing takes some milliseconds if lines are long.
      await setImmediate();
      return new Response(insightPage(bare, chart, { files, above }), { headers: PAGE_HEADERS });
    }
  }
}

/** Why an insight has no result, if that is known. */
export function reasonOf({ query_status }: Pick<Insight, 'query_status'>): string {
  return visible(query_status?.error_message ?? '');
}

const PICTURE_WIDTH = 960;
/** Makes pictures sharp on current screens. */
const PNG_ZOOM = 2;

/** @throws ServiceError not_found without a result */
function chartOf(insight: Insight): Chart {
  const chart = getInsight.chart?.(insight, {}) ?? null;
  if (chart !== null) return chart;
  throw new ServiceError(
    'not_found',
    `This insight has no result, so there is no picture of it. ${reasonOf(insight)}`.trim(),
  );
}

function widthOf(asked: URLSearchParams): number {
  const text = asked.get('width') ?? String(PICTURE_WIDTH);
  const width = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (width >= LIMIT.picture_width_min && width <= LIMIT.picture_width_max) return width;
  throw invalid('width', `Expected a whole number from ${LIMIT.picture_width_min} to ${LIMIT.picture_width_max}.`);
}

/** null = the page follows the reader's system. */
function themeOf(asked: URLSearchParams): 'light' | 'dark' | null {
  const theme = asked.get('theme');
  if (theme === null || theme === 'light' || theme === 'dark') return theme;
  throw notOneOf('theme', ['light', 'dark']);
}

/** Nobody can click refresh here, so each visit asks for it. The refresh rules keep recomputing rare. */
async function refreshed(read: (refresh: boolean) => Promise<unknown>): Promise<unknown> {
  try {
    return await read(true);
  } catch (error) {
    // A refresh fails if the question cannot be answered; the page then shows the insight without a result.
    if (!(error instanceof ServiceError) || error.status !== 400) throw error;
    return read(false);
  }
}

/** How the gate reads an insight for a caller. */
export function readerOf(service: Service, caller: Caller, id: string, project_id: string | null = null) {
  return async (refresh: boolean): Promise<unknown> => {
    const input = { id, refresh };
    return admit(service, caller, getInsight, input, { project_id, face: 'person' })(input);
  };
}

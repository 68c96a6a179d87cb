/**
 * Insights and dashboards in a browser, opened by a one-time link (`visits.ts`): the same pages as those of a sharing link,
 * but nothing is shared. They only read, and run no scripts.
 */
import type { Context } from 'hono';
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { visible, visibleLines } from '../../base/visible.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { titleOf } from '../../model/saved/insight.ts';
import type { Caller, Service } from '../../service/contract/context.ts';
import { call } from '../../service/gate/call.ts';
import { getDashboard, getInsight, listDashboards, listInsights } from '../../service/operations/index.ts';
import { errorAnswer, throttledAnswer } from '../wire/answer.ts';
import { kindOf, type Throttle, throttleName } from '../wire/throttle.ts';
import { endingOf, HEADERS, insightAnswer, PAGE_HEADERS, readerOf, reasonOf } from './insight_answer.ts';
import { dashboardPage, type LinkList, listPage, messagePage, onwardPage, type Tile } from './page.ts';
import type { Visits } from './visits.ts';

const VIEW = '/view';
const OPEN = '/open';
const COOKIE = 'insights_mcp_visit';
/** Other sites may not embed pictures and pages of visits. */
const OWN_ONLY = 'Cross-Origin-Resource-Policy';
const VISIT_HEADERS = { ...PAGE_HEADERS, [OWN_ONLY]: 'same-origin' };
const LISTED = 100;
const AGAIN =
  'Such links work once and for ten minutes. Ask your assistant for the insight again, or open it with the command: ';

/** The insight or dashboard that a link opens; `id` as in get_insight and get_dashboard. */
export type Visited = { readonly kind: 'insights' | 'dashboards'; readonly id: string | number } | null;

/** Path of the page; null gives the list of all insights and dashboards. */
export function pathOf(project_id: number, visited: Visited): string {
  const of = visited === null ? '' : `${visited.kind}/${encodeURIComponent(visited.id)}`;
  return `${VIEW}/${project_id}/${of}`;
}

/** Path of the one-time link on this server. */
export function openPath(visits: Visits, caller: Caller, path: string): string {
  return `${OPEN}/${visits.invite(caller, path)}`;
}

interface VisitEnv {
  Variables: { caller: Caller };
}

/** `is_secure`: whether browsers use https; then the cookie requires it. */
export function visitRoutes(service: Service, visits: Visits, throttle: Throttle, is_secure: boolean): Hono<VisitEnv> {
  const routes = new Hono<VisitEnv>({ strict: false });
  routes.get(`${OPEN}/:token`, (c) => openAnswer(c, service, visits, is_secure));
  routes.get(`${VIEW}/*`, async (c, next) => {
    // For browsers, other ports of this machine are the same site and would get the cookie.
    const is_ours = ['none', 'same-origin'].includes(c.req.header('sec-fetch-site') ?? 'none');
    const caller = is_ours ? visits.callerOf(getCookie(c, COOKIE) ?? '') : null;
    if (caller === null) return refused(service);
    const wait_s = await throttle(throttleName(caller, ''), kindOf(getInsight.routes[0]!));
    if (wait_s !== null) return throttledAnswer(wait_s);
    c.set('caller', caller);
    return next();
  });
  const page = (path: string, answer: (caller: Caller, c: Context) => Promise<Response>) =>
    routes.get(`${VIEW}/:project${path}`, (c) => told(answer(c.get('caller'), c)));
  page('', (caller, c) => listAnswer(service, caller, c.req.param('project') ?? ''));
  page('/insights/:id', (caller, c) => oneInsight(service, caller, c));
  page('/dashboards/:id', (caller, c) => oneDashboard(service, caller, c));
  return routes;
}

/** Link previews and prefetching do not use up the link. */
function openAnswer(c: Context, service: Service, visits: Visits, is_secure: boolean): Response {
  const is_guess = /prefetch|prerender/.test(`${c.req.header('sec-purpose')} ${c.req.header('purpose')}`);
  if (c.req.method === 'HEAD' || is_guess) return new Response(null, { status: 204, headers: VISIT_HEADERS });
  const accepted = visits.accept(c.req.param('token') ?? '');
  if (accepted === null) return refused(service);
  const maxAge = LIMIT.visit_ms / 1_000;
  setCookie(c, COOKIE, accepted.visit, { path: VIEW, httpOnly: true, sameSite: 'Strict', secure: is_secure, maxAge });
  return c.body(onwardPage(accepted.path), 200, VISIT_HEADERS);
}

function refused({ command }: Service): Response {
  const page = messagePage('Not open', `${AGAIN}${command('open')}`);
  return new Response(page, { status: 401, headers: VISIT_HEADERS });
}

/** Turns refusals of the gate into pages. */
async function told(answer: Promise<Response>): Promise<Response> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    if (error.status === 429) return errorAnswer(error, HEADERS);
    const title = error.status === 404 ? 'Not found' : 'Not possible';
    return new Response(messagePage(title, error.message), { status: error.status, headers: VISIT_HEADERS });
  }
}

function askedOf(c: Context): { project_id: string; name: string; ending: ReturnType<typeof endingOf>['ending'] } {
  return { project_id: c.req.param('project') ?? '', ...endingOf(c.req.param('id') ?? '') };
}

/** Link back to the list of all insights and dashboards. */
function aboveOf(project_id: string): string {
  return `<p><a href="${baseOf(project_id)}">All insights and dashboards</a></p>`;
}

function baseOf(project_id: string): string {
  return `${VIEW}/${encodeURIComponent(project_id)}/`;
}

async function oneInsight(service: Service, caller: Caller, c: Context): Promise<Response> {
  const { project_id, name, ending } = askedOf(c);
  const asked = new URL(c.req.url).searchParams;
  const read = readerOf(service, caller, name, project_id);
  const showing = { ending, files: encodeURIComponent(name), asked, above: aboveOf(project_id) };
  const answer = await insightAnswer(service, read, showing);
  answer.headers.set(OWN_ONLY, 'same-origin');
  return answer;
}

async function oneDashboard(service: Service, caller: Caller, c: Context): Promise<Response> {
  const { project_id, name } = askedOf(c);
  const input = { id: name, refresh: 'true' };
  const {
    name: title,
    description,
    tiles,
  } = await call(service, caller, getDashboard, input, { project_id, face: 'person' });
  const shown = tiles.map(({ insight, text }): Tile => {
    if (insight === null) return { text: linesOf(text?.body ?? '').join('\n') };
    const chart = getInsight.chart?.(insight, {}) ?? null;
    const href = `${baseOf(project_id)}insights/${String(insight['id'])}`;
    return { title: nameOf(insight), href, chart, reason: reasonOf(insight) };
  });
  const bare = { title: visible(title), description: visibleLines(description).join(' ') };
  const page = dashboardPage(bare, shown, aboveOf(project_id));
  return new Response(page, { headers: VISIT_HEADERS });
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).map(visible);
}

interface Listed {
  readonly id: number;
  readonly name: string | null;
  readonly derived_name?: string | null;
  readonly description: string | null;
}

interface Page {
  readonly count: number;
  readonly results: readonly Listed[];
}

async function listAnswer(service: Service, caller: Caller, project_id: string): Promise<Response> {
  const dashboards = await call(service, caller, listDashboards, { limit: LISTED }, { project_id });
  const insights = await call(service, caller, listInsights, { limit: LISTED, basic: true }, { project_id });
  const page = listPage('Insights and dashboards', [
    linkList('Dashboards', `${baseOf(project_id)}dashboards`, dashboards),
    linkList('Insights', `${baseOf(project_id)}insights`, insights),
  ]);
  return new Response(page, { headers: VISIT_HEADERS });
}

function linkList(heading: string, folder: string, { count, results }: Page): LinkList {
  const more = count > results.length ? ` (${results.length} of ${count})` : '';
  const links = results.map((one) => ({
    href: `${folder}/${one.id}`,
    text: nameOf(one),
    note: visibleLines(one.description ?? '').join(' '),
  }));
  return { heading: `${heading}${more}`, links, none: 'There are none yet: ask your assistant to save one.' };
}

function nameOf(one: Omit<Listed, 'description'>): string {
  return visible(titleOf(one) ?? `Insight ${one.id}`);
}

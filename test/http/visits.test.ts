/** Pages for holders of a key: a link opens them once, a cookie keeps them open, and revoking the key closes them. */
import { beforeEach, describe, expect, test } from 'vitest';
import { openPath, pathOf } from '../../src/http/pages/visit_pages.ts';
import { Visits } from '../../src/http/pages/visits.ts';
import { LIMIT } from '../../src/model/limit.ts';
import type { Scope } from '../../src/model/scope.ts';
import { authenticate, localOwner } from '../../src/service/access/authenticate.ts';
import type { Caller } from '../../src/service/contract/context.ts';
import { event, temporaryProduct } from '../support/product.ts';
import { atAndPast } from '../support/tried_limits.ts';
import { startServer } from './support.ts';

const START = Date.parse('2026-03-10T12:00:00Z');

/** One insight and a dashboard with it. */
async function startVisited() {
  const clock = { now_ms: START };
  let visits: Visits | null = null;
  const server = await startServer({ now: () => clock.now_ms }, (service) => {
    visits = new Visits(service);
    return { visits };
  });
  const project = server.service.store.projects.get(1)!;
  server.service.ingest.importItems(project, [event('sign up', 'a', '2026-03-09T10:00:00Z')]);
  const filters = { events: [{ id: 'sign up' }], date_from: '-7d' };
  await server.post('insights/', { name: 'Sign-ups <b>', description: 'per day', filters });
  const note = { text: { body: 'Numbers are\nwithout <tests>.' } };
  await server.post('dashboards/', { name: 'Weekly <i>', tiles: [note, { insight: 1 }] });
  const callerWith = (scopes: readonly Scope[]): Caller => authenticate(server.service, server.key(scopes));
  const invite = (caller: Caller, visited = { kind: 'insights', id: 1 } as const) =>
    openPath(visits!, caller, pathOf(1, visited));
  const get = (path: string, headers: Record<string, string> = {}) => server.get(path, { key: null, headers });
  const enter = async (caller: Caller) => {
    const { headers } = await get(invite(caller));
    return { cookie: String(headers['set-cookie']).split(';')[0]! };
  };
  return { server, clock, callerWith, invite, get, enter };
}

let at: Awaited<ReturnType<typeof startVisited>>;
beforeEach(async () => {
  at = await startVisited();
});

describe('a link', () => {
  test('opens once, for ten minutes, and only by being opened', async () => {
    const { get, invite, callerWith, clock, server } = at;
    const caller = callerWith(['*']);
    const link = invite(caller);
    expect((await server.send('HEAD', link, { key: null })).headers['set-cookie']).toBeUndefined();
    expect((await get(link, { 'sec-purpose': 'prefetch;prerender' })).headers['set-cookie']).toBeUndefined();
    const opened = await get(link);
    expect(opened.status).toBe(200);
    expect(opened.text).toContain('content="0;url=/view/1/insights/1"');
    const cookie = String(opened.headers['set-cookie']);
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/view', `Max-Age=${LIMIT.visit_ms / 1_000}`]) {
      expect(cookie).toContain(part);
    }
    expect(opened.headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
    expect(opened.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const again = await get(link);
    expect([again.status, again.headers['set-cookie']]).toEqual([401, undefined]);
    expect(again.text).toContain('work once');
    const openedAfter = async (ms: number) => {
      const late = invite(caller);
      clock.now_ms += ms;
      return (await get(late)).status;
    };
    await atAndPast('login_ms', openedAfter, { at: 401, past: 200, step: -1 });
    expect((await get('/open/guessed')).status).toBe(401);
  });

  test('to a server that is reached by https makes a cookie that goes no other way', async () => {
    let link = '';
    const secure = await startServer({ public_url: 'https://insights.example.com' }, (service) => {
      const visits = new Visits(service);
      link = openPath(visits, localOwner(service), pathOf(1, null));
      return { visits };
    });
    const { headers } = await secure.get(link, { key: null });
    expect(String(headers['set-cookie'])).toContain('; Secure');
  });
});

describe('a visit', () => {
  test('sees the insight in each form, the dashboard, and the list of all; what people wrote is escaped', async () => {
    const { get, enter, callerWith } = at;
    const cookie = await enter(callerWith(['*']));
    const page = await get('/view/1/insights/1', cookie);
    expect(page.text).toContain('<h1>Sign-ups &lt;b&gt;</h1>');
    expect(page.text).toContain('<a href="1.png">PNG</a>');
    expect(page.text).not.toMatch(/<script|<img|<link|onload=/);
    const types = { svg: 'image/svg+xml', png: 'image/png', csv: 'text/csv', json: 'application/json' };
    for (const [ending, type] of Object.entries(types)) {
      const { status, headers } = await get(`/view/1/insights/1.${ending}`, cookie);
      expect([status, String(headers['content-type']).split(';')[0]]).toEqual([200, type]);
      expect(headers).toMatchObject({ 'cross-origin-resource-policy': 'same-origin', 'cache-control': 'no-store' });
    }
    const dashboard = await get('/view/1/dashboards/1', cookie);
    expect(dashboard.text).toContain('<h1>Weekly &lt;i&gt;</h1>');
    expect(dashboard.text).toContain('<h2><a href="/view/1/insights/1">Sign-ups &lt;b&gt;</a></h2>');
    expect(dashboard.text).toContain('<p class="text">Numbers are\nwithout &lt;tests&gt;.</p>');
    expect(dashboard.text.match(/<figure/g)).toHaveLength(2);
    for (const path of ['/view/1/', '/view/1', '/view/@current/']) {
      const { status, text } = await get(path, cookie);
      expect([path, status]).toEqual([path, 200]);
      expect(text).toContain('Sign-ups &lt;b&gt;</a> <small>per day</small>');
    }
    const told = async (path: string) => {
      const { status, text } = await get(path, cookie);
      return [status, /<h1>(.*?)<.h1>/.exec(text)?.[1]];
    };
    expect(await told('/view/1/insights/9')).toEqual([404, 'Not found']);
    expect(await told('/view/9/insights/1')).toEqual([404, 'Not found']);
    expect(await told('/view/1/insights/1.svg?width=5')).toEqual([400, 'Not possible']);
  });

  test('sees why a tile has no result', async () => {
    const { get, enter, callerWith, server } = at;
    const { body: cohort } = await server.post('cohorts/', { name: 'Gone', is_static: true });
    const properties = [{ type: 'cohort', key: 'id', value: cohort.id }];
    const filters = { insight: 'TRENDS', events: [{ id: 'sign up' }], properties };
    const { body: insight } = await server.post('insights/', { name: 'Of them', filters });
    const { body: dashboard } = await server.post('dashboards/', { name: 'Both', tiles: [{ insight: insight.id }] });
    await server.patch(`cohorts/${cohort.id}/`, { deleted: true });
    await server.patch(`dashboards/${dashboard.id}/`, { filters: { date_from: '-2d' } });
    const { text } = await get(`/view/1/dashboards/${dashboard.id}`, await enter(callerWith(['*'])));
    expect(text).toMatch(
      /Of them<\/a><\/h2>\n<p>This insight has no result\. properties\.0\.value: Cohort \d+ does not exist/,
    );
  });

  test('is anonymous without its cookie, on requests of other pages, past its time, and when the key was revoked', async () => {
    const { get, enter, callerWith, clock, server } = at;
    const caller = callerWith(['*']);
    const cookie = await enter(caller);
    const status = async (headers: Record<string, string>) => (await get('/view/1/insights/1', headers)).status;
    expect(await status({})).toBe(401);
    expect(await status({ cookie: 'insights_mcp_visit=guessed' })).toBe(401);
    for (const site of ['cross-site', 'same-site'])
      expect(await status({ ...cookie, 'sec-fetch-site': site })).toBe(401);
    expect(await status({ ...cookie, 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await status({ ...cookie, host: 'evil.example' })).toBe(403);
    const statusAfter = async (ms: number) => {
      const entered = await enter(caller);
      clock.now_ms += ms;
      return status(entered);
    };
    await atAndPast('visit_ms', statusAfter, { at: 401, past: 200, step: -1 });
    const fresh = await enter(caller);
    expect(await status(fresh)).toBe(200);
    server.service.store.transaction(() => server.service.store.keys.revoke(caller.key_id!, clock.now_ms));
    expect(await status(fresh)).toBe(401);
  });

  test('sees what its key may see, and opens nothing else', async () => {
    const { get, enter, callerWith, server } = at;
    const cookie = await enter(callerWith(['insight:read']));
    expect((await get('/view/1/insights/1', cookie)).status).toBe(200);
    expect((await get('/view/1/dashboards/1', cookie)).status).toBe(403);
    expect((await get('/api/projects/1/insights/1/', cookie)).status).toBe(401);
    expect((await server.send('POST', '/view/1/insights/1', { key: null, headers: cookie })).status).toBe(404);
  });

  test('sees the bounds that alerts watch on the chart; whoever holds a sharing link, or may not read alerts, does not', async () => {
    const { get, enter, callerWith, server } = at;
    await server.post('alerts/', { name: 'Few', insight: 1, lower: 20 });
    const { access_token } = (await server.patch('insights/1/sharing/', { enabled: true })).body;
    const svg = '/view/1/insights/1.svg';
    expect((await get(svg, await enter(callerWith(['*'])))).text).toContain('Few: below 20');
    expect((await get(svg, await enter(callerWith(['insight:read'])))).text).not.toContain('Few');
    expect((await get(`/shared/${access_token}.svg`)).text).not.toContain('Few');
    expect((await server.get('insights/1/')).body.alerts).toEqual([{ name: 'Few', lower: 20, upper: null, series: 0 }]);
    await server.patch('alerts/1/', { enabled: false });
    expect((await server.get('insights/1/')).body).not.toHaveProperty('alerts');
  });

  test('is one of a bounded number: the oldest ends', async () => {
    const product = temporaryProduct();
    const caller = authenticate(product.service, product.key(['*']));
    const firstVisits = (count: number) => {
      const visits = new Visits(product.service);
      const all = Array.from({ length: count }, () => visits.accept(visits.invite(caller, '/view/1/'))!.visit);
      return all.slice(0, 2).map((visit) => visits.callerOf(visit));
    };
    await atAndPast('visits', firstVisits, { at: [caller, caller], past: [null, caller] });
    const firstLinks = (count: number) => {
      const visits = new Visits(product.service);
      const all = Array.from({ length: count }, () => visits.invite(caller, '/'));
      return all.slice(0, 2).map((link) => visits.accept(link)?.path);
    };
    await atAndPast('logins', firstLinks, { at: ['/', '/'], past: [undefined, '/'] });
  });
});

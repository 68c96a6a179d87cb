/** What each answer says to a browser: found by asking every address the server has, so that none is forgotten. */
import { expect, test } from 'vitest';
import { createApp } from '../../src/http/app.ts';
import { openPath, pathOf } from '../../src/http/pages/visit_pages.ts';
import { Visits } from '../../src/http/pages/visits.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { event } from '../support/product.ts';
import { type Answer, startServer } from './support.ts';

const FORMS = ['', '.json', '.csv', '.svg', '.png'];
/** May run or load something where a browser opens it. */
const ACTIVE = /^(text\/html|image\/svg)/;

async function startWithPages() {
  let visits: Visits | null = null;
  const server = await startServer({}, (service) => {
    visits = new Visits(service);
    return { visits };
  });
  const { service } = server;
  service.ingest.importItems(service.store.projects.get(1)!, [event('paid', 'a', new Date().toISOString())]);
  const filters = { events: [{ id: 'paid' }], date_from: '-7d' };
  await server.post('insights/', { name: '<script>alert(1)</script>', filters });
  await server.post('dashboards/', { name: '<script>alert(1)</script>', tiles: [{ insight: 1 }] });
  const { body } = await server.patch('insights/1/sharing/', { enabled: true });
  const link = () => openPath(visits!, localOwner(service), pathOf(1, null));
  const opened = await server.get(link(), { key: null });
  const cookie = String(opened.headers['set-cookie']).split(';')[0]!;
  const paths = createApp(service, { visits: visits! }).routes.map(({ path }) => path);
  return { server, link, cookie, token: String(body.access_token), paths: [...new Set(paths)] };
}

test('no page runs or loads anything, none is kept, and no answer is taken for what it is not', async () => {
  const { server, link, cookie, token, paths } = await startWithPages();
  const answers = new Map<string, Answer>();
  for (const pattern of paths.filter((path) => !path.includes('*'))) {
    for (const form of /\/:(id|token)$/.test(pattern) ? FORMS : ['']) {
      const shared = pattern.startsWith('/shared/') ? token : 'unknown';
      const path = pattern === '/open/:token' && form === '' ? link() : pattern.replace(':token', shared) + form;
      const named = path.replace(/:(project|project_id|id|insight_id)\b/g, '1').replace(/:\w+/g, 'unknown');
      answers.set(`${pattern}${form}`, await server.get(named, { headers: { cookie } }));
    }
  }
  const active = [...answers].filter(([, { headers }]) => ACTIVE.test(String(headers['content-type'])));
  for (const page of ['/shared/:token', '/open/:token', '/view/:project', '/view/:project/dashboards/:id']) {
    expect(active.map(([pattern]) => pattern)).toContain(page);
  }
  for (const [pattern, { headers, text }] of active) {
    if (pattern === '/icon.svg') continue;
    expect([pattern, headers]).toMatchObject([
      pattern,
      { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' },
    ]);
    const policy = String(headers['content-security-policy']);
    for (const part of ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]) {
      expect([pattern, policy]).toEqual([pattern, expect.stringContaining(part)]);
    }
    expect([pattern, /script-src|unsafe|\*/.test(policy), text.includes('<script')]).toEqual([pattern, false, false]);
  }
  for (const [pattern, { status, headers }] of answers) {
    expect([pattern, status < 500, headers['x-content-type-options']]).toEqual([pattern, true, 'nosniff']);
    const kept = ['/icon.svg', '/static/:name', '/static/:version/:name'].includes(pattern) && status === 200;
    expect([pattern, headers['cache-control'] === 'no-store']).toEqual([pattern, !kept]);
  }
});

test('answers by the token of a sharing link, refusals and tables among them, are kept by no cache on the way', async () => {
  const { server, token } = await startWithPages();
  for (const path of ['insights/1/', 'insights/1/?format=csv', 'insights/', 'insights/2/', 'insights/trend/']) {
    const by = `${path}${path.includes('?') ? '&' : '?'}sharing_access_token=${token}`;
    const { headers } = await server.get(by, { key: null });
    expect([path, headers['cache-control']]).toEqual([path, 'no-store']);
  }
});

test('a saved table of other letters than ASCII begins with a mark, by which spreadsheets know them', async () => {
  const { server, token } = await startWithPages();
  const saved = async () => {
    const answer = await fetch(`${server.origin}/shared/${token}.csv`);
    return Buffer.from(await answer.arrayBuffer()).toString();
  };
  expect(await saved()).toMatch(/^series,/);
  await server.patch('insights/1/', { filters: { events: [{ id: 'paid', custom_name: '登録' }], date_from: '-7d' } });
  expect(await saved()).toMatch(/^\ufeffseries,.*\n登録,/);
});

/** Sharing by link: switched on and off, read as page, JSON and insight, and opening nothing else. */
import { expect, test } from 'vitest';
import { event } from '../support/product.ts';
import { atAndPast } from '../support/tried_limits.ts';
import { type Answer, type Server, startServer } from './support.ts';

const START = Date.parse('2024-10-18T09:00:00Z');
const MINUTE_MS = 60_000;
const SIGN_UPS = { insight: 'TRENDS', events: [{ id: 'sign up' }], date_from: '-7d' };

interface Shared extends Server {
  readonly clock: { now_ms: number };
  readonly token: string;
}

/** Insight 1 is shared, insight 2 is not. */
async function startShared(values: Record<string, unknown> = {}): Promise<Shared> {
  const clock = { now_ms: START };
  const server = await startServer({ now: () => clock.now_ms });
  add(server, event('sign up', 'a', '2024-10-17T10:00:00Z'));
  await server.post('insights/', { name: 'Sign-ups', description: 'per day', filters: SIGN_UPS, ...values });
  await server.post('insights/', { name: 'Secret', filters: SIGN_UPS });
  const { access_token } = (await server.patch('insights/1/sharing/', { enabled: true })).body;
  return { ...server, clock, token: access_token };
}

function add(server: Server, ...items: ReturnType<typeof event>[]): void {
  server.service.ingest.importItems(server.service.store.projects.get(1)!, items);
}

/** As a stranger reads it. */
function open(server: Server, path: string): Promise<Answer> {
  return server.get(path, { key: null });
}

test('what nobody sees of a name is seen on the page, also where there is no result', async () => {
  const server = await startShared({ name: 'Sign\u202eups', description: 'a\u200bb', filters: {} });
  const { text } = await open(server, `/shared/${server.token}`);
  expect(text).toContain('<h1>Sign\\u202eups</h1>\n<p>a\\u200bb</p>');
});

test('a description of several lines has several lines, and none of its line breaks as letters', async () => {
  const description = 'Paid orders.\r\n\nWithout tests.';
  const server = await startShared({ description });
  expect((await open(server, `/shared/${server.token}`)).text).toContain('<p>Paid orders.</p>\n<p>Without tests.</p>');
  const bare = await startShared({ description, filters: {} });
  expect((await open(bare, `/shared/${bare.token}`)).text).toContain('<p>Paid orders. Without tests.</p>');
});

test('switched on and off; the token stays; each switch is in the log', async () => {
  const server = await startServer();
  await server.post('insights/', { name: 'Sign-ups' });
  const before = (await server.get('insights/1/sharing/')).body;
  expect(before).toMatchObject({ created_at: expect.stringMatching(/^\d{4}-.*Z$/), enabled: false });
  expect((await server.get('insights/1/sharing/')).body.access_token).not.toBe(before.access_token);

  const on = (await server.patch('insights/1/sharing/', { enabled: true })).body;
  expect(Object.keys(on)).toEqual(['created_at', 'enabled', 'access_token']);
  expect(on).toMatchObject({ enabled: true, access_token: expect.stringMatching(/^[\w-]{30}$/) });
  expect((await server.get('insights/1/sharing/')).body).toEqual(on);
  expect((await server.patch('insights/1/sharing/', { enabled: true })).body).toEqual(on);
  const off = (await server.patch('insights/1/sharing/', { enabled: false })).body;
  expect(off).toEqual({ ...on, enabled: false });
  expect((await server.patch('insights/1/sharing/', {})).body).toEqual(off);
  const other = (await server.post('insights/1/sharing/refresh/', {})).body;
  expect(other).toMatchObject({ created_at: on.created_at, enabled: false });
  expect(other.access_token).not.toBe(on.access_token);

  const log = (await server.get('insights/1/activity/')).body.results;
  expect(log.map((entry: { activity: string }) => entry.activity)).toEqual([
    ...['access token refreshed', 'sharing disabled', 'sharing enabled', 'created'],
  ]);
  expect(log[2].detail.changes).toEqual([{ type: 'Insight', action: 'changed', field: 'sharing', after: true }]);
  expect(JSON.stringify(log)).not.toContain(on.access_token);
});

test('writing needs its scope, an insight and a boolean', async () => {
  const server = await startShared();
  const reader = { key: server.key(['insight:write', 'sharing_configuration:read']) };
  expect((await server.patch('insights/1/sharing/', { enabled: false }, reader)).status).toBe(403);
  expect((await server.post('insights/1/sharing/refresh/', {}, reader)).status).toBe(403);
  expect((await server.patch('insights/9/sharing/', { enabled: true })).status).toBe(404);
  expect((await server.post('insights/9/sharing/refresh/', {})).status).toBe(404);
  expect((await server.patch('insights/1/sharing/', { enabled: 'x' })).body).toMatchObject({ attr: 'enabled' });
});

test('the page: name, description, table and chart; no script, nothing loaded, nothing kept', async () => {
  const server = await startShared({ name: 'Sign-ups <script>alert(1)</script>' });
  const { status, headers, text } = await open(server, `/shared/${server.token}`);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  expect(text).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|\sstyle=|https?:(?!\/\/www.w3.org\/2000\/svg")/i);
  expect(text).toContain('<h1>Sign-ups &lt;script&gt;alert(1)&lt;/script&gt;</h1>');
  expect(text).toContain('per day');
  // For wide pages and for narrow ones.
  expect(text.match(/<svg [^>]*role="img"/g)).toHaveLength(2);
  expect(text).toContain('<th scope="row">Thu 17 Oct 2024</th><td>1</td>');
  expect(text).toContain('<title>Thu 17 Oct 2024\n1  sign up</title>');
  expect(text).toContain('2024-10-11 to 2024-10-18 (8 days, up to now: 2024-10-18 09:00), UTC.');
  expect(text).not.toContain('owner@localhost');
});

test('every kind of result makes a page', async () => {
  const steps = [{ id: 'sign up' }, { id: 'paid' }].map((step, order) => ({ ...step, order }));
  const breakdown = { breakdown: 'plan', breakdown_type: 'event' };
  for (const [filters, shown] of [
    [{ ...SIGN_UPS, display: 'BoldNumber' }, 'font-size="44"'],
    [{ ...SIGN_UPS, display: 'ActionsTable', ...breakdown }, '<title>None\n1\n100% of all shown</title>'],
    [{ ...SIGN_UPS, display: 'WorldMap', ...breakdown }, '<title>Unknown\n1 (100%)</title>'],
    [{ ...SIGN_UPS, interval: 'month', date_from: '-1d' }, '<circle '],
    [{ insight: 'FUNNELS', events: steps }, '<title>2. paid\n1 got here'],
    [{ insight: 'FUNNELS', events: steps, ...breakdown }, '<title>2. paid – '],
    [{ insight: 'RETENTION', target_entity: { id: 'sign up' } }, '<title>17 Oct 2024, Day 0\n1 of 1 (100%)</title>'],
    [{ insight: 'FUNNELS', events: steps, funnel_viz_type: 'trends' }, '100%  Conversion</title>'],
    [{ insight: 'FUNNELS', events: steps, funnel_viz_type: 'time_to_convert' }, '<title>10 min\n1  Converted</title>'],
    [{ insight: 'PATHS', include_event_types: ['custom_event'] }, '<title>sign up → paid\n1 time, 10 min on average'],
    [{ ...SIGN_UPS, insight: 'LIFECYCLE' }, '\n1  New\n'],
    [{ ...SIGN_UPS, insight: 'STICKINESS' }, '<title>1 day\n1  sign up</title>'],
    [
      { insight: 'FUNNELS', events: SIGN_UPS.events, funnel_order_type: 'most' },
      'This insight has no result. funnel_order_type: Not one of the allowed values: ordered',
    ],
    [{ insight: 'SQL' }, 'This insight has no result. Insights of this kind are stored, but not computed here.'],
    [{}, 'This insight has no result. It has no question yet.'],
  ] as const) {
    const server = await startShared({ filters });
    add(server, event('paid', 'a', '2024-10-17T10:10:00Z', { plan: 'pro' }));
    const { status, text } = await open(server, `/shared/${server.token}`);
    expect([status, text.includes(shown)], JSON.stringify(filters)).toEqual([200, true]);
  }
});

test.each([
  [{ name: 'Ours', derived_name: 'Theirs' }, 'Ours'],
  [{ name: '', derived_name: 'Theirs' }, 'Theirs'],
  [{ name: '' }, 'Insight'],
])('without a result the page of %j is headed "%s"', async (names, heading) => {
  const server = await startShared({ filters: { insight: 'SQL' }, ...names });
  const { text } = await open(server, `/shared/${server.token}`);
  expect(text).toContain(`<title>${heading}</title>`);
  expect(text).toContain(`<h1>${heading}</h1>`);
});

test('as a picture: SVG in either theme, PNG of the size that was asked for; as CSV the table', async () => {
  const server = await startShared();
  const { token } = server;
  const svg = await open(server, `/shared/${token}.svg?width=500`);
  expect([svg.status, svg.headers['content-type'], svg.headers['cache-control']]).toEqual([
    ...[200, 'image/svg+xml; charset=utf-8', 'no-store'],
  ]);
  expect(svg.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(svg.text).toMatch(/^<svg [^>]*width="500"/);
  expect(svg.text).toContain('prefers-color-scheme:dark');
  expect((await open(server, `/shared/${token}.svg?theme=dark`)).text).not.toContain('var(--');
  const png = await fetch(`${server.origin}/shared/${token}.png?width=400&theme=dark`);
  expect([png.status, png.headers.get('content-type')]).toEqual([200, 'image/png']);
  const bytes = Buffer.from(await png.arrayBuffer());
  expect([bytes.readUInt32BE(16), bytes.subarray(1, 4).toString()]).toEqual([800, 'PNG']);
  const csv = await open(server, `/shared/${token}.csv`);
  expect([csv.status, csv.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(csv.text).toMatch(/^series,.*\nsign up,0,0,0,0,0,0,1,0\n$/);

  const wide = async (width: number) => {
    const { status, body } = await open(server, `/shared/${token}.svg?width=${width}`);
    return status === 200 ? 200 : [status, body.attr];
  };
  await atAndPast('picture_width_min', wide, { at: 200, past: [400, 'width'], step: -1 });
  await atAndPast('picture_width_max', wide, { at: 200, past: [400, 'width'] });
  for (const wrong of ['.svg?width=2001', '.svg?theme=pink', '.png?width=1e3']) {
    const { status, body, headers } = await open(server, `/shared/${token}${wrong}`);
    expect([status, body.attr], wrong).toEqual([400, /width/.test(wrong) ? 'width' : 'theme']);
    expect(headers['cache-control'], wrong).toBe('no-store');
  }
  for (const ending of ['.svg', '.png', '.csv', '.json']) {
    expect((await open(server, `/shared/${token}x${ending}`)).status).toBe(404);
  }
  await server.patch('insights/1/', { filters: {} });
  expect((await open(server, `/shared/${token}.png`)).status).toBe(404);
});

test('as JSON it is the insight, without the people behind it', async () => {
  const server = await startShared();
  const { status, headers, body } = await open(server, `/shared/${server.token}.json`);
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(body).toMatchObject({ id: 1, name: 'Sign-ups', created_by: null, last_modified_by: null });
  expect(body).toMatchObject({ effective_restriction_level: 37, effective_privilege_level: 21 });
  expect(body.result[0]).toMatchObject({ label: 'sign up', count: 1 });
});

test('a link tells nothing of what else the project has, where a name or a value is not there', async () => {
  const asked = { key: 'email', type: 'person', value: 'x' };
  const filters = { ...SIGN_UPS, events: [{ id: 'sign up', properties: [asked] }, { id: 'sign upp' }] };
  const server = await startShared({ filters });
  add(server, event('$set', 'a', '2024-10-17T10:00:00Z', { $set: { email: 'ana "a" or b?@example.com' } }));
  add(server, event('sign off', 'b', '2024-10-17T10:00:00Z', { $set: { email: 'ben@example.com' } }));
  const told = (await server.get('insights/1/?refresh=force_blocking')).body.resolved.warnings.join();
  expect(told).toMatch(/Values there are: .*example.com/);
  expect(told).toContain('Did you mean "sign up"');
  for (const form of ['', '.json', '.svg']) {
    const { status, text } = await open(server, `/shared/${server.token}${form}`);
    expect([status, /sign upp/.test(text)], form).toEqual([200, true]);
    expect(text, form).not.toMatch(/example.com|sign off|Did you mean|Values there/);
  }
  const { id } = (await server.post('actions/', { name: 'Secret action', steps: [{ event: 'sign up' }] })).body;
  await server.patch('insights/1/', { filters: { ...SIGN_UPS, formula: 'A', events: [], actions: [{ id: id + 1 }] } });
  expect((await server.get('insights/1/')).body.query_status.error_message).toContain('Among them: 1 "Secret action"');
  for (const path of [
    `/shared/${server.token}.json`,
    `insights/1/?refresh=true&sharing_access_token=${server.token}`,
  ]) {
    const { text } = await open(server, path);
    expect(text, path).toContain('does not exist');
    expect(text, path).not.toContain('Secret action');
  }
});

test('the filters of the project by which it knows test accounts are told neither to a link nor by an answer', async () => {
  const server = await startShared();
  add(server, event('$set', 'a', '2024-10-17T10:00:00Z', { $set: { email: 'ana@secret.example' } }));
  const staff = { key: 'email', type: 'person', operator: 'not_icontains', value: 'secret.example' };
  const statement = { kind: 'HogQLQuery', query: 'SELECT count() FROM events WHERE {filters}' };
  const asked = [
    { query: null, filters: { ...SIGN_UPS, filter_test_accounts: true } },
    { query: null, filters: { ...SIGN_UPS, insight: 'FUNNELS', filter_test_accounts: true } },
    { filters: {}, query: { ...statement, filters: { filterTestAccounts: true } } },
  ];
  for (const filters of [[staff], [staff, { key: 'secret.example', value: 'x' }]]) {
    await server.patch('', { test_account_filters: filters });
    for (const body of asked) {
      await server.patch('insights/1/', body);
      const own = await server.get('insights/1/?refresh=force_blocking');
      const shared = await open(server, `/shared/${server.token}.json`);
      for (const { status, text } of [own, shared]) expect([status, /secret.example/.test(text)]).toEqual([200, false]);
      if (body.query !== null) continue;
      const told = 'Each "sign up" of the range is of a test account. Without "filter_test_accounts" they count.';
      expect(own.body.resolved.warnings).toEqual([told]);
      expect(shared.body.resolved.warnings).toEqual([told]);
    }
  }
});

test('a link to a statement tells no names of cohorts and actions, after the one it names was renamed', async () => {
  const server = await startShared();
  const filters = { properties: [{ key: 'plan', value: 'pro', type: 'person' }] };
  for (const name of ['Secret people', 'Secret others']) await server.post('cohorts/', { name, filters });
  const query = "SELECT count() FROM events WHERE person_id IN COHORT 'Secret people'";
  await server.patch('insights/1/', { filters: {}, query: { kind: 'HogQLQuery', query } });
  await server.patch('cohorts/1/', { name: 'Renamed people' });
  const { error_message } = (await server.get('insights/1/')).body.query_status;
  expect(error_message).toContain(
    'there is no cohort "Secret people". Did you mean "Renamed people" or "Secret others"? Each cohort has a number and a name. Among them: 1 "Renamed people", 2 "Secret others".',
  );
  for (const path of [`/shared/${server.token}.json`, `insights/1/?sharing_access_token=${server.token}`]) {
    const { text } = await open(server, path);
    expect(text, path).toContain('there is no cohort');
    expect(text, path).not.toMatch(/Renamed people|Secret others/);
  }
});

test('addresses of people are for members only, whoever asked first', async () => {
  const server = await startShared();
  const linked = async (path: string, key?: null) => {
    const { body, status } = await server.get(path, key === null ? { key } : {});
    expect(status).toBe(200);
    const [series] = (body.results?.[0] ?? body).result;
    expect(series.count).toBe(1);
    return 'persons_urls' in series;
  };
  const by_link = [
    ...[`/shared/${server.token}.json`, `insights/1/?sharing_access_token=${server.token}`],
    ...['', '&refresh=true'].map((more) => `insights/?sharing_access_token=${server.token}${more}`),
  ];
  for (const refresh of ['force_blocking', 'false']) {
    expect(await linked(`insights/1/?refresh=${refresh}`)).toBe(true);
    for (const path of by_link) expect(await linked(path, null), path).toBe(false);
  }
  // The other way round: what a stranger's visit has computed.
  server.clock.now_ms += 3_600_000;
  expect(await linked(by_link[1]!.concat('&refresh=true'), null)).toBe(false);
  expect(await linked('insights/1/')).toBe(true);
});

test('a link that is off, unknown, changed, or whose insight is gone shows nothing', async () => {
  const server = await startShared();
  const shows = async (token: string) => {
    const page = await open(server, `/shared/${token}`);
    const json = await open(server, `/shared/${token}.json`);
    const read = await open(server, `insights/1/?sharing_access_token=${token}`);
    if (page.status === 404) expect(page.text).toContain('This link shows nothing.');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(json.headers['cache-control']).toBe('no-store');
    return [page.status, json.status, read.status];
  };
  const { token } = server;
  expect(await shows(token)).toEqual([200, 200, 200]);
  for (const wrong of ['nope', `${token}x`, token.slice(1), "' OR 1=1 --", '%00']) {
    expect(await shows(encodeURIComponent(wrong)), wrong).toEqual([404, 404, 403]);
  }
  await server.patch('insights/1/sharing/', { enabled: false });
  expect(await shows(token)).toEqual([404, 404, 403]);
  await server.patch('insights/1/sharing/', { enabled: true });
  expect(await shows(token)).toEqual([200, 200, 200]);
  await server.patch('insights/1/', { deleted: true });
  expect(await shows(token)).toEqual([404, 404, 404]);
  await server.patch('insights/1/', { deleted: false });
  const { access_token } = (await server.post('insights/1/sharing/refresh/', {})).body;
  expect(await shows(token)).toEqual([404, 404, 403]);
  expect(await shows(access_token)).toEqual([200, 200, 200]);
});

test('the token reads its insight, alone or in the list, and the group types; nothing else', async () => {
  const server = await startShared();
  const by = (path: string) => `${path}${path.includes('?') ? '&' : '?'}sharing_access_token=${server.token}`;
  expect((await open(server, by('insights/1/'))).body).toMatchObject({ id: 1, created_by: null });
  const list = (await open(server, by('insights/?limit=1'))).body;
  expect(list).toMatchObject({ count: 1, next: null, results: [{ id: 1 }] });
  expect((await open(server, by('insights/?search=Secret'))).body.count).toBe(0);
  expect((await open(server, by('groups_types/'))).body).toEqual([]);
  expect((await open(server, by('insights/2/'))).status).toBe(404);

  for (const path of ['insights/trend/?events=[]', 'insights/1/sharing/', 'insights/activity/', 'describe/', '']) {
    expect((await open(server, by(path))).status, path).toBe(403);
  }
  expect((await open(server, by('/api/projects/'))).status).toBe(403);
  for (const method of ['POST', 'PATCH', 'DELETE']) {
    const { status, body } = await server.send(method, by(method === 'POST' ? 'insights/' : 'insights/1/'), {
      key: null,
      body: { name: 'x' },
    });
    expect([status, body?.detail]).toEqual([403, 'Sharing access token can only be used for GET requests.']);
  }
  // With a key the key counts.
  expect((await server.get(by('insights/2/'))).status).toBe(200);
});

test('a link tells neither who is there, nor which dashboards, nor who looked at its insight', async () => {
  const server = await startShared();
  await server.post('dashboards/', { name: 'Board of directors', tiles: [{ insight: 1 }] });
  await server.post('insights/1/viewed/', {});
  expect((await server.get('insights/1/')).body).toMatchObject({ dashboards: [1], dashboard_tiles: [{ id: 1 }] });
  const by = (path: string) => `${path}${path.includes('?') ? '&' : '?'}sharing_access_token=${server.token}`;
  for (const path of [`/shared/${server.token}.json`, by('insights/1/'), by('insights/'), by('insights/?basic=true')]) {
    const { body } = await open(server, path);
    expect([path, body.results?.[0] ?? body]).toMatchObject([path, { id: 1, dashboards: [], dashboard_tiles: [] }]);
  }
  for (const asked of [
    ...['created_by=1', 'created_by=7', 'user=true', 'dashboards=[1]'],
    ...['last_viewed_date_from=-7d', 'last_viewed_date_to=-7d'],
  ]) {
    const { status, body } = await open(server, by(`insights/?${asked}`));
    expect([asked, status, body.detail]).toEqual([asked, 400, expect.stringContaining('opens the insight as it is')]);
    expect((await server.get(`insights/?${asked}`)).status, asked).toBe(asked === 'created_by=7' ? 400 : 200);
  }
});

test('the token of one project does not open another', async () => {
  const server = await startShared();
  const { id } = (await server.post('/api/projects/', { name: 'Second' })).body;
  expect((await open(server, `/api/projects/${id}/insights/1/?sharing_access_token=${server.token}`)).status).toBe(403);
  expect(
    (await open(server, `/api/environments/@current/insights/1/?sharing_access_token=${server.token}`)).status,
  ).toBe(200);
});

test('a link recomputes every half hour at most, however often it is asked', async () => {
  const server = await startShared();
  const read = async () => (await open(server, `/shared/${server.token}.json`)).body;
  const first = await read();
  expect(first).toMatchObject({ is_cached: false, next_allowed_client_refresh: '2024-10-18T09:30:00Z' });
  add(server, event('sign up', 'b', '2024-10-17T11:00:00Z'));
  server.clock.now_ms += 29 * MINUTE_MS;
  expect(await read()).toMatchObject({ is_cached: true, result: first.result });
  const refresh = `insights/1/?refresh=true&sharing_access_token=${server.token}`;
  expect((await open(server, refresh)).body.is_cached).toBe(true);
  server.clock.now_ms += MINUTE_MS;
  expect((await read()).result[0].count).toBe(2);
});

test('holders of a link are throttled like keys, each link by itself', async () => {
  const server = await startServer({}, { rate_limit: true });
  const tokens: string[] = [];
  for (const id of [1, 2]) {
    await server.post('insights/', { name: `n${id}` });
    tokens.push((await server.patch(`insights/${id}/sharing/`, { enabled: true })).body.access_token);
  }
  const statuses = new Set<number>();
  for (let i = 0; i < 241; i++) statuses.add((await open(server, `/shared/${tokens[0]}`)).status);
  expect([...statuses]).toEqual([200, 429]);
  expect((await open(server, `/shared/${tokens[1]}`)).status).toBe(200);
  expect((await server.get('insights/')).status).toBe(200);
});

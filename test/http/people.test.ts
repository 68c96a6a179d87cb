/** Links to the people behind numbers, followed over HTTP. */
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { event } from '../support/product.ts';
import { type Json, startServer } from './support.ts';

test('an answer links to the people behind it, a saved one too, kept or not', async () => {
  const server = await startServer({ now: () => Date.parse('2024-10-18T09:00:00Z') });
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [
    event('sign up', 'a', '2024-10-16T10:00:00Z'),
    event('sign up', 'b', '2024-10-16T11:00:00Z'),
    event('paid', 'b', '2024-10-17T11:00:00Z'),
  ]);
  const headers = { authorization: `Bearer ${server.key(['*'])}` };
  const follow = (url: string) => fetch(url, { headers });
  const events = [
    { id: 'sign up', order: 0 },
    { id: 'paid', order: 1 },
  ];
  const { body } = await server.post('insights/funnel/', { events });
  const dropped = await follow(body.result[1].dropped_people_url);
  expect(await dropped.json()).toMatchObject({ count: 1, next: null, results: [{ distinct_ids: ['a'] }] });
  const csv = await follow(`${body.result[0].converted_people_url}&format=csv`);
  expect((await csv.text()).trim().split('\n')).toHaveLength(3);

  const filters = { insight: 'TRENDS', events: [{ id: 'paid', math: 'dau' }] };
  const { id } = (await server.post('insights/', { filters })).body;
  for (const path of [`insights/${id}/?refresh=true`, `insights/${id}/`]) {
    const [series] = (await server.get(path)).body.result;
    const at = series.days.indexOf('2024-10-17');
    const list = (await (await follow(series.persons_urls[at].url)).json()) as {
      results: { distinct_ids: string[] }[];
    };
    expect(list.results.map(({ distinct_ids }) => distinct_ids)).toEqual([['b']]);
  }
  const without = await fetch(body.result[0].converted_people_url, {
    headers: { authorization: `Bearer ${server.key(['insight:read'])}` },
  });
  expect(without.status).toBe(403);
});

test('values that no address can say are answered without a link', async () => {
  const server = await startServer({ now: () => Date.parse('2024-10-18T09:00:00Z') });
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [
    event('paid', 'a', '2024-10-16T10:00:00Z', { plan: '\ud800' }),
    event('paid', 'b', '2024-10-16T10:00:00Z', { plan: 'pro' }),
  ]);
  const paid = { id: 'paid' };
  for (const [kind, asked] of [
    ['trend', { events: [paid] }],
    ['funnel', { events: [paid, paid] }],
    ['retention', { target_entity: paid, returning_entity: paid }],
  ] as const) {
    const { status, text } = await server.post(`insights/${kind}/`, { ...asked, breakdown: 'plan' });
    expect([kind, status], text).toEqual([kind, 200]);
    expect(text).toContain('breakdown_value=pro');
  }
});

test('links are short: they name a kept question, equal ones the same; what is no longer kept says how to ask again', async () => {
  let now_ms = Date.parse('2024-10-18T09:00:00Z');
  const server = await startServer({ now: () => now_ms });
  const names = Array.from({ length: 26 }, (_, at) => `event number ${at}`);
  server.service.ingest.importItems(
    server.service.store.projects.get(1)!,
    names.flatMap((name) => [event(name, 'a', '2024-10-16T10:00:00Z'), event(name, 'b', '2024-10-17T10:00:00Z')]),
  );
  const events = names.map((id, order) => ({ id, order, math: 'dau' }));
  const body = { events, date_from: '2024-07-18', date_to: '2024-10-17' };
  const answer = await server.post('insights/trend/', body);
  expect(answer.body.result.map(({ days }: Json) => days.length)).toEqual(Array(26).fill(92));
  expect(answer.text.length).toBeLessThan(200_000);
  // Every line has the links of its latest days.
  for (const [at, { persons_urls }] of answer.body.result.entries()) {
    expect(persons_urls).toHaveLength(92);
    const { pathname, search, searchParams } = new URL(persons_urls[90].url);
    expect(pathname + search).toMatch(/^\/api\/projects\/1\/persons\/\?q=[\w-]{12}&series=\d+&day=2024-10-16$/);
    expect(searchParams.get('series')).toBe(String(at));
  }
  const url = new URL(answer.body.result[25].persons_urls[91].url);
  const follow = () => server.get(url.pathname + url.search, { encoded: true });
  expect((await follow()).body).toMatchObject({ count: 1, results: [{ distinct_ids: ['b'] }] });

  const again = await server.post('insights/trend/', { ...body, refresh: true, client_query_id: 'mine' });
  expect(again.body.result).toEqual(answer.body.result);
  // It is in the file, not only in the process.
  expect(server.service.store.results.get(1, `question:${url.searchParams.get('q')}`)).toBeDefined();

  now_ms += 8 * 86_400_000;
  const gone = await follow();
  expect(gone.status).toBe(410);
  expect(gone.body).toMatchObject({ code: 'gone', attr: 'q', detail: expect.stringContaining('Ask it again') });
  await server.post('insights/trend/', body);
  expect((await follow()).status).toBe(200);
  expect((await server.get('persons/?q=AAAAAAAAAAAA&day=2024-10-17')).status).toBe(410);
});

test('a project stores its latest questions up to a limit; others must be asked again', async () => {
  let now_ms = Date.parse('2024-10-18T09:00:00Z');
  const server = await startServer({ now: () => now_ms });
  const { results } = server.service.store;
  for (const [at, key] of ['question:a', 'question:b', 'questions', 'insight-2:c'].entries()) {
    results.put(1, { key, body: {}, computed_at_ms: at });
  }
  results.put(1, { key: 'question:c', body: {}, computed_at_ms: now_ms });
  expect(results.trim(1, 'question:', 2)).toEqual(['question:a']);
  expect(results.get(1, 'question:b')).toBeDefined();
  expect(['questions', 'insight-2:c'].filter((key) => results.get(1, key) === undefined)).toEqual([]);
  now_ms++;
  // Locked by somebody else, nothing can be kept: links hold the question, as they may anywhere.
  const other = new DatabaseSync(server.path);
  other.exec('BEGIN IMMEDIATE');
  const { body } = await server.post('insights/funnel/', { events: [{ id: 'sign up' }, { id: 'paid' }] });
  other.exec('ROLLBACK');
  other.close();
  const url = new URL(body.result[0].converted_people_url);
  expect(url.searchParams.get('q')).toBeNull();
  expect((await server.get(url.pathname + url.search, { encoded: true })).status).toBe(200);
});

/** The first number of each kind that counts anybody, and the address of whom it counts. */
const LINKS: Readonly<Record<string, (result: Json) => [number, string][]>> = {
  trend: ofSeries,
  lifecycle: ofSeries,
  stickiness: ofSeries,
  funnel: (result) => result.flat().map((step: Json) => [step.count, step.converted_people_url]),
  'funnel/correlation': ({ events }) =>
    events.flatMap((row: Json) => [
      [row.success_count, row.success_people_url],
      [row.failure_count, row.failure_people_url],
    ]),
  retention: (result) => result.flatMap((row: Json) => row.values.map((cell: Json) => [cell.count, cell.people_url])),
  path: (result) => result.map((edge: Json) => [edge.value, edge.persons_url]),
};

function ofSeries(result: Json): [number, string][] {
  return result.flatMap((series: Json) =>
    series.data.map((count: number, at: number) => [Math.abs(count), series.persons_urls[at].url]),
  );
}

const STEPS = [
  { id: 'a', order: 0 },
  { id: 'b', order: 1 },
];
const ONLY_PRO = JSON.stringify([{ key: 'plan', value: ['pro'], type: 'event' }]);

const QUESTIONS: readonly [string, Record<string, Json>][] = [
  ['trend', { events: [{ id: 'a', math: 'dau' }] }],
  ['trend', { events: [{ id: 'a', math: 'dau', properties: ONLY_PRO }], properties: undefined }],
  ['trend', { events: JSON.stringify([{ id: 'a', math: 'dau' }]) }],
  [
    'trend',
    { filters: JSON.stringify({ events: [{ id: 'a', math: 'dau' }], properties: ONLY_PRO }), properties: undefined },
  ],
  ['lifecycle', { insight: 'LIFECYCLE', events: [{ id: 'a' }] }],
  ['stickiness', { insight: 'STICKINESS', events: [{ id: 'a' }] }],
  ['funnel', { insight: 'FUNNELS', events: STEPS }],
  ['funnel', { insight: 'FUNNELS', events: STEPS, breakdown: '["plan"]' }],
  ['funnel/correlation', { events: STEPS }],
  [
    'retention',
    {
      insight: 'RETENTION',
      target_entity: '{"id":"a","type":"events"}',
      returning_entity: '{"id":"b"}',
      total_intervals: 3,
    },
  ],
  ['path', { insight: 'PATHS', include_custom_events: '["a","b"]' }],
];

test('filters sent as JSON text lead to exactly the people they count', async () => {
  const server = await startServer({ now: () => Date.parse('2024-10-18T09:00:00Z') });
  const of = (name: string, plan: string) => (person: string) =>
    ['a', 'c', 'b'].map((id, at) => event(id, person, `2024-10-17T10:${at}0:00Z`, { plan, name }));
  const pro = ['p1', 'p2', 'p3', 'p4'].flatMap(of('x', 'pro'));
  const half = ['p5', 'p6'].map((person) => event('a', person, '2024-10-17T10:00:00Z', { plan: 'pro' }));
  const free = ['f1', 'f2', 'f3', 'f4', 'f5'].flatMap(of('y', 'free'));
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [...pro, ...half, ...free]);
  for (const [kind, asked] of QUESTIONS) {
    const body = { properties: ONLY_PRO, date_from: '-2d', ...asked };
    const path = kind === 'lifecycle' || kind === 'stickiness' ? 'trend' : kind;

    const answers = [
      await server.post(`insights/${path}/`, body),
      await server.get(`insights/${path}/?${query(body)}`, { encoded: true }),
    ];
    if (kind !== 'funnel/correlation' && !('filters' in body)) {
      const { id } = (await server.post('insights/', { filters: { insight: 'TRENDS', ...body } })).body;
      answers.push(await server.get(`insights/${id}/`));
    }
    for (const { status, body: answer } of answers) {
      expect(status).toBe(200);
      const links = LINKS[kind]!(answer.result).filter(([count]) => count > 0);
      expect(links.length).toBeGreaterThan(0);
      for (const [count, url] of links) {
        const found = (await server.get(new URL(url).pathname + new URL(url).search, { encoded: true })).body;
        expect(url.startsWith(`${server.origin}/api/projects/1/persons/?q=`), url).toBe(true);
        expect(found.count, url).toBe(count);
        expect(found.results.every((person: Json) => person.distinct_ids[0].startsWith('p'))).toBe(true);
      }
      // A list of one key has lists of values, however it was sent.
      if ('breakdown' in asked) expect(answer.result[0][0].breakdown_value).toEqual(['pro']);
    }
  }
});

function query(body: Record<string, unknown>): string {
  const sent = Object.entries(body).filter(([, value]) => value !== undefined);
  return String(
    new URLSearchParams(sent.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])),
  );
}

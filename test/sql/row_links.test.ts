/** Where a row of a statement leads: to its events, and to their people. */
import { expect, test } from 'vitest';
import { type Json, startServer } from '../http/support.ts';
import { event } from '../support/product.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');

/** With values that need quoting, and addresses that can be followed. */
async function linked() {
  const product = await startServer({ now: () => NOW });
  const [project] = product.service.store.projects.list();
  product.service.ingest.importItems(project!, [
    event('visited', 'ana', '2026-03-09T10:00:00Z', { plan: 'pro' }),
    event('visited', 'ben', '2026-03-09T10:00:00Z', { plan: 'free' }),
    event('paid', 'ben', '2026-03-09T11:00:00Z', { plan: 'free' }),
    event('visited', 'eve', '2026-03-09T12:00:00Z', { plan: "o'hara\\" }),
    event('left', 'eva', '2026-03-09T13:00:00Z', {}),
  ]);
  const headers = { authorization: `Bearer ${product.all}` };
  return { ...product, ask: async (url: string) => (await fetch(url, { headers })).json() as Promise<Json> };
}

test('a row leads to the events behind it and to their people', async () => {
  const { post, ask } = await linked();
  const rows = async (query: string) => {
    const { body } = await post('sql/', { query });
    const followed = [];
    for (const [at, row] of (body.results as unknown[][]).entries()) {
      const [events, persons] = [await ask(body.events_urls[at].url), await ask(body.persons_urls[at].url)];
      followed.push([row, events.results.map((each: { event: string }) => each.event), persons.count]);
    }
    return followed;
  };
  expect(
    await rows("select properties.plan as plan, count() from events where event != 'x' group by plan order by plan"),
  ).toEqual([
    [['free', 2], ['paid', 'visited'], 1],
    [["o'hara\\", 1], ['visited'], 1],
    [['pro', 1], ['visited'], 1],
    [[null, 1], ['left'], 1],
  ]);
  expect(await rows("select toDate(timestamp), event, count() from events where event = 'paid' group by 1, 2")).toEqual(
    [[['2026-03-09', 'paid', 1], ['paid'], 1]],
  );
  expect(await rows("select count() from events where properties.plan = 'free'")).toEqual([
    [[2], ['paid', 'visited'], 1],
  ]);
  const [[[person_id]]] = (await rows('select person_id, timestamp from events order by timestamp desc limit 1')) as [
    [string[]],
  ];
  expect(await rows(`select p.id as person_id from persons p where p.id = '${person_id}'`)).toEqual([
    [[person_id], ['left'], 1],
  ]);
});

test('the people behind a row are those of its events, of which the latest may be of tomorrow', async () => {
  const { post, get, ask, service } = await linked();
  const [project] = service.store.projects.list();
  service.ingest.importItems(project!, [event('early', 'zoe', '2026-03-11T08:00:00Z', {})]);
  const { body } = await post('sql/', { query: "select event, count() from events where event = 'early' group by 1" });
  expect(body.results).toEqual([['early', 1]]);
  expect([(await ask(body.persons_urls[0].url)).count, (await ask(body.events_urls[0].url)).results.length]).toEqual([
    1, 1,
  ]);
  const had = JSON.stringify([{ type: 'hogql', key: "event = 'early'" }]);
  expect((await get(`persons/?properties=${had}`)).body.count).toBe(1);
});

test('a row with a window is one event, so what leads on is who it is of', async () => {
  const { post } = await linked();
  const keys = async (query: string) => (await post('sql/', { query })).body.behind?.keys;
  const own = [{ text: 'distinct_id', column: 0 }];
  expect(await keys('select distinct_id, row_number() over (order by timestamp) from events')).toEqual(own);
  const grouped = 'select event, rank() over (order by count() desc) from events group by event';
  expect(await keys(grouped)).toEqual([{ text: 'event', column: 0 }]);
});

test('where no condition says what is behind a row, nothing pretends to', async () => {
  const { post } = await linked();
  for (const query of [
    'select count() as n from (select event from events) group by event',
    "select count(), event as e from events e where e.event = 'paid' group by 2",
    'select event, count() from events where {filters} group by 1',
    'select event, count() from events where distinct_id in (select distinct_id from events) group by 1',
    'select count() from events group by event',
    'select event, row_number() over (order by timestamp) from events',
    'select 1',
  ]) {
    const { body } = await post('sql/', { query });
    expect([query, body.behind, body.events_urls], query).toEqual([query, undefined, undefined]);
  }
});

test('saved, it is a line, bars or a table on the page of a sharing link, without links to anybody', async () => {
  const { post, patch, origin } = await linked();
  const shapes = [
    [
      'select toDate(timestamp) as day, count() as n from events group by day order by day',
      /<(path|polyline|circle)/,
      '9 Mar',
    ],
    ['select event, count() as n from events group by event order by n desc, event', /<rect/, 'visited'],
    ["select event, 'x' as note, avg(1.5) as mean from events group by event order by event", /<rect/, 'visited'],
    ['select event, distinct_id, timestamp from events order by timestamp', /This answer is a table/, 'visited'],
    ['select timestamp from events order by timestamp', /This answer is a table/, '2026-03-09'],
    ['select event from events order by event', /This answer is a table/, 'visited'],
  ] as const;
  for (const [query, mark, text] of shapes) {
    const source = { kind: 'HogQLQuery', query };
    const saved = await post('insights/', { name: 'Saved SQL', query: { kind: 'DataTableNode', source } });
    const { body } = await patch(`insights/${saved.body.id}/sharing/`, { enabled: true });
    const page = await (await fetch(`${origin}/shared/${body.access_token}`)).text();
    expect(page, query).toMatch(mark);
    expect(page, query).toContain(text);
    expect(page).not.toContain('/persons/?');
  }
});

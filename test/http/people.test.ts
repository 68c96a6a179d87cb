/** The addresses of the people behind numbers, followed over HTTP. */
import { expect, test } from 'vitest';
import { event } from '../support/product.ts';
import { startServer } from './support.ts';

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

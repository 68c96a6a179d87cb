/** Actions and cohorts over REST: routes, scopes, statuses. */
import { expect, test } from 'vitest';
import { event } from '../support/product.ts';
import { startServer } from './support.ts';

test('actions: made, read, listed, changed; each with its scope', async () => {
  const server = await startServer();
  const made = await server.post('actions/', { name: 'Saw prices', steps: [{ event: '$pageview', url: '/pricing' }] });
  expect(made).toMatchObject({ status: 201, body: { id: 1, name: 'Saw prices' } });
  expect((await server.get('actions/1/')).body).toEqual(made.body);
  await server.post('actions', { name: 'Signed up', steps: [{ event: 'sign up' }] });
  expect((await server.get('actions/?limit=1&search=prices')).body).toMatchObject({ count: 1, results: [{ id: 1 }] });
  expect((await server.get('actions/?limit=1')).body.next).toContain('limit=1&offset=1');
  expect(await server.patch('actions/2/', { deleted: true })).toMatchObject({ status: 200, body: { deleted: true } });
  expect(await server.get('actions/2/')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await server.get('actions/none/')).status).toBe(404);
  const reader = server.key(['action:read']);
  expect((await server.get('actions/', { key: reader })).status).toBe(200);
  expect((await server.post('actions/', { name: 'x' }, { key: reader })).status).toBe(403);
  expect((await server.get('actions/', { key: server.key(['cohort:write']) })).status).toBe(403);
});

test('cohorts: made, counted, changed; a wrong one names the field', async () => {
  const server = await startServer();
  const [project] = server.service.store.projects.list();
  server.service.ingest.importItems(project!, [
    event('view', 'anna', '2026-01-14T10:00:00Z', { $set: { plan: 'pro' } }),
    event('view', 'berta', '2026-01-14T10:00:00Z'),
  ]);
  const values = [{ key: 'plan', value: 'pro', type: 'person' }];
  const filters = { properties: { type: 'OR', values: [{ type: 'AND', values }] } };
  const made = await server.post('cohorts/', { name: 'Pro', filters });
  expect(made).toMatchObject({ status: 201, body: { id: 1, count: 1, filters } });
  expect((await server.get('cohorts/1/')).body).toEqual(made.body);
  expect((await server.get('cohorts/')).body).toMatchObject({ count: 1, results: [{ id: 1, count: null }] });
  expect(await server.patch('cohorts/1/', { name: 'Paying' })).toMatchObject({ status: 200, body: { name: 'Paying' } });
  const wrong = { properties: { type: 'AND', values: [{ ...values[0], operator: 'like' }] } };
  expect(await server.patch('cohorts/1/', { filters: wrong })).toMatchObject({
    status: 400,
    body: { type: 'validation_error', code: 'invalid_choice', attr: 'filters__properties__values__0__operator' },
  });
  expect((await server.get('cohorts/9/')).status).toBe(404);
  expect((await server.get('cohorts/', { key: server.key(['action:read']) })).status).toBe(403);
});

/** What clients of this interface ask first: who they are, by which key, and in which project. */
import { expect, test } from 'vitest';
import { startServer } from './support.ts';

const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

test('the user of a key has one organization, whose projects are those the key may use', async () => {
  const server = await startServer();
  const other = (await server.post('/api/projects/', { name: 'Other' })).body;
  const key = server.key(['insight:read'], [other.id]);
  const me = (await server.get('/api/users/@me/', { key })).body;
  const { id } = me.organization;
  expect(me).toMatchObject({
    distinct_id: expect.any(String),
    organization: { id: UUID },
    organizations: [{ id }],
    team: { id: other.id, organization: id, api_token: null },
  });
  expect((await server.get('/api/organizations/')).body.results).toEqual([me.organization]);
  for (const named of [id, '@current']) {
    expect((await server.get(`/api/organizations/${named}/`)).body).toEqual(me.organization);
    const { results } = (await server.get(`/api/organizations/${named}/projects/`, { key })).body;
    expect(results).toEqual([expect.objectContaining({ id: other.id, uuid: UUID, organization: id, name: 'Other' })]);
  }
  expect((await server.get('/api/organizations/00000000-0000-0000-0000-000000000000/')).status).toBe(404);
  expect((await server.get(`/api/projects/${other.id}/`)).body).toMatchObject({ uuid: UUID, organization: id });
  expect((await server.get('/api/users/@me/', { key: 'phx_unknown' })).status).toBe(401);
});

test('a key tells what it may do and where', async () => {
  const server = await startServer();
  const key = server.key(['insight:read', 'query:read'], [1]);
  const told = (await server.get('/api/personal_api_keys/@current', { key })).body;
  expect(told).toMatchObject({ scopes: ['insight:read', 'query:read'], scoped_teams: [1], scoped_organizations: [] });
  expect(key).not.toBe(told.mask_value);
  expect(JSON.stringify(told)).not.toContain(key);
  expect((await server.get('/api/personal_api_keys/@current/')).body).toMatchObject({
    scopes: ['*'],
    scoped_teams: [],
  });
});

test('what this program has not is found empty', async () => {
  const server = await startServer();
  for (const path of ['feature_flags/', 'experiments/', 'surveys/?limit=5', 'notebooks/', 'error_tracking/issues/']) {
    expect((await server.get(path)).body).toEqual({ count: 0, next: null, previous: null, results: [] });
  }
  expect((await server.get('feature_flags/7/')).status).toBe(404);
  for (const [path, name] of [
    ['feature_flags/', 'feature flags'],
    ['error_tracking/issues/', 'error tracking issues'],
  ] as const) {
    const { status, body } = await server.post(path, { key: 'beta' });
    expect([status, body.detail]).toEqual([405, expect.stringContaining(`nothing here to keep ${name}`)]);
  }
  // Old connectors stop at the first list that they do not find.
  expect((await server.get('/api/feature_flag')).body.results).toEqual([]);
});

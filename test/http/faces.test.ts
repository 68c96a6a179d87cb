/** Group types, projects, the description of a project, CSV and the operator's pages. */
import { expect, test } from 'vitest';
import { tableToCsv } from '../../src/http/wire/csv.ts';
import { event } from '../support/product.ts';
import { startServer } from './support.ts';

test('group types: listed by index, renamed one by one or as a list', async () => {
  const server = await startServer();
  expect((await server.get('groups_types/')).body).toEqual([]);
  const { store } = server.service;
  store.transaction(() => ['organization', 'team'].map((name) => store.groups.typeIndex(1, name)));
  const bare = { name_singular: null, name_plural: null };
  expect((await server.get('groups_types/')).body).toEqual([
    { group_type: 'organization', group_type_index: 0, ...bare },
    { group_type: 'team', group_type_index: 1, ...bare },
  ]);
  const rename = (body: unknown) => server.patch('groups_types/update_metadata/', body);
  const organization = { group_type: 'organization', group_type_index: 0, name_singular: 'company', name_plural: null };
  expect((await rename({ group_type: 'organization', name_singular: 'company' })).body).toEqual(organization);
  expect((await rename({ group_type_index: 0, name_plural: 'companies' })).body).toEqual({
    ...organization,
    name_plural: 'companies',
  });
  const rows = (await rename([{ group_type_index: 1, group_type: 'ignored', name_singular: 'squad' }])).body;
  expect(rows[1]).toEqual({ group_type: 'team', group_type_index: 1, name_singular: 'squad', name_plural: null });
  expect((await rename({ group_type: 'team', name_singular: null })).body.name_singular).toBeNull();
  for (const [body, code, attr] of [
    [{ name_singular: 'x' }, 'required', 'group_type'],
    [{ group_type: 'nope' }, 'does_not_exist', 'group_type'],
    [{ group_type_index: 4 }, 'does_not_exist', 'group_type_index'],
    [{ group_type: 'team', name_singular: 5 }, 'invalid_input', 'name_singular'],
    [{ group_type: 'team', name_plural: 'x'.repeat(401) }, 'max_length', 'name_plural'],
    [[{ group_type_index: 'a' }], 'invalid_input', 'rows__0__group_type_index'],
  ] as const) {
    expect((await rename(body)).body).toMatchObject({ code, attr });
  }
  // A list is applied as a whole or not at all.
  expect((await rename([{ group_type: 'team', name_singular: 'lost' }, { group_type: 'nope' }])).status).toBe(400);
  expect((await server.get('groups_types/')).body[1].name_singular).toBeNull();
});

test('a project tells what is in it', async () => {
  const server = await startServer({ now: () => Date.parse('2024-10-18T09:00:00Z') });
  const project = server.service.store.projects.get(1)!;
  const empty = (await server.get('describe/')).body;
  expect(empty).toMatchObject({ data_range: null, events: [], people: 0 });
  expect(empty.hint).toContain(project.api_token);
  expect((await server.get('describe/', { key: server.key(['insight:read']) })).body.hint).not.toContain('phc_');

  server.service.store.transaction(() => server.service.store.projects.update(1, { timezone: 'Europe/Berlin' }));
  server.service.ingest.importItems(project, [
    event('sign up', 'a', '2024-10-16T10:00:00Z', { plan: 'free', $set: { city: 'Oslo' } }),
    event('sign up', 'b', '2024-10-16T11:00:00Z', { plan: 'free', $groups: { team: 't1' } }),
    event('paid', 'b', '2024-10-17T11:00:00Z', { plan: 'pro', amount: 12 }),
  ]);
  const summary = (await server.get('describe/')).body;
  expect(summary).toMatchObject({
    project: { id: 1, timezone: 'Europe/Berlin' },
    now: '2024-10-18T11:00:00+02:00',
    data_range: { from: '2024-10-16T12:00:00+02:00', to: '2024-10-17T13:00:00+02:00' },
    people: 2,
    events: [
      { name: 'sign up', count: 2 },
      { name: 'paid', count: 1 },
    ],
    events_total: 2,
    group_types: [{ group_type: 'team' }],
    hint: null,
  });
  const properties = (await server.get('describe/?section=properties&search=PLAN')).body.properties;
  expect(properties).toEqual([
    {
      name: 'plan',
      of: 'event',
      group_type: null,
      type: 'String',
      top_values: [
        { value: 'free', count: 2 },
        { value: 'pro', count: 1 },
      ],
    },
  ]);
  const paid = (await server.get('describe/?section=properties&event=paid')).body.properties;
  expect(paid).toContainEqual(
    expect.objectContaining({ name: 'amount', type: 'Numeric', top_values: [{ value: '12', count: 1 }] }),
  );
  const people = (await server.get('describe/?section=people')).body.properties;
  expect(people).toContainEqual(expect.objectContaining({ name: 'city', top_values: [{ value: 'Oslo', count: 1 }] }));
  expect((await server.get('describe/?section=nope')).body).toMatchObject({ code: 'invalid_choice', attr: 'section' });

  expect((await server.get('/api/projects/1/')).body).toMatchObject({ id: 1, api_token: project.api_token });
  expect((await server.get('/api/projects/')).body.results[0]).toMatchObject({ api_token: project.api_token });
});

test('tables as CSV run nothing in a spreadsheet', async () => {
  const rows = ['=1+1', '+a', '-a', '@a', '\tx', '\rx', 'a=b', '-5', '+1.5', 'a,b', 'a"b', 'a\nb'].map((cell) => [
    cell,
  ]);
  expect(await tableToCsv({ columns: ['=head'], rows: [...rows, [-5], [null], [true], [1.5]] })).toBe(
    ["'=head\n'=1+1\n'+a\n'-a\n'@a\n'\tx\n\"'\rx\"\na=b\n-5\n+1.5\n", '"a,b"\n"a""b"\n"a\nb"\n-5\n\ntrue\n1.5\n'].join(
      '',
    ),
  );
});

test.each([0, 1, 1_999, 2_000, 2_001, 4_000])('a row of %i cells is one line of CSV', async (count) => {
  const cells = Array.from({ length: count }, (_, at) => at);
  const columns = cells.map((at) => `c${at}`);
  expect(await tableToCsv({ columns, rows: [cells, cells] })).toBe(
    [columns, cells, cells].map((row) => `${row.join(',')}\n`).join(''),
  );
});

test('a cell of CSV that hides its formula behind line ends, spaces or nothing seen is text too', async () => {
  const hidden = ['\n=1+1', '\r\n=1', ' =1', '\t =1', '\u200b=1', '\ufeff@a', '\u00a0-a', '＝1'];
  const csv = await tableToCsv({ columns: ['a'], rows: hidden.map((cell) => [cell]) });
  for (const cell of hidden) expect(csv).toContain(`'${cell}`);
});

test('sums of cents are whole cents in CSV', async () => {
  const server = await startServer({ now: () => Date.parse('2024-10-18T09:00:00Z') });
  const amounts = Array.from({ length: 3_000 }, (_, at) => ((at * 7_919) % 20_011) / 100);
  server.service.ingest.importItems(
    server.service.store.projects.get(1)!,
    amounts.map((amount, at) => event('paid', `p${at}`, `2024-10-1${6 + (at % 2)}T10:00:00Z`, { amount })),
  );
  const paid = { id: 'paid', math: 'sum', math_property: 'amount' };
  const body = { events: [paid], date_from: '2024-10-16', date_to: '2024-10-17' };
  const cents = (of: (at: number) => boolean) =>
    amounts.reduce((total, amount, at) => total + (of(at) ? Math.round(amount * 100) : 0), 0) / 100;
  const { text } = await server.post('insights/trend/?format=csv', body);
  expect(text.split('\n')[1]).toBe(`paid,${cents((at) => at % 2 === 0)},${cents((at) => at % 2 === 1)}`);
  const summed = await server.post('insights/trend/?format=csv', { ...body, display: 'ActionsLineGraphCumulative' });
  expect(summed.text.split('\n')[1]).toBe(`paid,${cents((at) => at % 2 === 0)},${cents(() => true)}`);
});

test('group types as a table, in no other format, and as they are where a list of names is refused', async () => {
  const server = await startServer();
  const { store } = server.service;
  store.transaction(() => ['organization', 'team'].map((name) => store.groups.typeIndex(1, name)));
  const rename = (format: string, body: unknown) =>
    server.patch(`groups_types/update_metadata/?format=${format}`, body);
  expect((await rename('csv', { group_type_index: 0, name_singular: 'company' })).text).toBe(
    'group_type,group_type_index,name_singular,name_plural\norganization,0,company,\n',
  );
  expect((await rename('csv', [])).text.split('\n')[2]).toBe('team,1,,');
  expect(await rename('xml', [])).toMatchObject({ status: 400, body: { attr: 'format' } });
  const refused = await rename('json', [{ group_type_index: 0, name_singular: 'firm' }, { group_type_index: 4 }]);
  expect(refused.body.detail).toBe(
    'There is no such group type. Group types: "organization" (0, shown as "company"), "team" (1).',
  );
});

test('format=csv where there is a table', async () => {
  const server = await startServer({ now: () => Date.parse('2024-10-18T09:00:00Z') });
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [
    event('=cmd', 'a', '2024-10-17T10:00:00Z'),
  ]);
  const filters = { insight: 'TRENDS', events: [{ id: '=cmd' }], date_from: '-1d' };
  await server.post('insights/', { name: '=HYPERLINK("x")', filters });
  const one = await server.get('insights/1/?format=csv');
  expect(one.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(one.headers['content-disposition']).toBe('attachment; filename="get_insight.csv"');
  expect(one.text).toBe("series,17-Oct-2024,18-Oct-2024\n'=cmd,1,0\n");
  // Of what is said twice the last counts, as of all parameters.
  expect((await server.get('insights/1/?format=json&format=csv')).text).toBe(one.text);
  const list = await server.get('insights/?format=csv');
  expect(list.text.split('\n')[1]).toContain('"\'=HYPERLINK(""x"")"');
  expect((await server.post('insights/trend/?format=csv', filters)).text).toBe(one.text);
  expect((await server.get('insights/my_last_viewed/?format=csv')).text.split('\n')).toHaveLength(2);
  const cancelled = await server.post('insights/cancel/?format=csv', { client_query_id: '=cmd' });
  expect(cancelled.text.split('\n')[1]).toContain("'=cmd,true,false");
  expect((await server.post('insights/timing/?format=csv', { milliseconds: 5 })).text).toContain('recorded');
  expect((await server.get('groups_types/?format=csv')).body).toEqual([]);
  expect((await server.get('insights/?format=json')).body.count).toBe(1);
  // The format is judged before anything is done.
  expect((await server.post('insights/?format=xml', { name: 'b' })).status).toBe(400);
  expect((await server.get('insights/')).body.count).toBe(1);
});

test("the operator's pages", async () => {
  const server = await startServer();
  await server.get('insights/');
  await server.get('insights/77/');
  const { text, headers } = await server.get('/metrics', { key: null });
  expect(headers['content-type']).toContain('text/plain');
  expect(text).toContain(
    'insights_requests_total{method="GET",route="/api/projects/:project_id/insights/",status="200"} 1',
  );
  expect(text).toContain('route="/api/projects/:project_id/insights/:id/",status="404"} 1');
  expect(text).toMatch(/^insights_events_stored\{project="1"\} 0$/m);
  expect((await server.get('/healthz', { key: null })).body).toEqual({ status: 'ok' });

  const { body } = await server.get('/openapi.json', { key: null });
  expect(body.openapi).toBe('3.1.0');
  const operations = Object.values(body.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
    (methods) => Object.values(methods),
  );
  const ids = operations.map((operation) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(body.paths['/api/projects/{project_id}/insights/{id}/'].delete.responses).toHaveProperty('405');
  expect(JSON.stringify(body)).not.toContain('$schema');
});

/**
 * Statements through each door (REST, query nodes, saved insights, dashboards, MCP, the command), and what they may not
 * do.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { draw } from '../../src/chart/draw.ts';
import type { Chart } from '../../src/model/question/chart.ts';
import { unsaved } from '../../src/service/chart/frame.ts';
import { sqlChart } from '../../src/service/chart/sql.ts';
import { sqlPassages, sqlText } from '../../src/service/text/sql_text.ts';
import { startServer } from '../http/support.ts';
import { runHere } from '../support/cli.ts';
import { answered, connectHttp, refusal, served } from '../support/mcp.ts';
import { event, temporaryFolder, temporaryProduct } from '../support/product.ts';
import { sqlProduct } from '../support/sql.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const QUERY = 'select event, count() as n from events group by event order by n desc';
const NODE = { kind: 'HogQLQuery', query: QUERY };
const EVENTS = [
  event('visited', 'ana', '2026-03-09T10:00:00Z', { plan: 'pro' }),
  event('visited', 'ben', '2026-03-09T10:00:00Z', { plan: 'free' }),
  event('paid', 'ben', '2026-03-09T11:00:00Z', { plan: 'free' }),
];

async function server() {
  const product = await startServer({ now: () => NOW });
  product.service.ingest.importItems(product.service.store.projects.list()[0]!, EVENTS);
  return product;
}

test('a list that is too long is refused, and cut only where the statement says so', async () => {
  const { post } = await server();
  const ask = (list: string) => post('sql/', { query: `select length(${list}) from numbers(10001)` });
  for (const name of ['groupArray', 'groupUniqArray']) {
    const { status, body } = await ask(`${name}(number)`);
    expect([status, body.detail]).toEqual([400, expect.stringContaining(`${name}(100)(x)`)]);
    expect((await ask(`${name}(7)(number)`)).body.results).toEqual([[7]]);
  }
  const most = await post('sql/', { query: 'select length(groupArray(number)) from numbers(10000)' });
  expect(most.body.results).toEqual([[10_000]]);
});

test('events and properties that were never received are told', async () => {
  const { post } = await server();
  const query = "select properties.plam from events where event = 'visit' and event not in ('left')";
  expect((await post('sql/', { query })).body.resolved.warnings).toEqual([
    'No event property named "plam" was ever received. Did you mean "plan"?',
    'No event named "visit" was ever received. Did you mean "visited"?',
  ]);
  const known = "select count() from events where event in ('visited', 'paid')";
  expect((await post('sql/', { query: known })).body.resolved.warnings).toEqual([]);
});

test('REST takes a node, one that is wrapped, and a flat body; CSV too', async () => {
  const { post } = await server();
  for (const query of [
    NODE,
    { kind: 'DataVisualizationNode', source: NODE },
    { kind: 'DataTableNode', source: NODE },
  ]) {
    const { status, body } = await post('query/', { query });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      results: [
        ['visited', 2],
        ['paid', 1],
      ],
      columns: ['event', 'n'],
      hasMore: false,
    });
    expect(body.types).toEqual([
      ['event', 'String'],
      ['n', 'Float64'],
    ]);
  }
  const { body } = await post('sql/', {
    query: 'select event from events where distinct_id = {who}',
    values: { who: 'ana' },
  });
  expect(body.results).toEqual([['visited']]);
  expect((await post('sql/?format=csv', { query: QUERY })).text).toBe('event,n\nvisited,2\npaid,1\n');
  const again = await post('sql/', { query: QUERY });
  expect(again.body.is_cached).toBe(true);
});

test('filters and variables of a node stand for {filters} and {variables}', async () => {
  const { post } = await server();
  const query = {
    kind: 'HogQLQuery',
    query: 'select count() from events where {filters} and event = {variables.what}',
    filters: {
      dateRange: { date_from: '2026-03-09', date_to: '2026-03-09' },
      properties: [{ key: 'plan', value: 'free' }],
    },
    variables: { 'some-id': { code_name: 'what', value: 'visited' } },
  };
  expect((await post('query/', { query })).body.results).toEqual([[1]]);
});

test('what is sent never becomes code', async () => {
  const { post } = await server();
  const who = "ana' or 1 = 1 --";
  const { body } = await post('sql/', {
    query: 'select count() from events where distinct_id = {who}',
    values: { who },
  });
  expect(body.results).toEqual([[0]]);
});

test('a mistake is a 400 on the field, with its place', async () => {
  const { post } = await server();
  const { status, body } = await post('query/', { query: { kind: 'HogQLQuery', query: 'select evnt\nfrom events' } });
  expect([status, body.attr]).toEqual([400, 'query']);
  expect(body.detail).toContain('line 1, character 8: there is no evnt here.');
  expect((await post('query/', { query: { kind: 'HogQLQuery' } })).status).toBe(400);
});

test('what is sent beside a statement that has no place for it is told', async () => {
  const { post, patch, get } = await server();
  const warned = async (body: object) => (await post('sql/', body)).body.resolved.warnings;
  const query = 'select count() from events';
  expect(await warned({ query, date_from: '-5d', properties: [{ key: 'plan', value: 'pro' }] })).toEqual([
    'date_from and properties have no effect here, as the statement has no {filters}: write WHERE {filters} into the select that reads FROM events.',
  ]);
  expect(await warned({ query, filter_test_accounts: true, values: { plan: 'pro' } })).toEqual([
    ...['leaves nobody out', 'has no effect here'].map((text) => expect.stringContaining(text)),
    'The value "plan" has no effect, as the statement has no {plan}.',
  ]);
  for (const properties of [[], {}, { type: 'AND', values: [] }]) {
    expect(await warned({ query, filter_test_accounts: false, properties, values: {} })).toEqual([]);
  }
  const used = `${query} where {filters} and properties.plan = {plan}`;
  expect(await warned({ query: used, date_from: '-5d', values: { plan: 'pro' } })).toEqual([]);

  // A dashboard's filters pass by a statement without a place for them, and the tile says so.
  await post('insights/', { query: { kind: 'DataTableNode', source: NODE } });
  await post('dashboards/', { name: 'Board', filters: { date_from: '-5d' }, tiles: [{ insight: 1 }] });
  const tile = async () => (await get('dashboards/1/?refresh=true')).body.tiles[0].insight;
  expect((await tile()).resolved.warnings).toEqual([expect.stringContaining('date_from has no effect here')]);
  await patch('insights/1/', { query: { ...NODE, query: `${query} where {filters}` } });
  const { resolved, result } = await tile();
  expect([resolved.warnings, sqlPassages({ resolved, result })[0]]).toEqual([
    [],
    'SQL with {filters}: 2026-03-05 to 2026-03-10 (6 days), UTC.',
  ]);
  const { body } = await post('sql/', {
    query: used,
    properties: [{ key: 'plan', value: 'pro' }],
    values: { plan: 'pro' },
  });
  expect(sqlText(body)).toMatch(/^SQL with {filters}: where "plan" is "pro"\.\ncount\(\)\n1/);
  expect(sqlText((await post('sql/', { query })).body)).toMatch(/^count\(\)/);
});

test('explain shows the plan, with what the scan has taken over', async () => {
  const { post } = await server();
  const query =
    "select count() from (select * from events where timestamp >= '2026-03-01') where event = 'paid' and properties.plan = 'pro'";
  const { body } = await post('sql/', { query, explain: true });
  expect(body.explain.plan.slice(0, 4)).toEqual([
    'first 101',
    '  columns #1',
    '    aggregate count()',
    '      scan events: paid; from 2026-03-01T00:00:00.000Z; where properties.plan in ["pro"]; with who is who',
  ]);
  const pairs = 'select count() from numbers(2) a cross join numbers(3) b';
  expect((await post('sql/', { query: pairs, explain: true })).body.explain.plan).toContain('      cross join');
  const sessions = "select count() from sessions where $start_timestamp >= '2026-03-09' and event_count > 1";
  const { plan } = (await post('sql/', { query: sessions, explain: true })).body.explain;
  expect(plan.filter((line: string) => /scan|filter/.test(line)).join('\n')).toMatch(
    /filter greater\(#\d+, 1\)\n.*scan events: every event; .*greater_equal\(session\.\$start_timestamp, /,
  );
});

test('saved, it has columns and rows, is a chart, and stands on a dashboard', async () => {
  const { post, get } = await server();
  const saved = await post('insights/', { name: 'By event', query: { kind: 'DataTableNode', source: NODE } });
  expect(saved.status).toBe(201);
  const { body } = await get(`insights/${saved.body.id}/?refresh=true`);
  expect(body).toMatchObject({
    result: [
      ['visited', 2],
      ['paid', 1],
    ],
    columns: ['event', 'n'],
    name: 'By event',
    resolved: { behind: { where: null, keys: [{ text: 'event', column: 0 }] } },
  });
  const board = await post('dashboards/', { name: 'Board', tiles: [{ insight: saved.body.id }] });
  const shown = await get(`dashboards/${board.body.id}/?refresh=true`);
  expect(shown.body.tiles[0].insight.result).toEqual([
    ['visited', 2],
    ['paid', 1],
  ]);
  const csv = await get(`insights/${saved.body.id}/?format=csv`);
  expect(csv.text).toBe('event,n\nvisited,2\npaid,1\n');
});

test('an assistant runs it, reads rows as text, and is led by a refusal', async () => {
  const product = temporaryProduct({ now: () => NOW });
  product.service.ingest.importItems(product.service.store.projects.list()[0]!, EVENTS);
  const { client } = await connectHttp(await served(product), product.key(['*']), '2026');
  const answer = await client.callTool({
    name: 'run_sql',
    arguments: { query: 'select person_id, count() as n from events group by person_id order by n desc limit 1' },
  });
  const text = (answer.content as { text: string }[])[0]!.text;
  expect(text).toMatch(/^person_id \| n\n".{36}" \| 2\n/);
  const sent = JSON.parse(/list_events with (.*)\.$/m.exec(text)![1]!) as Record<string, unknown>;
  expect((await answered(client, 'list_events', sent))['results']).toHaveLength(2);
  const question = { kind: 'trend', events: [{ id: null }], date_from: 'all', ...sent };
  expect(await answered(client, 'list_persons', { question })).toMatchObject({ count: 1 });
  expect(await answered(client, 'run_sql', { query: QUERY })).toMatchObject({
    columns: ['event', 'n'],
    results: [
      ['visited', 2],
      ['paid', 1],
    ],
  });
  const query = { kind: 'DataTableNode', source: NODE };
  const saved = await answered(client, 'create_insight', { name: 'By event', query });
  const told = await client.callTool({ name: 'get_insight', arguments: { id: saved['id'] } });
  expect((told.content as { text: string }[])[0]!.text).toContain('Behind the first row: list_events with');
  const drawn = sqlChart(told.structuredContent as Parameters<typeof sqlChart>[0], unsaved('sql', {}));
  const { listing, values } = drawn as Chart & { kind: 'values' };
  expect(values.map(({ name }) => name)).toEqual(['visited', 'paid']);
  const behind = await answered(client, listing!.tool, { ...listing!.arguments, ...values[0]!.people });
  expect(behind).toMatchObject({ count: 2 });
  expect(await refusal(client, 'run_sql', { query: 'select evnt from events' })).toContain('Did you mean event?');
  const { contents } = await client.readResource({ uri: 'insights://help/sql' });
  expect((contents[0] as { text: string }).text).toContain('windowFunnel');
});

test('a point of a line over time leads to who did what is behind its row', async () => {
  const product = temporaryProduct({ now: () => NOW });
  product.service.ingest.importItems(product.service.store.projects.list()[0]!, EVENTS);
  const { client } = await connectHttp(await served(product), product.key(['*']), '2026');
  const pointsOf = async (query: string) => {
    const source = { kind: 'HogQLQuery', query };
    const saved = await answered(client, 'create_insight', { name: 'Line', query: { kind: 'DataTableNode', source } });
    const told = await client.callTool({ name: 'get_insight', arguments: { id: saved['id'] } });
    const chart = sqlChart(told.structuredContent as Parameters<typeof sqlChart>[0], unsaved('sql', {}));
    const { hits } = draw(chart, { width: 760, theme: 'light', hits: 'numbers' });
    return { hits, listing: chart.listing };
  };
  const hours = 'select toStartOfHour(timestamp) as hour, count() as n from events group by hour order by hour desc';
  const { hits, listing } = await pointsOf(hours);
  const names = [];
  for (const { people } of hits) {
    const { results } = await answered(client, listing!.tool, { ...listing!.arguments, ...people });
    names.push((results as { distinct_ids: string[] }[]).flatMap(({ distinct_ids }) => distinct_ids).sort());
  }
  expect(names).toEqual([['ana', 'ben'], ['ben']]);
  const both = await pointsOf(hours.replace('count() as n', 'count() as n, uniq(person_id) as people'));
  expect(both.hits.map(({ people }) => people !== null)).toEqual(both.hits.map(() => true));
  const nobody = await pointsOf(hours.replace('from events', 'from (select timestamp from events)'));
  expect([nobody.listing, ...nobody.hits.map(({ people }) => people)]).toEqual([null, null, null]);
});

test('a statement sees its project only', async () => {
  const { service } = temporaryProduct({ now: () => NOW });
  const [first] = service.store.projects.list();
  service.ingest.importItems(first!, EVENTS);
  const other = sqlProduct({ events: [['theirs', 'eve', '2026-03-09T10:00:00Z']], persons: { eve: { plan: 'x' } } });
  for (const [table, count] of [
    ['events', 1],
    ['persons', 1],
    ['person_distinct_ids', 1],
    ['sessions', 0],
    ['groups', 0],
    ['cohort_people', 0],
  ] as const) {
    expect([table, (await other.run(`select count() from ${table}`)).results], table).toEqual([table, [[count]]]);
  }
});

test('what an action finds is a condition of WHERE', async () => {
  const { post } = await server();
  const steps = [{ event: 'paid' }, { event: 'visited', properties: [{ key: 'plan', value: 'pro' }] }];
  expect((await post('actions/', { name: 'Wanted', steps })).status).toBe(201);
  const ask = async (query: string) => (await post('sql/', { query })).body;
  const { results } = await ask("select event, distinct_id from events where matchesAction('Wanted') order by event");
  expect(results).toEqual([
    ['paid', 'ben'],
    ['visited', 'ana'],
  ]);
  const others = await ask('select distinct_id from events where not matchesAction(1)');
  expect(others.results).toEqual([['ben']]);
  const unknown = await ask("select 1 from events where matchesAction('Want')");
  expect(unknown).toMatchObject({ attr: 'query', detail: expect.stringContaining('Did you mean "Wanted"?') });
});

test('the command prints a table, CSV and JSON', async () => {
  const product = temporaryProduct({ now: () => NOW });
  product.service.ingest.importItems(product.service.store.projects.list()[0]!, EVENTS);
  await product.close();
  const sql = async (...args: string[]) => (await runHere(['sql', ...args, '--db', product.path])).stdout;
  expect(await sql(QUERY)).toBe('event    n\n-------  -\nvisited  2\npaid     1\n');
  expect(await sql(QUERY, '--format', 'csv')).toBe('event,n\nvisited,2\npaid,1\n');
  expect(
    JSON.parse(
      await sql('select count() from events where event = {e}', '--format', 'json', '--values', '{"e":"paid"}'),
    ).results,
  ).toEqual([[1]]);
});

test('rows that were cut never look whole: each door says that there are more', async () => {
  const more = 'There are more than these 100 rows: limit and offset bring the others';
  const product = await server();
  const { post, path } = product;
  const cut = 'select number from numbers(101)';
  const warning = async (query: string) => (await post('sql/?format=csv', { query })).headers['warning'];
  expect(await warning(cut)).toContain(more);
  expect(await warning(`${cut} limit 100`)).toBeUndefined();
  const out = join(temporaryFolder(), 'rows.csv');
  for (const args of [
    ['sql', cut],
    ['sql', cut, '--format', 'csv'],
    ['sql', cut, '--format', 'ndjson'],
    ['sql', cut, '--out', out],
    ['answer', cut],
    ['answer', JSON.stringify({ kind: 'HogQLQuery', query: cut })],
  ]) {
    const { stdout, stderr } = await runHere([...args, '--db', path]);
    expect([args, stdout.includes(more), stderr]).toEqual([args, false, expect.stringContaining(more)]);
  }
  for (const kind of ['EventsQuery', 'ActorsQuery']) {
    const node = JSON.stringify({
      kind,
      ...(kind === 'EventsQuery' ? { select: ['event'], after: '2026-01-01' } : {}),
      limit: 1,
    });
    expect((await runHere(['answer', node, '--db', path])).stderr).toContain('There are more than these 1 rows');
  }
  const saved = await post('insights/', { name: 'Rows', query: { kind: 'HogQLQuery', query: cut } });
  const shown = await product.get(`insights/${saved.body.id}/?format=csv`);
  expect(shown.headers['warning']).toContain(more);
  const { client } = await connectHttp(await served(product), product.all, '2026');
  for (const [name, args] of [
    ['get_insight', { id: String(saved.body.id) }],
    ['run_sql', { query: cut }],
  ] as const) {
    const { content } = await client.callTool({ name, arguments: args });
    expect(JSON.stringify(content).split(more)).toHaveLength(2);
  }
});

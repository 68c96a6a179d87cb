/** Query nodes about people and events, and lines that are several events: what newer clients ask. */
import { expect, test } from 'vitest';
import { event } from '../support/product.ts';
import { type Json, type Server, startServer } from './support.ts';

const NOW = Date.parse('2024-10-18T12:00:00Z');
const on = (name: string) => ({ kind: 'EventsNode', event: name });
const dateRange = { date_from: '2024-10-15', date_to: '2024-10-18' };
const TREND = { kind: 'TrendsQuery', series: [on('visited'), on('paid')], dateRange };
const FUNNEL = { kind: 'FunnelsQuery', series: [on('visited'), on('paid')], dateRange };
const RETENTION = {
  kind: 'RetentionQuery',
  dateRange,
  retentionFilter: {
    period: 'Day',
    totalIntervals: 4,
    targetEntity: { id: 'visited', type: 'events' },
    returningEntity: { id: 'visited', type: 'events' },
  },
};

async function started(): Promise<Server> {
  const server = await startServer({ now: () => NOW });
  const did = (who: string, name: string, day: number, plan = 'pro') =>
    event(name, who, `2024-10-${day}T10:00:00Z`, { plan, $set: { email: `${who}@example.com` } });
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [
    ...[did('ana', 'visited', 15), did('ana', 'visited', 16), did('ana', 'visited', 16), did('ana', 'paid', 17)],
    ...[did('ben', 'visited', 15, 'free'), did('ben', 'visited', 18, 'free')],
    ...[did('cid', 'visited', 16, 'free'), did('cid', 'left', 17)],
  ]);
  return server;
}

const asked = (server: Server, query: unknown) => server.post('query/', { query });

/** Names of the people, with the other columns. */
async function people(server: Server, query: Record<string, unknown>): Promise<Json[]> {
  const { status, body } = await asked(server, { kind: 'ActorsQuery', ...query });
  expect([status, body.detail]).toEqual([200, undefined]);
  return body.results.map(([actor, ...rest]: Json[]) => [actor.distinct_ids[0], ...rest]);
}

const of = (source: unknown, point: Record<string, unknown> = {}, kind = 'InsightActorsQuery') => ({
  source: { kind, source, ...point },
});

test('who is behind a point of each kind of question', async () => {
  const server = await started();
  expect(await people(server, of(TREND, { day: '2024-10-16' }))).toEqual([['ana'], ['cid']]);
  expect(await people(server, of(TREND, { day: '2024-10-17T00:00:00Z', series: 1 }))).toEqual([['ana']]);
  const hourly = { ...TREND, interval: 'hour' };
  expect(await people(server, of(hourly, { day: '2024-10-16T10:00:00Z' }))).toEqual([['ana'], ['cid']]);
  expect(await people(server, of(hourly, { day: '2024-10-16T11:00:00Z' }))).toEqual([]);
  const counted = { ...of(TREND), select: ['actor', 'event_count', 'properties.email'], orderBy: ['event_count DESC'] };
  expect(await people(server, counted)).toEqual([
    ['ana', 3, 'ana@example.com'],
    ['ben', 2, 'ben@example.com'],
    ['cid', 1, 'cid@example.com'],
  ]);
  const split = { ...TREND, breakdownFilter: { breakdown: 'plan' } };
  expect(await people(server, of(split, { day: '2024-10-15', breakdown: ['free'] }))).toEqual([['ben']]);
  expect(await people(server, of(split, { day: '2024-10-15' }))).toEqual([['ana'], ['ben']]);
  expect(await people(server, of(FUNNEL, { funnelStep: 2 }, 'FunnelsActorsQuery'))).toEqual([['ana']]);
  expect(await people(server, of(FUNNEL, { funnelStep: -2 }, 'FunnelsActorsQuery'))).toEqual([['ben'], ['cid']]);
  const over_time = { ...FUNNEL, funnelsFilter: { funnelVizType: 'trends' } };
  const entered = { funnelTrendsEntrancePeriodStart: '2024-10-15 00:00:00' };
  expect(await people(server, of(over_time, entered, 'FunnelsActorsQuery'))).toEqual([['ana']]);
  const dropped = { ...entered, funnelTrendsDropOff: true };
  expect(await people(server, of(over_time, dropped, 'FunnelsActorsQuery'))).toEqual([['ben']]);
  const longer = { ...over_time, series: [on('visited'), on('paid'), on('left')] };
  const whole = { ...longer, funnelsFilter: { funnelVizType: 'trends', funnelToStep: 1 } };
  expect(await people(server, of(whole, dropped, 'FunnelsActorsQuery'))).toEqual([['ben']]);
  expect(await people(server, of(longer, dropped, 'FunnelsActorsQuery'))).toEqual([['ana'], ['ben']]);
  const lifecycle = { kind: 'LifecycleQuery', series: [on('visited')], dateRange };
  expect(await people(server, of(lifecycle, { day: '2024-10-16', status: 'returning' }))).toEqual([['ana']]);
  const stickiness = { kind: 'StickinessQuery', series: [on('visited')], dateRange };
  expect(await people(server, of(stickiness, { day: 2 }))).toEqual([['ana'], ['ben']]);
  const paths = { kind: 'PathsQuery', pathsFilter: { pathStartKey: '1_visited', pathEndKey: '2_paid' }, dateRange };
  expect((await asked(server, { kind: 'ActorsQuery', ...of(paths) })).body.results).toEqual([]);
  expect((await asked(server, { kind: 'InsightActorsQuery', source: TREND, day: '2024-10-16' })).body).toMatchObject({
    columns: ['actor'],
    hasMore: false,
    limit: 100,
    offset: 0,
  });
});

test('who came again, and when', async () => {
  const server = await started();
  const select = ['person', 'day_0', 'day_1', 'day_3', 'day_4'];
  expect(await people(server, { ...of(RETENTION), select })).toEqual([
    ['ana', 1, 1, 0, 0],
    ['ben', 1, 0, 1, 0],
  ]);
  expect(await people(server, { ...of(RETENTION, { interval: 1 }), select: ['actor', 'day_1'] })).toEqual([
    ['ana', 0],
    ['cid', 0],
  ]);
});

test('everybody, those who have a property, and pages', async () => {
  const server = await started();
  expect(await people(server, {})).toEqual([['ana'], ['ben'], ['cid']]);
  expect(await people(server, { search: 'BEN@' })).toEqual([['ben']]);
  const properties = [{ key: 'email', type: 'person', operator: 'icontains', value: 'c' }];
  expect(
    await people(server, { properties: [...properties, { key: 'email', type: 'person', value: 'cid@example.com' }] }),
  ).toEqual([['cid']]);
  const page = await asked(server, { kind: 'ActorsQuery', select: ['id', 'created_at'], limit: 2, offset: 1 });
  expect(page.body).toMatchObject({ columns: ['id', 'created_at'], hasMore: false, limit: 2, offset: 1 });
  expect(page.body.results.map((row: Json[]) => row[1])).toEqual(['2024-10-15T10:00:00Z', '2024-10-16T10:00:00Z']);
  expect((await asked(server, { kind: 'ActorsQuery', limit: 2 })).body.hasMore).toBe(true);
  const select = ['person_display_name -- Person', 'id', 'person.$delete'];
  const table = await asked(server, {
    kind: 'DataTableNode',
    source: { kind: 'ActorsQuery', select, orderBy: ['id'] },
  });
  const [[named, id, button]] = table.body.results;
  expect([table.body.columns, named, button]).toEqual([select, { display_name: 'ana@example.com', id }, null]);
});

test('an order that programs always send is told not to be that of the list', async () => {
  const server = await started();
  const order = { orderBy: ['length(appearances) DESC', 'actor_id'] };
  const { status, body } = await asked(server, { kind: 'ActorsQuery', ...order });
  expect([status, body.warnings]).toEqual([200, ['People are not ordered by how often they came back.']]);
});

test('what is not understood is refused, and so is a key that may not read people', async () => {
  const server = await started();
  for (const [query, attr] of [
    [{ source: { kind: 'HogQLQuery', query: 'SELECT 1' } }, 'query__source'],
    [of({ kind: 'HogQLQuery', query: 'SELECT 1' }), 'query__source__source'],
    [of(TREND, { day: '2024-10-30' }), 'query__source__day'],
    [of(TREND, { series: 7 }), 'query__source__series'],
    [of({ ...TREND, series: [{ kind: 'Other' }] }), 'query__source__source__series__0'],
    [of({ kind: 'PathsQuery', pathsFilter: {}, dateRange }), 'query__source__source__pathsFilter'],
    [{ select: ['actor', 'shoe size'] }, 'query__select__1'],
    [{ ...of(TREND), select: ['day_1'] }, 'query__select__0'],
    [{ select: 'actor' }, 'query__select'],
    [{ orderBy: ['created_at DESC'] }, 'query__orderBy'],
    [{ ...of(TREND), orderBy: ['event_count ASC'] }, 'query__orderBy'],
    [{ limit: 'many' }, 'query__source__limit'],
  ] as const) {
    const { status, body } = await asked(server, { kind: 'ActorsQuery', ...query });
    expect([status, body.attr], JSON.stringify(query)).toEqual([400, attr]);
  }
  const key = server.key(['query:read']);
  const { status, body } = await server.post('query/', { query: { kind: 'ActorsQuery' } }, { key });
  expect([status, body.code]).toEqual([403, 'permission_denied']);
  expect((await server.post('query/', { query: TREND }, { key })).status).toBe(200);
});

test('several events are one line: each event counts once, each person once', async () => {
  const server = await started();
  const anyOf = (nodes: unknown[], more = {}) => ({ kind: 'GroupNode', operator: 'OR', nodes, ...more });
  const trend = async (series: unknown[]) => {
    const { status, body } = await asked(server, { ...TREND, series });
    expect([status, body.detail]).toEqual([200, undefined]);
    return body.results.map(({ label, data }: { label: string; data: number[] }) => [label, data]);
  };
  const plan = (value: string) => [{ key: 'plan', value, type: 'event' }];
  const { id } = (await server.post('actions/', { name: 'Gone', steps: [{ event: 'left' }] })).body;
  expect(
    await trend([
      anyOf([on('visited'), on('paid')]),
      anyOf([on('visited'), on('visited'), { ...on('left'), properties: plan('free') }], { custom_name: 'Twice' }),
      anyOf([on('visited'), { kind: 'ActionsNode', id }], { math: 'dau', properties: plan('pro') }),
    ]),
  ).toEqual([
    ['visited, paid', [2, 3, 1, 1]],
    ['visited, left', [2, 3, 0, 1]],
    ['visited, Gone', [1, 1, 1, 0]],
  ]);
  const steps = [on('visited'), anyOf([on('paid'), on('left')])];
  const { body } = await asked(server, { ...FUNNEL, series: steps });
  expect(body.results.map(({ name, count }: Json) => [name, count])).toEqual([
    ['visited', 3],
    ['paid, left', 2],
  ]);
  expect(await people(server, of({ ...FUNNEL, series: steps }, { funnelStep: 2 }, 'FunnelsActorsQuery'))).toEqual([
    ['ana'],
    ['cid'],
  ]);
  const misspelt = await asked(server, { ...TREND, series: [anyOf([on('visited'), on('payd')])] });
  expect(misspelt.body.resolved.warnings.join()).toContain('payd');
  expect(misspelt.body.resolved.question).toMatch(/"visited" or "payd"/);
  for (const [line, attr] of [
    [anyOf([]), 'query__series__0__nodes'],
    [{ ...anyOf([on('visited')]), operator: 'AND' }, 'query__series__0__operator'],
    [anyOf([anyOf([on('visited')])]), 'query__series__0__nodes__0'],
    [anyOf([{ kind: 'ActionsNode', id: 99 }]), null],
  ] as const) {
    const refused = await asked(server, { ...TREND, series: [line] });
    expect([refused.status, refused.body.attr]).toEqual([400, attr ?? expect.stringContaining('nodes__0')]);
  }
});

test('about what is not here there is nothing, as in a project that does not use it', async () => {
  const server = await started();
  for (const kind of ['ErrorTrackingQuery', 'RecordingsQuery']) {
    expect((await asked(server, { kind })).body).toMatchObject({ results: [], hasMore: false });
  }
  expect((await asked(server, { kind: 'PlanetsQuery' })).status).toBe(400);
});

test('newer displays have the numbers of those that are drawn here', async () => {
  const server = await started();
  const shown = async (display: string) => {
    const { body } = await asked(server, { ...TREND, series: [on('visited')], trendsFilter: { display } });
    return body.results?.[0].aggregated_value ?? body.results?.[0].data ?? body.attr;
  };
  for (const display of [
    'ActionsAreaGraph',
    'ActionsStackedBar',
    'ActionsUnstackedBar',
    'Auto',
    'SlopeGraph',
    'Metric',
  ]) {
    expect(await shown(display), display).toEqual([2, 3, 0, 1]);
  }
  expect([await shown('ActionsDonut'), await shown('CalendarHeatmap')]).toEqual([6, 6]);
  expect(await shown('BoxPlot')).toBe('display');
});

async function events(server: Server, query: Record<string, unknown>): Promise<Json> {
  const { status, body } = await asked(server, { kind: 'EventsQuery', after: 'all', ...query });
  expect([status, body.detail]).toEqual([200, undefined]);
  return body;
}

test('events in the columns of a node, the latest first', async () => {
  const server = await started();
  const first = await events(server, { event: 'visited', limit: 1, offset: 1 });
  expect(first).toMatchObject({ columns: ['*'], types: ['Tuple'], hasMore: true, limit: 1, offset: 1 });
  const timestamp = expect.stringMatching(/^2024-10-16T10/);
  const properties = expect.objectContaining({ plan: expect.any(String) });
  const whole = { event: 'visited', team_id: 1, elements_chain: '', timestamp, properties };
  expect(first.results).toEqual([[expect.objectContaining(whole)]]);
  const select = ['event', 'person', 'person_display_name -- Person', 'properties.plan', 'person.properties.email'];
  const uuid = expect.stringMatching(/^[\da-f-]{36}$/);
  const person = { uuid, distinct_id: 'ana', properties: { email: 'ana@example.com' }, created_at: expect.anything() };
  const named = { id: uuid, distinct_id: 'ana', display_name: 'ana@example.com' };
  const paid = [['paid', person, named, 'pro', 'ana@example.com']];
  expect((await events(server, { select, event: 'paid' })).results).toEqual(paid);
  const table = { kind: 'DataTableNode', source: { kind: 'EventsQuery', select, event: 'paid', after: '-30d' } };
  expect((await asked(server, table)).body.results).toEqual(paid);
  const names = async (dates: object) => {
    const { results, resolved } = await events(server, {
      select: ['event'],
      where: ["distinct_id != 'cid'"],
      ...dates,
    });
    return [results.flat(), resolved.date_from, resolved.date_to];
  };
  // The last 24 hours, unless another time is sent.
  const day = ['2024-10-17T12:00:00+00:00', '2024-10-18T12:00:05+00:00'];
  expect(await names({ after: null })).toEqual([['visited'], ...day]);
  expect(await names({ after: '2024-10-16T10:00:00Z', before: '2024-10-18' })).toEqual([
    ['paid'],
    ...['2024-10-16T10:00:00+00:00', '2024-10-18T00:00:00+00:00'],
  ]);
});

test('numbers over events are grouped by the other columns, the highest first', async () => {
  const server = await started();
  const counted = { select: ['event', 'count() -- Times', 'uniq(person_id) AS people'] };
  const all = await events(server, { ...counted, groupBy: ['event'] });
  expect(all.columns).toEqual(['event', 'count() -- Times', 'people']);
  expect(all.results.map(([name, ...numbers]: Json[]) => [name, ...numbers])).toEqual([
    ['visited', 6, 3],
    ...[expect.arrayContaining([1, 1]), expect.arrayContaining([1, 1])],
  ]);
  expect(all.resolved.warnings).toEqual([expect.stringMatching(/"groupBy".*passed over/)]);
  const few = { where: ["event != 'left'", 'count() < 6'], orderBy: ['people ASC'] };
  expect((await events(server, { ...counted, ...few })).results).toEqual([['paid', 1, 1]]);
  const free = [{ key: 'plan', value: 'free', type: 'event' }];
  const fixedProperties = [
    { type: 'OR', values: [{ key: 'email', value: 'ben', operator: 'icontains', type: 'person' }] },
  ];
  const total = await events(server, { select: ['count()'], properties: free, fixedProperties });
  expect(total.results).toEqual([[2]]);
  const { id } = (await server.post('actions/', { name: 'Paid', steps: [{ event: 'paid' }] })).body;
  expect((await events(server, { select: ['count()'], actionId: id })).results).toEqual([[1]]);
  for (const [query, attr] of [
    [{ select: ['event, uuid'] }, 'query__select__0'],
    [{ where: ["event = 'paid'", 'plan ='] }, 'query__where__1'],
    [{ after: 'soon' }, 'query__after'],
    [{ personId: 'ana' }, 'query__personId'],
    [{ actionSteps: [{ event: 'paid' }] }, 'query__actionSteps'],
  ] as const) {
    const { status, body } = await asked(server, { kind: 'EventsQuery', ...query });
    expect([status, body.attr]).toEqual([400, attr]);
  }
});

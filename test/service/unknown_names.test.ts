/** Unknown arguments at every depth: schemas decide what each body accepts. */
import { describe, expect, test } from 'vitest';
import { pathText } from '../../src/base/json.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { KINDS_OF_INSIGHT, namesOf } from '../../src/model/question/kind.ts';
import type { Insight } from '../../src/model/saved/insight.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import { BODIES } from '../../src/service/names/bodies.ts';
import { tellingNames, unknownText } from '../../src/service/names/unknown.ts';
import { OPERATIONS, operationNamed } from '../../src/service/operations/index.ts';
import { see } from '../../src/service/words/operation_names.ts';
import { readCases } from '../golden/case.ts';
import { asksQuestions } from '../golden/runner.ts';
import { event } from '../support/product.ts';
import { askedProduct } from '../support/questions.ts';
import { atAndPast } from '../support/tried_limits.ts';

function inputOf(name: string) {
  return operationNamed(name).input;
}

function told(name: string, body: Record<string, unknown>): string[] {
  return tellingNames(inputOf(name), body).map(({ path, name: unknown }) => pathText([...path, unknown]));
}

test('no body of a golden case has an argument that is unknown', () => {
  for (const file of readCases('test/cases')) {
    if (!asksQuestions(file)) continue;
    const kind = KINDS_OF_INSIGHT.find((name) => name === file.name.split('-')[0]);
    if (kind === undefined) continue;
    const tool = file.name.startsWith('funnel-correlation') ? 'compute_funnel_correlation' : namesOf(kind).operation;
    for (const row of file.rows) {
      const filters = (row as Record<string, unknown>)['filters'] as Record<string, unknown>;
      if (filters) expect(told(tool, filters), `${file.name} ${JSON.stringify(filters)}`).toEqual([]);
    }
  }
});

describe('an argument that does not exist', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['compute_retention', { target_event: { id: 'x' } }, 'target_event'],
    ['compute_retention', { target_entity: { id: 'x', proprties: [] } }, 'target_entity.proprties'],
    ['compute_retention', { target_entity: '{"id":"x","nmae":"y"}' }, 'target_entity.nmae'],
    ['compute_retention', { interval: 'week' }, 'interval'],
    ['compute_trend', { events: [{ id: 'purchase', mathh: 'dau' }] }, 'events[0].mathh'],
    ['compute_trend', { events: '[{"id":"purchase","mathh":"dau"}]' }, 'events[0].mathh'],
    [
      'compute_trend',
      { events: [{ id: 'a' }, { id: 'b', properties: [{ key: 'k', valeu: 1 }] }] },
      'events[1].properties[0].valeu',
    ],
    ['compute_trend', { properties: [{ key: 'country', valeu: 'x' }] }, 'properties[0].valeu'],
    ['compute_trend', { properties: '[{"key":"country","valeu":"x"}]' }, 'properties[0].valeu'],
    [
      'compute_trend',
      { properties: { type: 'OR', values: [{ type: 'AND', valeus: [], values: [{ key: 'a', op: 'gt' }] }] } },
      'properties.values[0].valeus',
    ],
    ['compute_trend', { breakdowns: [{ property: 'p', typ: 'person' }] }, 'breakdowns[0].typ'],
    ['compute_trend', { stickiness_criteria: { operator: 'gte', valeu: 1 } }, 'stickiness_criteria.valeu'],
    ['compute_trend', { filters: { events: [{ id: 'x', mathh: 'dau' }] } }, 'filters.events[0].mathh'],
    [
      'compute_trend',
      { query: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'x', mathh: 'dau' }] } },
      'query.series[0].mathh',
    ],
    [
      'compute_trend',
      { query: { kind: 'TrendsQuery', series: [], trendsFilter: { formulla: 'A' } } },
      'query.trendsFilter.formulla',
    ],
    [
      'compute_trend',
      { query: { kind: 'InsightVizNode', source: { kind: 'TrendsQuery', serie: [{}] } } },
      'query.source.serie',
    ],
    ['compute_funnel', { compare: true }, 'compare'],
    ['compute_funnel', { exclusions: [{ id: 'x', funnel_from: 0 }] }, 'exclusions[0].funnel_from'],
    [
      'compute_funnel',
      { query: { kind: 'FunnelsQuery', compareFilter: { compare: true } } },
      'query.compareFilter.compare',
    ],
    [
      'compute_path',
      { funnel_paths: 'funnel_path_after_step', funnel_filter: { events: [], evnts: [1] } },
      'funnel_filter.evnts',
    ],
    [
      'compute_path',
      { local_path_cleaning_filters: [{ alias: 'a', regexp: 'b' }] },
      'local_path_cleaning_filters[0].regexp',
    ],
    ['compute_path', { breakdown: 'plan' }, 'breakdown'],
    ['compute_funnel_correlation', { funnel_correlation_nams: ['a'] }, 'funnel_correlation_nams'],
    ['list_persons', { question: { kind: 'funnel', evens: [{}] } }, 'question.evens'],
    ['list_persons', { funel_step: 1 }, 'funel_step'],
    ['create_insight', { filters: { insight: 'FUNNELS', events: [], compare: true } }, 'filters.compare'],
    ['create_insight', { filters: '{"events":[{"id":"x","mathh":"dau"}]}' }, 'filters.events[0].mathh'],
    [
      'update_insight',
      { id: '1', query: { kind: 'PathsQuery', pathsFilter: { stepLimt: 3 } } },
      'query.pathsFilter.stepLimt',
    ],
    ['update_insight', { id: '1', tag: ['x'] }, 'tag'],
    ['list_insights', { serch: 'x' }, 'serch'],
    ['describe_project', { sektion: 'events' }, 'sektion'],
    ['rename_group_type', { group_tipe: 'x' }, 'group_tipe'],
  ])('%s %j is told', (name, body, where) => {
    expect(told(name, body)[0]).toBe(where);
  });

  test.each(OPERATIONS.filter((operation) => operation.tool).map(({ name }) => [name]))(
    'is told at the top of %s',
    (name) => {
      expect(told(name, { nosuchname: 1 })).toEqual(['nosuchname']);
    },
  );

  test('is told with the nearest that does, or with the tool that has it', () => {
    const text = (name: string, body: Record<string, unknown>) => unknownText(tellingNames(inputOf(name), body)[0]!);
    expect(text('compute_trend', { events: [{ id: 'x', mathh: 'dau' }] })).toBe(
      'There is no argument "mathh" in events[0]. Did you mean "math" or "math_hogql"?',
    );
    expect(text('compute_retention', { target_event: {} })).toContain('Did you mean "target_entity"?');
    expect(text('compute_funnel', { compare: true })).toBe(
      `There is no argument "compare". It is an argument of ${see('compute_trend')}.`,
    );
    expect(text('create_insight', { filters: { insight: 'FUNNELS', compare: true } })).toBe(
      `There is no argument "compare" in filters. It is an argument of ${see('compute_trend')}.`,
    );
    expect(text('compute_trend', { xyzzy: 1 })).toContain('Known there: events, actions, properties, ');
  });
});

test('what clients of the real system send along is passed over without a word', () => {
  const viz = {
    kind: 'InsightVizNode',
    full: true,
    showFilters: false,
    source: {
      kind: 'TrendsQuery',
      version: 2,
      tags: { scene: 'Insight' },
      modifiers: { personsOnEventsMode: 'person_id_override_properties_on_events' },
      series: [
        { kind: 'EventsNode', event: '$pageview', name: '$pageview', math: 'dau', version: 1, custom_name: 'x' },
      ],
      properties: {
        type: 'AND',
        values: [{ type: 'AND', values: [{ key: 'a', value: 'b', type: 'event', operator: 'exact' }] }],
      },
      dateRange: { date_from: '-7d', date_to: null, explicitDate: false },
      interval: 'day',
      breakdownFilter: { breakdown_type: 'event', breakdown: '$browser' },
      compareFilter: { compare: true, compare_to: '-1w' },
      trendsFilter: {
        display: 'ActionsLineGraph',
        showLegend: true,
        yAxisScaleType: 'linear',
        aggregationAxisFormat: 'numeric',
        smoothingIntervals: 1,
      },
      trendsFilterLegend: true,
      filterTestAccounts: false,
      samplingFactor: null,
    },
  };
  const funnel = {
    kind: 'FunnelsQuery',
    series: [
      { kind: 'EventsNode', event: 'a' },
      { kind: 'ActionsNode', id: 1, name: 'b' },
    ],
    funnelsFilter: {
      ...{ funnelVizType: 'steps', layout: 'horizontal', funnelWindowInterval: 14, funnelWindowIntervalUnit: 'day' },
      ...{ funnelOrderType: 'ordered', funnelStepReference: 'total', hiddenLegendBreakdowns: [] },
      exclusions: [{ kind: 'EventsNode', event: 'c', name: 'c', funnelFromStep: 0, funnelToStep: 1 }],
    },
    compareFilter: { compare: false },
    breakdownFilter: { breakdown_type: 'event' },
  };
  expect(told('create_insight', { query: viz })).toEqual([]);
  expect(told('create_insight', { query: funnel })).toEqual([]);
  const retention = {
    kind: 'RetentionQuery',
    retentionFilter: {
      ...{ period: 'Day', totalIntervals: 8, retentionType: 'retention_first_time', retentionReference: 'total' },
      ...{
        targetEntity: { id: '$pageview', name: '$pageview', type: 'events', kind: 'EventsNode', uuid: 'x', order: 0 },
      },
      ...{
        returningEntity: { id: '$pageview', name: '$pageview', type: 'events' },
        meanRetentionCalculation: 'simple',
      },
      dashboardDisplay: 'table_only',
    },
  };
  expect(told('update_insight', { id: '1', query: retention })).toEqual([]);
  const stored = {
    ...{ insight: 'FUNNELS', display: 'FunnelViz', layout: 'horizontal', compare: false, new_entity: [], actions: [] },
    ...{ funnel_window_interval_unit: 'day', interval: 'day', entity_type: 'events', filter_test_accounts: false },
    events: [{ id: 'a', type: 'events', order: 0, name: 'a', math: 'total', math_property: null, custom_name: null }],
  };
  expect(told('create_insight', { filters: stored })).toEqual([]);
});

test('over REST it is passed over with a warning, in what is saved too; over MCP it is an error', async () => {
  const asked = askedProduct();
  asked.add(event('purchase', 'a', '2026-01-14T10:00:00Z'));
  const body = { events: [{ id: 'purchase', mathh: 'dau' }] };
  const said = 'There is no argument "mathh" in events[0]. Did you mean "math" or "math_hogql"? It is passed over.';
  // The second answer comes from memory.
  for (const _ of [1, 2]) expect((await asked.trend(body)).resolved.warnings).toEqual([said]);
  const made = await asked.ask<{ id: number; filters: unknown }>(operationNamed('create_insight'), { filters: body });
  expect(made.filters).toMatchObject(body);
  const read = await asked.ask<Insight>(operationNamed('get_insight'), { id: String(made.id) });
  expect(read.resolved?.warnings).toEqual([said.replace('events[0]', 'filters.events[0]')]);
  const { service } = asked.product;
  for (const [name, input] of [
    ['compute_trend', body],
    ['create_insight', { filters: body }],
    ['update_insight', { id: String(made.id), filters: body }],
  ] as const) {
    const strict = call(service, localOwner(service), operationNamed(name), input, { face: 'mcp' });
    await expect(strict).rejects.toMatchObject({ status: 400, message: expect.stringContaining('"mathh"') });
  }
});

test('a filter without a value is told of, as everything passes it', async () => {
  const asked = askedProduct();
  asked.add(event('buy', 'a', '2026-01-14T10:00:00Z', { country: 'DE' }));
  const told = async (properties: unknown) =>
    (await asked.trend({ events: [{ id: 'buy' }], properties })).resolved.warnings;
  const said = 'The filter on "country" in properties[0] has no value, so it is passed over. Send "value" with it.';
  expect(await told([{ key: 'country' }])).toEqual([said]);
  expect(await told([{ key: 'country', value: [] }])).toEqual([said]);
  expect(await told([{ key: 'country', operator: 'is_set' }])).toEqual([]);
  expect(await told([{ key: "properties.country = 'DE'", type: 'hogql' }])).toEqual([]);
});

test('the walk is bounded in depth and in what it tells', async () => {
  let group: unknown = [{ key: 'a', valeu: 1 }];
  for (let i = 0; i < 100_000; i++) group = { type: 'AND', values: [group] };
  expect(told('compute_trend', { properties: group })).toEqual([]);
  const many = (count: number) => {
    const names = Object.fromEntries(Array.from({ length: count }, (_, at) => [`name${at}`, 1]));
    return [count, told('compute_trend', names).length];
  };
  const most = LIMIT.unknown_names;
  await atAndPast('unknown_names', many, { at: [most, most], past: [most + 1, most] });
  expect(many(1_000)).toEqual([1_000, most]);
});

test('each body of a question is one that a tool has', () => {
  for (const { tool, body } of BODIES) expect(inputOf(tool), tool).toBe(body);
  expect(BODIES.length).toBeGreaterThan(4);
});

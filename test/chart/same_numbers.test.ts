/** Charts show the numbers of their answers: none that is not there, and none left out without a word. */
import { describe, expect, test } from 'vitest';
import { draw } from '../../src/chart/draw.ts';
import { compact, full } from '../../src/chart/format.ts';
import world from '../../src/chart/world.json' with { type: 'json' };
import { insightPage } from '../../src/http/pages/page.ts';
import type { Chart, ChartKind, ChartOf, Unit } from '../../src/model/question/chart.ts';
import { countryOf } from '../../src/service/chart/countries.ts';
import { getInsight, operationNamed } from '../../src/service/operations/index.ts';
import { computeFunnel, computeRetention, computeTrend } from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body } from '../support/questions.ts';
import { FRAME, labelsOf, linesOf } from './pictures.ts';

const DAYS = ['2026-01-12', '2026-01-13', '2026-01-14'];

function shop(): Asked {
  const shop = askedProduct();
  shop.add(
    ...DAYS.flatMap((day, at) => [
      event('paid', 'a', `${day}T01:00:00Z`, { debt: -5 - at, tiny: 0.0004 * (at + 1), $session_id: `s${at}` }),
      event('paid', 'a', `${day}T01:10:00Z`, { debt: -5 - at, $session_id: `s${at}` }),
      event('owed', 'b', `${day}T02:00:00Z`, { debt: -9 }),
      event('paid (previous)', 'b', `${day}T02:00:00Z`),
    ]),
  );
  return shop;
}

async function chartOf<K extends ChartKind = 'series'>(body: Body): Promise<ChartOf<K>> {
  return computeTrend.chart!((await shop().trend(body)) as never, body) as ChartOf<K>;
}

function textsOf(chart: Chart, width = 760): string[] {
  return labelsOf(draw(chart, { width, theme: 'light' }).svg).map(({ text }) => text);
}

test.each<[number, Unit, string]>([
  [0.0004, 'number', '0.0004'],
  [-0.0004, 'number', '−0.0004'],
  [0.12345, 'number', '0.123'],
  [1e-9, 'number', '1e−9'],
  [0.02, 'percent', '0.02%'],
  [0.15, 'percent', '0.15%'],
  [0.999, 'percent', '1%'],
  [12.34, 'percent', '12.3%'],
  [0.004, 'seconds', '0.004 s'],
  [0.96, 'seconds', '0.96 s'],
])('%d is not rounded away (%s)', (value, unit, text) => {
  expect(full(value, unit)).toBe(text);
  expect(compact(value, unit)).toBe(text);
});

test('ticks of small values differ', async () => {
  const chart = await chartOf({ events: [{ id: 'paid', math: 'avg', math_property: 'tiny' }], date_from: '-3d' });
  expect(textsOf(chart)).toEqual(expect.arrayContaining(['0', '0.0002', '0.0012']));
  expect(chart.summary).toContain('highest 0.0012');
});

test('ticks of durations are as long as they say', () => {
  const units: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3_600, d: 86_400 };
  for (let most = 1.2; most < 1e8; most *= 1.37) {
    const chart = { ...linesOf(['a'], [[0, most]]), unit: 'seconds' } as Chart;
    const ticks = labelsOf(draw(chart, { width: 760, theme: 'light' }).svg).flatMap(({ text }) => {
      const [, size, unit] = /^([\d.,]+) (s|min|h|d)$/.exec(text) ?? [];
      return unit === undefined ? [] : [Number(size!.replaceAll(',', '')) * units[unit]!];
    });
    const [first, second] = ticks;
    expect(first).toBe(0);
    expect(ticks.length).toBeGreaterThan(2);
    expect(ticks).toEqual(ticks.map((_, at) => expect.closeTo(at * second!, 6)));
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
  }
});

test('the highest of negative values is negative', async () => {
  const math = { math: 'avg', math_property: 'debt' };
  const days = { date_from: DAYS[0], date_to: DAYS[2] };
  const chart = await chartOf({
    events: [
      { id: 'paid', ...math },
      { id: 'owed', ...math },
    ],
    ...days,
  });
  expect(chart.summary).toBe('paid: highest −5; owed: highest −9.');
});

test('numbers beside durations are no durations', async () => {
  const lasting = { id: 'paid', math: 'avg', math_property: '$session_duration' };
  expect((await chartOf({ events: [lasting] })).unit).toBe('seconds');
  const chart = await chartOf({ events: [lasting, { id: 'owed' }] });
  expect(chart.unit).toBe('number');
  expect(chart.table.columns.map(({ unit }) => unit)).toEqual(['text', 'seconds', 'count']);
});

test('a line is the period before only if it is', async () => {
  const names = ({ table }: Chart) => table.columns.slice(1).map(({ name }) => name);
  const body = { events: [{ id: 'paid (previous)' }] };
  expect(names(await chartOf(body))).toEqual(['paid (previous)']);
  const both = await chartOf({ ...body, compare: true });
  expect(names(both)).toEqual(['paid (previous)', 'paid (previous), the period before']);
});

test('a period before with more points than the axis is drawn as far as it goes; the table has all', async () => {
  const months = { events: [{ id: 'paid' }], interval: 'month', date_from: '2026-02-01', date_to: '2026-02-28' };
  const chart = await chartOf({ ...months, compare_to: '-45d' });
  expect(chart.series.map(({ values }) => values.length)).toEqual([1, 1]);
  expect(draw(chart, { width: 760, theme: 'light', hits: 'titles' }).svg).not.toContain('NaN');
  expect(chart.table.rows).toEqual([
    ['Feb 2026 (not yet)', null, 0],
    ['Jan 2026 (the period before)', null, 6],
  ]);
  expect(chart.notes).toContain('The period before has 1 point more, in the table.');
});

test('formulas of one name have periods before of their own', async () => {
  const formulaNodes = ['A', 'A * 2'].map((formula) => ({ formula, custom_name: 'X' }));
  const paid = { ...{ events: [{ id: 'paid' }], formulaNodes, compare: true }, date_from: DAYS[1], date_to: DAYS[1] };
  const { values } = await chartOf<'values'>({ ...paid, display: 'ActionsPie' });
  expect(values.map(({ value, before }) => [value, before])).toEqual([
    [2, 2],
    [4, 4],
  ]);
});

test('places of several lines say their line', async () => {
  const events = ['paid', 'owed'].map((id) => ({ id }));
  const { places } = await chartOf<'map'>({ events, display: 'WorldMap', breakdown: '$session_id' });
  const names = places.map(({ name }) => name);
  expect(names.filter((name) => /^(paid|owed)/.test(name))).toEqual(names);
});

test('a table that has room for some of the lines, or periods, says so', async () => {
  const asked = shop();
  asked.add(...Array.from({ length: 45 }, (_, at) => event('seen', 'a', '2026-01-14T00:00:00Z', { v: `v${at}` })));
  const lines = { events: [{ id: 'seen' }], breakdown: 'v', breakdown_limit: 45 };
  const trend = computeTrend.chart!((await asked.trend(lines)) as never, lines)!;
  expect(trend.table.columns).toHaveLength(40);
  expect(trend.notes).toContain('The table has the first 39 of 45 lines.');
  const periods = { target_entity: { id: 'seen' }, total_intervals: 60 };
  const retention = computeRetention.chart!((await asked.ask(computeRetention, periods)) as never, periods)!;
  expect(retention.table.columns).toHaveLength(40);
  expect(retention.notes).toContain('The table has the first 39 of 60 periods.');
});

test('a funnel does not add up people who have several values', async () => {
  const asked = shop();
  asked.add(...['x', 'y'].map((plan) => event('seen', 'a', '2026-01-12T00:00:00Z', { plan })));
  asked.add(event('bought', 'a', '2026-01-12T00:30:00Z', { plan: 'x' }));
  const steps = { events: ['seen', 'bought'].map((id, order) => ({ id, order })), breakdown: 'plan' };
  const figureOf = async (body: Body) => {
    const { subtitle, notes } = computeFunnel.chart!((await asked.funnel(body)) as never, body)!;
    return [subtitle.at(-1), notes];
  };
  expect(await figureOf(steps)).toEqual(['1 of 1 went all the way: 100%.', []]);
  expect(await figureOf({ ...steps, breakdown_attribution_type: 'all_events' })).toEqual([
    'x: 1 of 1 went all the way: 100%.',
    ['Who has several of the values counts in each; the numbers below the steps are sums.'],
  ]);
  // The rule goes by the question, in whatever form it was sent.
  const filters = { ...steps, breakdown_attribution_type: 'all_events' };
  expect(await figureOf({ filters })).toEqual(await figureOf(filters));
  // Whoever saw x and whoever saw y are both the same one.
  const cohorts = await Promise.all(
    ['x', 'y'].map((value) => {
      const seen = { type: 'behavioral', key: 'seen', event_type: 'events', value: 'performed_event' };
      const event_filters = [{ key: 'plan', value, type: 'event' }];
      const times = { time_value: 30, time_interval: 'day' };
      const properties = { type: 'AND', values: [{ ...seen, ...times, event_filters }] };
      return asked.ask<{ id: number }>(operationNamed('create_cohort'), { name: value, filters: { properties } });
    }),
  );
  const by_cohort = { ...steps, breakdown_type: 'cohort', breakdown: cohorts.map(({ id }) => id) };
  expect((await figureOf(by_cohort))[0]).toBe('x: 1 of 1 went all the way: 100%.');
});

test('a chart has one title, in whatever form its question was sent and whether it is saved', async () => {
  const asked = shop();
  const filters = { events: ['paid', 'owed'].map((id, order) => ({ id, order })), breakdown: 'plan' };
  const series = ['paid', 'owed'].map((name) => ({ kind: 'EventsNode', event: name }));
  const query = { kind: 'FunnelsQuery', series, breakdownFilter: { breakdown: 'plan' } };
  const titles = [];
  for (const body of [filters, { filters }, { query }]) {
    titles.push(computeFunnel.chart!((await asked.funnel(body)) as never, body)!.title);
  }
  for (const body of [
    { filters: { ...filters, insight: 'FUNNELS' } },
    { query },
    { filters: { insight: 'TRENDS' }, query },
  ]) {
    const { id } = await asked.ask<{ id: number }>(operationNamed('create_insight'), { name: '', ...body });
    const insight = await asked.ask(getInsight, { id });
    const { title, ask } = getInsight.chart!(insight as never, {})!;
    titles.push(title);
    // A control of the chart would ask what the query does not ask.
    expect(ask === null).toBe('query' in body);
  }
  expect(titles).toEqual(Array.from({ length: titles.length }, () => 'Funnel: paid → owed by plan'));
});

describe('a map', () => {
  test('finds every country it draws by its code and its name', () => {
    const names = new Intl.DisplayNames(['en'], { type: 'region' });
    const codes = Object.keys({ ...world.countries, ...world.dots }).filter((code) => code.length === 2);
    expect(codes).toEqual(expect.arrayContaining(['DE', 'RS', 'VN', 'VU', 'YE', 'ZW', 'CW', 'MM']));
    for (const code of codes) {
      const found = { code, name: names.of(code) };
      expect(countryOf(code, '')).toEqual(found);
      expect(countryOf(found.name, '')).toEqual(found);
    }
    expect(countryOf('uk', '').code).toBe('GB');
  });

  const mapOf = (unit: Unit, ...values: number[]): Chart => ({
    ...FRAME,
    ...{ kind: 'map', unit },
    places: values.map((value, at) => ({ code: ['DE', 'FR', 'DE'][at]!, name: `p${at}`, value, people: null })),
  });

  test('has a key that holds for every value', () => {
    const key = (chart: Chart) => textsOf(chart).filter((text) => text.startsWith('≤'));
    expect(key(mapOf('count', 3, 2))).toEqual(['≤ 0', '≤ 0', '≤ 1', '≤ 1', '≤ 3']);
    expect(key(mapOf('number', 0.5, 0.1))).toEqual(['≤ 0.02', '≤ 0.08', '≤ 0.18', '≤ 0.32', '≤ 0.5']);
  });

  test('draws the larger of two values of one country', () => {
    const { svg } = draw(mapOf('count', 30, 20, 1), { width: 760, theme: 'light', hits: 'titles' });
    const drawn = [...svg.matchAll(/<title>(p\d)[^<]*<\/title><path/g)].map(([, name]) => name);
    expect(drawn.sort()).toEqual(['p0', 'p1']);
  });
});

describe('what does not fit is said', () => {
  const rows = <T>(count: number, row: (at: number) => T) => Array.from({ length: count }, (_, at) => row(at));
  const values: Chart = {
    ...FRAME,
    ...{ kind: 'values', unit: 'count' },
    values: rows(27, (at) => ({ name: `v${at}`, value: 50 - at, before: null, hue: 0, people: null })),
  };
  const odds: Chart = {
    ...{ ...FRAME, kind: 'odds' },
    rows: rows(21, (at) => ({ name: `v${at}`, odds: at + 1, with_success: 1, with_failure: 1, people: null })),
  };
  const cohorts: Chart = {
    ...{ ...FRAME, kind: 'cohorts', form: 'triangle' },
    columns: rows(40, (at) => `Day ${at}`),
    rows: [{ name: 'a', size: 9, values: rows(40, () => 3), open_from: 40, people: null }],
    mean: rows(40, () => 33),
  };

  const starts: Chart = {
    ...{ ...FRAME, kind: 'cohorts', form: 'triangle' },
    columns: ['Day 0'],
    rows: rows(33, (at) => ({ name: `v${at}`, size: 9, values: [9], open_from: 1, people: null })),
    mean: [100],
  };

  test.each<[string, Chart, RegExp]>([
    ['starts', starts, /^2 more rows are in the table\.$/],
    ['bars', values, /^2 more rows are in the table\.$/],
    ['odds', odds, /^1 more row is in the table\.$/],
    ['later periods', cohorts, /^\d+ later periods are not drawn at this width; the table has them\.$/],
  ])('of %s: in pictures, and for pages', (_, chart, words) => {
    expect(textsOf(chart)).toContainEqual(expect.stringMatching(words));
    const { left_out } = draw(chart, { width: 360, theme: 'page', frame: 'none' });
    expect(left_out).toEqual([expect.stringMatching(words)]);
    expect(insightPage({ title: '', description: '' }, chart, { files: '', above: '' })).toContain(`<p>${left_out[0]}`);
  });
});

describe('rows of a statement', () => {
  async function drawn(query: string): Promise<Chart> {
    const source = { kind: 'HogQLQuery', query };
    const body = { name: 'rows', query: { kind: 'DataTableNode', source } };
    const asked = shop();
    const { id } = await asked.ask<{ id: number }>(operationNamed('create_insight'), body);
    return getInsight.chart!((await asked.ask(getInsight, { id })) as never, {})!;
  }
  const union = (...selects: string[]) => selects.map((select) => `SELECT ${select}`).join(' UNION ALL ');
  const barsOf = (chart: Chart) => (chart as ChartOf<'values'>).values.map(({ name, value }) => [name, value]);

  test('of one day are no line', async () => {
    const day = "toDate('2026-01-01') AS day";
    const both = await drawn(union(`${day}, 'a' AS what, 1 AS n`, `${day}, 'b' AS what, 7 AS n`));
    expect([both.kind, both.empty]).toEqual(['values', 'This answer is a table.']);
    expect((await drawn(union(`${day}, 1 AS n`, "toDate('2026-01-02') AS day, 7 AS n"))).kind).toBe('series');
    expect((await drawn(union(`${day}, 1 AS n`, 'toDate(NULL) AS day, 7 AS n'))).kind).toBe('values');
  });

  test('are of no period but what the statement says', async () => {
    const chart = await drawn("SELECT event, count() AS n FROM events WHERE timestamp > '2026-01-01' GROUP BY event");
    expect(chart.subtitle).toEqual(['SQL.']);
    expect((await drawn("SELECT event FROM events WHERE event = 'nothing'")).empty).toBe('The statement has no rows.');
  });

  test('are named by all that tells them apart', async () => {
    const chart = await drawn(union("'a' AS what, 'x' AS of, 1 AS n", "'a' AS what, NULL AS of, 7 AS n"));
    expect(barsOf(chart)).toEqual([
      ['a / None', 7],
      ['a / x', 1],
    ]);
  });

  test('without a number have no bar', async () => {
    const chart = await drawn(union("'a' AS what, avg(NULL) AS n", "'b' AS what, 7 AS n"));
    expect(barsOf(chart)).toEqual([['b', 7]]);
    expect(chart.notes).toContain('Not drawn, but in the table: 1 row without a number.');
  });
});

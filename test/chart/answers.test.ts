/** Texts of charts: titles made of the question, names of rows. */

import { expect, test } from 'vitest';
import { draw } from '../../src/chart/draw.ts';
import type { ChartOf } from '../../src/model/question/chart.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { chartsOf } from '../support/gallery.ts';
import { computeRetention, computeTrend } from '../support/operations.ts';
import { event } from '../support/product.ts';
import { askedProduct } from '../support/questions.ts';
import { FRAME, labelsOf } from './pictures.ts';

const VIEW = { id: '$pageview' };
const BOUGHT = { id: 'purchase', math: 'dau', name: 'Buyers' };
const STEPS = ['$pageview', 'product viewed', 'added to cart', 'checkout started', 'purchase'].map((id, order) => ({
  id,
  order,
}));

/** Heading -> who is asked, and with what. */
const TITLES: Readonly<Record<string, readonly [tool: string, args: Record<string, unknown>]>> = {
  'Buyers per day': ['compute_trend', { events: [BOUGHT] }],
  '$pageview per month by channel and country': [
    'compute_trend',
    { events: [VIEW], interval: 'month', breakdowns: [{ property: 'channel' }, { property: 'country' }] },
  ],
  '$pageview (events) and $pageview (people) per hour': [
    'compute_trend',
    { events: [VIEW, { ...VIEW, math: 'dau' }], interval: 'hour', date_from: '-1d' },
  ],
  'Buyers by channel': ['compute_trend', { events: [BOUGHT], display: 'ActionsPie', breakdown: 'channel' }],
  'A / B per week': ['compute_trend', { events: [BOUGHT, VIEW], formula: 'A / B', interval: 'week' }],
  'nobody sent "this" per day': ['compute_trend', { events: [{ id: 'nobody sent "this"' }] }],
  'Lifecycle: $pageview': ['compute_trend', { insight: 'LIFECYCLE', events: [VIEW] }],
  'Stickiness: Buyers': ['compute_trend', { insight: 'STICKINESS', events: [{ id: 'purchase', name: 'Buyers' }] }],
  'Funnel: $pageview → product viewed → … → purchase by country': [
    'compute_funnel',
    { events: STEPS, breakdown: 'country' },
  ],
  'Conversion per week: $pageview → purchase': [
    'compute_funnel',
    { events: [STEPS[0], STEPS[4]], funnel_viz_type: 'trends', interval: 'week' },
  ],
  'Time to convert: $pageview → purchase': [
    'compute_funnel',
    { events: [STEPS[0], STEPS[4]], funnel_viz_type: 'time_to_convert' },
  ],
  'What goes with converting: $pageview → purchase': [
    'compute_funnel_correlation',
    { events: [STEPS[0], STEPS[4]], funnel_correlation_type: 'events' },
  ],
  'Retention by week: $pageview': [
    'compute_retention',
    { target_entity: VIEW, returning_entity: VIEW, period: 'Week' },
  ],
  'Paths from /cart': ['compute_path', { start_point: '/cart', include_event_types: ['$pageview'] }],
};

test('a chart nobody has named is headed by what was counted; the whole question stands below', async () => {
  const charts = await chartsOf(
    Object.entries(TITLES).map(([name, [tool, args]]) => ({ name, tool, arguments: { date_from: '-30d', ...args } })),
  );
  expect([...charts.values()].map(({ title }) => title)).toEqual(Object.keys(TITLES));
  expect(charts.get('Buyers per day')?.subtitle[0]).toBe('Trend by day of "Buyers" = "purchase" (people).');
});

test('only what adds up is summed, or a share of a sum', async () => {
  const maths = [
    { math: 'total' },
    { math: 'dau' },
    ...['max', 'avg'].map((math) => ({ math, math_property: 'quantity' })),
  ];
  const asked = ['WorldMap', 'ActionsPie'].flatMap((display) =>
    maths.map((math) => ({
      ...{ name: `${display} ${math.math}`, tool: 'compute_trend' },
      arguments: { events: [{ id: 'purchase', ...math }], display, breakdown: 'country', date_from: '-30d' },
    })),
  );
  const charts = await chartsOf(asked);
  const summed = [...charts].filter(([, chart]) => {
    const { svg } = draw(chart, { width: 760, theme: 'light', hits: 'titles' });
    return /of all shown|\d \(\d+(\.\d)?%\)|and \d+ more, /.test(svg);
  });
  expect(summed.map(([name]) => name)).toEqual(['WorldMap total', 'ActionsPie total']);
});

test('bins of numbers ascend, are named by bounds that can be read, and lead to their people', async () => {
  const bins = { breakdown: 'amount', breakdown_type: 'event', breakdown_histogram_bin_count: 5, date_from: '-90d' };
  const asked = { events: [{ id: 'purchase' }], display: 'ActionsBarValue', ...bins };
  const charts = await chartsOf([{ name: 'bins', tool: 'compute_trend', arguments: asked }]);
  const { values } = charts.get('bins') as ChartOf<'values'>;
  const names = values.map(({ name }) => name);
  expect(names).toContain('[220.8,290.4]');
  const starts = names.filter((name) => name !== 'None').map((name) => Number.parseFloat(name.slice(1)));
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  expect(values.map(({ people }) => people!['breakdown_value'])).toContain('[220.79999999999998,290.4]');
});

test('of retention that nobody began nothing is said but why, and what may help', async () => {
  const nobody = { target_entity: { id: 'purchase' }, date_from: '2020-01-01', date_to: '2020-01-09', period: 'Day' };
  const charts = await chartsOf([{ name: 'none', tool: 'compute_retention', arguments: nobody }]);
  const { empty, notes } = charts.get('none')!;
  expect(empty).toContain('Nothing to show between');
  expect(notes.join()).not.toContain('Shares are of');
});

test('people without a value have a name beside their colour', async () => {
  const way = { events: [STEPS[0], STEPS[4]], date_from: '-30d', breakdown: 'coupon' };
  const charts = await chartsOf([
    { name: 'steps', tool: 'compute_funnel', arguments: way },
    { name: 'trends', tool: 'compute_funnel', arguments: { ...way, funnel_viz_type: 'trends' } },
  ]);
  expect((charts.get('steps') as ChartOf<'steps'>).groups.map(({ name }) => name)).toEqual(['(empty)']);
  expect((charts.get('trends') as ChartOf<'series'>).series.map(({ name }) => name)).toEqual(['(empty)']);
});

test('rows of retention are told apart, and few are not nobody, where there is little room', () => {
  const names = ['20 Nov 2026, 08:00', '20 Nov 2026, 09:00'];
  const rows = names.map((name) => ({ name, size: 1_000, values: [1_000, 4, 996], open_from: 3, people: null }));
  const columns = ['Hour 0', 'Hour 1', 'Hour 2'];
  const hours: ChartOf<'cohorts'> = {
    ...{ ...FRAME, kind: 'cohorts', form: 'triangle', columns, rows },
    mean: [100, 0, 100],
  };
  const texts = labelsOf(draw({ ...hours, columns: [...columns, 'Hour 3'] }, { width: 320, theme: 'light' }).svg);
  const cells = texts.map(({ text }) => text).filter((text) => /%|Nov/.test(text));
  expect(cells).toEqual(['0%', '100%', names[0], '<1%', '>99%', names[1], '<1%', '>99%']);
});

test('figures below a step are of everybody, though only the largest groups are drawn', async () => {
  const way = { events: [STEPS[1], STEPS[4]], date_from: '-90d', breakdown: 'product' };
  const charts = await chartsOf([
    { name: 'split', tool: 'compute_funnel', arguments: way },
    { name: 'whole', tool: 'compute_funnel', arguments: { ...way, breakdown: null } },
  ]);
  const [split, whole] = [charts.get('split') as ChartOf<'steps'>, charts.get('whole') as ChartOf<'steps'>];
  expect(split.groups).toHaveLength(5);
  expect(split.groups.reduce((sum, { counts }) => sum + counts[0]!, 0)).toBeLessThan(whole.groups[0]!.counts[0]!);
  expect(split.steps).toEqual(whole.steps);
  // Each bar leads to the people in it, and to those who were lost before the next.
  expect(whole.groups[0]!.people).toEqual([{ funnel_step: 1 }, { funnel_step: 2 }]);
  expect(whole.groups[0]!.lost).toEqual([null, { funnel_step: -2 }]);
  for (const { name, people, lost } of split.groups) {
    const of = name === 'Other' ? null : { breakdown_value: name };
    expect(people, name!).toEqual([1, 2].map((funnel_step) => of && { funnel_step, ...of }));
    expect(lost[1], name!).toEqual(of && { funnel_step: -2, ...of });
  }
  expect(whole.steps.map(({ count }) => count)).toEqual(whole.groups[0]!.counts);
  for (const width of [360, 760]) {
    const texts = labelsOf(draw(split, { width, theme: 'light' }).svg).map(({ text }) => text);
    expect(texts).toContain(`${whole.steps[0]!.count.toLocaleString('en')} · 100%`);
  }
});

test('a range that ended long ago cuts its last point: it is no point that still runs', async () => {
  const hours = { events: [VIEW], interval: 'hour', date_from: '2026-11-10', date_to: '2026-11-11' };
  const charts = await chartsOf([
    { name: 'past', tool: 'compute_trend', arguments: hours },
    { name: 'running', tool: 'compute_trend', arguments: { events: [VIEW], date_from: '-7d' } },
    { name: 'both', tool: 'compute_trend', arguments: { events: [VIEW], interval: 'week', date_from: '-30d' } },
  ]);
  const legends = ['past', 'running', 'both'].map((name) =>
    labelsOf(draw(charts.get(name)!, { width: 760, theme: 'light' }).svg)
      .map(({ text }) => text)
      .find((text) => /cut|over/.test(text)),
  );
  expect(legends).toEqual(['cut by the range', 'not over yet', 'cut, or not over yet']);
});

const STARTS = [
  ['Hour', '20 Nov 2026, 17:00'],
  ['Day', '19 Nov 2026'],
  ['Week', '8 Nov 2026'],
  ['Month', 'Oct 2026'],
] as const;

test('rows of retention say when they start', async () => {
  const asked = { target_entity: VIEW, returning_entity: VIEW, total_intervals: 4 };
  const charts = await chartsOf(
    STARTS.map(([period]) => ({ name: period, tool: 'compute_retention', arguments: { ...asked, period } })),
  );
  for (const [period, start] of STARTS) {
    const { rows } = charts.get(period) as ChartOf<'cohorts'>;
    expect(rows, period).toHaveLength(4);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(4);
    expect(rows.at(-2)?.name).toBe(start);
    expect(rows.map(({ people }) => people)).toEqual([0, 1, 2, 3].map((cohort) => ({ cohort })));
  }
});

const FUNNEL = { events: [STEPS[0], STEPS[4]] };
const RETENTION = { target_entity: VIEW, returning_entity: VIEW, total_intervals: 4 };

/** Who is asked, with what -> which choices of the chart are on. */
const CHOSEN: readonly (readonly [tool: string, args: Record<string, unknown>, chosen: Record<string, string[]>])[] = [
  ['compute_trend', { events: [VIEW], date_from: '-30d' }, { By: ['Day'], Range: ['30 days'] }],
  ['compute_trend', { events: [VIEW], interval: 'month', date_from: '-12m' }, { By: ['Month'], Range: ['12 months'] }],
  ['compute_trend', { events: [VIEW], date_from: '-30d', date_to: '-1d' }, { By: ['Day'], Range: [] }],
  ['compute_trend', { events: [VIEW], date_from: '-90d', display: 'BoldNumber' }, { Range: ['90 days'] }],
  ['compute_funnel', { ...FUNNEL, date_from: '-90d' }, { Range: ['90 days'] }],
  [
    'compute_funnel',
    { ...FUNNEL, date_from: '-7d', interval: 'hour', funnel_viz_type: 'trends' },
    { By: ['Hour'], Range: ['7 days'] },
  ],
  ['compute_retention', { ...RETENTION, period: 'Week' }, { By: ['Week'] }],
];

test('the choices beside a chart show what was asked for', async () => {
  const asked = CHOSEN.map(([tool, args], at) => ({ name: `${at}`, tool, arguments: args }));
  for (const [name, { controls }] of await chartsOf(asked)) {
    const chosen = controls.map(({ label, choices }) => [
      label,
      choices.filter((one) => one.is_on).map((one) => one.label),
    ]);
    expect(Object.fromEntries(chosen), name).toEqual(CHOSEN[Number(name)]![2]);
  }
});

test('an hour that the clock repeats has a name of its own in tips and tables, and leads to its own people', async () => {
  const asked = askedProduct({ now: () => Date.parse('2026-10-25T02:40:00Z') });
  await asked.ask(operationNamed('update_project'), { timezone: 'Europe/Berlin' });
  asked.add(event('visit', 'a', '2026-10-25T00:30:00Z'), event('visit', 'b', '2026-10-25T01:30:00Z'));
  for (const offset of ['+02:00', '+01:00'])
    await asked.ask(operationNamed('create_annotation'), {
      content: offset,
      date_marker: `2026-10-25T02:10:00${offset}`,
    });
  const body = { events: [{ id: 'visit' }], interval: 'hour', date_from: '-3h' };
  const answer = await asked.trend(body);
  expect(computeTrend.text(answer)).toContain('2026-10-25 02:10 "+02:00", 2026-10-25 02:10+01:00 "+01:00".');
  const chart = computeTrend.chart!(answer, body)! as ChartOf<'series'>;
  expect(chart.marks).toEqual([
    { at: 1, text: '+02:00' },
    { at: 2, text: '+01:00' },
  ]);
  expect(chart.table.rows.map(([name]) => name).slice(1)).toEqual([
    'Sun 25 Oct 2026, 02:00',
    'Sun 25 Oct 2026, 02:00 (2)',
    'Sun 25 Oct 2026, 03:00 (so far)',
  ]);
  const { hits } = draw(chart, { width: 760, theme: 'light', hits: 'numbers' });
  const hit = hits.find(({ lines }) => lines[0] === 'Sun 25 Oct 2026, 02:00 (2)')!;
  const question = { kind: 'trend', ...body };
  const listed = await asked.ask(operationNamed('list_persons'), { question, ...hit.people });
  expect(listed).toMatchObject({ results: [{ distinct_ids: ['b'] }] });
  const target = { target_entity: { id: 'visit' }, returning_entity: { id: 'visit' } };
  const again = { ...target, period: 'Hour', total_intervals: 3 };
  const rows = computeRetention.chart!(await asked.ask(computeRetention, again), again) as ChartOf<'cohorts'>;
  expect(rows.rows.map(({ name }) => name)[1]).toBe('25 Oct 2026, 02:00+01:00');
});

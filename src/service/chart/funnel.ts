/** Funnels as charts: steps, the rate over time, or how long it took. */

import { duration, full, share } from '../../chart/format.ts';
import { HUES } from '../../chart/theme.ts';
import type { Added, Chart, ChartSeries } from '../../model/question/chart.ts';
import { dayName } from '../../model/question/day_name.ts';
import type { FunnelResult, FunnelSeries, Step, TimesToConvert } from '../../model/question/funnel.ts';
import type { ComputedAnswer } from '../../model/question/result.ts';
import { isPooled } from '../present/funnel_values.ts';
import { valueText, viewOf } from '../present/funnel_views.ts';
import { nowOf } from '../text/headline.ts';
import { lacksOf } from '../words/periods.ts';
import {
  type ChartAsked,
  columnsNote,
  frameOf,
  intervalControl,
  marksOf,
  rangeControl,
  shownName,
  tableOf,
} from './frame.ts';
import { thinned, thinnedIndices, thinning } from './points.ts';
import { wayTitle } from './title.ts';

const GROUPS_DRAWN = 5;

type FunnelAnswer = ComputedAnswer<FunnelResult['result']>;

export function funnelChart(answer: FunnelAnswer, asked: ChartAsked): Chart {
  const view = viewOf(answer.resolved.viz, answer.result);
  switch (view.viz) {
    case 'steps':
      return stepsChart(answer, asked, view.tables);
    case 'trends':
      return rateChart(answer, asked, view.series);
    case 'time_to_convert':
      return timesChart(answer, asked, view.times);
  }
}

function stepName(step: Step): string {
  return shownName(step.custom_name ?? step.name);
}

function stepsChart(answer: FunnelAnswer, asked: ChartAsked, tables: readonly (readonly Step[])[]): Chart {
  const steps = tables[0] ?? [];
  const is_split = steps[0] !== undefined && valueText(steps[0]) !== null;
  const largest = tables.toSorted((a, b) => (b[0]?.count ?? 0) - (a[0]?.count ?? 0));
  const drawn = largest.slice(0, GROUPS_DRAWN);
  const is_overlapping = is_split && answer.resolved.overlapping === true;
  // A sum would count people several times.
  const told = is_overlapping ? largest.slice(0, 1) : tables;
  const of = is_overlapping ? `${groupName(told[0]?.[0])}: ` : '';
  const [first, last] = [sumAt(told, 0), sumAt(told, steps.length - 1)];
  const went = `${of}${full(last, 'count')} of ${full(first, 'count')} went all the way`;
  const frame = frameOf(answer, asked, {
    title: wayTitle('Funnel', answer.resolved, asked),
    summary: `${went} (${share(last, first)})${worstOf(told, steps)}.`,
    figures: steps.length === 0 ? [] : [`${went}: ${share(last, first)}.`],
    notes: [
      ...(drawn.length < tables.length
        ? [`The ${drawn.length} largest of ${tables.length} values are drawn; the table has all.`]
        : []),
      ...(is_overlapping
        ? ['Who has several of the values counts in each; the numbers below the steps are sums.']
        : []),
    ],
    is_empty: first === 0,
    controls: [rangeControl(asked)],
    table: stepTable(tables, is_split),
  });
  return {
    ...frame,
    kind: 'steps',
    steps: steps.map((step, at) => ({ name: stepName(step), count: sumAt(tables, at) })),
    groups: drawn.map((rows, hue) => groupOf(rows, is_split, hue)),
  };
}

function stepTable(tables: readonly (readonly Step[])[], is_split: boolean) {
  return tableOf(
    [
      ...(is_split ? [['Value', 'text'] as const] : []),
      ['Step', 'text'],
      ['Count', 'count'],
      ['Of the first', 'percent'],
      ['Of the step before', 'percent'],
      ['Median time', 'seconds'],
      ['Average time', 'seconds'],
    ],
    tables.flatMap((rows) =>
      rows.map((step, at) => [...(is_split ? [groupName(step)] : []), ...cellsOf(rows, step, at)]),
    ),
  );
}

function sumAt(tables: readonly (readonly Step[])[], at: number): number {
  return tables.reduce((sum, rows) => sum + (rows[at]?.count ?? 0), 0);
}

function groupName(step: Step | undefined): string {
  return shownName(step === undefined ? '' : (valueText(step) ?? ''));
}

function cellsOf(rows: readonly Step[], step: Step, at: number): (string | number | null)[] {
  const percents = (whole: number | undefined) => (at === 0 || !whole ? null : (step.count / whole) * 100);
  return [
    `${at + 1}. ${stepName(step)}`,
    step.count,
    percents(rows[0]?.count),
    percents(rows[at - 1]?.count),
    step.median_conversion_time,
    step.average_conversion_time,
  ];
}

/** The step with the largest loss. */
function worstOf(tables: readonly (readonly Step[])[], steps: readonly Step[]): string {
  const lost = steps.map((_, at) => (at === 0 ? 0 : sumAt(tables, at - 1) - sumAt(tables, at)));
  const worst = lost.reduce((best, count, at) => (count > (lost[best] ?? 0) ? at : best), 0);
  return worst === 0 ? '' : `; most are lost before ${stepName(steps[worst]!)}`;
}

function groupOf(rows: readonly Step[], is_split: boolean, hue: number) {
  const breakdown_value = rows[0]?.['breakdown_value'];
  // The pooled rest is not a value.
  const is_pooled = is_split && isPooled(breakdown_value);
  const point = (funnel_step: number): Added | null =>
    is_pooled ? null : { funnel_step, ...(breakdown_value === undefined ? {} : { breakdown_value }) };
  return {
    name: is_split ? groupName(rows[0]) : null,
    hue,
    counts: rows.map(({ count }) => count),
    median_s: rows.map(({ median_conversion_time }) => median_conversion_time),
    people: rows.map((_, at) => point(at + 1)),
    lost: rows.map((_, at) => (at === 0 ? null : point(-at - 1))),
  };
}

function rateChart(answer: FunnelAnswer, asked: ChartAsked, all: readonly FunnelSeries[]): Chart {
  const interval = answer.resolved.interval ?? 'day';
  const days = all[0]?.days ?? [];
  const lacks = lacksOf(days, answer.resolved, answer.resolved, nowOf(answer));
  const open = lacks.flatMap((lack, at) => (lack === '' ? [] : [at]));
  const thin = thinning(days.length);
  const series = all.slice(0, HUES).map((one, hue) => rateSeries(one, hue, thin));
  const starts = thin.kept.map((at) => dayName(days, at));
  return {
    ...rateFrame(answer, asked, all, thin),
    kind: 'series',
    form: series.length < 2 ? 'area' : 'line',
    unit: 'percent',
    axis: { kind: 'time', interval, starts },
    series,
    marks: marksOf(answer, starts),
    open: thinnedIndices(open, thin),
    is_running: lacks.includes('so far'),
    is_thinned: thin.per_group > 1,
  };
}

type Thin = ReturnType<typeof thinning>;

function rateSeries(one: FunnelSeries, hue: number, thin: Thin): ChartSeries {
  const { breakdown_value } = one;
  const people: Added = breakdown_value === undefined ? {} : { breakdown_value };
  return { name: rateName(one), role: 'current', hue, values: thinned(ratesOf(one), thin), people };
}

function rateName(one: FunnelSeries): string {
  return shownName(valueText(one) ?? 'Conversion');
}

/** If nobody entered, there is no rate. */
function ratesOf({ data, reached_from_counts: entered }: FunnelSeries): (number | null)[] {
  return data.map((rate, at) => ((entered[at] ?? 0) === 0 ? null : rate));
}

function rateFrame(answer: FunnelAnswer, asked: ChartAsked, all: readonly FunnelSeries[], thin: Thin) {
  const { resolved } = answer;
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const entered = sum(all.flatMap(({ reached_from_counts }) => reached_from_counts));
  const converted = sum(all.flatMap(({ reached_to_counts }) => reached_to_counts));
  const figures = `${full(converted, 'count')} of ${full(entered, 'count')} converted`;
  const drawn = Math.min(all.length, HUES);
  const columns = all.map((one) => ({ name: rateName(one), rates: ratesOf(one), entered: one.reached_from_counts }));
  return frameOf(answer, asked, {
    title: wayTitle(`Conversion per ${resolved.interval ?? 'day'}`, resolved, asked),
    summary: `${figures} (${share(converted, entered)}).`,
    figures: [`${figures}: ${share(converted, entered)}.`],
    notes: [
      ...(all.length > drawn ? [`${drawn} of ${all.length} values are drawn; the table has more.`] : []),
      ...columnsNote(all.length, 'values', 2),
      ...(thin.per_group > 1 ? [`Drawn are the lowest and the highest of every ${thin.per_group} points.`] : []),
    ],
    is_empty: entered === 0,
    controls: [intervalControl(answer), rangeControl(asked)],
    table: tableOf(
      [
        ['Date', 'text'],
        ...columns.flatMap(({ name }) => [[name, 'percent'] as const, [`${name}: entered`, 'count'] as const]),
      ],
      (all[0]?.days ?? []).map((_, at, days) => [
        dayName(days, at),
        ...columns.flatMap(({ rates, entered }) => [rates[at] ?? null, entered[at] ?? 0]),
      ]),
      'last',
    ),
  });
}

function timesChart(
  answer: FunnelAnswer,
  asked: ChartAsked,
  { bins, average_conversion_time: average }: TimesToConvert,
): Chart {
  const spans = bins.map(([from_s], at) => spanText(from_s, bins[at + 1]?.[0] ?? null));
  const count = bins.reduce((sum, [, people]) => sum + people, 0);
  const frame = frameOf(answer, asked, {
    title: wayTitle('Time to convert', answer.resolved, asked),
    summary: `${full(count, 'count')} converted${average === null ? '' : `, in ${duration(average)} on average`}.`,
    figures: average === null ? [] : [`${full(count, 'count')} converted, in ${duration(average)} on average.`],
    is_empty: count === 0,
    controls: [rangeControl(asked)],
    table: tableOf(
      [
        ['Took', 'text'],
        ['Count', 'count'],
      ],
      bins.map(([, people], at) => [spans[at]!, people]),
    ),
  });
  const series: ChartSeries[] = [
    { name: 'Converted', role: 'current', hue: 0, values: bins.map(([, people]) => people), people: null },
  ];
  return {
    ...frame,
    kind: 'series',
    form: 'bars',
    unit: 'count',
    axis: { kind: 'names', names: bins.map(([from_s]) => duration(from_s)), title: 'time to convert, from' },
    series,
    marks: [],
    open: [],
    is_running: false,
    is_thinned: false,
  };
}

function spanText(from_s: number, until_s: number | null): string {
  return until_s === null ? `${duration(from_s)} or more` : `${duration(from_s)} to ${duration(until_s)}`;
}

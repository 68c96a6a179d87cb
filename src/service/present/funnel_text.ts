/** A funnel as a few lines that a model can use as they are. */
import type { FunnelResult, FunnelSeries, Step, TimesToConvert } from '../../model/funnel.ts';
import { type FunnelView, valueText, viewOf } from './funnel_views.ts';
import { emptyReason, headline, joined, TABLE_CELLS } from './text.ts';

export function funnelText(answer: FunnelResult): string {
  const { resolved } = answer;
  const view = viewOf(answer);
  return joined([
    headline(TITLES[view.viz], resolved),
    ...linesOf(view),
    isEmpty(view) ? emptyReason(resolved) : '',
    ...resolved.warnings,
  ]);
}

const TITLES: Readonly<Record<FunnelView['viz'], string>> = {
  steps: 'Funnel',
  trends: 'Conversion over time of the funnel',
  time_to_convert: 'Times to convert of the funnel',
};

function isEmpty(view: FunnelView): boolean {
  switch (view.viz) {
    case 'steps':
      return view.tables.every((steps) => (steps[0]?.count ?? 0) === 0);
    case 'trends':
      return view.series.every((series) => series.reached_from_counts.every((count) => count === 0));
    case 'time_to_convert':
      return view.times.bins.length === 0;
  }
}

function linesOf(view: FunnelView): string[] {
  switch (view.viz) {
    case 'steps':
      return view.tables.flatMap(stepLines);
    case 'trends':
      return trendLines(view.series);
    case 'time_to_convert':
      return timeLines(view.times);
  }
}

function stepLines(steps: readonly Step[]): string[] {
  const first = steps[0];
  if (!first) return [];
  const value = valueText(first);
  const title = value === null ? [] : [`Value ${JSON.stringify(value)}:`];
  const lines = steps.map((step, at) => stepLine(step, steps[at - 1]?.count ?? step.count, first.count));
  return [...title, ...lines];
}

function stepLine(step: Step, before: number, entered: number): string {
  const { average_conversion_time: average, median_conversion_time: median } = step;
  const share =
    step.order === 0
      ? ''
      : ` (${percent(step.count, entered)} of the first, ${percent(step.count, before)} of the step before)`;
  const times =
    average === null || median === null
      ? ''
      : `, average ${duration(average)}, median ${duration(median)} from the step before`;
  return `${step.order + 1}. ${step.custom_name ?? step.name}: ${step.count}${share}${times}`;
}

/** A line per point in time, a column per series: the rate, and of how many. */
function trendLines(series: readonly FunnelSeries[]): string[] {
  const days = series[0]?.days ?? [];
  if (series.length * days.length > TABLE_CELLS) return [`${series.length} series of ${days.length} points each.`];
  const head = ['date', ...series.map((each) => valueText(each) ?? 'converted of entered')];
  const points = days.map((day, at) => [day, ...series.map((each) => pointText(each, at))]);
  return [head, ...points].map((cells) => cells.join(' | '));
}

function pointText({ data, reached_from_counts, reached_to_counts }: FunnelSeries, at: number): string {
  return `${data[at]}% (${reached_to_counts[at]} of ${reached_from_counts[at]})`;
}

function timeLines({ bins, average_conversion_time: average }: TimesToConvert): string[] {
  if (average === null) return [];
  return [
    `Average ${duration(average)}.`,
    'from | people',
    ...bins.map(([from_s, count]) => `${duration(from_s)} | ${count}`),
  ];
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '0%' : `${Math.round((part / whole) * 1000) / 10}%`;
}

const UNITS: readonly (readonly [seconds: number, name: string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];

export function duration(seconds: number): string {
  const unit = UNITS.find(([size]) => seconds >= size);
  const [size, name] = unit ?? [1, 's'];
  return `${Math.round((seconds / size) * 10) / 10} ${name}`;
}

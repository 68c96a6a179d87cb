/** Answers as a few lines that a model can use as they are: what was counted, when, the numbers, and what is odd. */
import type { FunnelResult, Step } from '../../model/funnel.ts';
import type { Resolved } from '../../model/result.ts';
import type { Series, TrendResult } from '../../model/trend.ts';

/** Tables past this say their totals only: the numbers are all in the structured answer. */
const TABLE_CELLS = 2_000;

export function trendText(answer: TrendResult): string {
  const { resolved, result } = answer;
  const empty = result.every((series) => totalOf(series) === 0);
  return joined([
    headline('Trend', resolved),
    ...tableOf(result),
    empty ? emptyReason(resolved) : '',
    ...resolved.warnings,
    answer.next === null ? '' : 'There are more values: ask again with a higher offset, or raise breakdown_limit.',
  ]);
}

export function funnelText(answer: FunnelResult): string {
  const { resolved } = answer;
  const tables = tablesOf(answer);
  const entered = tables.some((steps) => (steps[0]?.count ?? 0) > 0);
  return joined([
    headline('Funnel', resolved),
    ...tables.flatMap(stepLines),
    entered ? '' : emptyReason(resolved),
    ...resolved.warnings,
  ]);
}

/** The tables of steps: one, or one per value of the breakdown. */
export function tablesOf(answer: FunnelResult): Step[][] {
  const { result } = answer;
  return result.length > 0 && Array.isArray(result[0]) ? (result as Step[][]) : [result as Step[]];
}

function headline(what: string, resolved: Resolved): string {
  const names = resolved.entities.map((entity) => entity.name).join(', ');
  const pace = resolved.interval === null ? '' : `by ${resolved.interval}, `;
  return `${what} of ${names || 'nothing'}: ${pace}${resolved.date_from} to ${resolved.date_to} (${resolved.timezone}).`;
}

function emptyReason(resolved: Resolved): string {
  const reason = resolved.warnings.length > 0 ? 'see below' : 'widen date_from, or drop a filter';
  return `Nothing matched between ${resolved.date_from} and ${resolved.date_to}: ${reason}.`;
}

/** The number that stands for a series as a whole. */
function totalOf(series: Series): number {
  return series.aggregated_value ?? series.count;
}

function tableOf(result: readonly Series[]): string[] {
  const points = result[0]?.data.length ?? 0;
  // Periods that are compared have dates of their own, so they stand below each other.
  const periods = Object.values(Object.groupBy(result, (series) => series.compare_label ?? ''));
  const table = points === 0 || result.length * points > TABLE_CELLS ? totalsTable : pointsTable;
  return periods.flatMap((series) => table(series ?? []));
}

/** The label, with the value it was split by and the period where they are not in it. */
export function seriesName(series: Series): string {
  const { breakdown_value: value, compare_label, label } = series;
  const text = Array.isArray(value) ? value.join('::') : value;
  const named = text === undefined || label.endsWith(text) ? label : `${label} - ${text}`;
  return compare_label === undefined ? named : `${named} (${compare_label})`;
}

/** A line per point in time, a column per series. */
function pointsTable(result: readonly Series[]): string[] {
  const head = ['date', ...result.map(seriesName)];
  const points = (result[0]?.days ?? []).map((day, at) => [
    day,
    ...result.map((series) => String(series.data[at] ?? '')),
  ]);
  const total = ['total', ...result.map((series) => String(series.count))];
  return [head, ...points, total].map((cells) => cells.join(' | '));
}

function totalsTable(result: readonly Series[]): string[] {
  return ['series | total', ...result.map((series) => `${seriesName(series)} | ${totalOf(series)}`)];
}

function stepLines(steps: readonly Step[]): string[] {
  const first = steps[0];
  if (!first) return [];
  const value = first['breakdown_value'];
  const title = value === undefined ? [] : [`Value ${JSON.stringify(value)}:`];
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

function percent(part: number, whole: number): string {
  return whole === 0 ? '0%' : `${Math.round((part / whole) * 1000) / 10}%`;
}

const UNITS: readonly (readonly [seconds: number, name: string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];

function duration(seconds: number): string {
  const unit = UNITS.find(([size]) => seconds >= size);
  const [size, name] = unit ?? [1, 's'];
  return `${Math.round((seconds / size) * 10) / 10} ${name}`;
}

function joined(lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join('\n');
}

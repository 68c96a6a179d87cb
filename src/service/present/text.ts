/** Answers as a few lines that a model can use as they are: what was counted, when, the numbers, and what is odd. */
import type { Resolved } from '../../model/result.ts';
import type { Series, TrendResult } from '../../model/trend.ts';

/** Tables past this say their totals only: the numbers are all in the structured answer. */
export const TABLE_CELLS = 2_000;

export function trendText(answer: TrendResult): string {
  const { resolved, result } = answer;
  const empty = result.every((series) => totalOf(series) === 0);
  return joined([
    headline(kindOf(result), resolved),
    ...tableOf(result),
    empty ? emptyReason(resolved) : '',
    ...resolved.warnings,
    answer.hasMore ? 'There are more values: ask again with a higher offset, or raise breakdown_limit.' : '',
  ]);
}

/** Lifecycles and stickiness are asked through the body of a trend. */
function kindOf(result: readonly Series[]): string {
  if (result[0]?.status !== undefined) return 'Lifecycle';
  return typeof result[0]?.days[0] === 'number' ? 'Stickiness' : 'Trend';
}

/** What was asked, as it was understood. */
export function headline(what: string, resolved: Resolved): string {
  const names = resolved.entities.map((entity) => entity.name).join(', ');
  const pace = resolved.interval === null ? '' : `by ${resolved.interval}, `;
  return `${what} of ${names || 'nothing'}: ${pace}${resolved.date_from} to ${resolved.date_to} (${resolved.timezone}).`;
}

export function emptyReason(resolved: Resolved): string {
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

/** The line's own name, or its label; with the value it was split by and the period where they are not in it. */
export function seriesName(series: Series): string {
  const { breakdown_value: value, compare_label, action } = series;
  const label = (value === undefined ? action?.custom_name : null) ?? series.label;
  const text = Array.isArray(value) ? value.join('::') : value;
  // The label of a line says a cohort by its name.
  const is_said = text === undefined || (typeof text === 'number' ? action !== null : label.endsWith(text));
  const named = is_said ? label : `${label} - ${text}`;
  return compare_label === undefined ? named : `${named} (${compare_label})`;
}

/** A line per point in time, a column per series. */
function pointsTable(result: readonly Series[]): string[] {
  const { days = [], labels = [] } = result[0] ?? {};
  const isTimes = typeof days[0] !== 'number';
  const head = [isTimes ? 'date' : 'active in', ...result.map(seriesName)];
  const points = days.map((day, at) => [
    isTimes ? String(day) : (labels[at] ?? ''),
    ...result.map((series) => String(series.data[at] ?? '')),
  ]);
  const total = ['total', ...result.map((series) => String(series.count))];
  return [head, ...points, total].map((cells) => cells.join(' | '));
}

function totalsTable(result: readonly Series[]): string[] {
  return ['series | total', ...result.map((series) => `${seriesName(series)} | ${totalOf(series)}`)];
}

/** Empty lines are left out. */
export function joined(lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join('\n');
}

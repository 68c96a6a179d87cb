/** Retention as a chart: the triangle, and the mean over all start periods. */
import { formatMinute } from '../../base/time.ts';
import { full, percent, rowTime } from '../../chart/format.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Chart } from '../../model/question/chart.ts';
import type { ComputedAnswer } from '../../model/question/result.ts';
import type { RetentionRow } from '../../model/question/retention.ts';
import { isRest } from '../present/ranking.ts';
import { columnLacks, isOver, startIndex, widest } from '../text/retention_text.ts';
import { type ChartAsked, columnsNote, frameOf, shownName, tableOf } from './frame.ts';
import { aboutTitle } from './title.ts';

const PERIODS = ['Hour', 'Day', 'Week', 'Month'];

export function retentionChart(answer: ComputedAnswer<readonly RetentionRow[]>, asked: ChartAsked): Chart {
  const { result, resolved } = answer;
  const width = widest(result);
  const labelled = result.find((row) => row.values.length === width);
  const columns = (labelled?.values ?? []).map(({ label }) => label);
  const interval = resolved.interval ?? 'day';
  const lacks = columnLacks(answer);
  const rows = result.map((row) => shownRow(row, { lacks, width, interval, timezone: resolved.timezone }));
  const mean = meanOf(rows, width);
  const started = rows.reduce((sum, { size }) => sum + size, 0);
  const summary = summaryOf(started, mean, columns);
  const frame = frameOf(answer, asked, {
    title: aboutTitle(`Retention by ${interval}`, resolved, asked),
    summary,
    figures: [summary],
    // What is said of cells nobody sees would take the place of advice.
    notes: started === 0 ? [] : [rimNote(rows), ...columnsNote(columns.length, 'periods')],
    is_empty: started === 0,
    controls: [{ label: 'By', choices: PERIODS.map((period) => periodChoice(period, interval)) }],
    table: tableOf(
      [['Start', 'text'], ...columns.map((name) => [name, 'count'] as const)],
      rows.map(({ name, values }) => [name, ...columns.map((_, at) => values[at] ?? null)]),
    ),
  });
  const is_split = result.some(({ breakdown_value }) => breakdown_value !== undefined);
  const shown = is_split ? rows.slice(0, LIMIT.chart_rows) : rows.slice(-LIMIT.chart_rows);
  return { ...frame, kind: 'cohorts', form: 'triangle', columns, rows: shown, mean };
}

function rimNote(rows: readonly { readonly open_from: number; readonly values: readonly unknown[] }[]): string {
  const is_open = rows.some(({ open_from, values }) => open_from < values.length);
  return `${is_open ? 'A dashed rim marks periods that are not over yet. ' : ''}Shares are of those who started.`;
}

interface Periods {
  /** Why periods are incomplete, counted from the first start. */
  readonly lacks: ReturnType<typeof columnLacks>;
  readonly width: number;
  readonly interval: string;
  readonly timezone: string;
}

/** A row without a date is a sum over all starts, with complete periods only. */
function shownRow(row: RetentionRow, { lacks, width, ...when }: Periods) {
  const start = row.date === undefined ? null : startIndex(row, width);
  const open = start === null ? -1 : lacks.findIndex((lack, period) => period >= start && !isOver(lack));
  return {
    name: rowName(row, when),
    size: row.values[0]?.count ?? 0,
    values: row.values.map(({ count }, at) => (start !== null && lacks[start + at] === 'not yet' ? null : count)),
    open_from: open < 0 || start === null ? width : open - start,
    people: pointOf(row, start),
  };
}

function summaryOf(started: number, mean: readonly (number | null)[], columns: readonly string[]): string {
  const later = mean.findIndex((value, at) => at > 0 && value !== null);
  if (later < 0) return `${full(started, 'count')} started.`;
  const period = columns[later]?.toLowerCase() ?? 'the next period';
  return `${percent(mean[later]!)} came back in ${period}${lastMean(mean, columns, later)}.`;
}

function periodChoice(period: string, interval: string) {
  return { label: period, added: { period }, is_on: interval === period.toLowerCase() };
}

function lastMean(mean: readonly (number | null)[], columns: readonly string[], first: number): string {
  const last = mean.findLastIndex((value) => value !== null);
  return last <= first ? '' : `, ${percent(mean[last]!)} in ${columns[last]?.toLowerCase() ?? ''}`;
}

function rowName(
  { breakdown_value: value, date }: RetentionRow,
  { interval, timezone }: Pick<Periods, 'interval' | 'timezone'>,
): string {
  const start = date === undefined ? [] : [rowTime(formatMinute(timezone, Date.parse(date)), interval)];
  return [...(value === undefined ? [] : [shownName([value].flat().join(' / '))]), ...start].join(', ');
}

/** `cohort`: index of the start; null for a sum over all starts. */
function pointOf(row: RetentionRow, cohort: number | null) {
  if (isRest(row.breakdown_value)) return null;
  return {
    ...(cohort === null ? {} : { cohort }),
    ...(row.breakdown_value === undefined ? {} : { breakdown_value: row.breakdown_value }),
  };
}

/** Shares of all who started, over the rows that have completed the period. */
function meanOf(
  rows: readonly { size: number; values: readonly (number | null)[]; open_from: number }[],
  width: number,
): (number | null)[] {
  return Array.from({ length: width }, (_, at) => {
    const counted = rows.filter(({ values, open_from }) => at < values.length && at < open_from && values[at] !== null);
    const started = counted.reduce((sum, { size }) => sum + size, 0);
    const came = counted.reduce((sum, { values }) => sum + (values[at] ?? 0), 0);
    return started === 0 ? null : (came / started) * 100;
  });
}

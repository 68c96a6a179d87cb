/** Retention as a chart: the triangle, and the mean over all cohorts. */
import { full, percent, rowTime } from '../../chart/format.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Chart } from '../../model/question/chart.ts';
import type { ComputedAnswer } from '../../model/question/result.ts';
import type { RetentionRow } from '../../model/question/retention.ts';
import { columnLacks, isOver, startIndex, widest } from '../text/retention_text.ts';
import { type ChartAsked, frameOf, isRest, shownName, tableOf } from './frame.ts';
import { aboutTitle } from './title.ts';

const PERIODS = ['Hour', 'Day', 'Week', 'Month'];

export function retentionChart(answer: ComputedAnswer<readonly RetentionRow[]>, asked: ChartAsked): Chart {
  const { result, resolved } = answer;
  const width = widest(result);
  const lacks = columnLacks(answer);
  const labelled = result.find((row) => row.values.length === width);
  const columns = (labelled?.values ?? []).map(({ label }) => label);
  const interval = resolved.interval ?? 'day';
  const startOf = (row: RetentionRow) => (row.date === undefined ? null : startIndex(row, width));
  /** Breakdown rows are sums of complete periods only. */
  const openFrom = (row: RetentionRow): number => {
    const start = startOf(row);
    const at = start === null ? -1 : lacks.findIndex((lack, period) => period >= start && !isOver(lack));
    return at < 0 || start === null ? width : at - start;
  };
  const rows = result.map((row) => ({
    name: rowName(row, interval),
    size: row.values[0]?.count ?? 0,
    values: row.values.map(({ count }, at) =>
      startOf(row) !== null && lacks[startOf(row)! + at] === 'not yet' ? null : count,
    ),
    open_from: openFrom(row),
    people: pointOf(row),
  }));
  const mean = meanOf(rows, width);
  const later = mean.findIndex((value, at) => at > 0 && value !== null);
  const sizes = rows.reduce((sum, { size }) => sum + size, 0);
  const kept = rows.slice(0, LIMIT.chart_rows);
  const summary =
    later < 0
      ? `${full(sizes, 'count')} started.`
      : `${percent(mean[later]!)} came back in ${columns[later]?.toLowerCase() ?? 'the next period'}${lastMean(mean, columns, later)}.`;
  const frame = frameOf(answer, asked, {
    title: aboutTitle(`Retention by ${interval}`, resolved, asked),
    summary,
    figures: [summary],
    notes: rows.some(({ open_from, values }) => open_from < values.length)
      ? ['A dashed rim marks periods that are not over yet. Shares are of those who started.']
      : ['Shares are of those who started.'],
    is_empty: sizes === 0,
    controls: [
      {
        label: 'By',
        choices: PERIODS.map((period) => ({
          label: period,
          added: { period },
          is_on: interval === period.toLowerCase(),
        })),
      },
    ],
    table: tableOf(
      [['Start', 'text'], ...columns.map((name) => [name, 'count'] as const)],
      rows.map(({ name, values }) => [name, ...columns.map((_, at) => values[at] ?? null)]),
    ),
  });
  return { ...frame, kind: 'cohorts', form: 'triangle', columns, rows: kept, mean };
}

function lastMean(mean: readonly (number | null)[], columns: readonly string[], first: number): string {
  const last = mean.findLastIndex((value) => value !== null);
  return last <= first ? '' : `, ${percent(mean[last]!)} in ${columns[last]?.toLowerCase() ?? ''}`;
}

function rowName({ breakdown_value: value, date }: RetentionRow, interval: string): string {
  const start = date === undefined ? [] : [rowTime(date.slice(0, 16).replace('T', ' '), interval)];
  return [...(value === undefined ? [] : [shownName([value].flat().join(' / '))]), ...start].join(', ');
}

function pointOf(row: RetentionRow) {
  if (isRest(row.breakdown_value)) return null;
  const cohort = row.date === undefined ? undefined : Number(row.label.split(' ').at(-1));
  return {
    ...(cohort === undefined ? {} : { cohort }),
    ...(row.breakdown_value === undefined ? {} : { breakdown_value: row.breakdown_value }),
  };
}

/** Shares of all who started, over rows whose period is complete. */
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

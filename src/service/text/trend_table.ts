/** Trends, lifecycles and stickiness as CSV rows: one per series, with a column per point in time or one in total. */
import { nameOnce } from '../../model/question/day_name.ts';
import type { Series } from '../../model/question/trend.ts';
import type { Table } from '../contract/operation.ts';
import { flatText } from '../present/ranking.ts';

export function trendTable({ result }: { readonly result: readonly Series[] }): Table {
  const totals = result.some((series) => series.aggregated_value !== undefined);
  const names = distinctNames(result);
  if (totals) {
    const rows = result.map((series, at) => [names[at]!, series.aggregated_value ?? null]);
    return { columns: ['series', 'value'], rows };
  }
  const labels = labelsOf(result);
  const rows = result.map((series, at) => [names[at]!, ...labels.map((_, point) => series.data[point] ?? null)]);
  return { columns: ['series', ...labels], rows };
}

/** The current period's labels. If the period before has more points, theirs follow. */
function labelsOf(result: readonly Series[]): string[] {
  const own = pointNames(result[0]);
  const longest = result.reduce<Series | undefined>(
    (found, series) => ((series.labels ?? []).length > (found?.labels ?? []).length ? series : found),
    result[0],
  );
  const more = pointNames(longest).slice(own.length);
  return [...own, ...more.map((label) => `${label} (${longest?.compare_label ?? 'previous'})`)];
}

/** Labels, of which none comes twice where a clock was set back. */
function pointNames({ labels = [], days = [] }: Partial<Series> = {}): string[] {
  return labels.map((label, at) => nameOnce(label, days, at));
}

/** Equal names are extended by what the line counts; if that is equal too, by a number. */
export function distinctNames(result: readonly Series[]): string[] {
  const plain = result.map(seriesName);
  const counted = result.map((series, at) => (isAlone(plain, at) ? plain[at]! : `${plain[at]} (${mathName(series)})`));
  return counted.map((name, at) => {
    const before = counted.slice(0, at).filter((other) => other === name).length;
    return before === 0 ? name : `${name} ${before + 1}`;
  });
}

function isAlone(names: readonly string[], at: number): boolean {
  return names.indexOf(names[at]!) === at && names.lastIndexOf(names[at]!) === at;
}

/** The line's name or label. Adds breakdown value and period unless the label has them. */
function seriesName(series: Series): string {
  const { breakdown_value: value, compare_label, action } = series;
  const label = (value === undefined ? action?.custom_name : null) ?? series.label;
  const text = flatText(value);
  // Labels show cohorts by name.
  const is_said = value === undefined || (typeof value === 'number' ? action !== null : label.endsWith(text));
  const named = is_said ? label : `${label} - ${text}`;
  return compare_label === undefined ? named : `${named} (${compare_label})`;
}

function mathName({ action }: Series): string {
  const property = action?.['math_property'];
  return `${action?.['math'] ?? 'total'}${property ? ` of ${property}` : ''}`;
}

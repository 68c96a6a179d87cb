/** Trends, lifecycles and stickiness as text: one line per point with a column per series, or one line per series. */
import { isObject } from '../../base/json.ts';
import { quoted } from '../../base/visible.ts';
import { shortDayName } from '../../model/question/day_name.ts';
import type { ComputedAnswer, Resolved } from '../../model/question/result.ts';
import type { Series } from '../../model/question/trend.ts';
import { splitValueText } from '../sentences/values.ts';
import { numberText } from '../words/numbers.ts';
import { type Lack, lacksOf, lackText } from '../words/periods.ts';
import { byArguments, emptyReason, headlines, nowOf, type Telling } from './headline.ts';
import { isLonger, type Passage, type Rows } from './passages.ts';

type TrendAnswer = ComputedAnswer<readonly Series[]>;

/** With this many series, one line per series is shown if there are too many points. */
const MANY_SERIES = 6;

/** `title` is for answers that do not have their question in words. */
export function trendPassages(answer: TrendAnswer, telling: Telling, title: string): Passage[] {
  const { resolved, result, hasMore } = answer;
  const empty = result.every((series) => totalOf(series) === 0 && series.data.every((value) => value === 0));
  // Compared periods have different dates, so they are listed one below the other.
  const periods = Object.values(Object.groupBy(result, (series) => series.compare_label ?? ''));
  const share = { ...telling, tokens: telling.tokens / periods.length };
  const tables = periods.flatMap((series = []) => periodRows(answer, series, share));
  return [
    tables.some(({ is_summary }) => is_summary) ? pointsLeftOut(answer, telling) : '',
    hasMore ? `Left out: values past these. A higher ${byArguments(telling, 'breakdown_limit')} brings them.` : '',
    ...headlines(answer, title),
    empty ? emptyReason(resolved) : '',
    ...tables.map(({ rows }) => rows),
    nextLine(answer),
  ];
}

/** A change of at least this share of the total is worth asking why. */
const TELLING_CHANGE = 0.1;

/** How to find out why, for one line that differs between two periods. */
function nextLine({ resolved, result }: TrendAnswer): string {
  const [current, previous] = result;
  const isOneLine =
    result.length === 2 &&
    previous?.compare_label === 'previous' &&
    current?.action?.['order'] === previous.action?.['order'];
  const { previous: earlier } = resolved;
  if (earlier === undefined || !isOneLine || !current || !hasParts(current)) return '';
  const [is, was] = [totalOf(current), totalOf(previous!)];
  if (is === was || Math.abs(is - was) < TELLING_CHANGE * Math.max(is, was)) return '';
  // Since the beginning of the data, everything rose.
  if (is > was && earlier.data_from !== undefined) return '';
  return `Next: explain_change with this question says which values account for the ${is > was ? 'rise' : 'fall'}.`;
}

/** Whether its change can be explained: it counts events or sums up amounts, in a trend over time. */
function hasParts(series: Series): boolean {
  return isSummable(series) && typeof series.days[0] === 'string' && WITH_PARTS.includes(series.action?.['math']);
}

interface PeriodRows {
  readonly rows: Rows;
  /** Whether it has one line per series because there are too many points. */
  readonly is_summary: boolean;
}

/** All series, or those of one of two compared periods. */
interface Period {
  readonly title: readonly string[];
  readonly series: readonly Series[];
  /** Series -> name. */
  readonly names: readonly string[];
  readonly telling: Telling;
}

function periodRows(answer: TrendAnswer, series: readonly Series[], telling: Telling): PeriodRows[] {
  const first = series[0];
  if (first === undefined) return [];
  const title = first.compare_label === undefined ? [] : [first.compare_label === 'current' ? 'Current:' : 'Previous:'];
  const period = { title, series, names: namesOf(answer.resolved, series), telling };
  if (first.aggregated_value !== undefined) return [{ rows: valueRows(period), is_summary: false }];
  const is_many = series.length >= MANY_SERIES;
  // A cell takes at least two tokens, so rows that cannot fit are not written.
  const told = first.data.filter((_, at) => !isNothing(series, at)).length;
  const points = is_many && 2 * series.length * told > telling.tokens ? null : pointRows(answer, period);
  if (points !== null && !(is_many && isLonger(points, telling.tokens))) return [{ rows: points, is_summary: false }];
  return [{ rows: summaryRows(answer, period), is_summary: true }];
}

function pointsLeftOut({ result }: TrendAnswer, telling: Telling): string {
  const [interval, date_from] = ['interval', 'date_from'].map((name) => byArguments(telling, name));
  return `Left out: the ${result[0]?.data.length} points of each line. A longer ${interval}, a later ${date_from} or fewer lines bring them.`;
}

/** One number per series, over the whole range. */
function valueRows({ title, series, names, telling }: Period): Rows {
  return {
    head: [...title, 'line | value'],
    rows: series.map((one, at) => `${names[at]} | ${numberText(one.aggregated_value ?? 0)}`),
    keep: 'first',
    noun: 'lines',
    how: `${byArguments(telling, 'properties')} can pick some of them.`,
  };
}

function pointRows(answer: TrendAnswer, { title, series, names, telling }: Period): Rows {
  const { days = [], labels = [] } = series[0] ?? {};
  const isTimes = typeof days[0] !== 'number';
  const lacks = isTimes ? lacksIn(answer, series[0]) : [];
  const rows = days.map((_, at) => {
    const point = isTimes ? `${shortDayName(days, at)}${lackText(lacks[at])}` : (labels[at] ?? '');
    return [point, ...series.map(({ data }) => (lacks[at] === 'not yet' ? '–' : numberText(data[at] ?? 0)))].join(
      ' | ',
    );
  });
  return {
    head: [...title, [isTimes ? 'date' : 'active in', ...names].join(' | ')],
    rows: isTimes ? foldedZeros(rows, series, lacks) : untilNobody(rows, series, labels),
    foot: totalRow(series, isTimes),
    keep: isTimes ? 'last' : 'first',
    noun: 'points',
    how: `A later ${byArguments(telling, 'date_from')} or a longer ${byArguments(telling, 'interval')} makes them fewer.`,
  };
}

/** Fewer zeros in a row among other numbers are part of the picture; many would push the other numbers out of it. */
const ZEROS_FOLDED = 8;
/** Of an answer that has nothing else. */
const ONLY_ZEROS_FOLDED = 3;

/** Points in a row that are 0 in all lines become one row. */
function foldedZeros(rows: readonly string[], series: readonly Series[], lacks: readonly Lack[]): readonly string[] {
  const isZero = (at: number) => lacks[at] !== 'not yet' && isNothing(series, at);
  const fewest = series.every(({ data }) => data.every((value) => value === 0)) ? ONLY_ZEROS_FOLDED : ZEROS_FOLDED;
  const folded: string[] = [];
  for (let at = 0, end = 0; at < rows.length; at = end) {
    end = at + 1;
    while (isZero(at) && end < rows.length && isZero(end)) end++;
    const [from = '', to = ''] = [at, end - 1].map((point) => rows[point]?.split(' | ')[0]);
    if (end - at < fewest) folded.push(...rows.slice(at, end));
    else folded.push([`${from} to ${to}`, ...series.map(() => '0')].join(' | '));
  }
  return folded;
}

function isNothing(series: readonly Series[], at: number): boolean {
  return series.every(({ data }) => (data[at] ?? 0) === 0);
}

/** Rows after the last day count that anybody reaches are empty, so they become one row. */
function untilNobody(rows: readonly string[], series: readonly Series[], labels: readonly string[]): readonly string[] {
  const last = rows.findLastIndex((_, at) => series.some(({ data }) => (data[at] ?? 0) !== 0));
  if (rows.length - last <= 2) return rows;
  const nobody = series.map(() => '0');
  return [...rows.slice(0, last + 1), [`${labels[last + 1] ?? ''} to ${labels.at(-1) ?? ''}`, ...nobody].join(' | ')];
}

/** Point -> why it is incomplete, for all series of that one's period. */
export function lacksIn(answer: TrendAnswer, series: Series | undefined): Lack[] {
  const { resolved } = answer;
  const dates = series?.compare_label === 'previous' ? (resolved.previous ?? resolved) : resolved;
  return lacksOf((series?.days ?? []).map(String), dates, resolved, nowOf(answer));
}

/** Only if points add up: people active on two days count once, and averages have no sum. */
function totalRow(series: readonly Series[], isTimes: boolean): string[] {
  if (!series.some(isSummable) || (series[0]?.data.length ?? 0) < 2) return [];
  const cells = series.map((one) => (isSummable(one) ? numberText(one.count) : '–'));
  return [[isTimes ? 'total' : 'in all', ...cells].join(' | ')];
}

const WITH_PARTS: readonly unknown[] = [null, undefined, 'total', 'sum'];
const SUMMABLE: readonly unknown[] = [...WITH_PARTS, 'first_time_for_user', 'first_matching_event_for_user'];

export function isSummable({ action, status, days, ...series }: Series): boolean {
  const filter = isObject(series['filter']) ? series['filter'] : {};
  if (typeof days[0] === 'number') return filter['computed_as'] !== 'cumulative';
  if (!action || status !== undefined) return false;
  if (filter['display'] === 'ActionsLineGraphCumulative' || Number(filter['smoothing_intervals'] ?? 1) > 1)
    return false;
  // A session that continues past a point counts in both points.
  return SUMMABLE.includes(action['math']) && action['math_property'] !== '$session_duration';
}

/** The number that represents a series. */
function totalOf(series: Series): number {
  return series.aggregated_value ?? series.count;
}

/** One line per series: its sum if there is one, and the minimum and maximum of its complete points. */
function summaryRows(answer: TrendAnswer, { title, series, names, telling }: Period): Rows {
  const days = (series[0]?.days ?? []).map(String);
  const lacks = lacksIn(answer, series[0]);
  const whole = days.flatMap((_, at) => (lacks[at] === '' || lacks[at] === undefined ? [at] : []));
  const rows = series.map((one, at) => {
    const points = whole.map((point) => one.data[point] ?? 0);
    const bounds = [points[0], points.at(-1), least(points), greatest(points)].map(cellText);
    return [names[at], isSummable(one) ? numberText(one.count) : '–', ...bounds].join(' | ');
  });
  const [first, last] = [whole[0], whole.at(-1)].map((at) => (at === undefined ? 'first' : shortDayName(days, at)));
  return {
    head: [...title, `line | total | ${first} | ${last} | least | greatest`],
    rows,
    keep: 'first',
    noun: 'lines',
    how: `${byArguments(telling, 'properties')} can pick some of them, a lower ${byArguments(telling, 'breakdown_limit')} sums up more as Other.`,
  };
}

function cellText(value: number | undefined): string {
  return value === undefined ? '–' : numberText(value);
}

function least(points: readonly number[]): number | undefined {
  return points.length === 0 ? undefined : points.reduce((found, value) => Math.min(found, value));
}

function greatest(points: readonly number[]): number | undefined {
  return points.length === 0 ? undefined : points.reduce((found, value) => Math.max(found, value));
}

/** The line's name, its breakdown value, or both if there are several lines. Data is quoted. */
function namesOf({ entities }: Resolved, series: readonly Series[]): string[] {
  const lines = series.map(({ action, label }) => {
    const entity = action ? entities.find(({ order }) => order === action['order']) : undefined;
    return { name: entity?.name, words: action ? (entity?.words ?? quoted(label)) : quoted(formulaLabel(label)) };
  });
  const several = new Set(lines.map(({ words }) => words)).size > 1;
  return series.map(({ status, breakdown_value: value, label }, at) => {
    const { name, words } = lines[at]!;
    if (status !== undefined) return status;
    if (value === undefined) return words;
    const shown = typeof value === 'number' ? quoted(cohortLabel(label, name)) : splitValueText(value);
    return several ? `${words}: ${shown}` : shown;
  });
}

/** A cohort's label is its name; with several lines, the line's name comes first. */
function cohortLabel(label: string, name: string | undefined): string {
  const before = `${name} - `;
  return name !== undefined && label.startsWith(before) ? label.slice(before.length) : label;
}

function formulaLabel(label: string): string {
  return /^Formula \((.*)\)$/s.exec(label)?.[1] ?? label;
}

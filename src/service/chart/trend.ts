/** Trends, lifecycles and stickiness as charts. */

import { definedOnly, isObject } from '../../base/json.ts';
import { full, longTime } from '../../chart/format.ts';
import { HUES } from '../../chart/theme.ts';
import type {
  Added,
  Chart,
  ChartAxis,
  ChartFrame,
  ChartSeries,
  ChartTable,
  SeriesBody,
  Unit,
} from '../../model/question/chart.ts';
import { dayName } from '../../model/question/day_name.ts';
import type { ComputedAnswer } from '../../model/question/result.ts';
import type { Series } from '../../model/question/trend.ts';
import { isRest } from '../present/ranking.ts';
import { pointOf } from '../present/series_links.ts';
import { distinctNames } from '../text/trend_table.ts';
import { isSummable, lacksIn } from '../text/trend_text.ts';
import { counted } from '../words/lists.ts';
import { countryOf } from './countries.ts';
import {
  binStart,
  type ChartAsked,
  columnsNote,
  frameOf,
  intervalControl,
  marksOf,
  rangeControl,
  rowsKept,
  shownName,
  tableOf,
} from './frame.ts';
import { type Thinned, thinned, thinnedIndices, thinning } from './points.ts';
import { aboutTitle, trendTitle } from './title.ts';

/** A line of the chart: one series of the current period. Series of other periods are in the table. */
interface Line {
  readonly series: Series;
  readonly name: string;
  readonly unit: Unit;
  /** Equal for both periods of one line. */
  readonly pair: string;
}

type TrendAnswer = ComputedAnswer<readonly Series[]>;

export function trendChart(answer: TrendAnswer, asked: ChartAsked): Chart {
  const lines = linesOf(answer);
  const [first] = answer.result;
  return first?.aggregated_value === undefined ? overPoints(answer, asked, lines) : totals(answer, asked, lines);
}

/** Enough points to show a shape if hardly anybody returns. */
const STICKINESS_POINTS = 7;

/** A point is a number of active periods. A long range has more points than anybody reaches. */
export function stickinessChart(answer: TrendAnswer, asked: ChartAsked): Chart {
  const last = Math.max(...answer.result.map(({ data }) => data.findLastIndex((count) => count !== 0)), -1);
  const until = Math.max(STICKINESS_POINTS, last + 1);
  const result = answer.result.map((series) => ({
    ...series,
    data: series.data.slice(0, until),
    days: series.days.slice(0, until),
    labels: series.labels.slice(0, until),
  }));
  const shown = { ...answer, result };
  return overPoints(shown, asked, linesOf(shown));
}

function linesOf({ result }: TrendAnswer): Line[] {
  const names = distinctNames(result).map((name, at) => {
    const shown = shownName(Array.isArray(result[at]?.breakdown_value) ? name.replaceAll('::', ' / ') : name);
    return result[at]?.compare_label === undefined ? shown : periodName(shown);
  });
  const pairs = pairsOf(result);
  return result.map((series, at) => ({ series, name: names[at]!, unit: unitOf(series), pair: pairs[at]! }));
}

/** Formulas may have equal names: the first of a period belongs to the first of the other. */
function pairsOf(result: readonly Series[]): string[] {
  const seen = new Map<string, number>();
  return result.map(({ action, label, breakdown_value, compare_label }) => {
    const pair = JSON.stringify([action?.['order'] ?? null, label, breakdown_value ?? null]);
    const count = (seen.get(`${compare_label} ${pair}`) ?? 0) + 1;
    seen.set(`${compare_label} ${pair}`, count);
    return `${count} ${pair}`;
  });
}

function unitOf({ action, data, aggregated_value: value }: Series): Unit {
  if (action?.['math_property'] === '$session_duration') return 'seconds';
  const isWhole = Number.isInteger(value ?? 0) && data.every(Number.isInteger);
  return isWhole ? 'count' : 'number';
}

/** Of lines that share an axis: durations beside other numbers are plain seconds. */
function sharedUnit(lines: readonly Line[]): Unit {
  const units = new Set(lines.map(({ unit }) => unit));
  const [only = 'count'] = units;
  return units.size > 1 ? 'number' : only;
}

function isPrevious({ series }: Line): boolean {
  return series.compare_label === 'previous';
}

function peopleOf(series: Series): Added | null {
  const point = pointOf(series);
  return point && definedOnly(point);
}

function displayOf({ filter }: Series & { filter?: unknown }, asked: ChartAsked): unknown {
  const shown = isObject(filter) ? filter['display'] : undefined;
  return shown ?? asked.arguments['display'];
}

// ---- One number for the whole range.

function totals(answer: TrendAnswer, asked: ChartAsked, lines: readonly Line[]): Chart {
  const currents = lines.filter((line) => !isPrevious(line));
  const before = new Map(lines.filter(isPrevious).map(({ series, pair }) => [pair, series.aggregated_value ?? 0]));
  const valueBefore = ({ pair }: Line) => before.get(pair) ?? null;
  const [first] = currents;
  const value = (line: Line) => line.series.aggregated_value ?? 0;
  const unit = sharedUnit(currents);
  const table = tableOf(
    [['Name', 'text'], ['Value', unit], ...(before.size > 0 ? [['Before', unit] as const] : [])],
    currents.map((line) => [line.name, value(line), ...(before.size > 0 ? [valueBefore(line)] : [])]),
  );
  const top = currents.slice(0, 3).map((line) => `${line.name} ${full(value(line), line.unit)}`);
  const frame = frameOf(answer, asked, {
    title: trendTitle(answer.resolved, asked, true),
    summary: `${top.join(', ')}${currents.length > 3 ? ` and ${currents.length - 3} more` : ''}.`,
    is_empty: currents.every((line) => value(line) === 0) && currents.length !== 1,
    controls: [rangeControl(asked)],
    table,
  });
  const display = first === undefined ? null : displayOf(first.series, asked);
  // Who is in several cohorts is counted in each.
  const adds_up = asked.arguments['breakdown_type'] !== 'cohort' && currents.every(({ series }) => isSummable(series));
  const numberOf = (line: Line) => ({ value: value(line), people: peopleOf(line.series) });
  if (currents.length === 1 && first !== undefined && display === 'BoldNumber') {
    return { ...frame, kind: 'number', unit: first.unit, before: valueBefore(first), ...numberOf(first) };
  }
  if (display === 'WorldMap') {
    const nameOf = namingPlaces(currents);
    const countries = currents.map((line) => ({ ...nameOf(line), ...numberOf(line) }));
    return { ...frame, kind: 'map', unit, adds_up, places: countries.toSorted((a, b) => b.value - a.value) };
  }
  const values = inOrderOfBins(currents).map((line) => ({
    name: line.name,
    before: valueBefore(line),
    hue: isRest(line.series.breakdown_value) ? HUES : 0,
    ...numberOf(line),
  }));
  return { ...frame, kind: 'values', unit, adds_up, values };
}

/** Lines of bins of numbers from the lowest on, as a histogram has them; others as the answer has them. */
function inOrderOfBins(lines: readonly Line[]): readonly Line[] {
  const binned = lines.map((line) => ({ line, from: binStart(line.series.breakdown_value) }));
  const is_histogram =
    binned.some(({ from }) => from !== null) && new Set(binned.map(({ from }) => from)).size === lines.length;
  if (!is_histogram) return lines;
  return binned.toSorted((a, b) => (a.from ?? Number.MAX_VALUE) - (b.from ?? Number.MAX_VALUE)).map(({ line }) => line);
}

/** With several lines, a country alone would not say which line it is of. */
function namingPlaces(lines: readonly Line[]) {
  const is_several = new Set(lines.map(({ series }) => series.action?.['order'])).size > 1;
  return ({ series, name }: Line) => {
    const country = countryOf(series.breakdown_value, name);
    return is_several ? { ...country, name } : country;
  };
}

function titleOf({ resolved }: TrendAnswer, asked: ChartAsked): string {
  if (resolved.kind === 'lifecycle') return aboutTitle('Lifecycle', resolved, asked);
  return resolved.kind === 'stickiness'
    ? aboutTitle('Stickiness', resolved, asked)
    : trendTitle(resolved, asked, false);
}

/** The same line in the period before. */
function beforeOf({ pair }: Line, lines: readonly Line[]): Line | undefined {
  return lines.find((line) => isPrevious(line) && line.pair === pair);
}

// ---- A number per point.

function overPoints(answer: TrendAnswer, asked: ChartAsked, lines: readonly Line[]): ChartFrame & SeriesBody {
  const [first] = answer.result;
  const isTimes = asked.kind !== 'stickiness';
  const display = first === undefined ? null : displayOf(first, asked);
  const currents = lines.filter((line) => !isPrevious(line));
  const drawn = currents.slice(0, HUES);
  const previous = drawn.length === 1 ? drawn.flatMap((line) => beforeOf(line, lines) ?? []) : [];
  const lacks = isTimes ? lacksIn(answer, currents[0]?.series) : [];
  const thin = thinning(first?.days.length ?? 0);
  const unit = sharedUnit(drawn);
  const series = [
    ...drawn.map((line, at) => seriesOf(line, at, lacks, thin)),
    ...previous.map((line) => seriesOf(line, 0, isTimes ? lacksIn(answer, line.series) : [], thin)),
  ];
  const axis = axisOf(answer, first, isTimes, thin);
  const body: SeriesBody = {
    kind: 'series',
    form: formOf(display, drawn, isTimes, thin),
    unit,
    axis,
    marks: axis.kind === 'time' ? marksOf(answer, axis.starts) : [],
    series,
    open: thinnedIndices(
      lacks.flatMap((lack, at) => (lack === '' || lack === 'not yet' ? [] : [at])),
      thin,
    ),
    is_running: lacks.includes('so far'),
    is_thinned: thin.per_group > 1,
  };
  const frame = frameOf(answer, asked, {
    title: titleOf(answer, asked),
    summary: summaryOf(drawn, lacks, answer),
    figures: figuresOf(currents, lines),
    notes: drawnNotes(lines, series, thin),
    is_empty: lines.every(({ series: { data } }) => data.every((value) => value === 0)),
    controls: isTimes ? [intervalControl(answer), rangeControl(asked)] : [rangeControl(asked)],
    table: pointTable(answer, lines, isTimes, lacks),
  });
  return { ...frame, ...body };
}

/** Notes on what picture and table leave out. */
function drawnNotes(lines: readonly Line[], series: readonly ChartSeries[], thin: Thinned): string[] {
  const currents = lines.filter((line) => !isPrevious(line)).length;
  const drawn = series.filter(({ role }) => role !== 'previous').length;
  const previous = lines.find(isPrevious)?.series.data.length ?? 0;
  const later = previous - (lines[0]?.series.data.length ?? 0);
  return [
    ...(currents > drawn ? [`${drawn} of ${currents} lines are drawn; the table has more.`] : []),
    ...(drawn === series.length && previous > 0 ? ['The period before is in the table.'] : []),
    ...columnsNote(lines.length, 'lines'),
    ...(drawn < series.length && later > 0
      ? [`The period before has ${counted(later, 'point')} more, in the table.`]
      : []),
    ...(thin.per_group > 1 ? [`Drawn are the lowest and the highest of every ${thin.per_group} points.`] : []),
  ];
}

function seriesOf({ series, name }: Line, at: number, lacks: readonly string[], thin: Thinned): ChartSeries {
  const is_rest = isRest(series.breakdown_value);
  // The period before may have more points than the axis.
  const shown = series.data.slice(0, thin.points);
  const values = shown.map((value, point) => (lacks[point] === 'not yet' ? null : value));
  const is_previous = series.compare_label === 'previous';
  return {
    name,
    role: is_previous ? 'previous' : is_rest ? 'rest' : 'current',
    hue: is_rest ? HUES : at,
    values: thinned(values, thin),
    ...(is_previous ? { starts: thin.kept.map((point) => dayName(series.days, point)) } : {}),
    people: peopleOf(series),
  };
}

/** `purchase (previous)` is the previous period; the current one has the plain name. */
function periodName(name: string): string {
  return name.replace(/ \(previous\)$/, ', the period before').replace(/ \(current\)$/, '');
}

function formOf(display: unknown, drawn: readonly Line[], isTimes: boolean, thin: Thinned): SeriesBody['form'] {
  if (thin.per_group > 1) return 'line';
  const fewLines = drawn.length < 2;
  if (display === 'ActionsBar' || (!isTimes && fewLines)) return 'bars';
  return fewLines ? 'area' : 'line';
}

function axisOf({ resolved }: TrendAnswer, series: Series | undefined, isTimes: boolean, { kept }: Thinned): ChartAxis {
  if (isTimes) {
    return {
      kind: 'time',
      interval: resolved.interval ?? 'day',
      starts: kept.map((at) => dayName(series?.days ?? [], at)),
    };
  }
  return { kind: 'names', names: kept.map((at) => series?.labels[at] ?? ''), title: '' };
}

/** Totals below the chart, if points add up. */
function figuresOf(currents: readonly Line[], lines: readonly Line[]): string[] {
  const [only] = currents;
  if (
    currents.length !== 1 ||
    only === undefined ||
    !isSummable(only.series) ||
    typeof only.series.days[0] === 'number'
  )
    return [];
  const before = beforeOf(only, lines);
  const compared = before === undefined ? '' : `, ${full(before.series.count, only.unit)} in the period before`;
  return [`${full(only.series.count, only.unit)} in all${compared}.`];
}

function summaryOf(drawn: readonly Line[], lacks: readonly string[], { resolved }: TrendAnswer): string {
  const [first] = drawn;
  if (first === undefined) return 'Nothing was counted.';
  if (drawn.length > 1) {
    return `${drawn
      .slice(0, 3)
      .map(({ name, series, unit }) => `${name}: highest ${full(highest(series.data, lacks), unit)}`)
      .join('; ')}${drawn.length > 3 ? `; and ${drawn.length - 3} more` : ''}.`;
  }
  const { series, unit } = first;
  const whole = series.data.flatMap((_, at) => ((lacks[at] ?? '') === '' ? [at] : []));
  const [from, to] = [whole[0] ?? 0, whole.at(-1) ?? 0];
  const label = (at: number) =>
    typeof series.days[at] === 'number'
      ? (series.labels[at] ?? '')
      : longTime(dayName(series.days, at), resolved.interval ?? 'day');
  const top = whole.reduce((best, at) => ((series.data[at] ?? 0) > (series.data[best] ?? 0) ? at : best), from);
  return `${full(series.data[from] ?? 0, unit)} on ${label(from)}, ${full(series.data[to] ?? 0, unit)} on ${label(to)}; highest ${full(series.data[top] ?? 0, unit)} on ${label(top)}.`;
}

/** Of the points that have begun; the others are 0. */
function highest(values: readonly number[], lacks: readonly string[]): number {
  const begun = values.filter((_, at) => lacks[at] !== 'not yet');
  return begun.reduce((most, value) => Math.max(most, value), begun[0] ?? 0);
}

/** One row per point and one column per line, with both periods side by side. */
function pointTable(
  { resolved }: TrendAnswer,
  lines: readonly Line[],
  isTimes: boolean,
  lacks: readonly string[],
): ChartTable {
  const [first] = lines;
  const days = lines.reduce<Series['days']>(
    (most, { series }) => (series.days.length > most.length ? series.days : most),
    first?.series.days ?? [],
  );
  const own = first?.series.days.length ?? 0;
  const marks: Readonly<Record<string, string>> = {
    'so far': ' (so far)',
    partial: ' (partial)',
    'not yet': ' (not yet)',
  };
  const interval = resolved.interval ?? 'day';
  // A long table keeps its latest rows.
  const from = isTimes ? Math.max(0, days.length - rowsKept(lines.length + 1)) : 0;
  const rows = days.slice(from).map((_, index) => {
    const at = from + index;
    // Only the period before has points after the current one's.
    const start = dayName(at < own ? (first?.series.days ?? []) : days, at);
    const mark = at < own ? (marks[lacks[at] ?? ''] ?? '') : ' (the period before)';
    return [
      isTimes ? `${longTime(start, interval)}${mark}` : (first?.series.labels[at] ?? ''),
      ...lines.map(({ series }) =>
        lacks[at] === 'not yet' && series.compare_label !== 'previous' ? null : (series.data[at] ?? null),
      ),
    ];
  });
  const columns = lines.map(({ name, unit }) => [name, unit] as const);
  return tableOf([[isTimes ? 'Date' : 'Active in', 'text'], ...columns], rows, isTimes ? 'last' : 'first', from);
}

// ---- Lifecycle.

const STATUS_HUES: Readonly<Record<string, readonly [name: string, hue: number]>> = {
  new: ['New', 0],
  returning: ['Returning', 2],
  resurrecting: ['Resurrecting', 4],
  dormant: ['Dormant', 1],
};

export function lifecycleChart(answer: TrendAnswer, asked: ChartAsked): Chart {
  const lines = linesOf(answer).map((line) => ({ ...line, name: STATUS_HUES[statusOf(line)]?.[0] ?? line.name }));
  const chart = overPoints(answer, asked, lines);
  const series = chart.series.map((one, at) => ({ ...one, hue: STATUS_HUES[statusOf(lines[at])]?.[1] ?? at }));
  return { ...chart, form: chart.is_thinned ? 'line' : 'bars', series };
}

function statusOf(line: Line | undefined): string {
  return line?.series.status ?? '';
}

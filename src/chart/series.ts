/** Lines, areas, stacks and bars, over points in time or names. */
import { area as areaShape, line as lineShape, stack, stackOffsetDiverging } from 'd3-shape';
import type { Added, ChartOf, ChartSeries, Unit } from '../model/question/chart.ts';
import { type Canvas, PAD } from './canvas.ts';
import { flags, flagsHeight } from './flags.ts';
import { compact, full, longTime } from './format.ts';
import { type Drawn, type LegendEntry, legend } from './frame.ts';
import { levels } from './levels.ts';
import { element, line, px, rect } from './marks.ts';
import { type Scale, ticksOf, valueScale } from './scale.ts';
import { dashOf, HUES, huePaint } from './theme.ts';

type SeriesChart = ChartOf<'series'>;

const PLOT_HEIGHT = 240;
const PLOT_HEIGHT_NARROW = 200;
const AXIS_HEIGHT = 26;
/** Above this many marks, single marks have no tooltip. */
const HITS_MAX = 400;
const TIP_LINES = 10;

interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Point -> x of its middle. */
  readonly xs: readonly number[];
  /** Distance between neighbouring points. */
  readonly step: number;
  readonly y: Scale;
}

/** @param with_legend whether to draw the legend */
export function drawSeries(canvas: Canvas, chart: SeriesChart, top: number, with_legend: boolean): Drawn {
  const shown = with_legend ? legend(canvas, legendOf(chart), top) : { marks: [], bottom: top };
  const plot = plotOf(canvas, chart, shown.bottom + 10 + flagsHeight(chart.marks));
  const axis = line(plot.left, plot.y.at(0), plot.right, plot.y.at(0), { stroke: canvas.paint('line') });
  const watched = levels(canvas, chart.levels ?? [], plot);
  const below = [...shown.marks, ...grid(canvas, chart, plot), ...flags(canvas, chart.marks, plot)];
  // The mark drawn last gets the pointer: a single bar, but the band or spot over a line.
  const marks =
    chart.form === 'bars'
      ? [...below, ...bands(canvas, chart, plot), ...stackMarks(canvas, chart, plot), axis, ...watched]
      : [
          ...below,
          ...(chart.form === 'stacked' ? stackMarks(canvas, chart, plot) : lineMarks(canvas, chart, plot)),
          axis,
          ...watched,
          ...bands(canvas, chart, plot),
          ...spots(canvas, chart, plot),
        ];
  return { marks, bottom: plot.bottom + AXIS_HEIGHT + (isTitled(chart) ? 14 : 0) };
}

/** A single series needs no legend: the title names it. */
function legendOf(chart: SeriesChart): LegendEntry[] {
  const form = isStacked(chart) ? 'block' : 'line';
  const entries = chart.series.map(({ name, hue, role }): LegendEntry => {
    if (role !== 'previous') return { name, hue, form };
    return isStacked(chart) ? { name, hue: HUES, form } : { name, hue, form: 'previous' };
  });
  const open: LegendEntry[] =
    chart.open.length > 0 && !isStacked(chart) ? [{ name: openName(chart), hue: 0, form: 'open' }] : [];
  return entries.length + open.length > 1 ? [...entries, ...open] : [];
}

function openName({ open, is_running }: SeriesChart): string {
  if (!is_running) return 'cut by the range';
  return open.length === 1 ? 'not over yet' : 'cut, or not over yet';
}

function isStacked({ form }: SeriesChart): boolean {
  return form === 'stacked' || form === 'bars';
}

function pointCount({ axis }: SeriesChart): number {
  return axis.kind === 'time' ? axis.starts.length : axis.names.length;
}

function plotOf(canvas: Canvas, chart: SeriesChart, top: number): Plot {
  const bottom = top + (canvas.is_narrow ? PLOT_HEIGHT_NARROW : PLOT_HEIGHT);
  const drawn = isStacked(chart) ? stackedExtremes(chart) : allValues(chart);
  const extremes = [...drawn, ...(chart.levels ?? []).map(({ value }) => value)];
  const y = valueScale(extremes, bottom, top, chart.unit);
  const widest = canvas.widest(tickTexts(y.ticks, chart.unit));
  const left = PAD + widest + 8;
  const right = canvas.width - PAD;
  const count = pointCount(chart);
  // Bars stay within the plot. Points reach its edges.
  const inset = chart.form === 'bars' || count === 1 ? (right - left) / count / 2 : 6;
  const step = count < 2 ? right - left : (right - left - 2 * inset) / (count - 1);
  const xs = placesOf(chart.axis, count).map((part) => left + inset + part * (right - left - 2 * inset));
  return { left, right, top, bottom, xs, step, y };
}

/** Point -> its place between the first and the last, from 0 to 1. */
function placesOf(axis: SeriesChart['axis'], count: number): number[] {
  const instants = axis.kind === 'time' ? axis.instants : undefined;
  const [first = 0, last = 0] = [instants?.[0], instants?.at(-1)];
  if (instants !== undefined && last > first) return instants.map((instant) => (instant - first) / (last - first));
  return Array.from({ length: count }, (_, at) => (count < 2 ? 0 : at / (count - 1)));
}

function* allValues({ series }: SeriesChart): Generator<number> {
  for (const { values } of series) for (const value of values) if (value !== null) yield value;
}

function* stackedExtremes(chart: SeriesChart): Generator<number> {
  for (const layer of layersOf(chart)) for (const [from, to] of layer) yield* [from, to];
  for (const { role, values } of chart.series) if (role === 'previous') for (const value of values) yield value ?? 0;
}

/** Negative numbers stack downwards from zero, others upwards. */
function layersOf(chart: SeriesChart) {
  const parts = stackedParts(chart);
  const points = Array.from({ length: pointCount(chart) }, (_, at) => at);
  return stack<unknown, number, number>()
    .keys(parts.map((_, at) => at))
    .value((point, part) => parts[part]?.values[point] ?? 0)
    .offset(stackOffsetDiverging)(points);
}

function stackedParts({ series }: SeriesChart): ChartSeries[] {
  return series.filter(({ role }) => role !== 'previous');
}

/** All in one unit: 8k beside 12k. */
function tickTexts(ticks: readonly number[], unit: Unit): string[] {
  const largest = Math.max(...ticks.map(Math.abs));
  return ticks.map((value) => compact(value, unit, largest));
}

function grid(canvas: Canvas, chart: SeriesChart, plot: Plot): string[] {
  const { left, right, bottom, y, xs } = plot;
  const texts = tickTexts(y.ticks, chart.unit);
  const rules = y.ticks.flatMap((value, at) => [
    line(left, y.at(value), right, y.at(value), { stroke: canvas.paint('grid') }),
    canvas.text(left - 8, y.at(value) + 4, texts[at]!, { anchor: 'end' }),
  ]);
  const ticks = ticksOf(chart.axis, { xs, left: left - 8, widthOf: (text) => canvas.widthOf(text) });
  let taken = Number.NEGATIVE_INFINITY;
  const below = ticks.flatMap(({ at, text }) => {
    const width = Math.min(canvas.widthOf(text), chart.axis.kind === 'names' ? 120 : 999);
    const x = Math.max(left - 8 + width / 2, Math.min(canvas.width - 8 - width / 2, xs[at]!));
    // A label that was moved inwards may be too close to the one before.
    if (x - width / 2 < taken + 8) return [];
    taken = x + width / 2;
    return [
      line(xs[at]!, bottom, xs[at]!, bottom + 4, { stroke: canvas.paint('line') }),
      canvas.text(x, bottom + 17, text, { anchor: 'middle', width: width + 1 }),
    ];
  });
  const name =
    chart.axis.kind === 'names' && isTitled(chart)
      ? [canvas.text(right, bottom + 34, chart.axis.title, { anchor: 'end', size: 11 })]
      : [];
  return [...rules, ...below, ...name];
}

function isTitled({ axis }: SeriesChart): boolean {
  return axis.kind === 'names' && axis.title !== '';
}

/** The continuous line, and segments drawn in another way because one end is incomplete. */
function lineMarks(canvas: Canvas, chart: SeriesChart, plot: Plot): string[] {
  const open = new Set(chart.open);
  // The first series is on top, comparisons are behind everything.
  const ordered = [...chart.series].sort(
    (a, b) => Number(b.role === 'previous') - Number(a.role === 'previous') || b.hue - a.hue,
  );
  return ordered.flatMap((series) => {
    const is_previous = series.role === 'previous';
    const color = canvas.paint(is_previous ? 'line' : huePaint(series.hue));
    const style = { fill: 'none', stroke: color, 'stroke-width': is_previous ? 1.5 : 2, 'stroke-linejoin': 'round' };
    const solid = (at: number) => is_previous || (!open.has(at) && !open.has(at + 1));
    const paths = [
      segments(series, plot, solid).map((d) =>
        element('path', { d, ...style, 'stroke-dasharray': is_previous ? '' : dashOf(series.hue) }),
      ),
      segments(series, plot, (at) => !solid(at)).map((d) =>
        element('path', { d, ...style, 'stroke-dasharray': '4 3' }),
      ),
    ].flat();
    const below = chart.form === 'area' && !is_previous ? [areaMark(series, plot, color)] : [];
    return [...below, ...paths, ...dots(canvas, series, plot, open, color)];
  });
}

/** One path of all wanted segments with values at both ends. */
function segments({ values }: ChartSeries, { xs, y }: Plot, wanted: (at: number) => boolean): string[] {
  let path = '';
  let is_down = false;
  for (let at = 0; at + 1 < values.length; at++) {
    const [here, next] = [values[at], values[at + 1]];
    if (here === null || here === undefined || next === null || next === undefined || !wanted(at)) {
      is_down = false;
      continue;
    }
    if (!is_down) path += `M${px(xs[at]!)} ${px(y.at(here))}`;
    path += `L${px(xs[at + 1]!)} ${px(y.at(next))}`;
    is_down = true;
  }
  return path === '' ? [] : [path];
}

function areaMark({ values }: ChartSeries, { xs, y }: Plot, color: string): string {
  const shape = areaShape<number | null>()
    .defined((value) => value !== null)
    .x((_, at) => xs[at]!)
    .y0(y.at(0))
    .y1((value) => y.at(value ?? 0))
    .digits(1);
  return element('path', { d: shape([...values]) ?? '', fill: color, 'fill-opacity': 0.15 });
}

/** Isolated points are dots; incomplete ones are hollow. */
function dots(
  canvas: Canvas,
  { values, role }: ChartSeries,
  { xs, y }: Plot,
  open: ReadonlySet<number>,
  color: string,
): string[] {
  return values.flatMap((value, at) => {
    if (value === null) return [];
    const alone = (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null;
    const hollow = open.has(at) && role !== 'previous';
    if (!alone && !hollow) return [];
    return [
      element('circle', {
        cx: xs[at]!,
        cy: y.at(value),
        r: 3.5,
        fill: hollow ? canvas.paint('ground') : color,
        stroke: color,
        'stroke-width': 2,
      }),
    ];
  });
}

function stackMarks(canvas: Canvas, chart: SeriesChart, plot: Plot): string[] {
  const parts = stackedParts(chart);
  const layers = layersOf(chart);
  if (chart.form === 'bars') return [...previousBars(canvas, chart, plot), ...barMarks(canvas, chart, plot)];
  const shape = areaShape<readonly number[]>()
    .x((_, at) => plot.xs[at]!)
    .y0(([from = 0]) => plot.y.at(from))
    .y1(([, to = 0]) => plot.y.at(to))
    .digits(1);
  const rim = lineShape<readonly number[]>()
    .x((_, at) => plot.xs[at]!)
    .y(([, to = 0]) => plot.y.at(to))
    .digits(1);
  return layers.flatMap((layer, at) => {
    const color = canvas.paint(huePaint(parts[at]!.hue));
    return [
      element('path', { d: shape(layer) ?? '', fill: color, 'fill-opacity': 0.75 }),
      element('path', { d: rim(layer) ?? '', fill: 'none', stroke: canvas.paint('ground') }),
    ];
  });
}

const BAR_SHARE = 0.72;
const BAR_MAX = 64;

function barMarks(canvas: Canvas, chart: SeriesChart, plot: Plot): string[] {
  const parts = stackedParts(chart);
  const open = new Set(chart.open);
  const width = barWidth(plot, chart);
  return layersOf(chart).flatMap((layer, part) => {
    const color = canvas.paint(huePaint(parts[part]!.hue));
    return layer.flatMap(([from, to], at) => {
      if (from === to) return [];
      const [y0, y1] = [plot.y.at(from), plot.y.at(to)];
      const gap = parts.length > 1 && Math.abs(y0 - y1) > 3 ? 1 : 0;
      const box = {
        x: plot.xs[at]! - width / 2,
        y: Math.min(y0, y1) + gap,
        width,
        height: Math.max(0.5, Math.abs(y0 - y1) - gap),
      };
      const faded = open.has(at) ? { 'fill-opacity': 0.45, stroke: color, 'stroke-dasharray': '3 2' } : {};
      const mark = rect(box, { fill: color, rx: width > 8 ? 2 : null, ...faded });
      const is_alone = parts.length === 1 || plot.xs.length * parts.length > HITS_MAX;
      return [
        is_alone ? mark : canvas.hit(mark, spotLines(chart, parts[part]!, at), peopleOf(chart, parts[part]!, at)),
      ];
    });
  });
}

function barWidth({ step }: Plot, chart: SeriesChart): number {
  return chart.axis.kind === 'names' && chart.series.length === 1
    ? Math.max(1, Math.min(BAR_MAX * 2, step - (step > 12 ? 3 : 1)))
    : Math.max(1, Math.min(BAR_MAX, step * BAR_SHARE));
}

/** A thin grey bar to the left of the bar that it is compared with. */
function previousBars(canvas: Canvas, chart: SeriesChart, plot: Plot): string[] {
  const width = barWidth(plot, chart);
  const previous = chart.series.filter(({ role }) => role === 'previous');
  return plot.xs.flatMap((x, at) => {
    const sum = previous.reduce((total, { values }) => total + (values[at] ?? 0), 0);
    if (sum === 0) return [];
    const [y0, y1] = [plot.y.at(0), plot.y.at(sum)];
    const box = {
      x: x - width / 2 - Math.max(1.5, width * 0.16),
      y: Math.min(y0, y1),
      width: Math.max(1.5, width * 0.3),
      height: Math.abs(y0 - y1),
    };
    return [rect(box, { fill: canvas.paint('line') })];
  });
}

/** Vertical bands to point at. Each shows all values of its point. */
function bands(canvas: Canvas, chart: SeriesChart, plot: Plot): string[] {
  if (plot.xs.length > HITS_MAX) return [];
  const { xs, left, right, top, bottom } = plot;
  return xs.map((x, at) => {
    const [x0, x1] = [at === 0 ? left : (xs[at - 1]! + x) / 2, at === xs.length - 1 ? right : (x + xs[at + 1]!) / 2];
    const box = { x: x0, y: top, width: x1 - x0, height: bottom - top };
    return canvas.hit(rect(box, { fill: 'transparent' }), tipLines(chart, at), peopleAt(chart, at));
  });
}

function tipLines(chart: SeriesChart, at: number): string[] {
  const { axis, marks, open, series, unit } = chart;
  const point = axis.kind === 'time' ? longTime(axis.starts[at]!, axis.interval) : (axis.names[at] ?? '');
  const rows = series.flatMap(({ name, values, starts }) => {
    const value = values[at] ?? null;
    if (value === null) return [];
    const when = starts?.[at] !== undefined && axis.kind === 'time' ? ` (${longTime(starts[at], axis.interval)})` : '';
    return [{ value, text: `${full(value, unit)}  ${name}${when}` }];
  });
  const left_out = rows.length - TIP_LINES;
  const shown = rows.toSorted((a, b) => b.value - a.value).slice(0, TIP_LINES);
  return [
    open.includes(at) ? `${point}, not whole` : point,
    ...shown.map(({ text }) => text),
    ...(left_out > 0 ? [`and ${left_out} more`] : []),
    ...marks.filter((mark) => mark.at === at).map(({ text }) => `Marked: ${text}`),
  ];
}

/** null with several lines, because it is unclear which one is meant. */
function peopleAt(chart: SeriesChart, at: number): Added | null {
  if (chart.people !== undefined) return chart.people[at] ?? null;
  const current = stackedParts(chart);
  return current.length === 1 ? peopleOf(chart, current[0]!, at) : null;
}

function peopleOf(chart: SeriesChart, { people, values }: ChartSeries, at: number): Added | null {
  const { axis, is_thinned } = chart;
  if (is_thinned || (values[at] ?? null) === null) return null;
  if (chart.people !== undefined) return chart.people[at] ?? null;
  if (people === null) return null;
  return { ...people, day: axis.kind === 'time' ? axis.starts[at]! : String(at + 1) };
}

const SPOT_RADIUS = 7;

/** With several lines, each point has a spot that lists the people of its line. */
function spots(canvas: Canvas, chart: SeriesChart, { xs, y }: Plot): string[] {
  const parts = chart.form === 'stacked' ? [] : stackedParts(chart);
  if (parts.length < 2 || parts.length * xs.length > HITS_MAX) return [];
  return parts.flatMap((series) =>
    series.values.flatMap((value, at) => {
      if (value === null) return [];
      const spot = element('circle', { cx: xs[at]!, cy: y.at(value), r: SPOT_RADIUS, fill: 'transparent' });
      return [canvas.hit(spot, spotLines(chart, series, at), peopleOf(chart, series, at))];
    }),
  );
}

function spotLines({ axis, open, unit }: SeriesChart, { name, values }: ChartSeries, at: number): string[] {
  const point = axis.kind === 'time' ? longTime(axis.starts[at]!, axis.interval) : (axis.names[at] ?? '');
  return [name, `${full(values[at] ?? 0, unit)}  ${point}${open.includes(at) ? ', not whole' : ''}`];
}

/** Charts as SVG. Colours and fonts come from the page's style; numbers are rounded to tenths of a pixel. */
import { escapeText } from './escape.ts';
import type { Chart, Line } from './shared_chart.ts';

const WIDTH = 960;
const PLOT_TOP = 10;
const PLOT_BOTTOM = 290;
const PLOT_LEFT = 64;
const PLOT_RIGHT = WIDTH - 10;
const LABELS_SHOWN = 8;
const TICKS = 4;
const COLORS = 8;
const NAME_CHARS = 40;
/** More than there are pixels to show them. */
const POINTS_DRAWN = 2_000;

export function chartSvg(chart: Chart, title: string): string {
  return chart.kind === 'lines' ? linesSvg(chart.labels, chart.lines, title) : barsSvg(chart.bars, title);
}

function svg(height: number, title: string, parts: readonly string[]): string {
  const head = `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeText(title)}">`;
  return [head, ...parts, '</svg>'].join('\n');
}

function linesSvg(labels: readonly string[], lines: readonly Line[], title: string): string {
  const values = lines.flatMap((line) => line.values).filter((value) => value !== null);
  const { from, step } = scaleOf(Math.min(0, ...values), Math.max(0, ...values));
  const until = from + step * TICKS;
  const x = (at: number) => round(PLOT_LEFT + (at / (labels.length - 1)) * (PLOT_RIGHT - PLOT_LEFT));
  const y = (value: number) => round(PLOT_BOTTOM - ((value - from) / (until - from)) * (PLOT_BOTTOM - PLOT_TOP));
  const grid = Array.from({ length: TICKS + 1 }, (_, tick) => gridLine(from + step * tick, y(from + step * tick)));
  const every = Math.ceil(labels.length / LABELS_SHOWN);
  const below = labels.flatMap((label, at) =>
    at % every === 0 ? [text(x(at), PLOT_BOTTOM + 20, label, anchorAt(at, labels.length))] : [],
  );
  const drawn = lines.map((line, at) => `<path class="line l${at % COLORS}" d="${pathOf(line.values, x, y)}"/>`);
  const legend = lines.flatMap((line, at) => [
    `<rect class="f${at % COLORS}" x="${PLOT_LEFT}" y="${PLOT_BOTTOM + 36 + at * 18}" width="10" height="10"/>`,
    text(PLOT_LEFT + 16, PLOT_BOTTOM + 45 + at * 18, line.name),
  ]);
  return svg(PLOT_BOTTOM + 45 + lines.length * 18, title, [...grid, ...below, ...drawn, ...legend]);
}

/** A gap in the values is a gap in the line. Of many values the lowest and highest of each few are drawn, where they are. */
function pathOf(values: readonly (number | null)[], x: (at: number) => number, y: (value: number) => number): string {
  let path = '';
  let pen_down = false;
  for (const at of placesDrawn(values)) {
    const value = values[at]!;
    if (value !== null) path += `${pen_down ? 'L' : 'M'}${x(at)} ${y(value)}`;
    pen_down = value !== null;
  }
  return path;
}

function placesDrawn(values: readonly (number | null)[]): number[] {
  if (values.length <= POINTS_DRAWN) return Array.from(values.keys());
  const step = Math.ceil((2 * values.length) / POINTS_DRAWN);
  const places: number[] = [];
  for (let from = 0; from < values.length; from += step) {
    let [lowest, highest] = [from, from];
    for (let at = from; at < Math.min(from + step, values.length); at++) {
      if ((values[at] ?? Number.POSITIVE_INFINITY) < (values[lowest] ?? Number.POSITIVE_INFINITY)) lowest = at;
      if ((values[at] ?? Number.NEGATIVE_INFINITY) > (values[highest] ?? Number.NEGATIVE_INFINITY)) highest = at;
    }
    places.push(...new Set([Math.min(lowest, highest), Math.max(lowest, highest)]));
  }
  return places;
}

const BAR_LEFT = 300;
const BAR_PX = 20;
const BAR_STEP_PX = 28;

function barsSvg(bars: readonly { name: string; value: number }[], title: string): string {
  const most = Math.max(...bars.map((bar) => Math.abs(bar.value)), 1e-9);
  const parts = bars.flatMap(({ name, value }, at) => {
    const top = at * BAR_STEP_PX + 4;
    const width = round((Math.abs(value) / most) * (PLOT_RIGHT - BAR_LEFT - 90));
    return [
      text(BAR_LEFT - 8, top + 14, name, 'end'),
      `<rect class="f0" x="${BAR_LEFT}" y="${top}" width="${width}" height="${BAR_PX}"/>`,
      text(BAR_LEFT + width + 6, top + 14, number(value)),
    ];
  });
  return svg(bars.length * BAR_STEP_PX + 8, title, parts);
}

function gridLine(value: number, y: number): string {
  const line = `<line class="grid" x1="${PLOT_LEFT}" x2="${PLOT_RIGHT}" y1="${y}" y2="${y}"/>`;
  return `${line}${text(PLOT_LEFT - 8, y + 4, number(value), 'end')}`;
}

function text(x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end' = 'start'): string {
  const short = words.length <= NAME_CHARS ? words : `${words.slice(0, NAME_CHARS - 1)}…`;
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${escapeText(short)}</text>`;
}

function anchorAt(at: number, count: number): 'start' | 'middle' | 'end' {
  if (at === 0) return 'start';
  return at === count - 1 ? 'end' : 'middle';
}

/** Steps of 1, 2 or 5 times a power of ten, of which TICKS hold everything. */
function scaleOf(least: number, most: number): { from: number; step: number } {
  const rough = Math.max((most - least) / TICKS, 1e-9);
  const power = 10 ** Math.floor(Math.log10(rough));
  for (const factor of [1, 2, 5, 10, 20]) {
    const step = factor * power;
    const from = Math.floor(least / step) * step;
    if (from + step * TICKS >= most) return { from, step };
  }
  return { from: least, step: rough };
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

function number(value: number): string {
  return String(Number(value.toPrecision(6)));
}

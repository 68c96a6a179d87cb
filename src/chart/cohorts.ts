/** Retention: cohorts as a heat map, and their mean as a curve. */
import type { ChartOf } from '../model/question/chart.ts';
import { type Canvas, PAD, SMALL } from './canvas.ts';
import { full, percent, share } from './format.ts';
import { type Drawn, laterLeftOut, legend, rowsLeftOut } from './frame.ts';
import { element, line, px, rect } from './marks.ts';
import { nameTicks, valueScale } from './scale.ts';
import { STRONG_FROM } from './theme.ts';

type Cohorts = ChartOf<'cohorts'>;
type Row = Cohorts['rows'][number];

const CELL_HEIGHT = 26;
const CELL_MIN = 40;
const CELL_MAX = 96;
const ROWS_MAX = 31;
/** Opacity of a cell, for the smallest and the largest share. */
export const [FAINT, STRONG] = [0.06, 0.82];
const CURVE_HEIGHT = 220;
/** At most this many thin lines behind the mean. */
const CURVES_MAX = 60;

export function drawCohorts(canvas: Canvas, chart: Cohorts, top: number): Drawn {
  return chart.form === 'curve' ? curve(canvas, chart, top) : triangle(canvas, chart, top);
}

interface Layout {
  readonly names_px: number;
  /** 0 if there is no column of sizes. */
  readonly sizes_px: number;
  readonly first: number;
  readonly columns: number;
  readonly cell: number;
}

/** If there is little room, drops the first column, which is always 100 %. */
function layoutOf(canvas: Canvas, { rows, columns }: Cohorts): Layout {
  const is_tight = canvas.width < 480;
  // An hour, or a day of a value, is told apart by the end of its name.
  const names_px =
    Math.min(
      canvas.room * (is_tight ? 0.45 : 0.3),
      Math.max(canvas.widest(rows.map(({ name }) => name)), canvas.widthOf('All starts', 12, true)),
    ) + 10;
  const sizes_px = is_tight
    ? 0
    : Math.max(canvas.widest(rows.map(({ size }) => full(size, 'count'))), canvas.widthOf('People')) + 12;
  const first = is_tight ? 1 : 0;
  const room = canvas.room - names_px - sizes_px;
  const fitting = Math.max(1, Math.min(columns.length - first, Math.floor(room / CELL_MIN)));
  return { names_px, sizes_px, first, columns: fitting, cell: Math.min(CELL_MAX, room / fitting) };
}

export function cohortsLeftOut(canvas: Canvas, chart: Cohorts): string[] {
  if (chart.form === 'curve') return [];
  const { first, columns } = layoutOf(canvas, chart);
  return [
    ...laterLeftOut(chart.columns.length - first - columns, 'period'),
    ...rowsLeftOut(chart.rows.length - ROWS_MAX),
  ];
}

function triangle(canvas: Canvas, chart: Cohorts, top: number): Drawn {
  const layout = layoutOf(canvas, chart);
  const { names_px, sizes_px, first, columns, cell } = layout;
  const left = PAD + names_px + sizes_px;
  const shown = chart.rows.slice(0, ROWS_MAX);
  const most = largestShare(shown);
  const short = (name: string) => name.replace(/^\w+ (?=\d+$)/, '');
  const titles = chart.columns.slice(first, first + columns).map((name, at) => {
    const x = left + (at + 0.5) * cell;
    const text = canvas.widthOf(name, SMALL) <= cell - 6 ? name : short(name);
    return canvas.text(x, top + 16, text, { anchor: 'middle', size: SMALL, width: cell - 4 });
  });
  const mean = chart.mean.slice(first, first + columns).map((value, at) =>
    value === null
      ? ''
      : canvas.text(left + (at + 0.5) * cell, top + 26 + 17, cellText(value, cell), {
          anchor: 'middle',
          bold: true,
          paint: 'ink',
        }),
  );
  const has_mean = chart.mean.some((value) => value !== null);
  const body = top + 26 + (has_mean ? CELL_HEIGHT : 0);
  const marks = [
    ...(sizes_px === 0 ? [] : [canvas.text(left - 12, top + 16, 'People', { anchor: 'end', size: SMALL })]),
    ...titles,
    ...(has_mean ? [canvas.text(PAD, top + 43, 'All starts', { bold: true, paint: 'ink' }), ...mean] : []),
    ...shown.flatMap((row, at) => rowMarks(canvas, chart, row, { ...layout, top: body + at * CELL_HEIGHT, most })),
  ];
  return { marks, bottom: body + shown.length * CELL_HEIGHT + 6 };
}

/** Ignores the first column, because the others are compared with it. */
function largestShare(rows: readonly Row[]): number {
  const shares = rows.flatMap(({ values, size }) =>
    values.slice(1).map((value) => (size === 0 ? 0 : (value ?? 0) / size)),
  );
  return shares.reduce((most, value) => Math.max(most, value), 0) || 1;
}

/** Without decimals, few is not nobody, and nearly all is not all. */
function cellText(value: number, cell: number): string {
  if (cell >= 52) return percent(value);
  if (value > 0 && value < 0.5) return '<1%';
  return value >= 99.5 && value < 100 ? '>99%' : `${Math.round(value)}%`;
}

/** `most`: the share with the strongest colour. */
type RowLayout = Layout & { readonly top: number; readonly most: number };

function rowMarks(canvas: Canvas, chart: Cohorts, row: Row, layout: RowLayout): string[] {
  const { names_px, sizes_px, first, columns, cell, top: y, most } = layout;
  const left = PAD + names_px + sizes_px;
  const cells = row.values.slice(first, first + columns).map((value, index) => {
    const at = index + first;
    if (value === null) return '';
    const box = { x: left + index * cell + 1, y: y + 1, width: cell - 2, height: CELL_HEIGHT - 2 };
    const part = row.size === 0 ? 0 : value / row.size;
    const is_open = at >= row.open_from;
    const strength = row.size === 0 ? 0 : FAINT + (STRONG - FAINT) * (part / most);
    const fill =
      at === 0 ? { fill: canvas.paint('grid') } : { fill: canvas.paint('hue0'), 'fill-opacity': strength.toFixed(2) };
    const rim = is_open ? { stroke: canvas.paint('muted'), 'stroke-dasharray': '3 2' } : {};
    const text = row.size === 0 ? '–' : cellText(part * 100, cell);
    const drawn = [
      rect(box, { rx: 3, ...fill, ...rim }),
      canvas.text(box.x + box.width / 2, y + 17, text, {
        anchor: 'middle',
        paint: at === 0 ? 'ink' : strength > STRONG_FROM ? 'strong_ink' : 'faint_ink',
      }),
    ].join('');
    const column = chart.columns[at] ?? '';
    const lines = [
      `${row.name}, ${column}${is_open ? ', not over yet' : ''}`,
      `${full(value, 'count')} of ${full(row.size, 'count')} (${share(value, row.size)})`,
    ];
    return canvas.hit(drawn, lines, row.people === null ? null : { ...row.people, later: at });
  });
  return [
    canvas.text(PAD, y + 17, row.name, { paint: 'ink', width: names_px - 8 }),
    ...(sizes_px === 0 ? [] : [canvas.text(left - 12, y + 17, full(row.size, 'count'), { anchor: 'end' })]),
    ...cells,
  ];
}

function curve(canvas: Canvas, chart: Cohorts, top: number): Drawn {
  const { mean, columns } = chart;
  const has_mean = mean.some((value) => value !== null);
  const shown = legend(
    canvas,
    has_mean
      ? [
          { name: 'All starts', hue: 0, form: 'line' },
          { name: 'Each start', hue: 0, form: 'previous' },
        ]
      : [],
    top,
  );
  const plot_top = shown.bottom + 10;
  const bottom = plot_top + CURVE_HEIGHT;
  const y = valueScale([100], bottom, plot_top, 'percent');
  const left = PAD + canvas.widthOf('100%') + 8;
  const right = canvas.width - PAD - 6;
  const xs = columns.map(
    (_, at) => left + 6 + (columns.length < 2 ? 0 : (at / (columns.length - 1)) * (right - left - 6)),
  );
  const path = (values: readonly (number | null)[], style: Readonly<Record<string, string | number>>) => {
    const points = values.flatMap((value, at) => (value === null ? [] : [`${px(xs[at]!)} ${px(y.at(value))}`]));
    return points.length === 0
      ? ''
      : element('path', { d: `M${points.join('L')}`, fill: 'none', 'stroke-linejoin': 'round', ...style });
  };
  const band = (xs[1] ?? right) - xs[0]!;
  const marks = [
    ...shown.marks,
    ...y.ticks.flatMap((value) => [
      line(left, y.at(value), canvas.width - PAD, y.at(value), { stroke: canvas.paint(value === 0 ? 'line' : 'grid') }),
      canvas.text(left - 8, y.at(value) + 4, percent(value), { anchor: 'end' }),
    ]),
    ...columnNames(canvas, columns, xs, left - 8, bottom + 17),
    ...sharesOf(chart).map((values) =>
      path(values, { stroke: canvas.paint('line'), 'stroke-width': 1, 'stroke-opacity': 0.5 }),
    ),
    path(mean, { stroke: canvas.paint('hue0'), 'stroke-width': 2.5 }),
    ...columns.map((name, at) => {
      const box = { x: xs[at]! - band / 2, y: plot_top, width: band, height: bottom - plot_top };
      const value = mean[at] ?? null;
      return canvas.hit(rect(box, { fill: 'transparent' }), [
        name,
        ...(value === null ? [] : [`${percent(value)} of all starts whose ${name.toLowerCase()} is over`]),
      ]);
    }),
  ];
  return { marks, bottom: bottom + 26 };
}

/** Shares of each drawn cohort in percent; null where a column is not complete yet. */
function sharesOf({ rows }: Cohorts): (number | null)[][] {
  return rows
    .slice(0, CURVES_MAX)
    .map(({ values, size, open_from }) =>
      values.map((value, at) => (value === null || size === 0 || at >= open_from ? null : (value / size) * 100)),
    );
}

/** Names below the curve, as many as fit. */
function columnNames(
  canvas: Canvas,
  columns: readonly string[],
  xs: readonly number[],
  left: number,
  y: number,
): string[] {
  return nameTicks(columns, xs, (text) => canvas.widthOf(text)).map(({ at, text }) => {
    const width = canvas.widthOf(text);
    const x = Math.max(left + width / 2, Math.min(canvas.width - 8 - width / 2, xs[at]!));
    return canvas.text(x, y, text, { anchor: 'middle' });
  });
}

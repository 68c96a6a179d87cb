/** One number, or one for each name as horizontal bars. */
import type { ChartOf } from '../model/question/chart.ts';
import { type Canvas, PAD } from './canvas.ts';
import { change, compact, full } from './format.ts';
import { type Drawn, rowsLeftOut } from './frame.ts';
import { rect } from './marks.ts';
import { huePaint } from './theme.ts';

const BIG = 44;

export function drawNumber(canvas: Canvas, chart: ChartOf<'number'>, top: number): Drawn {
  const { value, before, unit } = chart;
  const text = full(value, unit);
  const shown = canvas.widthOf(text, BIG, true) > canvas.room ? compact(value, unit) : text;
  const by = before === null ? null : change(value, before);
  const marks = [
    canvas.hit(canvas.text(PAD, top + 50, shown, { size: BIG, bold: true, paint: 'ink' }), [text], chart.people),
    ...(before === null
      ? []
      : [
          canvas.text(PAD, top + 78, comparison(value, before, by), {
            size: 14,
            bold: true,
            paint: 'ink',
            width: canvas.room,
          }),
          canvas.text(PAD, top + 98, `${full(before, unit)} in the period before`, { width: canvas.room }),
        ]),
  ];
  return { marks, bottom: top + (before === null ? 68 : 112) };
}

/** Has no colours for good and bad, because a rise may be either. */
function comparison(value: number, before: number, by: string | null): string {
  if (value === before) return 'No change';
  const arrow = value > before ? '↑' : '↓';
  return by === null ? `${arrow} from nothing` : `${arrow} ${by}`;
}

const ROW = 30;
const ROW_NARROW = 40;
const BAR = 14;
const ROWS_MAX = 25;

export function valuesLeftOut(_: Canvas, { values }: ChartOf<'values'>): string[] {
  return rowsLeftOut(values.length - ROWS_MAX);
}

export function drawValues(canvas: Canvas, chart: ChartOf<'values'>, top: number): Drawn {
  const { values, unit, adds_up } = chart;
  const rows = values.slice(0, ROWS_MAX);
  const most = rows.reduce((found, { value, before }) => Math.max(found, Math.abs(value), Math.abs(before ?? 0)), 0);
  const total = values.reduce((sum, { value }) => sum + Math.abs(value), 0);
  const figures = figuresOf(canvas, rows, unit);
  const places = placesIn(canvas, rows, figures, most || 1);
  const row_px = canvas.is_narrow ? ROW_NARROW : ROW;
  const marks = rows.map((row, at) => {
    const lines = [
      row.name,
      figureText(row, unit, full),
      ...(total > 0 && adds_up ? [`${full((Math.abs(row.value) / total) * 100, 'percent')} of all shown`] : []),
    ];
    return canvas.hit(drawRow(canvas, row, figures[at]!, top + at * row_px, places), lines, row.people);
  });
  return { marks, bottom: top + rows.length * row_px + 6 };
}

type Row = ChartOf<'values'>['values'][number];
type Unit = ChartOf<'values'>['unit'];

/** The figure and how it changed. */
function figureText({ value, before }: Row, unit: Unit, written: typeof full): string {
  const by = before === null ? null : change(value, before);
  return by === null ? written(value, unit) : `${written(value, unit)}  ${by}`;
}

/** Figures in full if all of them fit into half of the room, otherwise short. */
function figuresOf(canvas: Canvas, rows: readonly Row[], unit: Unit): string[] {
  const whole = rows.map((row) => figureText(row, unit, full));
  const fits = whole.every((text) => canvas.widthOf(text) < canvas.room / 2);
  return fits ? whole : rows.map((row) => figureText(row, unit, compact));
}

interface Places {
  readonly names_px: number;
  readonly bar_left: number;
  readonly bar_px: number;
  /** Length of the bar for a value. */
  lengthOf(value: number): number;
}

/** Names are beside the bars, or above them if there is little room. */
function placesIn(canvas: Canvas, rows: readonly Row[], figures: readonly string[], most: number): Places {
  const figures_px = canvas.widest(figures);
  const name_px = canvas.widest(rows.map(({ name }) => name));
  const { is_narrow, room } = canvas;
  const names_px = is_narrow ? room - figures_px - 16 : Math.min(room * 0.35, name_px);
  const bar_px = is_narrow ? room : Math.max(20, room - names_px - figures_px - 28);
  return {
    names_px,
    bar_left: is_narrow ? PAD : PAD + names_px + 12,
    bar_px,
    lengthOf: (value) => Math.max(value === 0 ? 0 : 1.5, (Math.abs(value) / most) * bar_px),
  };
}

function drawRow(canvas: Canvas, row: Row, figure: string, top: number, places: Places): string {
  const { names_px, bar_left: x, bar_px, lengthOf } = places;
  const { name, value, before, hue } = row;
  const base = top + (canvas.is_narrow ? 13 : 17);
  const y = top + (canvas.is_narrow ? 20 : 6);
  const faded = value < 0 ? { 'fill-opacity': 0.5 } : {};
  const fill = canvas.paint(huePaint(hue));
  return [
    canvas.text(PAD, base, name, { paint: 'ink', width: names_px + 1 }),
    rect({ x, y, width: bar_px, height: BAR }, { fill: canvas.paint('tint'), rx: 3 }),
    rect({ x, y, width: lengthOf(value), height: BAR }, { fill, rx: 3, ...faded }),
    ...(before === null
      ? []
      : [rect({ x: x + lengthOf(before) - 1, y: y - 2, width: 2, height: BAR + 4 }, { fill: canvas.paint('ink') })]),
    canvas.text(canvas.width - PAD, base, figure, { anchor: 'end' }),
  ].join('');
}

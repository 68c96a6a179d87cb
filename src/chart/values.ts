/** One number, or one per name as horizontal bars. */
import type { ChartOf } from '../model/question/chart.ts';
import { type Canvas, PAD } from './canvas.ts';
import { change, compact, full } from './format.ts';
import type { Drawn } from './frame.ts';
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

/** No colours for good and bad, as up may be either. */
function comparison(value: number, before: number, by: string | null): string {
  if (value === before) return 'No change';
  const arrow = value > before ? '↑' : '↓';
  return by === null ? `${arrow} from nothing` : `${arrow} ${by}`;
}

const ROW = 30;
const ROW_NARROW = 40;
const BAR = 14;
const ROWS_MAX = 25;

export function drawValues(canvas: Canvas, chart: ChartOf<'values'>, top: number): Drawn {
  const { values, unit } = chart;
  const rows = values.slice(0, ROWS_MAX);
  const most =
    rows.reduce((found, { value, before }) => Math.max(found, Math.abs(value), Math.abs(before ?? 0)), 0) || 1;
  const total = values.reduce((sum, { value }) => sum + Math.abs(value), 0);
  const figureIn = (written: typeof full) => (value: number, before: number | null) => {
    const by = before === null ? null : change(value, before);
    return by === null ? written(value, unit) : `${written(value, unit)}  ${by}`;
  };
  const figure = figureIn(full);
  const whole = rows.map(({ value, before }) => figure(value, before));
  const fits = whole.every((text) => canvas.widthOf(text) < canvas.room / 2);
  const figures = fits ? whole : rows.map(({ value, before }) => figureIn(compact)(value, before));
  const figures_px = figures.reduce((widest, text) => Math.max(widest, canvas.widthOf(text)), 0);
  const names_px = canvas.is_narrow
    ? canvas.room - figures_px - 16
    : Math.min(
        canvas.room * 0.35,
        rows.reduce((widest, { name }) => Math.max(widest, canvas.widthOf(name)), 0),
      );
  const bar_left = canvas.is_narrow ? PAD : PAD + names_px + 12;
  const bar_px = canvas.is_narrow ? canvas.room : Math.max(20, canvas.room - names_px - figures_px - 28);
  const marks = rows.map(({ name, value, before, hue, people }, at) => {
    const y = top + at * (canvas.is_narrow ? ROW_NARROW : ROW);
    const bar_y = canvas.is_narrow ? y + 20 : y + 6;
    const length = (number: number) => Math.max(number === 0 ? 0 : 1.5, (Math.abs(number) / most) * bar_px);
    const color = canvas.paint(huePaint(hue));
    const faded = value < 0 ? { 'fill-opacity': 0.5 } : {};
    const drawn = [
      canvas.text(PAD, y + 17 - (canvas.is_narrow ? 4 : 0), name, { paint: 'ink', width: names_px + 1 }),
      rect({ x: bar_left, y: bar_y, width: bar_px, height: BAR }, { fill: canvas.paint('tint'), rx: 3 }),
      rect({ x: bar_left, y: bar_y, width: length(value), height: BAR }, { fill: color, rx: 3, ...faded }),
      ...(before === null
        ? []
        : [
            rect(
              { x: bar_left + length(before) - 1, y: bar_y - 2, width: 2, height: BAR + 4 },
              { fill: canvas.paint('ink') },
            ),
          ]),
      canvas.text(canvas.width - PAD, y + 17 - (canvas.is_narrow ? 4 : 0), figures[at]!, { anchor: 'end' }),
    ].join('');
    const lines = [
      name,
      figure(value, before),
      ...(total > 0 && unit === 'count' ? [`${full((Math.abs(value) / total) * 100, 'percent')} of all shown`] : []),
    ];
    return canvas.hit(drawn, lines, people);
  });
  return { marks, bottom: top + rows.length * (canvas.is_narrow ? ROW_NARROW : ROW) + 6 };
}

/** Correlations with success and failure: bars to both sides of even odds. */
import type { ChartOf } from '../model/question/chart.ts';
import { type Canvas, PAD } from './canvas.ts';
import { full } from './format.ts';
import { type Drawn, rowsLeftOut } from './frame.ts';
import { line, rect } from './marks.ts';

type Odds = ChartOf<'odds'>;

const ROW = 28;
const ROW_NARROW = 44;
const BAR = 12;
const ROWS_MAX = 20;
const BESIDE_FROM = 640;

export function oddsLeftOut(_: Canvas, { rows }: Odds): string[] {
  return rowsLeftOut(rows.length - ROWS_MAX);
}

export function drawOdds(canvas: Canvas, chart: Odds, top: number): Drawn {
  const rows = chart.rows.slice(0, ROWS_MAX);
  const beside = canvas.width >= BESIDE_FROM;
  const figures_px = canvas.widest(rows.map(({ odds }) => oddsText(odds)));
  const names_px = beside
    ? Math.min(canvas.room * 0.35, canvas.widest(rows.map(({ name }) => name)))
    : canvas.room - figures_px - 16;
  const left = beside ? PAD + names_px + 16 : PAD;
  const right = beside ? canvas.width - PAD - figures_px - 16 : canvas.width - PAD;
  const middle = (left + right) / 2;
  const row_px = beside ? ROW : ROW_NARROW;
  const most = rows.reduce((found, { odds }) => Math.max(found, Math.abs(doublings(odds))), 1);
  const body = top + 26;
  const bars = rows.map((row, at) => {
    const y = body + at * row_px;
    const bar_y = beside ? y + 5 : y + 21;
    const length = Math.max(1.5, (Math.abs(doublings(row.odds)) / most) * ((right - left) / 2));
    const is_up = row.odds >= 1;
    const figure = oddsText(row.odds);
    const box = { x: is_up ? middle : middle - length, y: bar_y, width: length, height: BAR };
    const drawn = [
      canvas.text(PAD, y + 15, row.name, { paint: 'ink', width: names_px + 1 }),
      canvas.text(canvas.width - PAD, y + 15, figure, { anchor: 'end' }),
      rect(box, { fill: canvas.paint(is_up ? 'hue0' : 'hue1'), rx: 2 }),
      line(middle, bar_y - 3, middle, bar_y + BAR + 3, { stroke: canvas.paint('line') }),
    ].join('');
    const counts = `${full(row.with_success, 'count')} who completed it, ${full(row.with_failure, 'count')} who did not`;
    return canvas.hit(drawn, [row.name, figure, counts], row.people);
  });
  const heads = [
    canvas.text(middle - 8, top + 14, 'less likely ←', { anchor: 'end', size: 11 }),
    canvas.text(middle + 8, top + 14, '→ more likely', { size: 11 }),
  ];
  return { marks: [...heads, ...bars], bottom: body + rows.length * row_px + 4 };
}

/** Logarithmic, so that double and half give bars of equal length. */
function doublings(odds: number): number {
  return Math.log2(Math.max(odds, 1e-6));
}

/** For example `3.2 × higher odds`. */
export function oddsText(odds: number): string {
  if (odds === 1) return 'equal odds';
  if (odds > 1 || odds <= 0) return `${full(Number(odds.toPrecision(3)), 'number')} × higher odds`;
  return `${full(Number((1 / odds).toPrecision(3)), 'number')} × lower odds`;
}

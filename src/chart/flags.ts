/**
 * Annotations: each is a dotted line through the plot, with its text above. Texts that would
 * overlap are put in different lanes (rows).
 */
import type { ChartOf } from '../model/question/chart.ts';
import { type Canvas, SMALL } from './canvas.ts';
import { line } from './marks.ts';

const LANE_PX = 15;
const LANES_MAX = 2;
const TEXT_MAX_PX = 150;
const GAP_PX = 10;

type Marks = ChartOf<'series'>['marks'];

interface Bounds {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Point -> x. */
  readonly xs: readonly number[];
}

/** Height needed above the plot. */
export function flagsHeight(marks: Marks): number {
  return Math.min(LANES_MAX, marks.length) * LANE_PX;
}

/** A text that does not fit is shown only when the reader points at its line. */
export function flags(canvas: Canvas, marks: Marks, { left, right, top, bottom, xs }: Bounds): string[] {
  const taken: [from: number, until: number][][] = Array.from({ length: LANES_MAX }, () => []);
  const lines: string[] = [];
  const texts: string[] = [];
  for (const { at, text } of marks) {
    const x = xs[at];
    if (x === undefined) continue;
    const width = Math.min(TEXT_MAX_PX, canvas.widthOf(text, SMALL));
    const is_left = x + 4 + width > right;
    const from = is_left ? x - 4 - width : x + 4;
    const lane = taken.findIndex((spans) =>
      spans.every(([begin, end]) => from > end + GAP_PX || from + width < begin - GAP_PX),
    );
    const lane_top = top - (lane < 0 ? 0 : (lane + 1) * LANE_PX - 4);
    lines.push(line(x, lane_top, x, bottom, { stroke: canvas.paint('muted'), 'stroke-dasharray': '2 3' }));
    if (lane < 0 || from < left - 8) continue;
    taken[lane]!.push([from, from + width]);
    texts.push(canvas.text(from, top - lane * LANE_PX - 4, text, { size: SMALL, width: width + 1, halo: true }));
  }
  // A line in the upper lane crosses the lower one.
  return [...lines, ...texts];
}

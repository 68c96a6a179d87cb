/** Bounds that alerts watch: each is a dashed line through the plot. Its text is at the right, between the bounds. */
import type { ChartOf } from '../model/question/chart.ts';
import { type Canvas, SMALL } from './canvas.ts';
import { line, rect } from './marks.ts';
import type { Scale } from './scale.ts';

type Levels = NonNullable<ChartOf<'series'>['levels']>;

interface Bounds {
  readonly left: number;
  readonly right: number;
  readonly y: Scale;
}

/** Texts closer than this would overlap. */
const APART_PX = 16;

export function levels(canvas: Canvas, shown: Levels, { left, right, y }: Bounds): string[] {
  const lines = shown.map(({ value }) =>
    line(left, y.at(value), right, y.at(value), { stroke: canvas.paint('muted'), 'stroke-dasharray': '6 4' }),
  );
  const taken: number[] = [];
  const texts = shown.flatMap(({ value, text, side }) => {
    const baseline = side === 'upper' ? y.at(value) + 13 : y.at(value) - 5;
    if (taken.some((other) => Math.abs(other - baseline) < APART_PX)) return [];
    taken.push(baseline);
    const width = Math.min((right - left) / 2, canvas.widthOf(text, SMALL) + 1);
    const words = canvas.text(right - 4, baseline, text, { anchor: 'end', size: SMALL, width });
    const behind = { x: right - 6 - width, y: baseline - 10, width: width + 4, height: 13 };
    return [rect(behind, { fill: canvas.paint('ground'), 'fill-opacity': 0.85 }), words];
  });
  // Otherwise the line of one goes through the text of another.
  return [...lines, ...texts];
}

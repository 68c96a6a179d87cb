/** Scales of numbers and times. */
import { tickStep } from 'd3-array';
import type { ChartAxis, Unit } from '../model/question/chart.ts';
import { type Moment, momentOf, shortTime } from './format.ts';

const TICK_PX = 46;

export interface Scale {
  readonly ticks: readonly number[];
  /** Value -> pixel. */
  readonly at: (value: number) => number;
}

/** A scale from zero or below to a round number at or above the largest. `top` and `bottom` are pixels. */
export function valueScale(values: Iterable<number>, bottom: number, top: number, unit: Unit): Scale {
  let least = 0;
  let most = 0;
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (least === 0 && most === 0) most = 1;
  const count = Math.max(2, Math.min(6, Math.floor((bottom - top) / TICK_PX)));
  const step = stepOf(least, most, count, unit);
  const first = Math.floor(least / step);
  const last = Math.ceil(most / step - 1e-9);
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => cleaned((first + at) * step));
  const from = first * step;
  const span = (last - first) * step;
  return { ticks, at: (value) => bottom - ((value - from) / span) * (bottom - top) };
}

const DAY_S = 86_400;
/** Their multiples are short texts, from `30 s` to `1.5 d`. */
const CLOCK_STEPS_S = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 10_800, 43_200, DAY_S];

/** Durations have ticks whose texts need no rounding: 0, 12 h, 24 h, not 0, 14 h, 28 h. */
function stepOf(least: number, most: number, count: number, unit: Unit): number {
  const rough = tickStep(least, most, count);
  if (unit === 'count') return Math.max(1, Math.round(rough));
  if (unit !== 'seconds' || rough < 1) return rough;
  return CLOCK_STEPS_S.find((step) => step >= rough) ?? DAY_S * tickStep(least / DAY_S, most / DAY_S, count);
}

/** Removes float noise: 0.1 * 3 is 0.3. */
function cleaned(value: number): number {
  return Number(value.toPrecision(12));
}

export interface Tick {
  readonly at: number;
  readonly text: string;
}

const GAP_PX = 12;
const LABEL_PX = 64;

/** Rules for which points may have a label, each with fewer points. If none fits, every nth of the fewest has a label. */
const STEPS: Readonly<Record<string, readonly ((moment: Moment) => boolean)[]>> = {
  minute: [
    () => true,
    ...[5, 10, 30].map(
      (step) =>
        ({ minute }: Moment) =>
          minute % step === 0,
    ),
    ...[1, 3, 6, 12, 24].map(
      (step) =>
        ({ minute, hour }: Moment) =>
          minute === 0 && hour % step === 0,
    ),
  ],
  hour: [
    ...[1, 3, 6, 12, 24].map(
      (step) =>
        ({ hour }: Moment) =>
          hour % step === 0,
    ),
    ({ hour, weekday }) => hour === 0 && weekday === 1,
    ({ hour, day }) => hour === 0 && day === 1,
  ],
  day: [
    () => true,
    ({ weekday }) => weekday === 1,
    ({ day }) => day === 1,
    ({ day, month }) => day === 1 && month % 3 === 1,
    ({ day, month }) => day === 1 && month === 1,
  ],
  week: [() => true],
  month: [
    () => true,
    ({ month }) => month % 3 === 1,
    ({ month }) => month % 6 === 1,
    ({ month }) => month === 1,
    ({ month, year }) => month === 1 && year % 5 === 0,
  ],
};

/** Where labels may be. */
export interface Room {
  /** Positions of the points. */
  readonly xs: readonly number[];
  /** Where the first label may begin. */
  readonly left: number;
  readonly widthOf: (text: string) => number;
}

/** Points with labels: of those that the calendar offers all, or every second, third …, whose labels fit side by side. */
function timeTicks(starts: readonly string[], interval: string, room: Room): Tick[] {
  const moments = starts.map(momentOf);
  const offered = fittingPoints(moments, interval, room.xs);
  for (let step = 1; step < offered.length; step++) {
    const chosen = offered.filter((_, at) => at % step === 0);
    const ticks = labelled(moments, interval, chosen, room);
    if (ticks.length === chosen.length) return ticks;
  }
  return labelled(moments, interval, offered, room);
}

/** Leaves out what does not fit beside the label before. */
function labelled(
  moments: readonly Moment[],
  interval: string,
  points: readonly number[],
  { xs, left, widthOf }: Room,
): Tick[] {
  const ticks: Tick[] = [];
  let right = Number.NEGATIVE_INFINITY;
  let before: Moment | null = null;
  for (const at of points) {
    const text = shortTime(moments[at]!, interval, before);
    const width = widthOf(text);
    const from = Math.max(left, xs[at]! - width / 2);
    if (from < right + GAP_PX) continue;
    ticks.push({ at, text });
    right = from + width;
    before = moments[at]!;
  }
  return ticks;
}

function fittingPoints(moments: readonly Moment[], interval: string, xs: readonly number[]): number[] {
  const span = (xs.at(-1) ?? 0) - (xs[0] ?? 0);
  const most = Math.max(2, Math.floor(span / LABEL_PX) + 1);
  let fewest = [...moments.keys()];
  for (const fits of STEPS[interval] ?? []) {
    const found = moments.flatMap((moment, at) => (fits(moment) ? [at] : []));
    if (found.length < 2) continue;
    fewest = found;
    if (found.length <= most) break;
  }
  return everyFew(fewest, most);
}

function everyFew(points: readonly number[], most: number): number[] {
  const step = Math.max(1, Math.ceil(points.length / most));
  return points.filter((_, at) => at % step === 0);
}

/** As many names as fit side by side. */
export function nameTicks(names: readonly string[], xs: readonly number[], widthOf: (text: string) => number): Tick[] {
  const widest = names.reduce((most, name) => Math.max(most, widthOf(name)), 0);
  const span = (xs.at(-1) ?? 0) - (xs[0] ?? 0);
  const step_px = names.length < 2 ? span : span / (names.length - 1);
  const step = step_px <= 0 ? 1 : Math.max(1, Math.ceil(Math.min(widest + GAP_PX, 120) / step_px));
  return names.flatMap((text, at) => (at % step === 0 ? [{ at, text }] : []));
}

export function ticksOf(axis: ChartAxis, room: Room): Tick[] {
  return axis.kind === 'time'
    ? timeTicks(axis.starts, axis.interval, room)
    : nameTicks(axis.names, room.xs, room.widthOf);
}

/** A funnel as columns, or as rows if there is little room. Between steps: who continued, how fast, and who was lost. */
import type { ChartOf } from '../model/question/chart.ts';
import { type Canvas, PAD, SMALL } from './canvas.ts';
import { compact, duration, full, share } from './format.ts';
import { type Drawn, type LegendEntry, legend } from './frame.ts';
import { rect } from './marks.ts';
import { huePaint } from './theme.ts';

type Steps = ChartOf<'steps'>;
type Group = Steps['groups'][number];

const COLUMN_MIN = 150;
const BARS_HEIGHT = 200;
const BAR_WIDTH_MAX = 96;
const ROW_BAR = 14;

export function drawSteps(canvas: Canvas, chart: Steps, top: number): Drawn {
  const shown = legend(canvas, legendOf(chart), top);
  const fits = canvas.room / chart.steps.length >= COLUMN_MIN && canvas.width >= 640;
  const { marks, bottom } = fits ? columns(canvas, chart, shown.bottom + 8) : rows(canvas, chart, shown.bottom + 4);
  return { marks: [...shown.marks, ...marks], bottom };
}

function legendOf({ groups }: Steps): LegendEntry[] {
  return groups.length < 2 ? [] : groups.map(({ name, hue }) => ({ name: name ?? '', hue, form: 'block' }));
}

/** Relative to the group's own first step, so that groups of different sizes can be compared. */
function shareOf({ counts }: Group, step: number): number {
  const first = counts[0] ?? 0;
  return first === 0 ? 0 : (counts[step] ?? 0) / first;
}

function columns(canvas: Canvas, chart: Steps, top: number): Drawn {
  const { steps, groups } = chart;
  const column = canvas.room / steps.length;
  const bottom = top + BARS_HEIGHT;
  const gap = groups.length > 1 ? 3 : 0;
  const bar = Math.min(BAR_WIDTH_MAX, (Math.min(column * 0.6, 220) - gap * (groups.length - 1)) / groups.length);
  const marks = steps.flatMap((_, at) => {
    const left = PAD + at * column;
    const bars = groups.map((group, of) => {
      const x = left + of * (bar + gap);
      const height = Math.max(shareOf(group, at) * BARS_HEIGHT, (group.counts[at] ?? 0) > 0 ? 2 : 0);
      const drawn = [
        rect({ x, y: top, width: bar, height: BARS_HEIGHT }, { fill: canvas.paint('tint'), rx: 3 }),
        rect({ x, y: bottom - height, width: bar, height }, { fill: canvas.paint(huePaint(group.hue)), rx: 3 }),
      ].join('');
      return canvas.hit(drawn, stepLines(chart, group, at), group.people[at] ?? null);
    });
    return [
      ...bars,
      ...columnTexts(canvas, chart, at, { left, width: column, bottom }),
      ...between(canvas, chart, at, {
        left: left + bars.length * (bar + gap),
        width: column - bars.length * (bar + gap),
        bottom,
      }),
    ];
  });
  const names_lines = steps.reduce((most, { name }) => Math.max(most, nameLines(canvas, name, column).length), 1);
  return { marks, bottom: bottom + 12 + names_lines * 16 + 22 };
}

function nameLines(canvas: Canvas, name: string, column: number): string[] {
  return canvas.wrapped(name, column - 24, 2, 12, true);
}

/** Room for texts. `bottom` is that of the bars. */
interface Room {
  readonly left: number;
  readonly width: number;
  readonly bottom: number;
}

function columnTexts(canvas: Canvas, { steps }: Steps, at: number, { left, width, bottom }: Room): string[] {
  const lines = nameLines(canvas, `${at + 1}. ${steps[at]?.name ?? ''}`, width);
  const below = bottom + 20 + lines.length * 16;
  const figures = figuresOf(steps, at);
  return [
    ...lines.map((text, line) => canvas.text(left, bottom + 20 + line * 16, text, { bold: true, paint: 'ink' })),
    canvas.text(left, below, figures, { width: width - (at < steps.length - 1 ? 12 : 0) }),
  ];
}

function figuresOf(steps: Steps['steps'], at: number): string {
  const count = steps[at]?.count ?? 0;
  return `${full(count, 'count')} · ${share(count, steps[0]?.count ?? 0)}`;
}

/** To the right of a step's bars: how many continued. */
function between(canvas: Canvas, chart: Steps, at: number, room: Room): string[] {
  const { groups, steps } = chart;
  const [only] = groups;
  if (at === steps.length - 1 || groups.length !== 1 || only === undefined) return [];
  const { left, bottom } = room;
  const width = room.width - 14;
  if (width < 44) return [];
  const [here = 0, next = 0] = [only.counts[at], only.counts[at + 1]];
  const median = only.median_s[at + 1] ?? null;
  const texts = [
    `→ ${share(next, here)}`,
    ...(median === null ? [] : [duration(median)]),
    `−${compact(here - next, 'count')} lost`,
  ];
  const drawn = texts.map((text, line) =>
    canvas.text(left + 8, bottom - 6 - (texts.length - 1 - line) * 16, text, {
      width,
      size: line === 0 ? 12 : SMALL,
      paint: line === 0 ? 'ink' : 'muted',
      bold: line === 0,
    }),
  );
  return [canvas.hit(drawn.join(''), lostLines(chart, only, at), only.lost[at + 1] ?? null)];
}

function rows(canvas: Canvas, chart: Steps, top: number): Drawn {
  const { steps, groups } = chart;
  const marks: string[] = [];
  let y = top;
  for (const [at, { name }] of steps.entries()) {
    const figures = figuresOf(steps, at);
    const figures_px = canvas.widthOf(figures);
    marks.push(
      canvas.text(PAD, y + 14, `${at + 1}. ${name}`, {
        bold: true,
        paint: 'ink',
        width: canvas.room - figures_px - 16,
      }),
      canvas.text(canvas.width - PAD, y + 14, figures, { anchor: 'end' }),
    );
    y += 22;
    for (const group of groups) {
      const width = Math.max(shareOf(group, at) * canvas.room, (group.counts[at] ?? 0) > 0 ? 2 : 0);
      const drawn = [
        rect({ x: PAD, y, width: canvas.room, height: ROW_BAR }, { fill: canvas.paint('tint'), rx: 3 }),
        rect({ x: PAD, y, width, height: ROW_BAR }, { fill: canvas.paint(huePaint(group.hue)), rx: 3 }),
      ].join('');
      marks.push(canvas.hit(drawn, stepLines(chart, group, at), group.people[at] ?? null));
      y += ROW_BAR + 2;
    }
    if (at < steps.length - 1) {
      marks.push(
        canvas.hit(
          canvas.text(PAD, y + 16, goOnText(chart, at), { width: canvas.room }),
          lostLinesOf(chart, at),
          groups.length === 1 ? (groups[0]!.lost[at + 1] ?? null) : null,
        ),
      );
      y += 30;
    }
  }
  return { marks, bottom: y + 6 };
}

function goOnText({ steps, groups }: Steps, at: number): string {
  const [here = 0, next = 0] = [steps[at]?.count, steps[at + 1]?.count];
  const median = groups.length === 1 ? (groups[0]!.median_s[at + 1] ?? null) : null;
  return `↓ ${share(next, here)} go on${median === null ? '' : ` in ${duration(median)}`} · ${full(here - next, 'count')} lost`;
}

function stepLines({ steps }: Steps, group: Group, at: number): string[] {
  const median = group.median_s[at] ?? null;
  const [first = 0, here = 0, before = 0] = [group.counts[0], group.counts[at], group.counts[at - 1]];
  return [
    `${at + 1}. ${steps[at]?.name ?? ''}${group.name === null ? '' : ` – ${group.name}`}`,
    `${full(here, 'count')} got here`,
    ...(at === 0 ? [] : [`${share(here, first)} of the first step, ${share(here, before)} of the step before`]),
    ...(median === null ? [] : [`half of them within ${duration(median)} of the step before`]),
  ];
}

function lostLines({ steps }: Steps, group: Group, at: number): string[] {
  const [here = 0, next = 0] = [group.counts[at], group.counts[at + 1]];
  return [
    `From ${steps[at]?.name ?? ''} to ${steps[at + 1]?.name ?? ''}`,
    `${full(here - next, 'count')} lost (${share(here - next, here)})`,
  ];
}

function lostLinesOf(chart: Steps, at: number): string[] {
  return chart.groups
    .flatMap((group) =>
      lostLines(chart, group, at).map((text, line) =>
        line === 1 && group.name !== null ? `${group.name}: ${text}` : text,
      ),
    )
    .filter((text, line, all) => all.indexOf(text) === line);
}

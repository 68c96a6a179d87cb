/** What surrounds a chart: title, what was counted, legend, notes. Each part takes its top and returns its bottom. */
import type { Chart } from '../model/question/chart.ts';
import { type Canvas, NORMAL, PAD, SMALL } from './canvas.ts';
import { element, line } from './marks.ts';
import { dashOf, huePaint } from './theme.ts';

const TITLE = 15;
const TITLE_LINE = 20;
const LINE = 17;
const LEGEND_ROW = 20;
const SWATCH = 16;
const ENTRY_MAX = 220;
const LEGEND_ROWS = 4;

/** Marks, and the y of the first free pixel below them. */
export interface Drawn {
  readonly marks: readonly string[];
  readonly bottom: number;
}

export function head(canvas: Canvas, chart: Chart): Drawn {
  const lines_max = canvas.is_narrow ? 4 : 2;
  const title = canvas.wrapped(chart.title, canvas.room, lines_max, TITLE, true);
  const lines = chart.subtitle.flatMap((text) => canvas.wrapped(text, canvas.room, lines_max, NORMAL));
  const below = PAD + title.length * TITLE_LINE;
  const marks = [
    ...title.map((text, at) =>
      canvas.text(PAD, PAD + (at + 1) * TITLE_LINE - 5, text, { size: TITLE, bold: true, paint: 'ink' }),
    ),
    ...lines.map((text, at) => canvas.text(PAD, below + (at + 1) * LINE - 4, text)),
  ];
  return { marks, bottom: below + lines.length * LINE + 6 };
}

export interface LegendEntry {
  readonly name: string;
  readonly hue: number;
  readonly form: 'line' | 'block' | 'previous' | 'open';
}

/** Rows of entries. The last says how many do not fit. */
export function legend(canvas: Canvas, entries: readonly LegendEntry[], top: number): Drawn {
  if (entries.length === 0) return { marks: [], bottom: top };
  const marks: string[] = [];
  let x = PAD;
  let row = 0;
  for (const [at, entry] of entries.entries()) {
    const width = SWATCH + 6 + Math.min(ENTRY_MAX, canvas.widthOf(entry.name));
    if (x > PAD && x + width > canvas.width - PAD) {
      x = PAD;
      row++;
    }
    const y = top + row * LEGEND_ROW;
    if (row === LEGEND_ROWS - 1 && at < entries.length - 1 && x > PAD) {
      marks.push(canvas.text(x, y + 14, `and ${entries.length - at} more`));
      break;
    }
    marks.push(swatch(canvas, entry, x, y + 10));
    marks.push(
      canvas.text(x + SWATCH + 6, y + 14, entry.name, {
        paint: 'ink',
        width: Math.min(ENTRY_MAX, canvas.room - SWATCH - 6),
      }),
    );
    x += width + 18;
  }
  return { marks, bottom: top + (row + 1) * LEGEND_ROW + 4 };
}

function swatch(canvas: Canvas, { form, hue }: LegendEntry, x: number, y: number): string {
  const color = canvas.paint(huePaint(hue));
  switch (form) {
    case 'block':
      return element('rect', { x: x + 2, y: y - 6, width: 12, height: 12, rx: 3, fill: color });
    case 'line':
      return line(x, y, x + SWATCH, y, { stroke: color, 'stroke-width': 2.5, 'stroke-dasharray': dashOf(hue) });
    case 'previous':
      return line(x, y, x + SWATCH, y, { stroke: canvas.paint('line'), 'stroke-width': 1.5 });
    case 'open':
      return [
        line(x, y, x + 10, y, { stroke: canvas.paint('muted'), 'stroke-width': 2, 'stroke-dasharray': '4 3' }),
        element('circle', {
          cx: x + 13,
          cy: y,
          r: 2.5,
          fill: canvas.paint('ground'),
          stroke: canvas.paint('muted'),
          'stroke-width': 1.5,
        }),
      ].join('');
  }
}

/** Notes below the picture. */
export function notes(canvas: Canvas, texts: readonly string[], top: number): Drawn {
  const lines = texts.flatMap((text) => canvas.wrapped(text, canvas.room, 3, SMALL));
  const marks = lines.map((text, at) => canvas.text(PAD, top + 14 + at * 15, text, { size: SMALL }));
  return { marks, bottom: top + lines.length * 15 + (lines.length > 0 ? 6 : 0) };
}

/** Says that a table has more rows than the picture. */
export function rowsLeftOut(count: number): string[] {
  if (count <= 0) return [];
  return [count === 1 ? '1 more row is in the table.' : `${count} more rows are in the table.`];
}

/** Says that there is no room for later steps or periods. */
export function laterLeftOut(count: number, noun: 'step' | 'period'): string[] {
  if (count <= 0) return [];
  const [are, them] = count === 1 ? [`${noun} is`, 'it'] : [`${noun}s are`, 'them'];
  return [`${count} later ${are} not drawn at this width; the table has ${them}.`];
}

const EMPTY_HEIGHT = 150;

/** The reason, centred on an empty grid. */
export function empty(canvas: Canvas, reason: string, top: number): Drawn {
  const lines = canvas.wrapped(reason, Math.min(420, canvas.room - 32), 5, NORMAL);
  const height = Math.max(EMPTY_HEIGHT, lines.length * LINE + 60);
  const middle = top + height / 2 - ((lines.length - 1) * LINE) / 2;
  const rules = [0, 1, 2, 3].map((at) => {
    const y = top + 8 + (at * (height - 16)) / 3;
    return line(PAD, y, canvas.width - PAD, y, { stroke: canvas.paint('grid') });
  });
  const words = lines.map((text, at) =>
    canvas.text(canvas.width / 2, middle + at * LINE + 4, text, { anchor: 'middle', paint: 'ink', halo: true }),
  );
  return { marks: [...rules, ...words], bottom: top + height };
}

/** A chart as SVG text. Pure, so it works on the server and in a page: it needs only a width and a way to measure text. */
import type { Chart, ChartKind, ChartOf } from '../model/question/chart.ts';
import { Canvas, type Hit, type HitForm, PAD } from './canvas.ts';
import { cohortsLeftOut, drawCohorts } from './cohorts.ts';
import { drawFlow, flowLeftOut } from './flow.ts';
import { type Drawn, empty, head, notes } from './frame.ts';
import { drawMap } from './map.ts';
import { element, px, rect } from './marks.ts';
import { drawOdds, oddsLeftOut } from './odds.ts';
import { drawSeries } from './series.ts';
import { drawSteps } from './steps.ts';
import { type Measure, measureAnyFont } from './text.ts';
import { paintOf, type Theme, themeCss } from './theme.ts';
import { drawNumber, drawValues, valuesLeftOut } from './values.ts';

export interface DrawOptions {
  /** Pixels; less than 280 counts as 280. */
  readonly width: number;
  readonly theme: Theme;
  readonly measure?: Measure;
  readonly hits?: HitForm;
  /** `whole`: complete; `legend`: the page shows title and notes itself; `none`: the legend, too. */
  readonly frame?: FrameForm;
  /** For files: includes background, font, and colours that follow the reader's system if `theme` is `page`. */
  readonly standalone?: boolean;
}

type FrameForm = 'whole' | 'legend' | 'none';

export interface Drawing {
  readonly svg: string;
  readonly height: number;
  /** What did not fit into this width; a whole frame says it in the picture. */
  readonly left_out: readonly string[];
  /** A mark carries its index in this list. */
  readonly hits: readonly Hit[];
}

const WIDTH_MIN = 280;
const FONT = "Inter, 'Segoe UI', system-ui, -apple-system, 'Helvetica Neue', Arial, sans-serif";

type Drawer<K extends ChartKind> = (canvas: Canvas, chart: ChartOf<K>, top: number, with_legend: boolean) => Drawn;

const DRAW: { readonly [K in ChartKind]: Drawer<K> } = {
  series: drawSeries,
  number: drawNumber,
  values: drawValues,
  map: drawMap,
  steps: drawSteps,
  cohorts: drawCohorts,
  flow: drawFlow,
  odds: drawOdds,
  board: () => ({ marks: [], bottom: 0 }),
};

/** What does not fit into this width. */
const LEFT_OUT: { readonly [K in ChartKind]?: (canvas: Canvas, chart: ChartOf<K>) => readonly string[] } = {
  values: valuesLeftOut,
  cohorts: cohortsLeftOut,
  flow: flowLeftOut,
  odds: oddsLeftOut,
};

export function draw(chart: Chart, options: DrawOptions): Drawing {
  const { theme, measure = measureAnyFont, hits = 'none', frame = 'whole', standalone = false } = options;
  const canvas = new Canvas(Math.max(WIDTH_MIN, options.width), paintOf(theme), measure, hits);
  if (chart.kind === 'board') return board(chart, canvas, options);
  const { marks, bottom } = drawnOne(chart, canvas, frame, 0);
  const drawing = finished(canvas, { marks, bottom: bottom + PAD }, chart, { theme, standalone });
  return { ...drawing, left_out: leftOut(chart, canvas) };
}

function drawnOne(chart: Chart, canvas: Canvas, frame: FrameForm, offset: number): Drawn {
  const above = frame === 'whole' ? head(canvas, chart) : { marks: [], bottom: 4 };
  const body =
    chart.empty === null
      ? drawnBody(chart, canvas, above.bottom, frame !== 'none')
      : empty(canvas, chart.empty, above.bottom);
  const below =
    frame === 'whole'
      ? notes(canvas, [...chart.notes, ...leftOut(chart, canvas)], body.bottom)
      : { marks: [], bottom: body.bottom };
  const marks = [...above.marks, ...body.marks, ...below.marks];
  return offset === 0
    ? { marks, bottom: below.bottom }
    : {
        marks: [element('g', { transform: `translate(0 ${px(offset)})` }, marks.join(''))],
        bottom: offset + below.bottom,
      };
}

function drawnBody<K extends ChartKind>(chart: ChartOf<K>, canvas: Canvas, top: number, with_legend: boolean): Drawn {
  const drawer: Drawer<K> = DRAW[chart.kind];
  return drawer(canvas, chart, top, with_legend);
}

function leftOut<K extends ChartKind>(chart: ChartOf<K>, canvas: Canvas): readonly string[] {
  return chart.empty === null ? (LEFT_OUT[chart.kind]?.(canvas, chart) ?? []) : [];
}

/** Charts stacked vertically. */
function board(chart: ChartOf<'board'>, canvas: Canvas, { theme, standalone = false }: DrawOptions): Drawing {
  const above = head(canvas, chart);
  const marks = [...above.marks];
  let bottom = above.bottom;
  for (const each of chart.charts) {
    const drawn = drawnOne(each, canvas, 'whole', bottom + 8);
    marks.push(...drawn.marks);
    bottom = drawn.bottom + 12;
  }
  return finished(canvas, { marks, bottom: bottom + PAD }, chart, { theme, standalone });
}

function finished(
  canvas: Canvas,
  { marks, bottom }: Drawn,
  chart: Chart,
  { theme, standalone }: Required<Pick<DrawOptions, 'theme' | 'standalone'>>,
): Drawing {
  const height = Math.ceil(bottom);
  const { width } = canvas;
  const style = standalone && theme === 'page' ? `<style>${themeCss('svg')}</style>` : '';
  const ground = standalone ? rect({ x: 0, y: 0, width, height }, { fill: canvas.paint('ground') }) : '';
  const svg = element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${px(width)} ${height}`,
      width: standalone ? width : null,
      height: standalone ? height : null,
      role: 'img',
      'aria-label': `${chart.title}. ${chart.summary}`,
      'font-family': standalone ? FONT : null,
      'font-size': 12,
    },
    [style, ground, ...marks].join('\n'),
  );
  return { svg, height, left_out: [], hits: canvas.hits };
}

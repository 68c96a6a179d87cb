/** Paths: flows between steps if there is room, otherwise a list per step. */
import { type SankeyLink, type SankeyNode, sankey, sankeyLeft, sankeyLinkHorizontal } from 'd3-sankey';
import type { ChartOf } from '../model/question/chart.ts';
import { type Canvas, NARROW_BELOW, PAD, SMALL } from './canvas.ts';
import { compact, duration, full, timesText } from './format.ts';
import { type Drawn, laterLeftOut } from './frame.ts';
import { element, rect } from './marks.ts';

type Flow = ChartOf<'flow'>;
type FlowNode = Flow['nodes'][number];
type FlowEdge = Flow['edges'][number];

const COLUMN_MIN = 150;
const NODE = 10;
const NODE_GAP = 24;
const HEIGHT_MIN = 260;
const HEIGHT_MAX = 720;
const LISTED = 3;

export function drawFlow(canvas: Canvas, chart: Flow, top: number): Drawn {
  return canvas.width < NARROW_BELOW ? lists(canvas, chart, top) : ribbons(canvas, chart, top);
}

function stepCount({ nodes }: Flow): number {
  return nodes.reduce((most, { step }) => Math.max(most, step), 1);
}

/** A narrow picture lists all steps. */
export function flowLeftOut(canvas: Canvas, chart: Flow): string[] {
  return canvas.width < NARROW_BELOW ? [] : laterLeftOut(stepCount(chart) - stepsShown(canvas, chart), 'step');
}

function stepsShown(canvas: Canvas, chart: Flow): number {
  return Math.max(2, Math.min(stepCount(chart), Math.floor(canvas.room / COLUMN_MIN)));
}

function ribbons(canvas: Canvas, chart: Flow, top: number): Drawn {
  const steps = stepsShown(canvas, chart);
  const kept = new Map(chart.nodes.filter(({ step }) => step <= steps).map((node) => [node.id, node]));
  const edges = chart.edges.filter(({ source, target }) => kept.has(source) && kept.has(target));
  const used = new Set(edges.flatMap(({ source, target }) => [source, target]));
  const nodes = [...kept.values()].filter(({ id }) => used.has(id));
  const fullest = Math.max(
    ...Array.from({ length: steps }, (_, at) => nodes.filter(({ step }) => step === at + 1).length),
  );
  const height = Math.min(HEIGHT_MAX, Math.max(HEIGHT_MIN, fullest * (NODE_GAP + 14)));
  const column = canvas.room / steps;
  const body = top + 28;
  const layout = sankey<FlowNode, FlowEdge>()
    .nodeId(({ id }) => id)
    .nodeAlign(sankeyLeft)
    .nodeWidth(NODE)
    .nodePadding(NODE_GAP)
    .nodeSort(null)
    .extent([
      [PAD, body],
      [PAD + (steps - 1) * column + NODE, body + height],
    ])({ nodes: nodes.map((node) => ({ ...node })), links: edges.map((edge) => ({ ...edge })) });
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  const nameOf = (id: string): string => names.get(id) ?? '';
  const flows = layout.links.map((link, at) => {
    const { source, target } = edges[at]!;
    return ribbon(canvas, link, `${nameOf(source)} → ${nameOf(target)}`);
  });
  const stops = layout.nodes.map((node) => stop(canvas, node, column));
  const titles = Array.from({ length: steps }, (_, at) =>
    canvas.text(PAD + at * column, top + 14, `Step ${at + 1}`, { size: SMALL }),
  );
  return { marks: [...titles, ...flows, ...stops], bottom: body + height + 12 };
}

function ribbon(canvas: Canvas, link: SankeyLink<FlowNode, FlowEdge>, ends: string): string {
  const path = sankeyLinkHorizontal<FlowNode, FlowEdge>()(link) ?? '';
  const mark = element('path', {
    d: path.replace(/\.(\d)\d+/g, '.$1'),
    fill: 'none',
    stroke: canvas.paint('hue0'),
    'stroke-opacity': 0.22,
    'stroke-width': Math.max(1, link.width ?? 1),
  });
  const lines = [ends, `${timesText(link.value)}, ${duration(link.average_s)} on average`];
  return canvas.hit(mark, lines, link.people);
}

function stop(canvas: Canvas, node: SankeyNode<FlowNode, FlowEdge>, column_px: number): string {
  const { x0 = 0, x1 = 0, y0 = 0, y1 = 0, name, value = 0 } = node;
  const middle = (y0 + y1) / 2;
  const figure = compact(value, 'count');
  const room = column_px - NODE - 16 - canvas.widthOf(figure, SMALL) - 6;
  const width = Math.min(room, canvas.widthOf(name, 12, true));
  const drawn = [
    rect({ x: x0, y: y0, width: x1 - x0, height: Math.max(1.5, y1 - y0) }, { fill: canvas.paint('hue0'), rx: 2 }),
    canvas.text(x1 + 6, middle + 4, name, { bold: true, paint: 'ink', width: width + 1, halo: true }),
    canvas.text(x1 + 6 + width + 8, middle + 4, figure, { size: SMALL, halo: true }),
  ].join('');
  return canvas.hit(drawn, [name, timesText(value)]);
}

/** The largest edges of each step, and the sum of the rest. */
function lists(canvas: Canvas, chart: Flow, top: number): Drawn {
  const nodes = new Map(chart.nodes.map((node) => [node.id, node]));
  const most = chart.edges.reduce((found, { value }) => Math.max(found, value), 1);
  const marks: string[] = [];
  let y = top;
  for (let step = 1; step < stepCount(chart); step++) {
    const edges = chart.edges
      .filter(({ source }) => nodes.get(source)?.step === step)
      .sort((a, b) => b.value - a.value);
    if (edges.length === 0) continue;
    marks.push(canvas.text(PAD, y + 16, `From step ${step} to step ${step + 1}`, { size: SMALL }));
    y += 22;
    for (const edge of edges.slice(0, LISTED)) {
      const [from = '', to = ''] = [edge.source, edge.target].map((id) => nodes.get(id)?.name ?? '');
      marks.push(listed(canvas, { edge, from, to, share: edge.value / most }, y));
      y += 36;
    }
    const rest = edges.slice(LISTED);
    if (rest.length > 0) {
      const times = rest.reduce((sum, { value }) => sum + value, 0);
      marks.push(canvas.text(PAD, y + 12, `and ${rest.length} more, ${full(times, 'count')}`, { size: SMALL }));
      y += 22;
    }
    y += 8;
  }
  return { marks, bottom: y };
}

interface Listed {
  readonly edge: FlowEdge;
  readonly from: string;
  readonly to: string;
  /** Share of the largest edge. */
  readonly share: number;
}

/** Both names and the number in one line, over a bar. The first name gets half the room, or what the other leaves. */
function listed(canvas: Canvas, { edge, from, to, share }: Listed, y: number): string {
  const figure = full(edge.value, 'count');
  const room = canvas.room - canvas.widthOf(figure) - 12;
  const arrow = canvas.widthOf(' → ');
  const half = (room - arrow) / 2;
  const from_px = Math.min(canvas.widthOf(from), Math.max(half, room - arrow - canvas.widthOf(to)));
  const bar = { x: PAD, y: y + 20, width: Math.max(2, share * canvas.room), height: 6 };
  const drawn = [
    canvas.text(PAD, y + 14, from, { paint: 'ink', width: from_px + 1 }),
    canvas.text(PAD + from_px + arrow / 2, y + 14, '→', { anchor: 'middle' }),
    canvas.text(PAD + from_px + arrow, y + 14, to, { paint: 'ink', width: room - arrow - from_px }),
    canvas.text(canvas.width - PAD, y + 14, figure, { anchor: 'end' }),
    rect(bar, { fill: canvas.paint('hue0'), rx: 3 }),
  ].join('');
  return canvas.hit(
    drawn,
    [`${from} → ${to}`, `${timesText(edge.value)}, ${duration(edge.average_s)} on average`],
    edge.people,
  );
}

/** A chart of each kind, over the sample shop on one fixed day: for the docs, and to look at. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { draw } from '../../src/chart/draw.ts';
import { themeCss } from '../../src/chart/theme.ts';
import { sampleShop } from '../../src/cli/demo/shop.ts';
import { SHOP_TOUR } from '../../src/cli/demo/tours.ts';
import type { Chart } from '../../src/model/question/chart.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { openService, type RunningService } from '../../src/service/service.ts';

/** Afternoon of a Friday: the day, the week and the month still run. */
const NOW_MS = Date.UTC(2026, 10, 20, 18);

export interface Asked {
  readonly name: string;
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
}

interface GalleryItem extends Asked {
  readonly title: string;
}

const BUYERS = { id: 'purchase', math: 'dau', name: 'Buyers' };
const VISITS = { id: '$pageview', name: 'Page views' };
const CHANNEL = { breakdown: 'channel', breakdown_type: 'event' };
const STEPS = ['$pageview', 'product viewed', 'added to cart', 'purchase'].map((id, order) => ({ id, order }));

export const GALLERY: readonly GalleryItem[] = [
  {
    name: 'trend-line',
    title: 'Trend with the period before',
    tool: 'compute_trend',
    arguments: { events: [BUYERS], date_from: '-30d', compare: true },
  },
  {
    name: 'trend-lines',
    title: 'Trend split by a property',
    tool: 'compute_trend',
    arguments: { events: [VISITS], date_from: '-30d', ...CHANNEL },
  },
  {
    name: 'trend-bars',
    title: 'Bars by week',
    tool: 'compute_trend',
    arguments: { events: [VISITS], date_from: '-90d', interval: 'week', display: 'ActionsBar', ...CHANNEL },
  },
  {
    name: 'trend-total',
    title: 'One number',
    tool: 'compute_trend',
    arguments: { events: [BUYERS], date_from: '-7d', display: 'BoldNumber', compare: true },
  },
  {
    name: 'trend-table',
    title: 'Values side by side',
    tool: 'compute_trend',
    arguments: { events: [VISITS], date_from: '-30d', display: 'ActionsTable', ...CHANNEL },
  },
  {
    name: 'trend-map',
    title: 'World map',
    tool: 'compute_trend',
    arguments: {
      events: [VISITS],
      date_from: '-30d',
      display: 'WorldMap',
      breakdown: 'country',
      breakdown_type: 'event',
    },
  },
  {
    name: 'funnel-steps',
    title: 'Funnel',
    tool: 'compute_funnel',
    arguments: { events: STEPS, date_from: '-30d', funnel_window_interval: 7 },
  },
  {
    name: 'funnel-split',
    title: 'Funnel split by a property',
    tool: 'compute_funnel',
    arguments: { events: STEPS, date_from: '-30d', ...CHANNEL },
  },
  {
    name: 'funnel-trend',
    title: 'Conversion over time',
    tool: 'compute_funnel',
    arguments: { events: [STEPS[0], STEPS[3]], date_from: '-30d', funnel_viz_type: 'trends' },
  },
  {
    name: 'funnel-times',
    title: 'Time to convert',
    tool: 'compute_funnel',
    arguments: {
      events: [STEPS[0], { ...STEPS[3], order: 1 }],
      date_from: '-30d',
      funnel_viz_type: 'time_to_convert',
      bin_count: 14,
    },
  },
  {
    name: 'retention',
    title: 'Retention',
    tool: 'compute_retention',
    arguments: {
      target_entity: { id: '$pageview' },
      returning_entity: { id: '$pageview' },
      retention_type: 'retention_first_time',
      period: 'Week',
      total_intervals: 9,
    },
  },
  {
    name: 'retention-curve',
    title: 'Retention as a curve',
    tool: 'compute_retention',
    arguments: {
      target_entity: { id: '$pageview' },
      returning_entity: { id: '$pageview' },
      period: 'Day',
      total_intervals: 15,
    },
  },
  {
    name: 'paths',
    title: 'Paths',
    tool: 'compute_path',
    arguments: { include_event_types: ['custom_event', '$pageview'], date_from: '-30d', step_limit: 4, edge_limit: 20 },
  },
  {
    name: 'lifecycle',
    title: 'Lifecycle',
    tool: 'compute_trend',
    arguments: { insight: 'LIFECYCLE', events: [{ id: '$pageview' }], date_from: '-90d', interval: 'week' },
  },
  {
    name: 'stickiness',
    title: 'Stickiness',
    tool: 'compute_trend',
    arguments: { insight: 'STICKINESS', events: [{ id: '$pageview' }], date_from: '-30d' },
  },
  {
    name: 'correlation',
    title: 'What goes with a funnel',
    tool: 'compute_funnel_correlation',
    arguments: {
      events: [STEPS[0], { ...STEPS[3], order: 1 }],
      date_from: '-30d',
      funnel_correlation_type: 'properties',
      funnel_correlation_names: ['$all'],
    },
  },
];

export interface Answered {
  /** What the assistant reads. */
  readonly text: string;
  readonly chart: Chart | null;
}

let gallery: Promise<ReadonlyMap<string, Chart>> | null = null;

/** Asked once in each process. */
export function galleryCharts(): Promise<ReadonlyMap<string, Chart>> {
  gallery ??= chartsOf(GALLERY);
  return gallery;
}

/** Name -> its chart, of the sample shop on that day. */
export async function chartsOf(items: readonly Asked[]): Promise<Map<string, Chart>> {
  const charts = new Map<string, Chart>();
  for (const [name, { chart }] of await answersOf(items)) {
    if (chart === null) throw new Error(`${name} makes no chart`);
    charts.set(name, chart.kind === 'cohorts' && name.endsWith('curve') ? { ...chart, form: 'curve' } : chart);
  }
  return charts;
}

let written: Uint8Array | null = null;

/** The sample shop on that day, which takes longer to make than to ask: it is made once, and each gets a copy. */
async function openShop(path: string): Promise<RunningService> {
  const open = () => openService({ path, now: () => NOW_MS, computing: { thread: 'never' } });
  if (written === null) {
    const service = open();
    const items = sampleShop(NOW_MS + 86_400_000, 1);
    service.ingest.importItems(
      service.store.projects.list()[0]!,
      items.filter((item) => item.kind !== 'event' || item.event.timestamp_ms < NOW_MS),
    );
    await service.close();
    written = readFileSync(path);
  } else writeFileSync(path, written);
  return open();
}

/** Name -> what an assistant is told and shown, of the sample shop on that day. */
export async function answersOf(items: readonly Asked[]): Promise<Map<string, Answered>> {
  const folder = mkdtempSync(join(tmpdir(), 'insights-test-'));
  const service = await openShop(join(folder, 'shop.db'));
  try {
    const answers = new Map<string, Answered>();
    for (const { name, tool, arguments: asked } of items) {
      const operation = operationNamed(tool);
      const answer = await call(service, localOwner(service), operation, asked, { face: 'mcp' });
      const chart = operation.chart?.(answer as never, asked) ?? null;
      answers.set(name, { text: operation.text(answer as never), chart });
    }
    return answers;
  } finally {
    await service.close();
    rmSync(folder, { recursive: true });
  }
}

const WIDE = 760;

/** File below docs -> what it holds. Colours follow the reader's system. */
export async function docsPictures(): Promise<Map<string, string>> {
  const charts = await galleryCharts();
  const each = [...charts].map(([name, chart]): [string, string] => [`gallery/${name}.svg`, picture(chart)]);
  return new Map([
    ...each,
    ['gallery.md', galleryPage()],
    ['demo.svg', demoPicture(charts.get('trend-line')!, charts.get('funnel-steps')!)],
  ]);
}

export function picture(chart: Chart): string {
  return `${draw(chart, { width: WIDE, theme: 'page', standalone: true }).svg}\n`;
}

function galleryPage(): string {
  const items = GALLERY.map(({ name, title, tool, arguments: asked }) =>
    [`## ${title}`, `![${title}](gallery/${name}.svg)`, `\`${tool}\` \`${JSON.stringify(asked)}\``].join('\n\n'),
  );
  return [
    '# What answers look like',
    [
      'Every answer that is a chart is drawn the same everywhere: in a chat whose host shows views (MCP Apps), on the page of a',
      'sharing link, as `.svg` and `.png` of it. These are the answers of the sample shop (`insights-mcp demo`) to the questions below them,',
      'as an assistant asks them. Whether they still are is tested; `npm run gallery` makes them anew.',
    ].join('\n'),
    ...items,
    '',
  ].join('\n\n');
}

/** Beside each other, for the README. */
function demoPicture(trend: Chart, funnel: Chart): string {
  const place = (chart: Chart, x: number, width: number) => {
    const { svg, height } = draw(chart, { width, theme: 'page', standalone: true });
    return { height, svg: svg.replace('<svg ', `<svg x="${x}" `) };
  };
  const [left, right] = [
    place({ ...trend, title: SHOP_TOUR.trend.question }, 0, 480),
    place({ ...funnel, title: SHOP_TOUR.funnel.question }, 480, 360),
  ];
  const height = Math.max(left.height, right.height);
  const ground = `<rect width="840" height="${height}" fill="var(--ground)"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 840 ${height}" role="img" aria-label="Buyers of the sample shop by day, and the funnel from visit to order">\n<style>${themeCss('svg')}</style>\n${ground}\n${left.svg}\n${right.svg}\n</svg>\n`;
}

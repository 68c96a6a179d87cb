/** The chart view of MCP Apps: draws a tool's answer, and asks again when the reader wants something else. */
import { themeCss } from '../chart/theme.ts';
import type { Chart } from '../model/question/chart.ts';
import { make } from './element.ts';
import { Figure } from './figure.ts';
import { connect, type Host, type HostContext, type Told, type ToolResult } from './host.ts';
import { chartIn, textOf, View } from './view.ts';

const page = document.querySelector('main')!;
const figures = make('div', { class: 'figures' }, make('p', {}, 'Waiting for the answer …'));
page.append(figures);
const theme = new CSSStyleSheet();
theme.replaceSync(themeCss(':root'));
document.adoptedStyleSheets = [theme];

let shown: Figure[] = [];
/** A result that came before the host introduced itself. */
let early: ToolResult | null = null;
let view: View | null = null;

function hear(told: Told): void {
  if (told.method === 'ui/notifications/tool-result') {
    if (view === null) early = told.params;
    else show(view, told.params);
  }
  if (told.method === 'ui/notifications/tool-cancelled')
    figures.replaceChildren(make('p', {}, 'The question was given up.'));
  if (told.method === 'ui/notifications/host-context-changed') dress(told.params);
}

function show(on: View, result: ToolResult): void {
  const chart = chartIn(result);
  if (chart === null) {
    shown = [];
    figures.replaceChildren(make('pre', {}, textOf(result) || 'There is nothing to draw.'));
    return;
  }
  const charts: readonly Chart[] = chart.kind === 'board' ? chart.charts : [chart];
  shown = charts.map((each) => new Figure(on, each));
  const head =
    chart.kind === 'board'
      ? [make('h1', { class: 'board' }, chart.title), ...chart.subtitle.map((text) => make('p', {}, text))]
      : [];
  const notes =
    chart.kind === 'board'
      ? [...chart.notes, ...(chart.empty === null ? [] : [chart.empty])].map((text) =>
          make('p', { class: 'note' }, text),
        )
      : [];
  figures.replaceChildren(...head, ...shown.map(({ element }) => element), ...notes);
  // Only now do figures have a width.
  for (const figure of shown) figure.draw();
}

/** Colours and fonts of the host, if it sends them. */
const HOST_VARIABLES: readonly (readonly [theirs: string, ours: string])[] = [
  ['--color-text-primary', '--ink'],
  ['--color-text-secondary', '--muted'],
  ['--color-background-primary', '--ground'],
  ['--font-sans', '--font'],
];

function dress(context: HostContext): void {
  const root = document.documentElement;
  if (context.theme !== undefined) root.dataset['theme'] = context.theme;
  if (context.locale !== undefined) root.lang = context.locale;
  const variables = context.styles?.variables ?? {};
  for (const [theirs, ours] of HOST_VARIABLES) {
    const value = variables[theirs];
    if (value) root.style.setProperty(ours, value);
  }
  for (const figure of shown) figure.draw();
}

/** Hosts size the frame by the size that the document reports. */
function tellSize(host: Host): void {
  let last = '';
  const tell = (): void => {
    const [width, height] = [document.documentElement.scrollWidth, Math.ceil(page.getBoundingClientRect().height)];
    const size = `${width}x${height}`;
    if (size !== last) host.notify('ui/notifications/size-changed', { width, height });
    last = size;
  };
  new ResizeObserver(() => requestAnimationFrame(tell)).observe(page);
  tell();
}

async function start(): Promise<void> {
  const host = await connect(hear);
  dress(host.context);
  view = new View(host, page);
  tellSize(host);
  if (early !== null) show(view, early);
}

void start();

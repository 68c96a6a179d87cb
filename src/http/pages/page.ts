/**
 * Pages of insights and dashboards: title, charts, table. Plain HTML without scripts; user text is escaped, and
 * nothing is loaded from elsewhere. Each chart is included twice, for narrow and wide pages.
 */
import { draw } from '../../chart/draw.ts';
import { cellText } from '../../chart/format.ts';
import { escaped } from '../../chart/marks.ts';
import { themeCss } from '../../chart/theme.ts';
import type { Chart, ChartTable } from '../../model/question/chart.ts';

const NARROW_PX = 360;
const WIDE_PX = 900;

export const STYLE = `
${themeCss(':root')}
:root { color-scheme: light dark; }
body { margin: 1.5rem auto; max-width: 60rem; padding: 0 1rem; font: 16px/1.5 Inter, 'Segoe UI', system-ui, sans-serif; color: var(--ink); background: var(--ground); }
h2 { font-size: 1.125rem; line-height: 1.3; margin: 2rem 0 .25rem; overflow-wrap: anywhere; }
ul { padding-left: 1.25rem; }
small { color: var(--muted); }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; overflow-wrap: anywhere; }
p { color: var(--muted); margin: 0 0 .25rem; overflow-wrap: anywhere; }
p.text { margin: 1.5rem 0 .25rem; color: var(--ink); white-space: pre-wrap; }
figure { margin: 1rem -16px; }
figure p { padding: 0 16px; }
svg { display: block; width: 100%; height: auto; font-variant-numeric: tabular-nums; }
.wide { display: none; }
@media print, (min-width: 720px) { .wide { display: block; } .narrow { display: none; } }
a { color: var(--hue0); }
.scroll { overflow-x: auto; margin-top: 1.5rem; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--muted); padding: .3rem 0; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--grid); text-align: right; white-space: nowrap; max-width: 24rem; overflow: hidden; text-overflow: ellipsis; }
tbody th { font-weight: 400; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
th.words, td.words { text-align: left; }
@media print { .scroll { overflow: visible; } }
`;

/** Content of a page for an insight without a result. */
export interface Bare {
  readonly title: string;
  readonly description: string;
  /** Why there is no result, if that is known. */
  readonly reason?: string;
}

/** @param files the link without extension, for picture and CSV @param above HTML before the title */
export function insightPage(
  insight: Bare,
  chart: Chart | null,
  { files, above }: { readonly files: string; readonly above: string },
): string {
  if (chart === null) {
    const description = insight.description === '' ? [] : [`<p>${escaped(insight.description)}</p>`];
    return page(insight.title, [above, `<h1>${escaped(insight.title)}</h1>`, ...description, noResult(insight.reason)]);
  }
  return page(chart.title, [
    above,
    `<h1>${escaped(chart.title)}</h1>`,
    ...chart.subtitle.map((text) => `<p>${escaped(text)}</p>`),
    ...figuresOf(chart),
    ...chart.notes.map((text) => `<p>${escaped(text)}</p>`),
    `<p>${['svg', 'png', 'csv', 'json'].map((ending) => `<a href="${escaped(files)}.${ending}">${ending.toUpperCase()}</a>`).join(' · ')}</p>`,
    `<div class="scroll" tabindex="0" role="region" aria-label="Table">${tableHtml(chart.table)}</div>`,
  ]);
}

export function messagePage(title: string, text: string): string {
  return page(title, [`<h1>${escaped(title)}</h1>`, `<p>${escaped(text)}</p>`]);
}

/** A tile of a dashboard: a text, or a chart with the address of its insight's page. */
export type Tile =
  | { readonly text: string }
  | { readonly title: string; readonly href: string; readonly chart: Chart | null; readonly reason: string };

function noResult(reason = ''): string {
  return `<p>This insight has no result.${reason === '' ? '' : ` ${escaped(reason)}`}</p>`;
}

export function dashboardPage({ title, description }: Bare, tiles: readonly Tile[], above: string): string {
  return page(title, [
    above,
    `<h1>${escaped(title)}</h1>`,
    ...(description === '' ? [] : [`<p>${escaped(description)}</p>`]),
    ...(tiles.length === 0 ? ['<p>There is nothing on this dashboard.</p>'] : tiles.flatMap(tileHtml)),
  ]);
}

function tileHtml(tile: Tile): string[] {
  if ('text' in tile) return [`<p class="text">${escaped(tile.text)}</p>`];
  const { title, href, chart, reason } = tile;
  const heading = `<h2><a href="${escaped(href)}">${escaped(chart?.title ?? title)}</a></h2>`;
  if (chart === null) return [heading, noResult(reason)];
  const [subtitle, notes] = [chart.subtitle, chart.notes].map((texts) =>
    texts.map((text) => `<p>${escaped(text)}</p>`),
  );
  return [heading, ...subtitle!, figure(chart, WIDE_PX, 'wide'), figure(chart, NARROW_PX, 'narrow'), ...notes!];
}

/** A list of links with a heading. */
export interface LinkList {
  readonly heading: string;
  readonly links: readonly { readonly href: string; readonly text: string; readonly note: string }[];
  /** Shown if there are no links. */
  readonly none: string;
}

export function listPage(title: string, lists: readonly LinkList[]): string {
  const items = lists.flatMap(({ heading, links, none }) => [
    `<h2>${escaped(heading)}</h2>`,
    links.length === 0
      ? `<p>${escaped(none)}</p>`
      : `<ul>${links.map(({ href, text, note }) => `<li><a href="${escaped(href)}">${escaped(text)}</a>${note === '' ? '' : ` <small>${escaped(note)}</small>`}</li>`).join('')}</ul>`,
  ]);
  return page(title, [`<h1>${escaped(title)}</h1>`, ...items]);
}

/**
 * A page that navigates on by itself. A redirect would still count as coming from the other site, so a strict cookie would
 * not be sent. From our own page it is.
 */
export function onwardPage(path: string): string {
  const head = `<meta http-equiv="refresh" content="0;url=${escaped(path)}">`;
  return page('Opening', ['<h1>Opening …</h1>', `<p><a href="${escaped(path)}">Go on</a></p>`], head);
}

/** Shows retention twice: all starts together, and each start by itself. */
function figuresOf(chart: Chart): string[] {
  const forms: Chart[] = chart.kind === 'cohorts' ? [{ ...chart, form: 'curve' }, chart] : [chart];
  return forms.flatMap((form) => [figure(form, WIDE_PX, 'wide'), figure(form, NARROW_PX, 'narrow')]);
}

function figure(chart: Chart, width: number, name: string): string {
  const { svg, left_out } = draw(chart, { width, theme: 'page', hits: 'titles', frame: 'legend' });
  const notes = left_out.map((text) => `<p>${escaped(text)}</p>`).join('');
  return `<figure class="${name}">${svg}${notes}</figure>`;
}

function page(title: string, body: readonly string[], head = ''): string {
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `${head}<title>${escaped(title)}</title><style>${STYLE}</style></head><body>`,
    '<main>',
    ...body.filter((part) => part !== ''),
    '</main></body></html>\n',
  ].join('\n');
}

function tableHtml({ columns, rows, rows_left_out }: ChartTable): string {
  const side = columns.map(({ unit }, at) => (unit === 'text' && at > 0 ? ' class="words"' : ''));
  const head = columns.map(({ name }, at) => `<th scope="col"${side[at]}>${escaped(name)}</th>`).join('');
  const body = rows.map((row) => {
    const cells = row.map((cell, at) => {
      const text = cellText(cell, columns[at]?.unit);
      return at === 0 ? `<th scope="row">${escaped(text)}</th>` : `<td${side[at]}>${escaped(text)}</td>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  const caption =
    rows_left_out > 0 ? `<caption>${rows_left_out} more rows are not shown; the CSV has them all.</caption>` : '';
  return `<table>${caption}<thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
}

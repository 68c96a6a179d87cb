/**
 * A run as a picture: how many times faster the product is than the faster peer. One column per question;
 * full dot: asked again; ring: with a new filter.
 */
import { allEqual, type QueryFigure, type Report, ratioOf } from './report.ts';

const SIZE = { width: 760, height: 330 };
const PLOT = { left: 44, right: 748, top: 74, bottom: 268 };
const TICKS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200];
const CAPTION_CHARS = 120;

type Place = (ratio: number) => number;

export function chartOf(report: Report): string {
  const rows = report.queries
    .filter((query) => !Number.isNaN(ratioOf(query.again)))
    .toSorted((a, b) => ratioOf(b.again) - ratioOf(a.again));
  const ratios = rows.flatMap(({ again, filtered }) => [ratioOf(again), ratioOf(filtered)].filter(Number.isFinite));
  const ticks = ticksAround(Math.min(...ratios), Math.max(...ratios));
  const [low, high] = [Math.log(ticks[0]!), Math.log(ticks.at(-1)!)];
  const y: Place = (ratio) => PLOT.bottom - ((Math.log(ratio) - low) / (high - low)) * (PLOT.bottom - PLOT.top);
  const step = (PLOT.right - PLOT.left) / rows.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" font-family="system-ui, sans-serif">
<title>Times faster than the faster of ClickHouse and DuckDB</title>
<style>
.title { font-size: 14px; font-weight: 600; fill: #1f2937 } .note { font-size: 11px; fill: #6b7280 }
.again { fill: #2563eb } .filtered { fill: none; stroke: #2563eb; stroke-width: 1.5 } .slower.again { fill: #d97706 } .slower.filtered { stroke: #d97706 }
.span { stroke: #9ca3af77 } .grid { stroke: #9ca3af55 } .one { stroke: #6b7280 }
@media (prefers-color-scheme: dark) { .title { fill: #e5e7eb } .note { fill: #9ca3af } .again { fill: #60a5fa } .filtered { stroke: #60a5fa } }
</style>
<text x="12" y="22" class="title">Times faster than the faster of ClickHouse and DuckDB: ${rows.length} questions, ${(report.events / 1e6).toFixed(1)} million events</text>
<text x="12" y="40" class="note">${report.machine}. Medians of one run${allEqual(report) ? '; all answers equal' : ''}. Below 1x a database is faster.</text>
<circle cx="17" cy="56" r="4" class="again"/><text x="26" y="60" class="note">asked again</text>
<circle cx="107" cy="56" r="3.5" class="filtered"/><text x="116" y="60" class="note">with a filter never asked before</text>
${ticks.map((tick) => gridLine(y(tick), tick)).join('\n')}
${rows.map((query, at) => columnOf(query, PLOT.left + (at + 0.5) * step, y)).join('\n')}
${captions(rows)
  .map((line, at) => `<text x="12" y="${PLOT.bottom + 22 + at * 15}" class="note">${line}</text>`)
  .join('\n')}
</svg>
`;
}

function ticksAround(least: number, most: number): readonly number[] {
  const first = TICKS.findLastIndex((tick) => tick <= least);
  const last = TICKS.findIndex((tick) => tick >= most);
  return TICKS.slice(Math.max(0, first), last < 0 ? TICKS.length : last + 1);
}

function gridLine(y: number, tick: number): string {
  return [
    `<line x1="${PLOT.left}" x2="${PLOT.right}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}" class="${tick === 1 ? 'one' : 'grid'}"/>`,
    `<text x="${PLOT.left - 6}" y="${(y + 4).toFixed(1)}" class="note" text-anchor="end">${tick}x</text>`,
  ].join('\n');
}

function columnOf(query: QueryFigure, x: number, y: Place): string {
  const [again, filtered] = [ratioOf(query.again), ratioOf(query.filtered)];
  const both = Number.isNaN(filtered)
    ? ''
    : `<line x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${y(again).toFixed(1)}" y2="${y(filtered).toFixed(1)}" class="span"/>${dot(x, y(filtered), 3.5, filtered, 'filtered')}`;
  const told = `${query.name}, ${query.title}: ${timesOf(again)}${Number.isNaN(filtered) ? '' : `, with a new filter ${timesOf(filtered)}`}`;
  return `<g><title>${told}</title>${both}${dot(x, y(again), 4, again, 'again')}</g>`;
}

function dot(x: number, y: number, radius: number, ratio: number, kind: string): string {
  return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius}" class="${ratio < 1 ? 'slower ' : ''}${kind}"/>`;
}

function timesOf(ratio: number): string {
  return `${ratio.toFixed(ratio < 10 ? 1 : 0)}x`;
}

/** The mean, and questions where a database is faster. */
function captions(rows: readonly QueryFigure[]): string[] {
  const again = rows.map((query) => ratioOf(query.again));
  const filtered = rows.map((query) => ratioOf(query.filtered)).filter(Number.isFinite);
  const slower = rows.filter((query) => ratioOf(query.again) < 1).map(({ name }) => name);
  const slower_filtered = rows.filter((query) => ratioOf(query.filtered) < 1).map(({ name }) => name);
  return [
    `Geometric mean: ${timesOf(mean(again))} again${filtered.length === 0 ? '' : `, ${timesOf(mean(filtered))} with a new filter`}.`,
    `A database is faster: ${listed(slower)} again${filtered.length === 0 ? '' : `; ${listed(slower_filtered)} with a new filter`}.`,
  ];
}

function mean(ratios: readonly number[]): number {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}

function listed(names: readonly string[]): string {
  const all = names.join(', ') || 'none';
  return all.length <= CAPTION_CHARS ? all : `${names.length} questions`;
}

/** A run as a picture: how many times faster the product answers than the faster of the two peers, a bar a question. */
import { allEqual, type QueryFigure, type Report, ratioOf } from './report.ts';

const WIDTH = 760;
const ROW = 20;
const TOP = 58;
const PLOT = { left: 330, width: 310 };
/** Bars are logarithmic: half as fast and twice as fast are as long. */
const LOWEST = 0.5;
const TICKS = [1, 2, 5, 10, 20, 50, 100, 200];

export function chartOf(report: Report): string {
  const rows = report.queries.filter((query) => !Number.isNaN(ratioOf(query.again)));
  const ratios = rows.map((query) => ratioOf(query.again));
  const highest = TICKS.find((tick) => tick >= Math.max(...ratios)) ?? Math.max(...ratios);
  const x = (ratio: number): number => {
    const share = Math.log(Math.max(ratio, LOWEST) / LOWEST) / Math.log(highest / LOWEST);
    return PLOT.left + share * PLOT.width;
  };
  const bottom = TOP + rows.length * ROW;
  const millions = (report.events / 1e6).toFixed(1);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 34}" font-family="system-ui, sans-serif">
<title>Times faster than the faster of ClickHouse and DuckDB</title>
<style>
.title { font-size: 14px; font-weight: 600; fill: #1f2937 } .label { font-size: 12px; fill: #1f2937 } .axis { font-size: 11px; fill: #6b7280 }
.bar { fill: #2563eb } .slower { fill: #d97706 } .grid { stroke: #9ca3af55 } .one { stroke: #6b7280 }
@media (prefers-color-scheme: dark) { .title, .label { fill: #e5e7eb } .axis { fill: #9ca3af } .bar { fill: #60a5fa } }
</style>
<text x="12" y="22" class="title">Times faster than the faster of ClickHouse and DuckDB, ${millions} million events</text>
<text x="12" y="40" class="axis">${report.machine}. Warm medians${allEqual(report) ? ', equal answers' : ''}; longer is better.</text>
${TICKS.filter((tick) => tick <= highest)
  .map((tick) => gridLine(x(tick), tick, bottom))
  .join('\n')}
${rows.map((query, at) => barOf(query, TOP + at * ROW, x)).join('\n')}
</svg>
`;
}

function gridLine(x: number, tick: number, bottom: number): string {
  const name = tick === 1 ? 'one' : 'grid';
  return [
    `<line x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${TOP - 8}" y2="${bottom}" class="${name}"/>`,
    `<text x="${x.toFixed(1)}" y="${bottom + 16}" class="axis" text-anchor="middle">${tick}x</text>`,
  ].join('\n');
}

function barOf(query: QueryFigure, y: number, x: (ratio: number) => number): string {
  const ratio = ratioOf(query.again);
  const [one, end] = [x(1), x(ratio)];
  const text = `${ratio.toFixed(ratio < 10 ? 1 : 0)}x, ${query.again.ours.toFixed(query.again.ours < 10 ? 1 : 0)} ms`;
  return [
    `<text x="12" y="${y + 10}" class="label">${query.name}</text>`,
    `<text x="44" y="${y + 10}" class="label">${query.title}</text>`,
    `<rect x="${Math.min(one, end).toFixed(1)}" y="${y}" width="${Math.abs(end - one).toFixed(1)}" height="13" rx="2" class="${ratio < 1 ? 'slower' : 'bar'}"/>`,
    `<text x="${(Math.max(one, end) + 6).toFixed(1)}" y="${y + 10}" class="axis">${text}</text>`,
  ].join('\n');
}

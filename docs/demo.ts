/** Makes docs/demo.svg out of the sample shop: node docs/demo.ts */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleShop } from '../src/cli/demo/shop.ts';
import { SHOP_TOUR } from '../src/cli/demo/tours.ts';
import { localOwner } from '../src/service/authenticate.ts';
import { call } from '../src/service/call.ts';
import { OPERATIONS } from '../src/service/operations/index.ts';
import { openService } from '../src/service/service.ts';

/** A fixed day, so that the picture is the same whoever makes it. */
const NOW_MS = Date.UTC(2026, 10, 20, 18);
const WIDTH = 760;
const HEIGHT = 250;
const PLOT = { left: 40, top: 46, width: 400, height: 160 };

const service = openService({ path: ':memory:', now: () => NOW_MS });
const project = service.store.projects.list()[0]!;
service.ingest.importItems(project, sampleShop(NOW_MS, 1));

async function ask(name: string, body: Record<string, unknown>): Promise<{ result: Record<string, unknown>[] }> {
  const operation = OPERATIONS.find((candidate) => candidate.name === name)!;
  return (await call(service, localOwner(service), operation, body)) as { result: Record<string, unknown>[] };
}

function line(values: readonly number[]): string {
  const highest = Math.max(...values);
  const points = values.map((value, index) => {
    const x = PLOT.left + (index / (values.length - 1)) * PLOT.width;
    const y = PLOT.top + PLOT.height - (value / highest) * PLOT.height;
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const bottom = PLOT.top + PLOT.height;
  return [
    `<polygon class="area" points="${PLOT.left},${bottom} ${points.join(' ')} ${PLOT.left + PLOT.width},${bottom}"/>`,
    `<polyline class="line" points="${points.join(' ')}"/>`,
    `<text x="${PLOT.left - 8}" y="${PLOT.top + 4}" class="axis" text-anchor="end">${highest}</text>`,
    `<text x="${PLOT.left - 8}" y="${bottom + 4}" class="axis" text-anchor="end">0</text>`,
  ].join('\n');
}

function funnel(steps: readonly Record<string, unknown>[]): string {
  const left = 500;
  const width = 230;
  const first = Number(steps[0]?.['count'] ?? 1);
  return steps
    .map((step, index) => {
      const y = PLOT.top + index * 42;
      const share = Number(step['count']) / first;
      return [
        `<text x="${left}" y="${y}" class="label">${step['name']}</text>`,
        `<rect x="${left}" y="${y + 6}" width="${width}" height="14" rx="3" class="track"/>`,
        `<rect x="${left}" y="${y + 6}" width="${(width * share).toFixed(1)}" height="14" rx="3" class="bar"/>`,
        `<text x="${left + width}" y="${y}" class="axis" text-anchor="end">${step['count']} (${(share * 100).toFixed(0)} %)</text>`,
      ].join('\n');
    })
    .join('\n');
}

const trend = (await ask('compute_trend', SHOP_TOUR.trend.arguments)).result[0]!;
const steps = (await ask('compute_funnel', SHOP_TOUR.funnel.arguments)).result;
const days = trend['days'] as string[];
const bottom = PLOT.top + PLOT.height + 20;

writeFileSync(
  join(import.meta.dirname, 'demo.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif">
<title>Buyers of the sample shop per day, and the funnel from visit to order</title>
<style>
.title { font-size: 14px; font-weight: 600; fill: #1f2937 } .label { font-size: 12px; fill: #1f2937 } .axis { font-size: 11px; fill: #6b7280 }
.line { fill: none; stroke: #2563eb; stroke-width: 2 } .area { fill: #2563eb22 } .bar { fill: #2563eb } .track { fill: #9ca3af33 }
@media (prefers-color-scheme: dark) { .title, .label { fill: #e5e7eb } .axis { fill: #9ca3af } .line { stroke: #60a5fa } .bar { fill: #60a5fa } .area { fill: #60a5fa22 } }
</style>
<text x="${PLOT.left}" y="20" class="title">${SHOP_TOUR.trend.question}</text>
${line(trend['data'] as number[])}
<text x="${PLOT.left}" y="${bottom}" class="axis">${days[0]}</text>
<text x="${PLOT.left + PLOT.width}" y="${bottom}" class="axis" text-anchor="end">${days[days.length - 1]}</text>
<text x="500" y="20" class="title">From visit to order</text>
${funnel(steps)}
</svg>
`,
);
await service.close();

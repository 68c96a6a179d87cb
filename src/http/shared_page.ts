/** The page of a shared insight: title, chart, table. Plain HTML; what people wrote is escaped, nothing is loaded. */
import { isObject } from '../base/json.ts';
import type { Table } from '../service/operation.ts';
import { escapeText } from './escape.ts';
import { chartOf } from './shared_chart.ts';
import { chartSvg } from './svg.ts';

export const STYLE = `
:root { color-scheme: light dark; --ink: #1d2129; --soft: #67707e; --line: #d9dde3; --page: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaee; --soft: #98a1af; --line: #363c46; --page: #16191e; } }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
p { color: var(--soft); margin: 0 0 1rem; }
figure { margin: 1.5rem 0; }
svg { width: 100%; height: auto; font: 12px system-ui, sans-serif; }
svg text { fill: var(--soft); }
.grid { stroke: var(--line); }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; }
.l0 { stroke: #1d6fdc; } .l1 { stroke: #d9480f; } .l2 { stroke: #2b8a3e; } .l3 { stroke: #9c36b5; }
.l4 { stroke: #b8860b; } .l5 { stroke: #0b7285; } .l6 { stroke: #c2255c; } .l7 { stroke: #5f6b7a; }
.f0 { fill: #1d6fdc; } .f1 { fill: #d9480f; } .f2 { fill: #2b8a3e; } .f3 { fill: #9c36b5; }
.f4 { fill: #b8860b; } .f5 { fill: #0b7285; } .f6 { fill: #c2255c; } .f7 { fill: #5f6b7a; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
`;

const ROWS_SHOWN = 500;
const COLUMNS_SHOWN = 200;

export function sharedPage(insight: Readonly<Record<string, unknown>>, table: Table): string {
  const title = textOf(insight['name']) || textOf(insight['derived_name']) || 'Insight';
  const chart = chartOf(insight['result']);
  const body = [
    `<h1>${escapeText(title)}</h1>`,
    ...(textOf(insight['description']) === '' ? [] : [`<p>${escapeText(textOf(insight['description']))}</p>`]),
    `<p>${escapeText(rangeText(insight))}</p>`,
    ...(chart === null ? [] : [`<figure>${chartSvg(chart, title)}</figure>`]),
    ...(insight['result'] === null ? [] : [`<div class="scroll">${tableHtml(table)}</div>`]),
  ];
  return page(title, body);
}

export function missingPage(): string {
  return page('Not found', ['<h1>Not found</h1>', '<p>This link shows nothing. It may have been switched off.</p>']);
}

function page(title: string, body: readonly string[]): string {
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeText(title)}</title><style>${STYLE}</style></head><body>`,
    ...body,
    '</body></html>\n',
  ].join('\n');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Which days it is about, and of when it is. */
function rangeText(insight: Readonly<Record<string, unknown>>): string {
  const { resolved, last_refresh, timezone } = insight;
  if (!isObject(resolved) || insight['result'] === null) return 'This insight has no result.';
  const day = (value: unknown) => textOf(value).slice(0, 10);
  return `${day(resolved['date_from'])} to ${day(resolved['date_to'])} (${textOf(timezone)}), computed ${textOf(last_refresh)}`;
}

function tableHtml({ columns, rows }: Table): string {
  const cells = (row: readonly unknown[], tag: 'th' | 'td') =>
    `<tr>${row
      .slice(0, COLUMNS_SHOWN)
      .map((cell) => `<${tag}>${escapeText(cell === null ? '' : String(cell))}</${tag}>`)
      .join('')}</tr>`;
  const shown = rows.slice(0, ROWS_SHOWN).map((row) => cells(row, 'td'));
  const rest = rows.length > ROWS_SHOWN ? `<p>${rows.length - ROWS_SHOWN} more rows are not shown.</p>` : '';
  return `<table><thead>${cells(columns, 'th')}</thead><tbody>\n${shown.join('\n')}\n</tbody></table>${rest}`;
}

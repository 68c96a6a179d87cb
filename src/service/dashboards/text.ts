/** Dashboards as a few lines for models. */
import { isObject } from '../../base/json.ts';
import { quoted, visibleJson } from '../../base/visible.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Dashboard, DashboardDetail } from '../../model/saved/dashboard.ts';
import type { Insight } from '../../model/saved/insight.ts';
import { insightHead, insightPassages } from '../insights/text.ts';
import { type Passage, written } from '../text/passages.ts';
import { removedText } from '../words/removed.ts';

export function dashboardLine({ id, name, description }: Dashboard): string {
  return `${id} ${quoted(name)}${description === '' ? '' : `: ${quoted(description, LIMIT.description_chars)}`}`;
}

/** Shares the size of one answer among the texts of its insights. */
export function dashboardText(dashboard: DashboardDetail): string {
  const tokens = LIMIT.text_tokens / Math.max(1, dashboard.tiles.length);
  return written([...headOf(dashboard), ...tilesOf(dashboard, (insight) => insightPassages(insight, tokens))]);
}

/** After a write: what is on the dashboard, without results. */
export function writtenDashboardText(dashboard: DashboardDetail): string {
  return written([...headOf(dashboard), ...tilesOf(dashboard, insightHead)]);
}

function headOf(dashboard: DashboardDetail): Passage[] {
  const { filters, deleted } = dashboard;
  const is_plain = !isObject(filters) || Object.keys(filters).length === 0;
  return [
    dashboardLine(dashboard),
    deleted ? removedText('dashboard') : '',
    is_plain ? '' : `Its filters lie over its insights: ${visibleJson(filters)}`,
  ];
}

function tilesOf({ tiles }: DashboardDetail, passagesOf: (insight: Insight) => readonly Passage[]): Passage[] {
  return tiles.flatMap(({ insight, text }) => [
    ...(text === undefined ? [] : [quoted(text.body, LIMIT.tile_text_chars)]),
    ...(insight === null ? [] : passagesOf(insight)),
  ]);
}

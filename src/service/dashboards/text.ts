/** Dashboards as a few lines for models. */
import { quoted } from '../../base/visible.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Dashboard, DashboardDetail } from '../../model/saved/dashboard.ts';
import { insightPassages } from '../insights/text.ts';
import { written } from '../text/passages.ts';
import { removedText } from '../words/removed.ts';

export function dashboardLine({ id, name, description }: Dashboard): string {
  return `${id} ${quoted(name)}${description === '' ? '' : `: ${quoted(description, LIMIT.description_chars)}`}`;
}

/** Shares the size of one answer among the texts of its insights. */
export function dashboardText(dashboard: DashboardDetail): string {
  const removed = dashboard.deleted ? [removedText('dashboard')] : [];
  const tokens = LIMIT.text_tokens / Math.max(1, dashboard.tiles.length);
  const tiles = dashboard.tiles.flatMap(({ insight, text }) => [
    ...(text === undefined ? [] : [quoted(text.body, LIMIT.tile_text_chars)]),
    ...(insight === null ? [] : insightPassages(insight, tokens)),
  ]);
  return written([dashboardLine(dashboard), ...removed, ...tiles]);
}

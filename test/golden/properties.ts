/** Rows of properties.json: one value against one filter, asked as a trend over one event. */
import { computeTrend } from '../support/operations.ts';
import type { Row } from './case.ts';
import { loadData, newProject, parseTime, type World } from './world.ts';

const NOW = '2023-06-01T12:00:00Z';
const EVENT = 'looked at';
const KEY = 'value';

export async function checkProperty(world: World, row: Row): Promise<string[]> {
  const now = typeof row['now'] === 'string' ? row['now'] : NOW;
  world.clock_ms = parseTime(now);
  const project = newProject(world);
  const properties = row['property_missing'] === true ? {} : { [KEY]: row['property_value'] };
  loadData(world, project, { events: [{ event: EVENT, distinct_id: 'somebody', timestamp: now, properties }] });
  const filter = { key: KEY, operator: row['operator'], value: row['filter_value'], type: 'event' };
  const answer = await world.ask(project, computeTrend, {
    events: [{ id: EVENT }],
    properties: [filter],
    date_from: 'dStart',
  });
  const [series] = answer['result'] as { count: number }[];
  const matched = series?.count === 1;
  if (matched === row['match']) return [];
  const value = JSON.stringify(row['property_value']);
  return [
    `${value} ${String(row['operator'])} ${JSON.stringify(row['filter_value'])}: expected ${String(row['match'])}`,
  ];
}

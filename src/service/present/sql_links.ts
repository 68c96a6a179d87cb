/** Links from a row of a statement to the events behind it, and to their people. */
import { LIMIT } from '../../model/limit.ts';
import type { SqlBehind } from '../../model/sql/plan.ts';
import { textLiteral } from '../../sql/grammar/literal.ts';

/** A condition on events. */
export function conditionOf({ where, keys }: SqlBehind, row: readonly unknown[]): string {
  const parts = keys.map(({ text, column }) => {
    const value = row[column] ?? null;
    return value === null ? `isNull(${text})` : `(${text}) = ${literalOf(value)}`;
  });
  const all = where === null ? parts : [`(${where})`, ...parts];
  return all.length === 0 ? 'true' : all.join(' and ');
}

/** In quotes, whatever it is: a key that is text would be compared with a number as a number. Lists are kept as their JSON. */
function literalOf(value: unknown): string {
  return textLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

export function filterOf(condition: string): { type: 'hogql'; key: string } {
  return { type: 'hogql', key: condition };
}

/** After every event: clocks of senders may be ahead, and a range without an end ends with today. */
const NEVER = '2200-01-01';

/** A question whose people are those who ever had an event that passes these filters. */
export function everSeen(properties: unknown): Record<string, unknown> {
  const range = { interval: 'month', date_from: 'all', date_to: NEVER };
  return { kind: 'trend', events: [{ id: null }], ...range, ...(properties === undefined ? {} : { properties }) };
}

/** A question whose people are those with events behind the row. */
export function peopleQuestion(condition: string): Record<string, unknown> {
  return everSeen([filterOf(condition)]);
}

interface Links {
  readonly persons_urls: { url: string | null }[];
  readonly events_urls: { url: string | null }[];
}

/** One link of each kind per row, in order. A link is null if it is too long, or if all links together would be. */
export function rowLinks(
  origin: string,
  project_id: number,
  behind: SqlBehind,
  rows: readonly (readonly unknown[])[],
): Links {
  const begin = `${origin}/api/projects/${project_id}`;
  let left = LIMIT.people_links_chars;
  const limited = (url: string): string | null => {
    if (url.length > Math.min(left, LIMIT.people_link_chars)) return null;
    left -= url.length;
    return url;
  };
  const urls = rows.slice(0, LIMIT.page_max).map((row) => {
    const condition = conditionOf(behind, row);
    return {
      events: limited(`${begin}/events/?properties=${encoded([filterOf(condition)])}`),
      persons: limited(`${begin}/persons/?question=${encoded(peopleQuestion(condition))}`),
    };
  });
  return {
    persons_urls: urls.map(({ persons: url }) => ({ url })),
    events_urls: urls.map(({ events: url }) => ({ url })),
  };
}

function encoded(value: unknown): string {
  return encodeURIComponent(JSON.stringify(value));
}

/**
 * Plausible: the tables of its CSV export. They hold sums by day, not events. Each row becomes one event with these sums
 * as properties, which trends can add up. Unique visitors of several days cannot be derived from them.
 */
import { hasAll, type Origin, present, textOf, type Values, without } from './origin.ts';

/** Column that splits a table -> name of its events. The first that fits counts. */
const TABLES: readonly (readonly [column: string, event: string])[] = [
  ['page', 'plausible pages'],
  ['entry_page', 'plausible entry pages'],
  ['exit_page', 'plausible exit pages'],
  ['source', 'plausible sources'],
  ['country', 'plausible locations'],
  ['browser', 'plausible browsers'],
  ['operating_system', 'plausible operating systems'],
  ['device', 'plausible devices'],
  ['name', 'plausible events'],
];
const ALL = 'plausible visitors';
const WHO = 'plausible';

export const plausible: Origin = {
  title: 'Plausible (sums by day)',
  recognises: (row) =>
    hasAll(row, 'date', 'visitors') &&
    (hasAll(row, 'visit_duration') || hasAll(row, 'pageviews') || hasAll(row, 'events')) &&
    !hasAll(row, 'event') &&
    !hasAll(row, 'distinct_id'),
  itemsOf,
};

function itemsOf(row: Values): Values[] {
  const table = TABLES.find(([column]) => hasAll(row, column));
  const properties = present(without(row, new Set(['date'])));
  return [{ event: table?.[1] ?? ALL, distinct_id: WHO, timestamp: textOf(row['date']), properties }];
}

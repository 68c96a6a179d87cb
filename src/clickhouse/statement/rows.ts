/** Selects rows of a frame: the `from` and `where` of a statement. */
import type { EventMatch } from '../../model/question/predicate.ts';
import { eventsOf, matched } from './condition.ts';
import type { Frame } from './frame.ts';
import { allOf, type Sql, sql } from './sql.ts';

interface Range {
  readonly from_ms: number;
  readonly until_ms: number;
}

/** To be called last: the frame has only columns requested before. undefined if SQL cannot express a condition. */
export function selectedRows(
  frame: Frame,
  matches: readonly EventMatch[],
  range: Range,
  besides: readonly Sql[] = [],
): Sql | undefined {
  const found = matched(matches, frame);
  return found && sql`${frame.rows({ events: eventsOf(matches), ...range })} where ${allOf([found, ...besides])}`;
}

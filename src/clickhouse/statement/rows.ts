/** The rows of a frame that count: `from` and `where` of a statement. */
import type { EventMatch } from '../../model/question/predicate.ts';
import { eventsOf, matched } from './condition.ts';
import type { Frame } from './frame.ts';
import { allOf, type Sql, sql } from './sql.ts';

interface Stretch {
  readonly from_ms: number;
  readonly until_ms: number;
}

/** Ask it last: the frame's columns are those asked for until then. undefined where SQL has no word for a condition. */
export function chosenRows(
  frame: Frame,
  matches: readonly EventMatch[],
  range: Stretch,
  besides: readonly Sql[] = [],
): Sql | undefined {
  const found = matched(matches, frame);
  return found && sql`${frame.rows({ events: eventsOf(matches), ...range })} where ${allOf([found, ...besides])}`;
}

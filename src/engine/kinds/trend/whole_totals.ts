/**
 * Totals of whole events from stored counts, without reading rows.
 * Applies if all rows of each event count, and bucket edges are whole quarter hours (true for hours and longer in any
 * zone).
 */
import type { EventMatch } from '../../../model/question/predicate.ts';
import type { TrendEntity } from '../../../model/question/trend.ts';
import type { Buckets } from '../../frame/buckets.ts';
import type { DatasetView } from '../../frame/dataset.ts';
import { tracing } from '../../frame/trace.ts';
import { isWholeQuarter } from '../../storage/quarters.ts';
import type { Counted } from './math.ts';

/** Returns null if rows have to be read. */
export function countWhole(entity: TrendEntity, { bounds_ms, count }: Buckets, view: DatasetView): Counted | null {
  const edges_ms = bounds_ms.subarray(1, count + 2);
  if (entity.math.kind !== 'total' || !edges_ms.every(isWholeQuarter)) return null;
  const events = wholeEvents(entity.matches);
  if (events === undefined) return null;
  tracing()?.note('stored counts');
  const values = view.rowCounts(events, edges_ms);
  return { values, present: Uint8Array.of(values.some((rows) => rows > 0) ? 1 : 0) };
}

/** Events of which all rows match, null = all events; undefined if some match selects only part of an event. */
function wholeEvents(matches: readonly EventMatch[]): readonly string[] | null | undefined {
  const whole = matches.filter(({ where }) => where.kind === 'all');
  if (whole.some(({ event }) => event === null)) return null;
  const names = new Set(whole.flatMap(({ event }) => (event === null ? [] : [event])));
  if (matches.every(({ event }) => event !== null && names.has(event))) return [...names];
  return undefined;
}

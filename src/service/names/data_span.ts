/** From when until when a project has events, and periods that begin before. */
import { DAY_MS, floorTo } from '../../base/time.ts';
import type { TimeRange } from '../../model/question/query.ts';
import type { EventDefinition } from '../../store/types/store.ts';
import type { ProjectContext } from '../contract/context.ts';
import { isoWithOffset } from '../words/labels.ts';

export interface Span {
  readonly first_seen_ms: number;
  readonly last_seen_ms: number;
}

/** null if there are none. */
export function spanOf(events: readonly EventDefinition[]): Span | null {
  if (events.length === 0) return null;
  return {
    first_seen_ms: events.reduce((least, event) => Math.min(least, event.first_seen_ms), Number.POSITIVE_INFINITY),
    last_seen_ms: events.reduce((most, event) => Math.max(most, event.last_seen_ms), Number.NEGATIVE_INFINITY),
  };
}

/** Periods shorter than this are compared by the hour. */
const SHORT_MS = 2 * DAY_MS;

/** When the project's events begin, if the earlier of two periods begins at least an hour or a day before; else null. */
export function beginningAfter(context: ProjectContext, earlier: TimeRange, later: TimeRange): string | null {
  const { service, project } = context;
  const first_ms = spanOf(service.store.definitions.events(project.id))?.first_seen_ms ?? Number.POSITIVE_INFINITY;
  // A question outside the data is told so.
  if (first_ms >= later.until_ms) return null;
  const unit = earlier.until_ms - earlier.from_ms < SHORT_MS ? 'hour' : 'day';
  const begins_ms = floorTo(project.timezone, first_ms, unit, 0);
  return begins_ms > earlier.from_ms ? isoWithOffset(project.timezone, first_ms) : null;
}

/** Warns of a comparison with a time that the data does not cover. */
export function beginningText(data_from: string): string {
  return `The project's events begin at ${data_from}, after the earlier period does: a rise may only be that. Compare with a time after the beginning: send a later date_from.`;
}

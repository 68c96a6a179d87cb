/** Stored events one by one: the query, and a page of them. */
import { z } from 'zod';
import { openJsonField, restOnly, textField, wholeField } from '../fields.ts';
import { LIMIT } from '../limit.ts';
import type { EventMatch } from './predicate.ts';
import type { TimeRange } from './query.ts';

const DATES = 'a date or time, or relative as -1d, -24h, mStart';

export const EventsBody = z.object({
  event: textField('Only events of this name'),
  person: textField('Only events of this person: a person id, or any distinct id of theirs'),
  person_id: restOnly(textField('The same as `person`')),
  distinct_id: textField('Only events that came with this distinct id'),
  after: textField(`Only events from then on: ${DATES}`),
  before: textField(`Only events before then, in the same forms`),
  properties: openJsonField(
    { type: 'array', items: { type: 'object' } },
    'Filters, all must hold, in the form of `properties` of compute_trend',
  ),
  cursor: textField('`next_cursor` of the page before, with the same filters'),
  action_id: restOnly(wholeField('Only events that this action matches')),
  orderBy: restOnly(textField('The latest first, which is the only order: ["-timestamp"]')),
  offset: restOnly(wholeField('How many to pass over; `next` gets there faster', { min: 0, max: LIMIT.events_offset })),
  limit: wholeField(`How many (default ${LIMIT.page_default})`, { min: 1, max: LIMIT.events_page }),
});

const EventPerson = z.object({
  is_identified: z.boolean(),
  properties: z.record(z.string(), z.unknown()).describe('Email and names'),
});

export const ListedEvent = z.object({
  uuid: z.string(),
  event: z.string(),
  distinct_id: z.string(),
  /** The current person of the distinct id. */
  person_id: z.string(),
  timestamp: z.string(),
  properties: z.record(z.string(), z.unknown()),
  person: EventPerson,
});
export type ListedEvent = z.infer<typeof ListedEvent>;

export const EventsResult = z.object({
  next: z.string().nullable(),
  next_cursor: z.string().nullable().describe('Brings the events before these; null at the end'),
  results: z.array(ListedEvent).describe('The latest first'),
  timezone: z.string().describe('Of the project: in it dates are read, and texts tell times'),
  warnings: z.array(z.string()),
});
export type EventsResult = z.infer<typeof EventsResult>;

/** With what is said twice, for programs that know it by the other name. */
export const ProgramEvent = ListedEvent.extend({
  id: z.string().describe('The uuid'),
  person: EventPerson.extend({ distinct_ids: z.array(z.string()).describe('That of the event') }),
  elements_chain: z.string(),
});
export type ProgramEvent = z.infer<typeof ProgramEvent>;

/** An event's sort key. Events are ordered latest first, then by uuid and name, descending. */
export interface EventCursor {
  readonly time_ms: number;
  readonly uuid: string;
  readonly event: string;
}

export interface EventsQuery {
  readonly matches: readonly EventMatch[];
  readonly range: TimeRange;
  /** Only the latest event with this id, in lower case; any id unless said. */
  readonly uuid?: string;
  /** Only events after this one in the order; null = from the start. */
  readonly behind: EventCursor | null;
  /** How many of these to pass over; none unless said. */
  readonly skip?: number;
  readonly limit: number;
  /** A page ends after about this many bytes of properties, but has at least one event. */
  readonly bytes: number;
}

export interface StoredEvent extends EventCursor {
  /** Number of the distinct id that it was sent with. */
  readonly distinct: number;
  /** Number of the person. */
  readonly person: number;
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface EventsNumbers {
  /** In sort order. */
  readonly events: readonly StoredEvent[];
  readonly has_more: boolean;
  /** What they take, as `EventsQuery.bytes` counts. */
  readonly bytes: number;
}

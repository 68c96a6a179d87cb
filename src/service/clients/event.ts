/** One event by its id. */
import { z } from 'zod';
import { parseUuid } from '../../base/uuid.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { type EventsQuery, type ListedEvent, ProgramEvent } from '../../model/question/events.ts';
import { SqlBody } from '../../model/sql/body.ts';
import { textLiteral } from '../../sql/grammar/literal.ts';
import { compute } from '../answers/compute.ts';
import { forPrograms, presentEvents, storedEvents } from '../answers/events.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';
import { questionOfBody } from '../questions/question.ts';
import { checked } from '../resolve/body.ts';
import { resolveEvents } from '../resolve/events.ts';

export const getEvent = operation({
  name: 'get_event',
  title: 'Read an event',
  description: 'One stored event, as lists of events tell it.',
  routes: [{ method: 'GET', path: '/events/:id/' }],
  tool: false,
  scope: 'query:read',
  effect: 'read',
  input: z.object({ id: z.string().describe('UUID of the event, as lists of events tell it') }),
  output: ProgramEvent,
  text: ({ event, timestamp }) => `${event} ${timestamp}`,
  async handle(context, { id }) {
    const place = parseUuid(id) === null ? undefined : await placeOf(context, id.toLowerCase());
    const found =
      place === undefined ? undefined : (await eventsAt(context, place)).find(({ uuid }) => uuid === id.toLowerCase());
    if (found) return forPrograms(found);
    throw new ServiceError('not_found', 'Event not found. Lists of events tell their ids.');
  },
});

interface Place {
  readonly distinct_id: string;
  readonly time_ms: number;
}

/** Time and distinct id are what events are kept by. */
async function placeOf(context: ProjectContext, uuid: string): Promise<Place | undefined> {
  const query = `SELECT timestamp, distinct_id FROM events WHERE uuid = ${textLiteral(uuid)} LIMIT 1`;
  const { answer } = await compute(context, questionOfBody(context, 'sql', checked(SqlBody, { query })));
  const [row] = await answer.result.read();
  return row === undefined ? undefined : { time_ms: Date.parse(String(row[0])), distinct_id: String(row[1]) };
}

async function eventsAt(context: ProjectContext, { time_ms, distinct_id }: Place): Promise<ListedEvent[]> {
  const query: EventsQuery = {
    ...resolveEvents(context, { distinct_id }),
    range: { from_ms: time_ms, until_ms: time_ms + 1 },
    behind: null,
    limit: LIMIT.page_max,
    bytes: LIMIT.events_page_bytes,
  };
  const { events } = await storedEvents(context, query);
  return presentEvents(context, events);
}

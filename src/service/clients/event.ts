/** One event by its id. */
import { z } from 'zod';
import { parseUuid } from '../../base/uuid.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { type ListedEvent, ProgramEvent } from '../../model/question/events.ts';
import { forPrograms, presentEvents } from '../answers/events.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';
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
    const uuid = id.toLowerCase();
    const [found] = parseUuid(id) === null ? [] : await eventsWith(context, uuid);
    if (found) return forPrograms(found);
    throw new ServiceError('not_found', 'Event not found. Lists of events tell their ids.');
  },
});

async function eventsWith(context: ProjectContext, uuid: string): Promise<ListedEvent[]> {
  const query = { ...resolveEvents(context, {}), uuid, behind: null, limit: 1, bytes: LIMIT.events_page_bytes };
  const { events } = await context.service.computing.numbers(context, { kind: 'events', query });
  return presentEvents(context, events);
}

/** Lists single events. */
import { z } from 'zod';
import { tokensOf } from '../../base/tokens.ts';
import { quoted } from '../../base/visible.ts';
import { invalid, type ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { EventsBody, EventsResult, type ListedEvent, ProgramEvent } from '../../model/question/events.ts';
import { eventsTable, eventsText, forPrograms, pageOfEvents } from '../answers/events.ts';
import { valueWarnings } from '../answers/unknown_values.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';
import { nameWarnings } from '../names/properties.ts';
import { cursorOf, readCursor } from '../pages/event_cursor.ts';
import { writtenInTurns } from '../pages/in_turns.ts';
import { addressOf } from '../pages/page.ts';
import { warningsOf } from '../questions/resolved.ts';
import { resolveEvents } from '../resolve/events.ts';
import { see } from '../words/operation_names.ts';

const EventsForPrograms = EventsResult.extend({ results: z.array(ProgramEvent).describe('The latest first') });

async function eventsForPrograms({ results, ...page }: EventsResult): Promise<unknown> {
  return { ...page, results: await writtenInTurns(results, forPrograms) };
}

export const listEvents = operation({
  name: 'list_events',
  title: 'List events',
  description:
    'Stored events one by one, the latest first: what one person did, or what events really carry. Example: {"person":"user-42","limit":20}.',
  routes: [{ method: 'GET', path: '/events/', csv: true, present: eventsForPrograms, presented: EventsForPrograms }],
  tool: true,
  scope: 'query:read',
  effect: 'read',
  input: EventsBody,
  output: EventsResult,
  text: eventsText,
  table: eventsTable,
  async handle(context, body) {
    const { cursor, limit = LIMIT.page_default, offset = 0, ...filters } = body;
    const { project, url } = context;
    const list = [project.id, filters];
    const query = {
      ...resolveEvents(context, body),
      behind: cursor === undefined ? null : readCursor(cursor, list),
      skip: offset,
      limit,
      bytes: LIMIT.events_page_bytes,
    };
    const { events, listed: all, has_more } = await pageOfEvents(context, query);
    if (url !== null && has_more && events.length < limit && countsPages(body)) throw tooMany(events.length);
    // Without HTTP the reader is a model, so the answer is cut to fit.
    const results = url === null ? fitting(all) : all;
    const last = events[results.length - 1];
    const next_cursor = last !== undefined && (has_more || results.length < all.length) ? cursorOf(last, list) : null;
    return {
      next: next_cursor === null ? null : addressOf(url, { limit, cursor: next_cursor, offset: 0 }),
      next_cursor,
      results,
      timezone: project.timezone,
      warnings: results.length === 0 ? await emptyWarnings(context, query, body) : [],
    };
  },
});

/**
 * Whether the caller goes on at `offset` plus `limit`, or ends with a page of fewer events than asked for, as connectors
 * do that ask for many: what a shorter page lacks would be missing there, and nobody would know.
 */
function countsPages({ cursor, offset, limit = 0 }: z.output<typeof EventsBody>): boolean {
  return cursor === undefined && (offset !== undefined || limit > LIMIT.page_max);
}

function tooMany(fitting: number): ServiceError {
  return invalid(
    'limit',
    `So many events take more than ${LIMIT.events_page_bytes / 1e6} MB. Ask for ${fitting} or fewer at once, or send neither "offset" nor a limit above ${LIMIT.page_max}, and follow "next".`,
  );
}

/** Unknown names are usually typos. */
async function emptyWarnings(
  context: ProjectContext,
  query: unknown,
  body: z.output<typeof EventsBody>,
): Promise<string[]> {
  const { event, person = body.person_id, distinct_id } = body;
  const isUnknown = (id: string) => context.service.store.people.find(context.project.id, id) === undefined;
  const named = event === undefined ? [] : [{ type: 'events', id: event, name: event, order: 0 } as const];
  const warnings = [
    ...(named.length === 0 ? [] : warningsOf(context, named)),
    ...nameWarnings(context, query, body),
    ...(await valueWarnings(context, query)),
    ...(distinct_id !== undefined && isUnknown(distinct_id)
      ? [`No event came with the distinct id ${quoted(distinct_id)}.`]
      : []),
    ...(person !== undefined && isUnknown(person)
      ? [
          `There is no distinct id ${quoted(person)}, and no such event of a person with that id. ${see('list_persons')} finds people by name or email: {"search":${quoted(person)}}.`,
        ]
      : []),
    ...(context.service.refusals.of(context.project.id).length === 0
      ? []
      : [`Events were refused since the server started; ${see('describe_project')} tells why.`]),
  ];
  return warnings.map(context.wording);
}

/** The first events, as many as fit a model's answer; at least one. */
function fitting(events: readonly ListedEvent[]): ListedEvent[] {
  let tokens = 0;
  const until = events.findIndex((event, at) => {
    tokens += tokensOf(JSON.stringify(event));
    return at > 0 && tokens > LIMIT.events_page_tokens;
  });
  return until === -1 ? [...events] : events.slice(0, until);
}

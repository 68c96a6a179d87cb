/** Arguments of an event list -> EventsQuery, without the cursor. */
import type { z } from 'zod';
import { parseUuid } from '../../base/uuid.ts';
import { invalid } from '../../model/error.ts';
import type { EventsBody, EventsQuery } from '../../model/question/events.ts';
import { ALL, type EventMatch, every, type Predicate } from '../../model/question/predicate.ts';
import type { ProjectContext } from '../contract/context.ts';
import { clockOf } from './dates/clock.ts';
import { readDate } from './dates/dates.ts';
import { resolveFilters } from './filters/filters.ts';
import { settingOf } from './filters/setting.ts';

export function resolveEvents(
  context: ProjectContext,
  body: z.output<typeof EventsBody>,
): Pick<EventsQuery, 'matches' | 'range'> {
  refuseOrder(body.orderBy);
  const { event = null, person = body.person_id, distinct_id, after, before } = body;
  const where = every([
    person === undefined ? ALL : ofPerson(context, person),
    distinct_id === undefined ? ALL : isText('distinct_id', distinct_id),
    resolveFilters(body.properties, 'properties', settingOf(context)),
  ]);
  const clock = clockOf(context);
  const from_ms =
    after === undefined || after === 'all' ? Number.NEGATIVE_INFINITY : readDate('after', after, clock).ms;
  const until_ms = before === undefined ? Number.POSITIVE_INFINITY : readDate('before', before, clock).ms;
  if (from_ms >= until_ms) throw invalid('after', 'after is not earlier than before: nothing lies between them.');
  return { matches: matchesOf(context, body.action_id, { event, where }), range: { from_ms, until_ms } };
}

const LATEST_FIRST = /^\[?"?(-timestamp|timestamp desc)"?\]?$/i;

function refuseOrder(order: string | undefined): void {
  if (order === undefined || LATEST_FIRST.test(order.trim())) return;
  throw invalid(
    'orderBy',
    'Events are listed the latest first. A query node lists them in another order: {"query":{"kind":"EventsQuery","select":["*"],"after":"all","orderBy":["timestamp ASC"]}}.',
  );
}

/** What is asked, and what the action asks, both at once. */
function matchesOf(context: ProjectContext, action_id: number | undefined, asked: EventMatch): EventMatch[] {
  if (action_id === undefined) return [asked];
  return settingOf(context)
    .action(action_id, 'action_id')
    .map(({ event, where }) => {
      const is_other = event !== null && asked.event !== null && event !== asked.event;
      return { event: asked.event ?? event, where: every([asked.where, where, is_other ? { kind: 'none' } : ALL]) };
    });
}

/** All distinct ids of a person. The person is given by a distinct id or by person id. */
function ofPerson({ service, project }: ProjectContext, name: string): Predicate {
  const found = service.store.people.find(project.id, name);
  if (found !== undefined) return { kind: 'members', distincts: String(found.ord) };
  return parseUuid(name) === null ? { kind: 'none' } : isText('person_id', name.toLowerCase());
}

function isText(key: 'person_id' | 'distinct_id', value: string): Predicate {
  return { kind: 'value', source: { of: 'metadata', key }, test: { op: 'in', values: [value] } };
}

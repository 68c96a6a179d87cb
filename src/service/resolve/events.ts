/** Arguments of an event list -> EventsQuery, without the cursor. */
import type { z } from 'zod';
import { parseUuid } from '../../base/uuid.ts';
import { invalid } from '../../model/error.ts';
import type { EventsBody, EventsQuery } from '../../model/question/events.ts';
import { ALL, every, type Predicate } from '../../model/question/predicate.ts';
import type { ProjectContext } from '../contract/context.ts';
import { clockOf } from './dates/clock.ts';
import { readDate } from './dates/dates.ts';
import { resolveFilters } from './filters/filters.ts';
import { settingOf } from './filters/setting.ts';

export function resolveEvents(
  context: ProjectContext,
  body: z.output<typeof EventsBody>,
): Pick<EventsQuery, 'matches' | 'range'> {
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
  return { matches: [{ event, where }], range: { from_ms, until_ms } };
}

/** All distinct ids of a person. The person is given by a distinct id or by person id. */
function ofPerson({ service, project }: ProjectContext, name: string): Predicate {
  const found = service.store.people.find(project.id, name);
  if (found !== undefined) return { kind: 'members', distincts: [found.ord] };
  return parseUuid(name) === null ? { kind: 'none' } : isText('person_id', name.toLowerCase());
}

function isText(key: 'person_id' | 'distinct_id', value: string): Predicate {
  return { kind: 'value', source: { of: 'metadata', key }, test: { op: 'in', values: [value] } };
}

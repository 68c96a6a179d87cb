/**
 * `events` and `actions` -> one list in its final order. Trends list actions first and put lines without an `order` (or
 * with 0) in front; funnels list events first and sort by plain `order`. Ties keep the order of the list.
 */
import type { EntityBody } from '../../model/body.ts';
import { invalid, notSupported } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Entity } from '../../model/query.ts';
import type { ProjectContext } from '../context.ts';
import type { Clock } from './dates.ts';
import { resolveFilters } from './filters.ts';
import { clockOf } from './question.ts';

/** A line as sent, where it was sent, and what it means. */
export interface Line<T extends EntityBody> {
  readonly body: T;
  /** `events__0`. */
  readonly attr: string;
  readonly entity: Entity;
}

interface Lists<T extends EntityBody> {
  readonly events?: readonly T[] | undefined;
  readonly actions?: readonly T[] | undefined;
  readonly [key: string]: unknown;
}

/**
 * A question that names nothing is a mistake, unless it says `insight`: then it is the filters of an insight nobody has
 * filled in yet, and its answer is empty.
 * @throws ServiceError when a line cannot be read, or there are too many
 */
export function resolveEntities<T extends EntityBody>(
  context: ProjectContext,
  lists: Lists<T>,
  sort: 'trend' | 'funnel',
): Line<T>[] {
  const events = attributed(lists.events ?? [], 'events');
  const actions = attributed(lists.actions ?? [], 'actions');
  const sent = sort === 'trend' ? [...actions, ...events] : [...events, ...actions];
  if (sent.length === 0 && lists['insight'] === undefined) {
    throw invalid(
      'events',
      'Say what to count: "events" is missing. Send {"events":[{"id":"$pageview"}]}.',
      'required',
    );
  }
  const most = sort === 'trend' ? LIMIT.entities : LIMIT.funnel_steps;
  if (sent.length > most) throw invalid('events', `A question can have at most ${most} lines, not ${sent.length}.`);
  if (actions.length > 0) {
    throw notSupported('actions', 'actions', 'Actions cannot be computed yet. Ask with "events": [{"id":"sign up"}].');
  }
  const rank = sort === 'trend' ? trendRank : funnelRank;
  sent.sort((a, b) => rank(a.body) - rank(b.body));
  const clock = clockOf(context);
  return sent.map((line, order) => ({ ...line, entity: resolveEntity(clock, line, order) }));
}

function attributed<T>(list: readonly T[], name: string): { body: T; attr: string }[] {
  return list.map((body, at) => ({ body, attr: `${name}__${at}` }));
}

/** A missing order and 0 both come first. */
function trendRank(body: EntityBody): number {
  return body.order ? body.order : -1;
}

function funnelRank(body: EntityBody): number {
  return body.order ?? 0;
}

export function resolveEntity(
  clock: Clock,
  line: { readonly body: EntityBody; readonly attr: string },
  order: number,
): Entity {
  const { body, attr } = line;
  const id = readId(body.id, `${attr}__id`);
  const name = typeof body['name'] === 'string' && body['name'] !== '' ? body['name'] : (id ?? 'All events');
  const where = resolveFilters(body.properties, `${attr}__properties`, clock);
  return {
    type: 'events',
    id,
    name,
    custom_name: body.custom_name ?? null,
    order,
    matches: [{ event: id, where }],
  };
}

/** null and '' stand for every event. */
function readId(id: unknown, attr: string): string | null {
  if (id === null || id === '') return null;
  if (typeof id === 'number') return String(id);
  if (id === undefined) {
    throw invalid(attr, 'This field is required: the name of the event, or null for every event.', 'required');
  }
  if (typeof id !== 'string') throw invalid(attr, 'Expected the name of an event, or null for every event.');
  if (id.length <= LIMIT.event_name_chars) return id;
  throw invalid(attr, `Ensure this field has no more than ${LIMIT.event_name_chars} characters.`, 'max_length');
}

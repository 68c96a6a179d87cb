/**
 * `events` and `actions` -> one list in final order. Trends list actions first, and lines without an `order` (or with
 * 0) come in front. Funnels list events first and sort by `order`. Ties keep the order of the list.
 */

import { isObject } from '../../../base/json.ts';
import { invalid, tooLong } from '../../../model/error.ts';
import { idOf, isSent } from '../../../model/fields.ts';
import { LIMIT } from '../../../model/limit.ts';
import { EntityBody } from '../../../model/question/body.ts';
import { ALL, type EventMatch } from '../../../model/question/predicate.ts';
import { type Entity, restricted } from '../../../model/question/query.ts';
import { FORMULAS } from '../../../model/question/trend.ts';
import type { ProjectContext } from '../../contract/context.ts';
import type { BehaviourSetting } from '../filters/behaviour.ts';
import { resolveFilters } from '../filters/filters.ts';
import { actionMatches, liveAction, savedNamed, settingOf, unknownAction } from '../filters/setting.ts';

/** A line as sent, with its path. */
interface Sent<T extends EntityBody> {
  readonly body: T;
  /** Such as `events__0`. */
  readonly attr: string;
  readonly type: Entity['type'];
}

/** A line as sent, with its meaning. */
export interface Line<T extends EntityBody> extends Sent<T> {
  readonly entity: Entity;
}

interface Lists<T extends EntityBody> extends Partial<Readonly<Record<(typeof FORMULAS)[number], unknown>>> {
  readonly events?: readonly T[] | undefined;
  readonly actions?: readonly T[] | undefined;
  readonly [key: string]: unknown;
}

/**
 * A question without lines is an error, unless it has `insight`: then it is an unfinished insight, whose answer is
 * empty.
 * @throws ServiceError if a line cannot be read, or there are too many
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
  const rank = sort === 'trend' ? trendRank : funnelRank;
  sent.sort((a, b) => rank(a.body) - rank(b.body));
  const setting = settingOf(context);
  // Trends skip unknown actions, unless that would shift the letters of a formula.
  const mayMiss = sort === 'trend' && FORMULAS.every((name) => !isSent(lists[name]));
  return sent
    .filter((line) => !(mayMiss && isMissing(context, line)))
    .map((line, order) => ({ ...line, entity: resolveEntity(context, setting, line, order) }));
}

function attributed<T extends EntityBody>(list: readonly T[], type: Entity['type']): Sent<T>[] {
  return list.map((body, at) => ({ body, attr: `${type}__${at}`, type }));
}

function isMissing(context: ProjectContext, { body, attr, type }: Sent<EntityBody>): boolean {
  return type === 'actions' && liveAction(context, readActionId(context, body.id, `${attr}__id`)) === null;
}

/** A missing order and 0 both come first. */
function trendRank(body: EntityBody): number {
  return body.order ? body.order : -1;
}

function funnelRank(body: EntityBody): number {
  return body.order ?? 0;
}

/** @throws ServiceError also if an action does not exist */
export function resolveEntity(
  context: ProjectContext,
  setting: BehaviourSetting,
  line: Sent<EntityBody>,
  order: number,
): Entity {
  const { body, attr, type } = line;
  const where = resolveFilters(body.properties, `${attr}__properties`, setting);
  const custom_name = body.custom_name ?? null;
  const parts = partsOf(line);
  if (parts !== null) {
    const found = parts.map((part) => resolveEntity(context, setting, part, order));
    const name = nameIn(body) ?? [...new Set(found.map((part) => part.custom_name ?? part.name))].join(', ');
    const matches = found.flatMap((part) => restricted(part, where).matches);
    return { type, id: null, name, custom_name, order, matches, filters_sent: body.properties };
  }
  if (type === 'actions') {
    const { id, name, matches } = resolveAction(context, body.id, `${attr}__id`);
    return restricted({ type, id, name, custom_name, order, matches, filters_sent: body.properties }, where);
  }
  const id = readId(body.id, `${attr}__id`);
  const name = nameIn(body) ?? id ?? 'All events';
  return { type, id, name, custom_name, order, matches: [{ event: id, where }], filters_sent: body.properties };
}

function nameIn(body: EntityBody): string | null {
  return typeof body['name'] === 'string' && body['name'] !== '' ? body['name'] : null;
}

/** The parts of a line of several events or actions (a GroupNode), each as a line; null for other lines. */
function partsOf({ body, attr }: Sent<EntityBody>): Sent<EntityBody>[] | null {
  const nodes = body['nodes'];
  if (!Array.isArray(nodes)) return null;
  return nodes.map((node, at) => ({
    body: EntityBody.parse(node),
    attr: `${attr}__nodes__${at}`,
    type: isObject(node) && node['kind'] === 'ActionsNode' ? 'actions' : 'events',
  }));
}

/** Matches of a line without its own filters: its event, or its action's steps. */
export function bareMatches(context: ProjectContext, line: Line<EntityBody>): readonly EventMatch[] {
  const { body, attr, entity } = line;
  const parts = partsOf(line);
  if (parts !== null) {
    const setting = settingOf(context);
    return parts.flatMap((part) =>
      bareMatches(context, { ...part, entity: resolveEntity(context, setting, part, entity.order) }),
    );
  }
  if (entity.type === 'actions') return resolveAction(context, body.id, `${attr}__id`).matches;
  return entity.matches.map(({ event }) => ({ event, where: ALL }));
}

function resolveAction(context: ProjectContext, sent: unknown, attr: string) {
  const id = readActionId(context, sent, attr);
  const action = liveAction(context, id);
  if (action === null) throw unknownAction(context, id, attr);
  return { id, name: action.name, matches: actionMatches(context, action, attr) };
}

function readActionId(context: ProjectContext, id: unknown, attr: string): number {
  const number = idOf(id);
  if (number !== null) return number;
  throw invalid(
    attr,
    `Expected the number of an action: {"id":1}. ${savedNamed(context, 'action', id)}`,
    id === undefined ? 'required' : 'invalid_input',
  );
}

/** null and '' mean every event. */
function readId(id: unknown, attr: string): string | null {
  if (id === null || id === '') return null;
  if (typeof id === 'number') return String(id);
  if (id === undefined) {
    throw invalid(attr, 'This field is required: the name of the event, or null for every event.', 'required');
  }
  if (typeof id !== 'string') throw invalid(attr, 'Expected the name of an event, or null for every event.');
  if (id.length <= LIMIT.event_name_chars) return id;
  throw tooLong(attr, LIMIT.event_name_chars, 'characters');
}

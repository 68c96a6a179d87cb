/**
 * Rows of a question for the kernels of the embedded engine, where SQL has no words for all of it, or only slow ones. They
 * may be more than count: the kernels choose again. Written as RowBinary, read by `shipped.ts` on the other side.
 */

import { LIMIT } from '../../model/limit.ts';
import type { EventMatch, Predicate } from '../../model/question/predicate.ts';
import { condition } from '../statement/condition.ts';
import { Frame, type Scope } from '../statement/frame.ts';
import { allOf, anyOf, list, type Sql, sql, textList } from '../statement/sql.ts';

/** What of which events a question may look at. */
export interface Needs {
  /** null = every event. */
  events: Set<string> | null;
  from_ms: number;
  until_ms: number;
  /** Names of properties; null = all. */
  keys: Set<string> | null;
  /** Rows that none of these finds are not looked at; null = all may be. */
  matches: EventMatch[] | null;
}

/** Read off the query, whatever its kind: where it names events, values and times. */
export function needsOf(asked: { readonly kind: string; readonly query: unknown }): Needs {
  const needs: Needs = {
    events: new Set(),
    from_ms: Number.POSITIVE_INFINITY,
    until_ms: Number.NEGATIVE_INFINITY,
    keys: asked.kind === 'events' ? null : new Set(),
    matches: [],
  };
  if (!READ.has(asked.kind)) {
    everything(needs);
    needs.keys = null;
    return needs;
  }
  note(asked.query, needs);
  if (needs.events?.size === 0) needs.matches = null;
  return needs;
}

/** Kinds whose queries are read; of all others nothing is known. */
const READ: ReadonlySet<string> = new Set([
  ...['trend', 'lifecycle', 'stickiness', 'funnel', 'path', 'retention', 'correlation', 'people', 'events', 'values'],
]);

type Node = Readonly<Record<string, unknown>>;

function note(node: unknown, needs: Needs): void {
  if (typeof node !== 'object' || node === null || ArrayBuffer.isView(node)) return;
  if (Array.isArray(node)) {
    for (const item of node) note(item, needs);
    return;
  }
  const record = node as Node;
  noteSource(record, needs);
  noteTimes(record, needs);
  noteEvents(record, needs);
  for (const [key, value] of Object.entries(record)) if (!UNREAD.has(key)) note(value, needs);
}

/** What was sent is not what was understood. */
const UNREAD: ReadonlySet<string> = new Set(['filters_sent']);

function noteSource({ of, key, kind, name, type_index }: Node, needs: Needs): void {
  // A statement that selects all properties.
  if (kind === 'field' && name === 'properties') needs.keys = null;
  if (of === 'event' && typeof key === 'string') needs.keys?.add(key);
  if ((of === 'group' || kind === 'group') && typeof type_index === 'number') needs.keys?.add(`$group_${type_index}`);
  if (kind === 'unique_session') needs.keys?.add(SESSION_ID);
  if (of === 'session') {
    // A session is as long as all of its events say.
    needs.keys?.add(SESSION_ID);
    everything(needs);
  }
}

const SESSION_ID = '$session_id';

function everything(needs: Needs): void {
  needs.events = null;
  needs.matches = null;
  needs.from_ms = Number.NEGATIVE_INFINITY;
  needs.until_ms = Number.POSITIVE_INFINITY;
}

function noteTimes(node: Node, needs: Needs): void {
  const { from_ms, until_ms, edges_ms, start, first_of, kind } = node;
  const times = [from_ms, until_ms, edges_ms].flatMap((value) => timesIn(value));
  needs.from_ms = times.reduce((least, time) => Math.min(least, time), needs.from_ms);
  needs.until_ms = times.reduce((most, time) => Math.max(most, time), needs.until_ms);
  const is_first = kind === 'first_ever' || Array.isArray(first_of) || (typeof start === 'string' && start !== 'every');
  if (is_first) needs.from_ms = Number.NEGATIVE_INFINITY;
}

function timesIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (value instanceof Float64Array) return [...value];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];
}

function noteEvents(node: Node, needs: Needs): void {
  if ('event' in node && 'where' in node) noteMatch(node as unknown as EventMatch, needs);
  if (node['order'] === 'strict') everyEvent(needs);
  // Of persons whatever they did is looked at.
  if (node['kind'] === 'correlation' || node['type'] === 'event_with_properties') everyEvent(needs);
  if (node['type'] === 'event_with_properties') needs.keys = null;
  if ('session_gap_ms' in node) notePath(node, needs);
}

function noteMatch(match: EventMatch, needs: Needs): void {
  if (match.event === null) needs.events = null;
  else needs.events?.add(match.event);
  needs.matches?.push(match);
}

function everyEvent(needs: Needs): void {
  needs.events = null;
  needs.matches = null;
}

function notePath({ named }: Node, needs: Needs): void {
  everyEvent(needs);
  for (const { key } of Array.isArray(named) ? (named as { key: string }[]) : []) needs.keys?.add(key);
}

/**
 * Columns: event, distinct id and place of arrival as numbers, time, uuid, then for each key the type and the text of its
 * value, '' where it is missing; or the JSON of all. One row more than may be sent tells that there are too many.
 * `names`: events are told by their places in it, from 1.
 */
export function shippingStatement(needs: Needs, names: readonly string[], scope: Scope): Sql {
  const frame = new Frame(scope);
  const found = needs.matches === null ? sql`1` : anyOf(needs.matches.map((match) => loosely(match, frame)));
  const values = needs.keys === null ? sql`json` : valuesOf([...needs.keys]);
  const reach = { ...needs, events: needs.events === null ? null : [...needs.events] };
  return sql`select toUInt32(indexOf(${textList(names)}, toString(event))), toUInt32(distinct), toInt64(time), toUInt64(arrived), uuid, ${values}
    from ${frame.rows(reach, SHIPPED)} where ${allOf([found])} limit ${LIMIT.remote_rows_shipped + 1}`;
}

const SHIPPED = ['json', 'properties'] as const;

function valuesOf(keys: readonly string[]): Sql {
  if (keys.length === 0) return sql`''`;
  return list(
    keys.map(
      (key) => sql`if(mapContains(properties, ${key}), toString(JSONType(json, ${key})), ''), properties[${key}]`,
    ),
  );
}

/** Finds whatever the match finds, and maybe more. */
function loosely({ event, where }: EventMatch, frame: Frame): Sql {
  const passed = above(where, frame);
  return event === null ? passed : allOf([sql`event = ${event}`, passed]);
}

function above(predicate: Predicate, frame: Frame): Sql {
  if (predicate.kind === 'and') return allOf(predicate.of.map((part) => above(part, frame)));
  if (predicate.kind === 'or') return anyOf(predicate.of.map((part) => above(part, frame)));
  // A condition that cannot be said may have asked for columns: they are there and nobody looks at them.
  return condition(predicate, frame) ?? sql`1`;
}

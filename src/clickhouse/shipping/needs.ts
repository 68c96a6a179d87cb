/**
 * Fetches a question's rows for the embedded engine's kernels, if SQL cannot express all of it or is slow at it. May
 * fetch more rows than count, as the kernels select again. The answer is RowBinary, read by `shipped.ts`.
 */

import { isObject } from '../../base/json.ts';
import { LIMIT } from '../../model/limit.ts';
import type { EventMatch, Predicate } from '../../model/question/predicate.ts';
import type { FirstRows } from '../../model/sql/fetching.ts';
import { condition, numbered } from '../statement/condition.ts';
import { Frame, type Scope } from '../statement/frame.ts';
import { allOf, anyOf, list, msList, type Sql, sql, textList } from '../statement/sql.ts';
import type { Staged } from '../statement/staged.ts';

/** The events and properties a question may need. */
export interface Needs {
  /** null = every event. */
  events: Set<string> | null;
  from_ms: number;
  until_ms: number;
  /** Begins and ends of the ranges that are asked about. */
  bounds_ms: Set<number>;
  /** Property names; null = all. */
  keys: Set<string> | null;
  /** Only rows that match one of these are needed; null = all rows. */
  matches: EventMatch[] | null;
  /** Whether ids of events are needed. */
  ids: boolean;
  /** Times may be rounded down to multiples of this; infinite = times are not read. */
  grain_ms: number;
  /** Whether it matters which person a row belongs to. */
  people: boolean;
  /** Whether each event counts by itself, not only the values that the question reads. */
  apart: boolean;
  /** Whether a condition on one event depends on others. */
  joint: boolean;
  /** Which first rows are enough; null = all are needed. */
  first: FirstRows | null;
}

/** What is known about a statement in SQL besides what it reads. */
export interface Reading {
  /** Whether it accepts equal events as one row with a count. */
  readonly takes_counted: boolean;
  readonly first: FirstRows | null;
}

/** Finds the events, values and times that a query of any kind names. */
export function needsOf(
  asked: { readonly kind: string; readonly query: unknown },
  { takes_counted, first }: Reading = { takes_counted: false, first: null },
): Needs {
  const needs = { ...noNeeds(), first };
  if (asked.kind === 'events') [needs.keys, needs.ids] = [null, true];
  note(asked.query, needs);
  needs.apart ||= !takes_counted;
  if (needs.events?.size === 0) needs.matches = null;
  return needs;
}

function noNeeds(): Needs {
  const none = { ids: false, people: false, apart: false, joint: false, first: null };
  return {
    ...{
      ...none,
      events: new Set(),
      keys: new Set(),
      matches: [],
      bounds_ms: new Set(),
      grain_ms: Number.POSITIVE_INFINITY,
    },
    ...{ from_ms: Number.POSITIVE_INFINITY, until_ms: Number.NEGATIVE_INFINITY },
  };
}

/** Whether rows that are equal in everything needed are fetched once, with their count. */
export function areCounted({ apart, joint, ids, keys, grain_ms }: Needs): boolean {
  return !apart && !joint && !ids && keys !== null && grain_ms > 1;
}

/** What a line of a question looked for, and where. */
export interface SoughtLine {
  readonly matches: readonly EventMatch[];
  readonly range: { readonly from_ms: number; readonly until_ms: number };
  /** Of paths, whose steps are addresses of pages; those that are left out may be names of screens. */
  readonly points?: object;
  readonly left_out?: readonly string[];
}

/** Needs for the reasons why lines found nothing: all rows of their events, whatever their filters. */
export function needsOfLines(lines: readonly SoughtLine[]): Needs {
  const needs = noNeeds();
  note(lines, needs);
  if (lines.some(({ points }) => points !== undefined)) needs.keys?.add('$current_url');
  if (lines.some(({ left_out = [] }) => left_out.length > 0)) needs.keys?.add('$screen_name');
  needs.matches = null;
  return needs;
}

/**
 * Like `shippingStatement`, but with only one of the rows that no condition can tell apart. `most` + 1 rows mean that
 * there are too many.
 */
export function differentRowsStatement(
  lines: readonly SoughtLine[],
  most: number,
  names: readonly string[],
  scope: Scope,
): Sql {
  const needs = needsOfLines(lines);
  const apart = [...(needs.keys ?? [])].map((key) => sql`properties[${key}]`);
  if (!isOnly(lines, OF_EVENTS)) apart.push(sql`person`);
  const is_plain = needs.keys !== null && isOnly(lines, OF_PEOPLE);
  const one = is_plain ? sql` limit 1 by ${list([sql`event`, ...apart])}` : sql``;
  return sql`${shippedRows(needs, names, new Frame(scope))}${one} limit ${most + 1}`;
}

/** Whether all conditions are about these things only: kinds of predicates, and owners of values. */
function isOnly(node: unknown, things: ReadonlySet<string>): boolean {
  if (Array.isArray(node)) return node.every((item) => isOnly(item, things));
  if (!isObject(node) || ArrayBuffer.isView(node)) return true;
  const { kind, of } = node;
  if (typeof kind === 'string' && !things.has(kind)) return false;
  if (typeof of === 'string' && !things.has(of)) return false;
  return Object.values(node).every((item) => isOnly(item, things));
}

const OF_EVENTS: ReadonlySet<string> = new Set(['all', 'and', 'or', 'not', 'value', 'event']);
const OF_PEOPLE: ReadonlySet<string> = new Set([...OF_EVENTS, 'cohort', 'person', 'group']);

type Node = Readonly<Record<string, unknown>>;

function note(node: unknown, needs: Needs): void {
  if (Array.isArray(node)) {
    for (const item of node) note(item, needs);
    return;
  }
  if (!isObject(node) || ArrayBuffer.isView(node)) return;
  noteSource(node, needs);
  noteRows(node, needs);
  noteTimes(node, needs);
  noteEvents(node, needs);
  for (const [key, value] of Object.entries(node)) if (!UNREAD.has(key)) note(value, needs);
}

/** Members with what was sent, not how it was understood. */
const UNREAD: ReadonlySet<string> = new Set(['filters_sent']);

/** Notes what a statement reads of a row itself, and of its person. */
function noteRows({ kind, of, key, name, grain_ms }: Node, needs: Needs): void {
  if (kind === 'moment') needs.grain_ms = common(needs.grain_ms, Number(grain_ms));
  if (of === 'metadata' && key === 'timestamp') needs.grain_ms = 1;
  if (kind === 'field' && name === 'uuid') needs.ids = true;
  needs.people ||= (of === 'metadata' && key !== 'event' && key !== 'timestamp') || of === 'person';
  needs.people ||= (kind === 'field' && OF_SOMEBODY.has(String(name))) || OF_PERSONS.has(String(kind));
  needs.joint ||= of === 'session' || kind === 'behaviour';
}

const OF_SOMEBODY: ReadonlySet<string> = new Set(['person_number', 'distinct_number', 'person_created_at']);
const OF_PERSONS: ReadonlySet<string> = new Set(['cohort', 'members', 'any_distinct_id', 'sampled']);

/** Greatest common divisor. */
function common(a: number, b: number): number {
  if (a === Number.POSITIVE_INFINITY) return b;
  return b === 0 ? a : common(b, a % b);
}

function noteSource({ of, key, kind, name, type_index }: Node, needs: Needs): void {
  // The statement selects all properties.
  if (kind === 'field' && name === 'properties') needs.keys = null;
  if (of === 'event' && typeof key === 'string') needs.keys?.add(key);
  if ((of === 'group' || kind === 'group') && typeof type_index === 'number') needs.keys?.add(`$group_${type_index}`);
  if (kind === 'unique_session') needs.keys?.add(SESSION_ID);
  if (of === 'session') {
    // A session's length depends on all of its events.
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
  for (const time of times) needs.bounds_ms.add(time);
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
  if (isMatch(node)) noteMatch(node, needs);
  if (node['order'] === 'strict') everyEvent(needs);
  // These need everything that the persons did.
  if (node['kind'] === 'correlation' || node['type'] === 'event_with_properties') everyEvent(needs);
  if (node['type'] === 'event_with_properties') needs.keys = null;
  if ('session_gap_ms' in node) notePath(node, needs);
}

function isMatch(node: Node): node is Node & EventMatch {
  return 'event' in node && 'where' in node;
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
 * Columns: event, distinct id and arrival as numbers, time, uuid if needed. Then type and text of the value for each
 * key, '' if missing; or all properties as JSON. If rows are counted, the last pair is the count. One row over the
 * limit shows that there are too many. `names`: events are numbered by their index here, from 1.
 */
export function shippingStatement(needs: Needs, names: readonly string[], scope: Scope): Staged {
  const most = sql`limit ${LIMIT.remote_rows_shipped + 1}`;
  const all = (parts: Sql): Sql => sql`select * from ${parts} ${most}`;
  const per = needs.joint ? 'whole' : 'row';
  if (areCounted(needs)) return { inner: countedRows(needs, names, scope), outer: all, per };
  const frame = new Frame(scope);
  const rows = shippedRows(needs, names, frame);
  if (needs.first === null || !isExact(needs, scope)) return { inner: rows, outer: all, per };
  const { order, rows: enough } = needs.first;
  const by = { latest: sql`order by at desc`, earliest: sql`order by at`, any: sql`` }[order];
  const ties = order === 'any' ? sql`` : sql` with ties`;
  const cut = sql`${by} limit ${enough}${ties}`;
  return {
    inner: sql`select * from (${rows}) ${cut}`,
    outer: (parts) => sql`select * from (select * from ${parts} ${cut}) ${most}`,
    per,
  };
}

/** Whether SQL can select exactly the wanted rows, and not only a superset. */
function isExact({ matches }: Needs, scope: Scope): boolean {
  return matches?.every(({ where }) => condition(where, new Frame(scope)) !== undefined) ?? false;
}

function shippedRows(needs: Needs, names: readonly string[], frame: Frame): Sql {
  const values = needs.keys === null ? [sql`json`] : valuesOf([...needs.keys]);
  const ids = needs.ids ? [sql`uuid`] : [];
  const own = sql`${numberIn(names)} as name, toUInt32(distinct) as whose, toInt64(time) as at, toUInt64(arrived) as nth`;
  return sql`select ${list([own, ...ids, ...values])} from ${sourceRows(needs, frame)}`;
}

/** Rows as they are read, each group of equal rows once. */
function countedRows(needs: Needs, names: readonly string[], scope: Scope): Sql {
  const values = valuesOf([...(needs.keys ?? [])]);
  const keys = [...(needs.keys ?? [])].flatMap((_, at) => [numbered('type', at), numbered('value', at)]);
  const whose = needs.people ? sql`distinct` : sql`min(distinct)`;
  const people = needs.people ? [sql`whose`] : [];
  const own = sql`${numberIn(names)} as name, toUInt32(${whose}) as whose, min(time) as at, toUInt64(0) as nth`;
  return sql`select ${list([own, ...values])}, 'UInt64' as count_type, toString(count()) as alike
    from ${sourceRows(needs, new Frame(scope))} group by ${list([sql`name`, ...people, ...keys, ...slotsOf(needs)])}`;
}

/** Expressions that round times as far as the question allows. */
function slotsOf({ grain_ms, bounds_ms, from_ms, until_ms }: Needs): Sql[] {
  const within = [...bounds_ms].filter((time) => time > from_ms && time < until_ms).sort((a, b) => a - b);
  return [
    ...(Number.isFinite(grain_ms) ? [sql`time - positiveModulo(time, ${grain_ms})`] : []),
    ...(within.length > 0 ? [sql`roundDown(time, ${msList([from_ms, ...within])})`] : []),
  ];
}

function numberIn(names: readonly string[]): Sql {
  return sql`toUInt32(indexOf(${textList(names)}, toString(event)))`;
}

function sourceRows(needs: Needs, frame: Frame): Sql {
  const found = needs.matches === null ? sql`1` : anyOf(needs.matches.map((match) => loosely(match, frame)));
  const reach = { ...needs, events: needs.events === null ? null : [...needs.events] };
  return sql`${frame.rows(reach, SHIPPED)} where ${allOf([found])}`;
}

export interface StoredPage {
  readonly project_id: number;
  /** Names of events. A row has the index of its event's name here, from 1. */
  readonly names: readonly string[];
  /** YYYY-MM-DD */
  readonly day: string;
  /** Order of arrival of the last row before the page; -1 = none. */
  readonly after: number;
  readonly rows: number;
}

/** Same columns as `shippingStatement`, with all properties. */
export function storedStatement({ project_id, names, day, after, rows }: StoredPage): Sql {
  return sql`select toUInt32(indexOf(${textList(names)}, toString(event))), toUInt32(distinct), toInt64(time), toUInt64(arrived), uuid, json
    from events final where project = ${project_id} and day = ${day}::Date32 and arrived > ${after} order by arrived limit ${rows}`;
}

const SHIPPED = ['json', 'properties'] as const;

function valuesOf(keys: readonly string[]): Sql[] {
  return keys.flatMap((key, at) => {
    const type = sql`if(mapContains(properties, ${key}), toString(JSONType(json, ${key})), '')`;
    return [sql`${type} as ${numbered('type', at)}`, sql`properties[${key}] as ${numbered('value', at)}`];
  });
}

/** Matches a superset of the match's rows. */
function loosely({ event, where }: EventMatch, frame: Frame): Sql {
  const passed = above(where, frame);
  return event === null ? passed : allOf([sql`event = ${event}`, passed]);
}

function above(predicate: Predicate, frame: Frame): Sql {
  if (predicate.kind === 'and') return allOf(predicate.of.map((part) => above(part, frame)));
  if (predicate.kind === 'or') return anyOf(predicate.of.map((part) => above(part, frame)));
  // A condition that SQL cannot express may have requested columns; they are sent unused.
  return condition(predicate, frame) ?? sql`1`;
}

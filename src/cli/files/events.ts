/** Raw rows of a file -> the objects that `itemOfLine` takes. */
import { isObject, put } from '../../base/json.ts';
import type { Row } from '../formats/types.ts';
import { cellValue, isMissing, openInto } from '../formats/values.ts';
import { type Column, EVENT_FIELDS } from './columns.ts';
import type { FileInfo } from './types.ts';

type Values = Record<string, unknown>;
/** Turns a row into an event. */
export type ToEvent = (row: Row) => Row;

/** Members of a line that have a meaning of their own and are not properties. */
const MEANT = new Set<string>([
  ...EVENT_FIELDS,
  '$distinct_id',
  'properties',
  '$set',
  '$set_once',
  '$unset',
  '$groups',
  'token',
  'api_key',
]);

export function eventsOf({ format, columns, settings }: Pick<FileInfo, 'format' | 'columns' | 'settings'>): ToEvent {
  const { event } = settings;
  const used = columns.filter(({ role }) => role !== 'unused');
  return format.kind === 'csv' ? (row) => csvEvent(row, used, event) : (row) => jsonEvent(row, used, event);
}

function csvEvent(row: Row, columns: readonly Column[], event: string | null): Row {
  if ('reason' in row) return row;
  const cells = row.value as readonly string[];
  const value: Values = event === null ? {} : { event };
  const properties: Values = {};
  for (const { as, role, type, at } of columns) {
    const text = cells[at]!;
    if (role === 'field') {
      value[as] = text;
    } else if (role === 'property') {
      const stored = cellValue(text, type);
      if (stored !== undefined) putProperty(properties, as, stored);
    } else if (role === 'opened' && !isMissing(text) && !openInto(properties, text)) {
      return { line: row.line, reason: `"${as}" must hold a JSON object`, text: cells.join('|') };
    }
  }
  value['properties'] = properties;
  return { line: row.line, value };
}

function jsonEvent(row: Row, columns: readonly Column[], event: string | null): Row {
  if ('reason' in row || !isEventLike(row.value)) return row;
  const given = row.value;
  const isFlat = given['properties'] === undefined && hasMore(given);
  if (columns.length === 0 && !isFlat && (event === null || given['event'] !== undefined)) return row;
  const value: Values = { ...given };
  if (event !== null) value['event'] ??= event;
  const moved = new Set<string>();
  for (const { name, as, role } of columns) {
    const member = memberAt(given, name);
    if (member === undefined) continue;
    moved.add(name);
    if (role === 'property') {
      const properties = { ...asObject(value['properties']) };
      putProperty(properties, as, member);
      value['properties'] = properties;
    } else value[as] = member;
  }
  if (value['properties'] === undefined || isFlat) value['properties'] = flatProperties(value, moved);
  return { line: row.line, value };
}

/** Names like `$set.email`, a property of the person, or `$groups.company`, a group of the event. */
const INNER = /^(\$set|\$set_once|\$groups)\.(.+)$/s;

export function isInner(name: string): boolean {
  return INNER.test(name);
}

function putProperty(properties: Values, name: string, value: unknown): void {
  const [, outer, inner] = INNER.exec(name) ?? [];
  if (outer === undefined || inner === undefined) {
    put(properties, name, value);
    return;
  }
  const members = { ...asObject(properties[outer]) };
  put(members, inner, value);
  properties[outer] = members;
}

/** Lines of these types are no events. */
const OTHER_TYPES = new Set<unknown>(['person', 'group', 'group_type']);

/** Whether a value can be an event. */
export function isEventLike(value: unknown): value is Values {
  if (!isObject(value)) return false;
  return value['event'] !== undefined || !OTHER_TYPES.has(value['type']);
}

/** In a line without properties, every other member is a property. */
function flatProperties(value: Values, moved: ReadonlySet<string>): Values {
  const properties: Values = { ...asObject(value['properties']) };
  for (const name in value) {
    if (!MEANT.has(name) && !moved.has(name) && value[name] !== null) put(properties, name, value[name]);
  }
  return properties;
}

/** Members outside the properties, which are dropped if a line has properties. @param events the file's first events */
export function unusedMembers(events: readonly Values[], columns: readonly Column[]): string[] {
  const used = new Set(columns.map(({ name }) => name));
  const names = new Set<string>();
  for (const event of events) {
    if (event['properties'] === undefined) continue;
    for (const name in event) if (!MEANT.has(name) && !used.has(name)) names.add(name);
  }
  return [...names];
}

function hasMore(value: Values): boolean {
  for (const name in value) if (!MEANT.has(name)) return true;
  return false;
}

/** The member with that name, otherwise the one at that path, e.g. properties.time. */
function memberAt(value: Values, name: string): unknown {
  if (value[name] !== undefined) return value[name];
  const dot = name.indexOf('.');
  if (dot < 0) return undefined;
  const inner = value[name.slice(0, dot)];
  return isObject(inner) ? memberAt(inner, name.slice(dot + 1)) : undefined;
}

function asObject(value: unknown): Values {
  return isObject(value) ? value : {};
}

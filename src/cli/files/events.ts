/** Raw rows of a file -> the objects that `itemOfLine` takes. */
import { isObject, put } from '../../base/json.ts';
import type { Row } from '../formats/types.ts';
import { cellValue, isMissing, openInto } from '../formats/values.ts';
import { type Column, EVENT_FIELDS } from './columns.ts';
import type { FileInfo } from './types.ts';

type Values = Record<string, unknown>;
/** Turns a row into an event. */
export type ToEvent = (row: Row) => Row;

/** Gets the name of a member that is dropped, as it stands beside the properties. */
type OnLeftOut = (name: string) => void;

/** Members of an event that have a meaning of their own and are not properties. */
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
/** The same of persons and groups, also as our own tables have them. */
const ABOUT = ['type', 'properties', 'created_at', 'created_at_ms', 'complete'];
const MEANT_OF: ReadonlyMap<unknown, ReadonlySet<string>> = new Map([
  ['person', new Set([...ABOUT, 'distinct_ids', 'distinct_id', 'person_id', 'is_identified'])],
  ['group', new Set([...ABOUT, 'group_type', 'group_key'])],
  ['group_type', new Set([...ABOUT, 'group_type', 'name_singular', 'name_plural'])],
]);

export function eventsOf(
  { format, columns, settings }: Pick<FileInfo, 'format' | 'columns' | 'settings'>,
  onLeftOut: OnLeftOut = () => {},
): ToEvent {
  const { event } = settings;
  const used = columns.filter(({ role }) => role !== 'unused');
  if (format.kind === 'csv') return (row) => csvEvent(row, used, event);
  // Of persons and groups, columns are properties only.
  const properties = used.filter(({ role }) => role === 'property');
  return (row) => {
    if ('reason' in row || !isObject(row.value)) return row;
    const value = isEventLike(row.value)
      ? jsonLine(row.value, used, event, onLeftOut)
      : jsonLine(row.value, properties, null, onLeftOut);
    return { line: row.line, value };
  };
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

/** The line with all of its properties in `properties`. */
function jsonLine(given: Values, columns: readonly Column[], event: string | null, onLeftOut: OnLeftOut): Values {
  const others = membersBeside(given);
  const isFlat = given['properties'] === undefined && others.length > 0;
  if (!isFlat) for (const name of others) if (!columns.some((column) => column.name === name)) onLeftOut(name);
  if (columns.length === 0 && !isFlat && (event === null || given['event'] !== undefined)) return given;
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
  if (isFlat || value['properties'] === undefined) {
    const properties: Values = { ...asObject(value['properties']) };
    for (const name of others) if (!moved.has(name) && given[name] !== null) put(properties, name, given[name]);
    value['properties'] = properties;
  }
  return value;
}

/** Members without a meaning of their own. In a line without properties they are the properties. */
function membersBeside(value: Values): string[] {
  const meant = isEventLike(value) ? MEANT : (MEANT_OF.get(value['type']) ?? MEANT);
  return Object.keys(value).filter((name) => !meant.has(name));
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

/** Raw rows of a file -> the objects that `itemOfLine` takes. */
import { isObject, put } from '../../base/json.ts';
import type { Row } from '../formats/types.ts';
import { type Column, EVENT_FIELDS } from './columns.ts';
import { recordsOf } from './records.ts';
import { asObject, csvObject, memberAt, putProperty, type Values } from './row_object.ts';
import type { FileInfo } from './types.ts';

/** Turns a row into an event, or into what else rows are about. */
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
  const { event, rows } = settings;
  const used = columns.filter(({ role }) => role !== 'unused');
  if (rows.are !== 'events') return recordsOf(format, used, rows);
  if (format.kind === 'csv') return (row) => csvObject(row, used, event === null ? {} : { event });
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

/** Lines of these types are no events. */
const OTHER_TYPES = new Set<unknown>(['person', 'group', 'group_type']);

/** Whether a value can be an event. */
export function isEventLike(value: unknown): value is Values {
  if (!isObject(value)) return false;
  return value['event'] !== undefined || !OTHER_TYPES.has(value['type']);
}

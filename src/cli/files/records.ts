/** Rows that are people or groups, because the user said so: tables of users or companies, as databases have them. */
import { isObject, put } from '../../base/json.ts';
import type { Format, Row } from '../formats/types.ts';
import { ALL_IDS, type Column, RECORD_FIELDS } from './columns.ts';
import { asObject, csvObject, memberAt, type Values } from './row_object.ts';
import type { RowsOfRecords } from './settings.ts';

/** Turns a row into the object of a person or group that `itemOfLine` takes. */
export function recordsOf(format: Format, columns: readonly Column[], rows: RowsOfRecords): (row: Row) => Row {
  const start: Values = rows.are === 'people' ? { type: 'person' } : { type: 'group', group_type: rows.group_type };
  if (format.kind === 'csv') return (row) => csvObject(row, columns, start);
  const own = rows.are === 'people' ? [...RECORD_FIELDS.people, ALL_IDS] : RECORD_FIELDS.groups;
  const fields = own.filter((field) => columns.every(({ as }) => as !== field));
  return (row) => {
    if ('reason' in row || !isObject(row.value)) return row;
    return { line: row.line, value: jsonRecord(row.value, columns, fields, start) };
  };
}

/** @param fields those that are found under their own names */
function jsonRecord(given: Values, columns: readonly Column[], fields: readonly string[], start: Values): Values {
  const value: Values = { ...start };
  const properties: Values = { ...asObject(given['properties']) };
  const moved = new Set<string>(fields);
  if (isObject(given['properties'])) moved.add('properties');
  for (const field of fields) if (given[field] !== undefined) value[field] = given[field];
  for (const { name, as, role } of columns) {
    const member = memberAt(given, name);
    moved.add(name);
    if (member === undefined || member === null) continue;
    if (role === 'property') put(properties, as, member);
    else value[as] = member;
  }
  for (const name in given) if (!moved.has(name) && given[name] !== null) put(properties, name, given[name]);
  return { ...value, properties };
}

/** Rows as objects with fields and `properties`, whatever they are about. */
import { isObject, put } from '../../base/json.ts';
import type { Row } from '../formats/types.ts';
import { cellValue, isMissing, openInto } from '../formats/values.ts';
import type { Column } from './columns.ts';
import { innerPlace } from './settings.ts';

export type Values = Record<string, unknown>;

/** Cells as an object: `start` with the row's fields, and its properties. */
export function csvObject(row: Row, columns: readonly Column[], start: Values): Row {
  if ('reason' in row) return row;
  const cells = row.value as readonly string[];
  const value: Values = { ...start };
  const properties: Values = {};
  for (const { as, role, type, at } of columns) {
    const text = cells[at]!;
    if (role === 'field') {
      const told = isMissing(text) ? '' : text;
      value[as] = value[as] === undefined || as !== 'timestamp' ? told : dateFirst(String(value[as]), told);
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

/** A day and a time of day from two columns. */
function dateFirst(one: string, other: string): string {
  return (one.includes(':') ? `${other} ${one}` : `${one} ${other}`).trim();
}

/** Sets a property, or what a name like `$set.email` leads to. */
export function putProperty(properties: Values, name: string, value: unknown): void {
  const place = innerPlace(name);
  if (place === null) {
    put(properties, name, value);
    return;
  }
  const { outer, inner } = place;
  const members = { ...asObject(properties[outer]) };
  put(members, inner, value);
  properties[outer] = members;
}

/** The member with that name, otherwise the one at that path, e.g. properties.time. */
export function memberAt(value: Values, name: string): unknown {
  if (value[name] !== undefined) return value[name];
  const dot = name.indexOf('.');
  if (dot < 0) return undefined;
  const inner = value[name.slice(0, dot)];
  return isObject(inner) ? memberAt(inner, name.slice(dot + 1)) : undefined;
}

export function asObject(value: unknown): Values {
  return isObject(value) ? value : {};
}

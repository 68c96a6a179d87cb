/** Rows of other products' exports -> the objects that `itemOfLine` takes. */
import { isObject, put } from '../../base/json.ts';
import type { Row } from '../formats/types.ts';
import { cellValue } from '../formats/values.ts';
import { ORIGINS, type OriginName } from '../origins/index.ts';
import type { Values } from '../origins/origin.ts';
import type { Seen } from '../origins/seen.ts';
import type { Column } from './columns.ts';
import type { FileInfo } from './types.ts';

type Read = Pick<FileInfo, 'columns' | 'format' | 'settings'>;

export function* originRows(rows: Iterable<Row>, origin: OriginName, file: Read, seen: Seen): Iterable<Row> {
  for (const row of rows) {
    const value = 'value' in row ? objectOfRow(row.value, file) : null;
    if (value === null) yield row;
    else {
      for (const item of ORIGINS[origin].itemsOf(value, seen, file.settings.timezone))
        yield { line: row.line, value: item };
    }
  }
}

/** null unless the row is an object, or cells that make one. */
export function objectOfRow(value: unknown, { columns, format }: Pick<Read, 'columns' | 'format'>): Values | null {
  if (format.kind === 'csv') return Array.isArray(value) ? objectOfCells(value, columns) : null;
  return isObject(value) ? value : null;
}

/** Ids of a product's own columns (not of `properties.…`) are text, however much they look like numbers: 1.10 is not 1.1. */
const ID = /^(\*\.)?[$\w]*id$/i;

/** Keeps empty cells as members, because a product is recognised by its columns. */
function objectOfCells(cells: readonly string[], columns: readonly Column[]): Values {
  const value: Record<string, unknown> = {};
  for (const { name, type, at } of columns) {
    if (name !== '') put(value, name, cellValue(cells[at]!, ID.test(name) ? 'text' : type) ?? '');
  }
  return value;
}

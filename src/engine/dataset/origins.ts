/** Finds where a run's row is stored, to read what no question reads in bulk: ids and all properties. */
import { UUID_BYTES } from '../../base/uuid.ts';
import { parsedAt, parsedValue } from '../frame/column.ts';
import type { CellSource, RowSource } from '../storage/table.ts';

/** A stored row. */
export interface Origin {
  readonly source: RowSource;
  readonly row: number;
}

/** 16 * index -> the row's uuid. */
export function uuidsOf(origins: readonly Origin[]): Uint8Array {
  const uuids = new Uint8Array(origins.length * UUID_BYTES);
  for (const [source, indices] of bySource(origins)) {
    const all = source.uuids();
    for (const index of indices) {
      const from = origins[index]!.row * UUID_BYTES;
      // A view of each would be garbage, and there may be millions.
      for (let at = 0; at < UUID_BYTES; at++) uuids[index * UUID_BYTES + at] = all[from + at]!;
    }
  }
  return uuids;
}

/** index -> properties as JSON values. `checkpoint` runs before each column. */
export function propertiesOf(origins: readonly Origin[], checkpoint: () => void): Record<string, unknown>[] {
  const found: [string, unknown][][] = origins.map(() => []);
  const places = origins.map(placeOf);
  for (const [of, indices] of Map.groupBy(places.keys(), (index) => places[index]!.of)) {
    const rows = indices.map((index) => places[index]!.row);
    for (const property of [...of.properties].sort()) {
      checkpoint();
      for (const [at, value] of cellsOf(of, property, rows).entries()) {
        if (value !== undefined) found[indices[at]!]!.push([property, value]);
      }
    }
  }
  return found.map((entries) => Object.fromEntries(entries));
}

/** Rows of one segment are read together, whichever partitions they are in. */
function placeOf({ source, row }: Origin): { readonly of: RowSource | CellSource; readonly row: number } {
  if (source.stored === undefined) return { of: source, row };
  return { of: source.stored.segment, row: source.stored.from_row + row };
}

/** As JSON values; undefined = missing. */
function cellsOf(of: RowSource | CellSource, property: string, rows: readonly number[]): unknown[] {
  if ('cells' in of)
    return of.cells(property, rows).map((value) => (value === undefined ? undefined : parsedValue(value)));
  const column = of.column(property);
  return column === null ? [] : rows.map((row) => parsedAt(column, row));
}

function bySource(origins: readonly Origin[]): Map<RowSource, number[]> {
  return Map.groupBy(origins.keys(), (index) => origins[index]!.source);
}

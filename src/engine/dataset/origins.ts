/** Finds where a run's row is stored, to read what no question reads in bulk: ids and all properties. */
import { UUID_BYTES } from '../../base/uuid.ts';
import { parsedAt } from '../frame/column.ts';
import type { RowSource } from '../storage/table.ts';

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
  for (const [source, indices] of bySource(origins)) {
    for (const property of [...source.properties].sort()) {
      checkpoint();
      const column = source.column(property);
      if (column === null) continue;
      for (const index of indices) {
        const value = parsedAt(column, origins[index]!.row);
        if (value !== undefined) found[index]!.push([property, value]);
      }
    }
  }
  return found.map((entries) => Object.fromEntries(entries));
}

function bySource(origins: readonly Origin[]): Map<RowSource, number[]> {
  return Map.groupBy(origins.keys(), (index) => origins[index]!.source);
}

/**
 * Checksums of rows. SQLite finds damage of its own structure at best: a bit that flips inside of a value reads as another
 * value. Rows that numbers depend on carry a checksum of what they say and of which row they are.
 */
import { crc32 } from 'node:zlib';
import { ServiceError } from '../../model/error.ts';

const HIGH = 2 ** 32;

/** @param keys whole numbers: what names the row, and its columns that are numbers */
export function rowCrc(bytes: Uint8Array | string, ...keys: readonly number[]): number {
  let start = 0;
  // Multiplying by an odd number loses nothing, so that no two keys that differ in a bit begin alike.
  for (const key of keys) {
    start = Math.imul(start ^ key, 0x9e3779b1) ^ Math.floor(key / HIGH);
  }
  return crc32(bytes, start >>> 0);
}

/** Of a row that is nothing but numbers and texts, in an order that its table decides. */
export function valuesCrc(values: readonly (number | string | null)[]): number {
  return crc32(JSON.stringify(values));
}

/** @throws ServiceError data_corrupted unless the checksum is that of the row */
export function checkRow(stored_crc: number | null, crc: number, table: string, row: string): void {
  if (stored_crc !== crc) throw damagedRow(table, row);
}

export function damagedRow(table: string, row: string): ServiceError {
  return new ServiceError(
    'data_corrupted',
    `The database file is damaged (${table}, ${row}), so this cannot be answered. Restore it from a backup.`,
  );
}

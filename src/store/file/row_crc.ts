/**
 * Row checksums. SQLite at best detects damage to the structure; a flipped bit inside a value reads as another value. So
 * rows that numbers depend on carry a checksum of their content and identity.
 */
import { crc32 } from 'node:zlib';
import { ServiceError } from '../../model/error.ts';

const HIGH = 2 ** 32;

/** @param keys integers: the row's key and its integer columns */
export function rowCrc(bytes: Uint8Array | string, ...keys: readonly number[]): number {
  let start = 0;
  // Multiplying by an odd number loses nothing, so keys that differ in one bit give different starts.
  for (const key of keys) {
    start = Math.imul(start ^ key, 0x9e3779b1) ^ Math.floor(key / HIGH);
  }
  return crc32(bytes, start >>> 0);
}

/** A value of a row, as SQLite returns it. */
type RowValue = null | number | bigint | string | Uint8Array | undefined;

/** For rows of numbers and texts only, in an order fixed per table. The result does not change when a row is stored. */
export function valuesCrc(values: readonly RowValue[]): number {
  return crc32(JSON.stringify(values.map((value) => (typeof value === 'string' ? asStored(value) : value))));
}

/** The text as SQLite stores it: it replaces lone surrogates, which JSON would escape. */
export function asStored(text: string): string {
  return text.toWellFormed();
}

/** @throws ServiceError data_corrupted if the checksum does not match */
export function checkRow(stored_crc: RowValue, crc: number, table: string, row: string): void {
  if (stored_crc !== crc) throw damagedRow(table, row);
}

export function damagedRow(table: string, row: string): ServiceError {
  return new ServiceError(
    'data_corrupted',
    `The database file is damaged (${table}, ${row}), so this cannot be answered. Restore it from a backup.`,
  );
}

/** Of a table whose rows are pages of a project. */
export function pageName(project_id: number, page: number): string {
  return `page ${page} of project ${project_id}`;
}

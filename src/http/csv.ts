/** Tables as CSV (RFC 4180) that a spreadsheet opens without running anything in it. */
import { stringify } from 'csv-stringify/sync';
import type { Table } from '../service/operation.ts';

/** What a spreadsheet takes for a formula, also behind spaces, line ends and what is not seen. */
const DANGEROUS = /^[\s\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

export function tableToCsv({ columns, rows }: Table): string {
  return stringify([columns, ...rows].map((cells) => cells.map(cellText)));
}

function cellText(cell: string | number | boolean | null): string {
  if (cell === null) return '';
  // The shortest text that reads back as the same number.
  if (typeof cell !== 'string') return String(cell);
  return DANGEROUS.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}

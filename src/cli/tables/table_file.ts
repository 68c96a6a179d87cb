/** Tables as text, or as a file whose ending gives the format. */
import { existsSync, writeFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { wholeCharacters } from '../../base/json.ts';
import { tableToCsv } from '../../http/wire/csv.ts';
import { ServiceError } from '../../model/error.ts';
import { appear, bringToDisk, forgetUnfinished, unfinishedBeside } from '../../service/operator/unfinished.ts';
import { counted } from '../../service/words/lists.ts';
import { say } from '../shell/output.ts';
import { type ParquetColumn, ParquetFile } from './parquet_file.ts';

/** Cells may be lists and objects. */
export interface AnyTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

type TableForm = 'csv' | 'ndjson' | 'parquet';

const ENDINGS: Readonly<Record<string, TableForm>> = {
  '.csv': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.parquet': 'parquet',
};

/** @throws ServiceError if the name has no known ending, or the file exists */
export function checkTarget(out: string): void {
  if (ENDINGS[extname(out).toLowerCase()] === undefined) {
    throw new ServiceError('invalid_input', `${out} must end in .csv, .ndjson, .jsonl or .parquet.`);
  }
  if (existsSync(out)) throw new ServiceError('conflict', `${resolve(out)} exists already. Choose another name.`);
}

/** Writes a file that is complete or does not exist, and says so. @param out a name that `checkTarget` accepts */
export async function writeTable(table: AnyTable, out: string): Promise<void> {
  const unfinished = unfinishedBeside(out);
  const form = ENDINGS[extname(out).toLowerCase()];
  try {
    if (form === 'parquet') writeParquet(table, unfinished);
    else writeFileSync(unfinished, await tableText(table, form === 'csv' ? 'csv' : 'ndjson'));
    bringToDisk(unfinished);
    appear(unfinished, out);
  } finally {
    forgetUnfinished(unfinished);
  }
  say(`${resolve(out)}: ${counted(table.rows.length, 'row')}`);
}

export async function tableText({ columns, rows }: AnyTable, form: 'csv' | 'ndjson'): Promise<string> {
  if (form === 'csv') return tableToCsv({ columns, rows: rows.map((row) => row.map(flatCell)) });
  const names = distinctNames(columns);
  const objects = rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])));
  return objects.map((row) => `${wholeCharacters(JSON.stringify(row))}\n`).join('');
}

function writeParquet({ columns, rows }: AnyTable, path: string): void {
  const typed = distinctNames(columns).map((name, at): ParquetColumn => ({ name, type: typeOf(rows, at) }));
  const file = new ParquetFile(path, typed);
  for (const row of rows) {
    file.add(row.map((cell, at) => (typed[at]!.type === 'text' && cell !== null ? cellText(cell) : cell)));
  }
  file.finish();
}

function typeOf(rows: AnyTable['rows'], at: number): ParquetColumn['type'] {
  const given = rows.map((row) => row[at]).filter((cell) => cell !== null && cell !== undefined);
  if (given.length === 0) return 'text';
  if (given.every((cell) => Number.isSafeInteger(cell))) return 'integer';
  if (given.every((cell) => typeof cell === 'number')) return 'number';
  return given.every((cell) => typeof cell === 'boolean') ? 'boolean' : 'text';
}

function flatCell(cell: unknown): string | number | boolean | null {
  if (typeof cell === 'number' || typeof cell === 'boolean') return cell;
  return cell === null || cell === undefined ? null : cellText(cell);
}

export function cellText(cell: unknown): string {
  return typeof cell === 'object' ? wholeCharacters(JSON.stringify(cell)) : String(cell);
}

/** Numbers repeated names: name, name_2, name_3. */
function distinctNames(names: readonly string[]): string[] {
  const distinct: string[] = [];
  for (const name of names) {
    let free = name;
    for (let number = 2; distinct.includes(free); number++) free = `${name}_${number}`;
    distinct.push(free);
  }
  return distinct;
}

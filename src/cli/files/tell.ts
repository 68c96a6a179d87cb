/** Reports what was detected about files: nothing is decided silently. */

import { quoted } from '../../base/visible.ts';
import type { Format } from '../formats/types.ts';
import type { ColumnType } from '../formats/values.ts';
import { ORIGINS } from '../origins/index.ts';
import type { Column } from './columns.ts';
import { shownName } from './shown.ts';
import { formText } from './times.ts';
import { type FileInfo, TIME_FIELDS } from './types.ts';

/** The longest path that systems allow. */
const PATH_CHARS = 4_096;

export const TYPE_TEXTS: Readonly<Record<ColumnType, string>> = {
  number: 'number',
  decimal_comma: 'number with a decimal comma',
  mixed: 'number or text',
  thousands: 'number, or text where it has commas',
  amount: 'number, or text where it has other signs',
  text: 'text',
  json: 'JSON',
  empty: 'empty so far',
};

/** Files with the same report share it. */
export function tellFiles(files: readonly FileInfo[]): string {
  const alike = Map.groupBy(files, (file) => {
    const forms = TIME_FIELDS.map((field) => file.times[field]?.form);
    return JSON.stringify([formatText(file), forms, findings({ ...file, times: {} })]);
  });
  return [...alike.values()].map((group) => tellGroup(group)).join('');
}

function tellGroup(files: readonly FileInfo[]): string {
  const [first] = files;
  const more = files.length > 1 ? ` and ${files.length - 1} more like it` : '';
  const lines = findings(first!).map((line) => `  ${line}\n`);
  return `${shownPath(first!.path)}${more}: ${formatText(first!)}\n${lines.join('')}`;
}

/** File names may come from strangers. Names with unusual characters are quoted, so that they cannot pass for our text. */
export function shownPath(path: string): string {
  return /^[\w.,@+~:/\\ -]+$/.test(path) ? path : quoted(path, PATH_CHARS);
}

function formatText({ format, packing, encoding, origin }: FileInfo): string {
  const more = [...(encoding === 'utf-8' ? [] : [encoding]), ...(packing === null ? [] : [packing])];
  const whose = origin === null ? '' : `, an export of ${ORIGINS[origin].title}`;
  return `${kindText(format)}${more.length === 0 ? '' : ` (${more.join(', ')})`}${whose}`;
}

function kindText(format: Format): string {
  if (format.kind === 'ndjson') return 'NDJSON';
  if (format.kind === 'values')
    return format.within === null ? 'JSON' : `JSON, its list "${shownName(format.within.name)}"`;
  if (format.kind === 'parquet') return 'Parquet';
  if (format.kind === 'web_log') return "a web server's access log";
  if (format.kind === 'xes') return 'an XES log';
  const quotes = format.backslashes ? ', with backslashes before quotes' : '';
  return `CSV separated by ${format.delimiter === '\t' ? 'tabs' : `"${format.delimiter}"`}${quotes}`;
}

function findings({ columns, times, settings }: FileInfo): string[] {
  const lines = columns.flatMap((column) => matchText(column));
  for (const field of TIME_FIELDS) {
    const form = times[field];
    if (form !== undefined) lines.push(`${field}: ${formText(form, settings.timezone)}`);
  }
  const ofType = (wanted: ColumnType): string =>
    columns.flatMap(({ role, type, as }) => (role === 'property' && type === wanted ? [shownName(as)] : [])).join(', ');
  const [commas, thousands, amounts] = [ofType('decimal_comma'), ofType('thousands'), ofType('amount')];
  if (commas !== '') lines.push(`numbers with a decimal comma: ${commas}`);
  if (thousands !== '')
    lines.push(
      `text where commas stand in numbers (1,234), so no sum has them; write 1234 to change that: ${thousands}`,
    );
  if (amounts !== '')
    lines.push(
      `text where currencies, blanks or other digits stand in numbers (₺1.250,00), so no sum has them; write 1250.00 to change that: ${amounts}`,
    );
  const unused = columns.filter(({ role }) => role === 'unused');
  const unnamed = unused.filter(({ name }) => name === '').map(({ at }) => at + 1);
  if (unnamed.length > 0) lines.push(`left out, as they have no name: column ${unnamed.join(', ')}`);
  const beside = unused.filter(({ name }) => name !== '').map(({ name }) => name);
  if (beside.length > 0) lines.push(leftOutText(beside));
  return lines;
}

/** @param names members of JSON lines */
export function leftOutText(names: readonly string[]): string {
  return `left out, as they stand beside "properties": ${names.map((name) => shownName(name)).join(', ')}`;
}

/** Tells of a column that became a field of another name. */
function matchText({ name, as, role, matched }: Column): string[] {
  if ((role !== 'field' && role !== 'opened') || matched !== 'alias') return [];
  return [`${as}: column "${shownName(name)}" (another one: --map ${as}=<column>)`];
}

/**
 * Types of CSV columns. Text that looks like a number only becomes one if the whole column agrees: codes
 * with leading zeros, phone numbers and very long ids stay text.
 */
import { put } from '../../base/json.ts';
import { commaNumberOf, isCode, isCommaNumber, numberOf } from '../../service/ingest/numeral.ts';
import { parsedJson } from './json_text.ts';

/**
 * `number`: all values are numbers, however written (4.50, 1e3, with blanks); `decimal_comma`: the same with 1,5;
 * `mixed`: numbers in canonical form become numbers, the rest is text; `thousands`: the same, where that rest looks like
 * 1,234 or 1,234.50; `amount`: the same, where it looks like ₺1.250,00 or 1 250,00 or ١٢٣; `json`: arrays or objects; `empty`: no values
 * seen yet, later ones are read as in `mixed`.
 */
export type ColumnType = 'number' | 'decimal_comma' | 'mixed' | 'thousands' | 'amount' | 'text' | 'json' | 'empty';

/** One comma and three digits: 1,234 may be a thousand or a fraction. */
const TWO_WAYS = /^-?\d{1,3},\d{3}$/;
/** The same with any thousands, and a fraction. */
const WITH_THOUSANDS = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/;
/** Digits of any script in groups, with a currency before or after, or with blanks between thousands and a fraction. */
const DIGITS = String.raw`-?\p{Nd}[\p{Nd}.,'’٬٫\s]*`;
const CURRENCY = String.raw`(?:\p{Sc}|R\$|TL|EUR|USD|TRY|JPY|CNY|PLN|BRL|INR|THB|EGP|NGN|GBP|KRW|zł|Kč|kr\.?|Ft|лв\.?|lei|円|元)`;
const AMOUNT = new RegExp(
  String.raw`^(?:-?${CURRENCY}\s?${DIGITS}|${DIGITS}${CURRENCY}|-?\d{1,3}(?:\s\d{3})+,\d+|(?=.*[^\0-\x7f])${DIGITS})$`,
  'u',
);
/** "No value" as databases write it: MySQL and PostgreSQL in dumps, SQL Server and others in CSV. */
const NO_VALUES: ReadonlySet<string> = new Set(['', '\\N', 'NULL']);

/** @param values those of the first rows */
export function columnType(values: readonly string[]): ColumnType {
  const given = values.filter((text) => !isMissing(text)).map((text) => text.trim());
  if (given.length === 0) return 'empty';
  if (given.some(isCode)) return 'text';
  if (given.every((text) => numberOf(text) !== null)) return 'number';
  if (isDecimalComma(given)) return 'decimal_comma';
  if (given.every((text) => WITH_THOUSANDS.test(text) || numberOf(text) !== null)) return 'thousands';
  if (given.every((text) => AMOUNT.test(text) || isCommaNumber(text) || numberOf(text) !== null)) return 'amount';
  if (given.every((text) => jsonOf(text) !== null)) return 'json';
  return given.some((text) => canonicalNumber(text) !== null) ? 'mixed' : 'text';
}

/** Versions: 1.10 comes after 1.9, and is not 1.1. Whole ones stay numbers, as the browser library sends them. */
const VERSION = /(^|[\s_.$-]|app|os|browser|sdk|lib)version/i;

/** @param values those of the first rows */
export function namedColumnType(name: string, values: readonly string[]): ColumnType {
  const type = columnType(values);
  return type === 'number' && VERSION.test(name) ? 'mixed' : type;
}

export function isMissing(text: string): boolean {
  return NO_VALUES.has(text);
}

/** The stored value; undefined if empty. */
export function cellValue(text: string, type: ColumnType): unknown {
  if (isMissing(text)) return undefined;
  switch (type) {
    case 'number':
      return text.trim() === '' ? undefined : (numberOf(text.trim()) ?? text);
    case 'decimal_comma':
      return text.trim() === '' ? undefined : (commaNumberOf(text.trim()) ?? text);
    case 'json':
      return jsonOf(text) ?? text;
    case 'text':
      return text;
    default:
      return canonicalNumber(text) ?? text;
  }
}

export function holdsObject(text: string): boolean {
  const value = jsonOf(text);
  return value !== null && !Array.isArray(value);
}

/** Adds members of the cell's object to the properties. False if the cell has none. */
export function openInto(properties: Record<string, unknown>, text: string): boolean {
  const value = jsonOf(text);
  if (value === null || Array.isArray(value)) return false;
  for (const [name, member] of Object.entries(value)) put(properties, name, member);
  return true;
}

/** The number, if its text is canonical, so that nothing is lost; else null. */
function canonicalNumber(text: string): number | null {
  const number = Number(text);
  return String(number) === text && Number.isFinite(number) ? number : null;
}

function isDecimalComma(texts: readonly string[]): boolean {
  return texts.every(isCommaNumber) && texts.some((text) => text.includes(',') && !TWO_WAYS.test(text));
}

function jsonOf(text: string): object | null {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return null;
  const parsed = parsedJson(text);
  return 'value' in parsed && typeof parsed.value === 'object' ? parsed.value : null;
}

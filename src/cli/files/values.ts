/**
 * What the cells of a CSV column are. Text that could be a number is one only where the whole column says so: codes
 * with leading zeros, phone numbers and ids longer than a number's digits stay the text they are.
 */
import { put } from '../../base/json.ts';
import { parsedJson } from './json_text.ts';

/**
 * `number`: every value is one, however it is written (4.50, 1e3, blanks around); `decimal_comma`: likewise with 1,5;
 * `mixed`: what reads exactly as a number is written is one, all else is text; `json`: lists or objects; `empty`: nothing
 * seen yet, later values as in `mixed`.
 */
export type ColumnType = 'number' | 'decimal_comma' | 'mixed' | 'text' | 'json' | 'empty';

const NUMERAL = /^-?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
/** A code: nobody writes numbers so. */
const CODE = /^(?:\+|-?0)\d[\d ]*$/;
const WITH_COMMA = /^-?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?$/;
/** One comma and three digits: 1,234 may be a thousand or one and a bit. */
const TWO_WAYS = /^-?\d{1,3},\d{3}$/;
/** How database dumps write "no value". */
const NO_VALUE = '\\N';

/** @param values cells of the column, as many as are known */
export function columnType(values: readonly string[]): ColumnType {
  const given = values.filter((text) => !isMissing(text)).map((text) => text.trim());
  if (given.length === 0) return 'empty';
  if (given.some(isCode)) return 'text';
  if (given.every((text) => numberOf(text) !== null)) return 'number';
  if (isDecimalComma(given)) return 'decimal_comma';
  if (given.every((text) => jsonOf(text) !== null)) return 'json';
  return given.some((text) => canonicalNumber(text) !== null) ? 'mixed' : 'text';
}

export function isMissing(text: string): boolean {
  return text === '' || text === NO_VALUE;
}

/** The cell as it is stored; undefined where there is nothing. */
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

/** Members of an object in a cell, put into the properties. False where the cell holds none. */
export function openInto(properties: Record<string, unknown>, text: string): boolean {
  const value = jsonOf(text);
  if (value === null || Array.isArray(value)) return false;
  for (const [name, member] of Object.entries(value)) put(properties, name, member);
  return true;
}

function isCode(text: string): boolean {
  return CODE.test(text) || (/^-?\d{16,}$/.test(text) && !Number.isSafeInteger(Number(text)));
}

function numberOf(text: string): number | null {
  if (!NUMERAL.test(text) || isCode(text)) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

/** Where text and number are the same: nothing is lost. */
function canonicalNumber(text: string): number | null {
  const number = Number(text);
  return String(number) === text && Number.isFinite(number) ? number : null;
}

function isDecimalComma(texts: readonly string[]): boolean {
  return (
    texts.every((text) => WITH_COMMA.test(text)) && texts.some((text) => text.includes(',') && !TWO_WAYS.test(text))
  );
}

function commaNumberOf(text: string): number | null {
  return WITH_COMMA.test(text) ? Number(text.replaceAll('.', '').replace(',', '.')) : null;
}

function jsonOf(text: string): object | null {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return null;
  const parsed = parsedJson(text);
  return 'value' in parsed ? (parsed.value as object) : null;
}

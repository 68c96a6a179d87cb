/** Numbers as people and programs write them in files. */

const NUMERAL = /^-?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
/** A code. Numbers are not written like this. */
const CODE = /^(?:\+|-?0)\d[\d ]*$/;
const WITH_COMMA = /^-?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?$/;

/** Leading zeros, a plus, or more digits than a number holds: text that only looks like a number. */
export function isCode(text: string): boolean {
  return CODE.test(text) || (/^-?\d{16,}$/.test(text) && !Number.isSafeInteger(Number(text)));
}

export function numberOf(text: string): number | null {
  if (!NUMERAL.test(text) || isCode(text)) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

export function isCommaNumber(text: string): boolean {
  return WITH_COMMA.test(text);
}

/** A number with a decimal comma, and points between thousands. */
export function commaNumberOf(text: string): number | null {
  return isCommaNumber(text) ? Number(text.replaceAll('.', '').replace(',', '.')) : null;
}

/**
 * Gives texts and numbers the numbers 0, 1, 2, … in the order they are met; a number has that of the text it is written
 * as, so 5 and "5" have one. Texts of numbers are made when they are shown.
 */
import { numberBeginning, textBeginning } from './beginning.ts';
import { NumberTable } from './number_table.ts';

const ZERO = 0x30;
const NINE = 0x39;
const MINUS = 0x2d;
const INFINITY_TEXT = 'Infinity';

/** The number that is written exactly so; NaN = none is. */
export function writtenAs(text: string): number {
  const first = text.charCodeAt(0);
  const may_be = (first >= ZERO && first <= NINE) || first === MINUS || text === INFINITY_TEXT;
  if (!may_be) return Number.NaN;
  const number = Number(text);
  return String(number) === text ? number : Number.NaN;
}

export class TextNumbers {
  readonly #numbers = new NumberTable();
  /** Text that no number is written as -> its number. */
  readonly #of_text = new Map<string, number>();
  /** number -> its text, with holes for those of numbers. */
  readonly #texts: string[] = [];

  get count(): number {
    return this.#numbers.count;
  }

  /** `value`: not NaN. */
  ofNumber(value: number): number {
    return this.#numbers.numberOf(value);
  }

  ofText(text: string): number {
    const written = writtenAs(text);
    if (!Number.isNaN(written)) return this.#numbers.numberOf(written);
    const known = this.#of_text.get(text);
    if (known !== undefined) return known;
    const number = this.#numbers.add();
    this.#texts[number] = text;
    this.#of_text.set(text, number);
    return number;
  }

  /** Gives the next number to something that is neither. */
  ofOther(): number {
    return this.#numbers.add();
  }

  /** Number of the value, -1 if it was never met. A number is not NaN. */
  find(value: string | number): number {
    if (typeof value === 'number') return this.#numbers.find(value);
    const written = writtenAs(value);
    return Number.isNaN(written) ? (this.#of_text.get(value) ?? -1) : this.#numbers.find(written);
  }

  textAt(number: number): string {
    return this.#texts[number] ?? String(this.#numbers.at(number));
  }

  /** Orders texts as `textBeginning` does, -1 = unknown. */
  beginningAt(number: number): number {
    const text = this.#texts[number];
    return text === undefined ? numberBeginning(this.#numbers.at(number)) : textBeginning(text);
  }
}

/** Keys of values: equal if the values have the same text, whatever list they are from. */
import { indexOfLeast } from '../../../base/ascending.ts';
import { TextNumbers } from '../../../base/numbering/text_numbers.ts';
import { textOf, type Value, type Values } from '../../frame/column.ts';
import type { Dictionary } from '../../storage/dictionary.ts';
import { SomeValues } from '../../storage/some_values.ts';

/** Key of what has no text: missing values, and null. */
export const NO_TEXT = 0;
/** A dictionary gives the keys if it has at most so many times the values that are met: tables are as long as it is. */
const UNUSED = 32;

export class TextKeys {
  readonly #dictionary: Dictionary | null;
  /** Codes below this are keys. The dictionary may grow meanwhile; what it learns gets further keys. */
  readonly #codes: number;
  /** Of values that are no plain texts, and thus may have the text of another one: code -> key. Made when needed. */
  #odd: ReadonlyMap<number, number> | null = null;
  readonly #others = new TextNumbers();

  /** null: no dictionary has keys already. */
  constructor(dictionary: Dictionary | null) {
    this.#dictionary = dictionary;
    this.#codes = dictionary?.length ?? 1;
  }

  /** The keys that suit these values; null if no dictionary does. */
  static of(values: Values): TextKeys | null {
    if (!(values instanceof SomeValues)) return null;
    return values.length * UNUSED < values.all.length ? null : new TextKeys(values.all);
  }

  /** More than any key so far. */
  get count(): number {
    return this.#codes + this.#others.count;
  }

  keyOf(text: string | null): number {
    if (text === null) return NO_TEXT;
    const code = this.#dictionary?.find(text) ?? 0;
    if (code > 0 && code < this.#codes) return code;
    return this.#codes + this.#others.ofText(text);
  }

  /** row -> key of the number, NaN = no value. Only where a dictionary may have its text, this is made. */
  keysOfNumbers(values: Float64Array): Uint32Array {
    const keys = new Uint32Array(values.length);
    const others = this.#others;
    for (let row = 0; row < keys.length; row++) {
      const value = values[row]!;
      if (Number.isNaN(value)) continue;
      const found = this.#dictionary?.find(String(value)) ?? 0;
      keys[row] = found > 0 && found < this.#codes ? found : this.#codes + others.ofNumber(value);
    }
    return keys;
  }

  /** code -> key; may be the list's own codes. Do not write. */
  keysOf(values: Values): Uint32Array {
    const byText = (value: Value): number => this.keyOf(textOf(value));
    if (!(values instanceof SomeValues) || values.all !== this.#dictionary) return Uint32Array.from(values, byText);
    const odd = this.#oddKeys(values.all);
    if (odd.size === 0 && values.all.length === this.#codes) return values.codes;
    return values.codes.map((code) => {
      return code < this.#codes ? (odd.get(code) ?? code) : byText(values.all.at(code)!);
    });
  }

  #oddKeys(dictionary: Dictionary): ReadonlyMap<number, number> {
    this.#odd ??= new Map(
      dictionary.odd
        .slice(0, indexOfLeast(dictionary.odd, this.#codes))
        .map((code) => [code, this.keyOf(textOf(dictionary.at(code)!))]),
    );
    return this.#odd;
  }
}

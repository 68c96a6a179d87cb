/** Numbers of values that a dictionary has already: its codes. */
import { assert } from '../../base/assert.ts';
import { textOf, type Values } from '../../engine/frame/column.ts';
import { codedOf, type Vector } from '../../engine/select/expression/vector.ts';
import type { Dictionary } from '../../engine/storage/dictionary.ts';
import { SomeValues } from '../../engine/storage/some_values.ts';
import { Chosen } from './chosen.ts';

/** null for lists that are made of something else. */
function dictionaryIn(values: Values): Dictionary | null {
  if (values instanceof SomeValues) return values.all;
  return values instanceof Chosen ? dictionaryIn(values.of) : null;
}

/** code in a list of a dictionary's values -> code in the dictionary */
function dictionaryCodes(values: Values): Uint32Array {
  if (values instanceof SomeValues) return values.codes;
  assert(values instanceof Chosen, 'values of a dictionary');
  const whole = dictionaryCodes(values.of);
  const codes = new Uint32Array(values.length);
  for (let code = 0; code < codes.length; code++) codes[code] = whole[values.codes[code]!]!;
  return codes;
}

/** Keys of rows; values with the same text have the same, and those without a text have 0. */
export class DictionaryKeys {
  readonly #dictionary: Dictionary;
  /** Texts that the dictionary lacks. */
  readonly #others = new Map<string, number>();

  constructor(dictionary: Dictionary) {
    this.#dictionary = dictionary;
  }

  /** null unless the vector has values of a dictionary of plain texts, which differ if their codes do. */
  static of(vector: Vector): DictionaryKeys | null {
    const dictionary = vector.kind === 'coded' ? dictionaryIn(vector.values) : null;
    return dictionary === null || dictionary.odd.length > 0 ? null : new DictionaryKeys(dictionary);
  }

  /** More than any key so far. */
  get count(): number {
    return this.#dictionary.length + this.#others.size;
  }

  /** row -> key */
  keysOf(vector: Vector, rows: number): Uint32Array {
    const { codes, values } = codedOf(vector, rows);
    const is_own = dictionaryIn(values) === this.#dictionary && this.#dictionary.odd.length === 0;
    const of_code = is_own ? dictionaryCodes(values) : Uint32Array.from(values, (value) => this.#keyOf(textOf(value)));
    const keys = new Uint32Array(rows);
    for (let row = 0; row < rows; row++) keys[row] = of_code[codes[row]!]!;
    return keys;
  }

  #keyOf(text: string | null): number {
    if (text === null) return 0;
    const key = this.#dictionary.find(text) || this.#others.get(text);
    if (key !== undefined) return key;
    this.#others.set(text, this.count);
    return this.count - 1;
  }
}

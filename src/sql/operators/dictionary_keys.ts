/** Numbers of values that a dictionary has already: its codes. */
import type { Values } from '../../engine/frame/column.ts';
import { textOf } from '../../engine/frame/column.ts';
import type { Vector } from '../../engine/select/expression/vector.ts';
import { codedOf } from '../../engine/select/expression/vector.ts';
import type { Dictionary } from '../../engine/storage/dictionary.ts';
import { SomeValues } from '../../engine/storage/some_values.ts';
import { Chosen } from './chosen.ts';

interface OfDictionary {
  readonly dictionary: Dictionary;
  /** code in the list -> code in the dictionary */
  readonly codes: Uint32Array;
}

/** null for lists that are made of something else. */
function ofDictionary(values: Values): OfDictionary | null {
  if (values instanceof SomeValues) return { dictionary: values.all, codes: values.codes };
  if (!(values instanceof Chosen)) return null;
  const whole = ofDictionary(values.of);
  return whole && { ...whole, codes: Uint32Array.from(values.codes, (code) => whole.codes[code]!) };
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
    const known = vector.kind === 'coded' ? ofDictionary(vector.values) : null;
    return known === null || known.dictionary.odd.length > 0 ? null : new DictionaryKeys(known.dictionary);
  }

  /** More than any key so far. */
  get count(): number {
    return this.#dictionary.length + this.#others.size;
  }

  /** row -> key */
  keysOf(vector: Vector, rows: number): Uint32Array {
    const { codes, values } = codedOf(vector, rows);
    const known = ofDictionary(values);
    const is_own = known?.dictionary === this.#dictionary && known.dictionary.odd.length === 0;
    const of_code = is_own ? known.codes : Uint32Array.from(values, (value) => this.#keyOf(textOf(value)));
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

/** One value of each type found in a column, from which a property's type is told. */
import type { Value } from '../../engine/frame/column.ts';
import { typeOf } from './definitions.ts';

const ZERO = 0x30;
const DASH = 0x2d;
const DATE_BYTES = 10;

export class TypeSamples {
  /** A new list after each `clear`. */
  values: Value[] = [];
  readonly #types = new Set<string>();
  #has_text = false;
  #has_date = false;

  note(value: Value): string {
    const type = typeOf(value);
    if (!this.#types.has(type)) this.values.push(value);
    this.#types.add(type);
    return type;
  }

  /** Keeps a sample of each type a text can have (String and DateTime), then stops looking. `read`: the text itself. */
  noteText(source: Uint8Array, at: number, length: number, read: () => string): void {
    const first = source[at]! - ZERO;
    const may_be_date = first >= 0 && first <= 9 && source[at + 4] === DASH && length >= DATE_BYTES;
    if (!may_be_date) {
      if (!this.#has_text) this.note('');
      this.#has_text = true;
    } else if (!this.#has_text || !this.#has_date) {
      const type = this.note(read());
      this.#has_date ||= type === 'DateTime';
      this.#has_text ||= type === 'String';
    }
  }

  clear(): void {
    this.values = [];
    this.#types.clear();
    this.#has_text = false;
    this.#has_date = false;
  }
}

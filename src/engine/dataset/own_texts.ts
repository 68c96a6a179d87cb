/**
 * Texts of which each owner has one of its own, as each person has an id. They are bytes, decoded when shown, because
 * each full garbage collection would look at a million strings on the heap.
 */
import type { DictionaryColumn } from '../frame/column.ts';
import { Dictionary } from '../storage/dictionary.ts';

export interface OwnTextColumn extends DictionaryColumn {
  readonly codes: Uint32Array;
  readonly values: Dictionary;
}

const FIRST_OWNERS = 64;
/** Factor by which a full array of codes grows. The part that stays empty is small beside the texts. */
const GROWTH = 1.125;

export class OwnTexts {
  readonly #texts = new Dictionary();
  /** owner -> code of its text, 0 = none. */
  #codes = new Uint32Array(FIRST_OWNERS);
  /** Code of the empty text, which owners whose texts were erased share; 0 = none has it yet. */
  #empty = 0;
  #owners = 0;
  /** The view handed out last; null after a change. */
  #column: OwnTextColumn | null = null;
  /** Readers may see the codes of owners below this number. */
  #shown = 0;

  /** One more than the largest owner that has a text. */
  get owners(): number {
    return this.#owners;
  }

  /** No other owner has the text, unless it is empty. */
  set(owner: number, text: string): void {
    if (owner < this.#owners && this.#codes[owner] !== 0 && this.#texts.at(this.#codes[owner]!) === text) return;
    if (owner < this.#shown || owner >= this.#codes.length) this.#move(Math.max(owner + 1, this.#owners));
    this.#codes[owner] = this.#codeOf(text);
    this.#owners = Math.max(this.#owners, owner + 1);
    this.#column = null;
  }

  /** owner -> text. Later changes do not show in a column that was handed out. */
  column(owners: number): OwnTextColumn {
    if (this.#column?.codes.length !== owners) {
      if (owners > this.#codes.length) this.#move(owners);
      this.#column = { kind: 'dictionary', codes: this.#codes.subarray(0, owners), values: this.#texts };
      this.#shown = Math.max(this.#shown, owners);
    }
    return this.#column;
  }

  bytes(): number {
    return this.#texts.bytes() + this.#codes.byteLength;
  }

  #codeOf(text: string): number {
    if (text !== '') return this.#texts.append(text);
    if (this.#empty === 0) this.#empty = this.#texts.append(text);
    return this.#empty;
  }

  /** Copies the codes into a new array, which no reader has seen. */
  #move(owners: number): void {
    const { length } = this.#codes;
    const moved = new Uint32Array(owners > length ? Math.max(owners, length * GROWTH) : length);
    moved.set(this.#codes);
    this.#codes = moved;
    this.#shown = 0;
  }
}

/**
 * Texts of which each owner has one of its own, as persons and distinct ids have an id: bytes that are decoded when they
 * are shown. As texts on the heap, a million of them would be looked at by each full collection.
 */
import type { DictionaryColumn } from '../frame/column.ts';
import { Dictionary } from '../storage/dictionary.ts';

export interface OwnTextColumn extends DictionaryColumn {
  readonly codes: Uint32Array;
  readonly values: Dictionary;
}

const FIRST_OWNERS = 64;
/** Some of it stays empty, which is little beside the texts. */
const GROWTH = 1.125;

export class OwnTexts {
  readonly #texts = new Dictionary();
  /** owner -> code of its text, 0 = none. */
  #codes = new Uint32Array(FIRST_OWNERS);
  /** Of the empty text: owners whose texts were erased share it. 0 = not met yet. */
  #empty = 0;
  /** One more than the last owner. */
  #owners = 0;
  /** The view handed out last; null after a change. */
  #column: OwnTextColumn | null = null;
  /** Owners of whom some reader may see the codes. */
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

  /** owner -> text; nothing that its reader sees changes. */
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

  /** To where nobody has seen them. */
  #move(owners: number): void {
    const { length } = this.#codes;
    const moved = new Uint32Array(owners > length ? Math.max(owners, length * GROWTH) : length);
    moved.set(this.#codes);
    this.#codes = moved;
    this.#shown = 0;
  }
}

/** Some values of a list, read on demand: most statements show a few of many. */
import type { Value, Values } from '../../engine/frame/column.ts';

export class Chosen implements Values {
  readonly of: Values;
  readonly codes: Uint32Array | readonly number[];
  /** Index -> value, of those asked for. Made with the first. */
  #read: (Value | undefined)[] | null = null;

  constructor(of: Values, codes: Uint32Array | readonly number[]) {
    this.of = of;
    this.codes = codes;
  }

  get length(): number {
    return this.codes.length;
  }

  at(index: number): Value | undefined {
    if (index >= this.codes.length) return undefined;
    this.#read ??= new Array<Value | undefined>(this.codes.length);
    this.#read[index] ??= this.of.at(this.codes[index]!);
    return this.#read[index];
  }

  *[Symbol.iterator](): IterableIterator<Value> {
    for (const code of this.codes) yield this.of.at(code)!;
  }
}

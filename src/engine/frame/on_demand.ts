/** Values that are read one by one until a share of them was read, and then all at once. */
import type { Value, Values } from './column.ts';

export abstract class OnDemand implements Values {
  readonly length: number;
  readonly #most: number;
  #read = 0;
  #all: Values | null = null;

  /** `share`: reading all takes as long as reading this share of them one by one. */
  constructor(length: number, share: number) {
    this.length = length;
    this.#most = length * share;
  }

  protected abstract one(code: number): Value | undefined;
  protected abstract all(): Values;

  at(code: number): Value | undefined {
    if (code >= this.length) return undefined;
    return this.#all === null && ++this.#read <= this.#most ? this.one(code) : this.#whole().at(code);
  }

  [Symbol.iterator](): Iterator<Value> {
    return this.#whole()[Symbol.iterator]();
  }

  #whole(): Values {
    this.#all ??= this.all();
    return this.#all;
  }
}

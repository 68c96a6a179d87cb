import type { Value, Values } from '../frame/column.ts';
import type { Dictionary } from './dictionary.ts';

/** Some values of a dictionary under codes of their own. */
export class SomeValues implements Values {
  readonly all: Dictionary;
  /** code here -> code there; 0 is 0. */
  readonly codes: Uint32Array;

  constructor(all: Dictionary, codes: Uint32Array) {
    this.all = all;
    this.codes = codes;
  }

  get length(): number {
    return this.codes.length;
  }

  /** Whether no value but the missing one is anything but a text. */
  areTexts(): boolean {
    return this.all.odd.length === 0 || this.codes.every((code, own) => own === 0 || this.all.isText(code));
  }

  at(code: number): Value | undefined {
    return code < this.codes.length ? this.all.at(this.codes[code]!) : undefined;
  }

  *[Symbol.iterator](): IterableIterator<Value> {
    for (let code = 0; code < this.codes.length; code++) yield this.at(code)!;
  }
}

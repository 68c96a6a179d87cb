/** Some values of a list, read on demand: most statements show a few of many. */
import type { Codes, Value, Values } from '../../engine/frame/column.ts';
import { SomeValues } from '../../engine/storage/some_values.ts';

export class Chosen implements Values {
  readonly of: Values;
  readonly codes: Codes | readonly number[];
  /** Index -> value, of those asked for. */
  readonly #read: Value[] = [];

  constructor(of: Values, codes: Codes | readonly number[]) {
    this.of = of;
    this.codes = codes;
  }

  get length(): number {
    return this.codes.length;
  }

  at(index: number): Value | undefined {
    if (index >= this.codes.length) return undefined;
    this.#read[index] ??= this.of.at(this.codes[index]!) ?? null;
    return this.#read[index];
  }

  *[Symbol.iterator](): IterableIterator<Value> {
    for (const code of this.codes) yield this.of.at(code)!;
  }
}

/** The same values as some of a dictionary, if they are. Code 0 may be any of them. */
export function storedValues(values: Values): Values {
  if (!(values instanceof Chosen)) return values;
  const whole = storedValues(values.of);
  if (!(whole instanceof SomeValues)) return values;
  const codes = new Uint32Array(values.length);
  for (let code = 0; code < codes.length; code++) codes[code] = whole.codes[values.codes[code]!]!;
  return new SomeValues(whole.all, codes);
}

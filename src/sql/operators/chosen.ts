/** Some values of a list, read on demand: most statements show a few of many. */
import type { Codes, Value, Values } from '../../engine/frame/column.ts';
import { OnDemand } from '../../engine/frame/on_demand.ts';
import { Dictionary } from '../../engine/storage/dictionary.ts';
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

const WHOLE_SHARE = 1 / 16;

/** Some values of a dictionary that are kept once many were read. Reading them all is worth it only then. */
export class ReadValues extends OnDemand {
  readonly of: SomeValues;

  constructor(of: SomeValues) {
    super(of.length, WHOLE_SHARE);
    this.of = of;
  }

  protected override one(code: number): Value | undefined {
    return this.of.at(code);
  }

  protected override all(): Values {
    return Array.from(this.of);
  }
}

/** The same values as some of a dictionary, if they are. Code 0 may be any of them. */
export function storedValues(values: Values): Values {
  if (values instanceof ReadValues) return values.of;
  if (!(values instanceof Chosen)) return values;
  const whole = storedValues(values.of);
  if (!(whole instanceof SomeValues)) return values;
  const codes = new Uint32Array(values.length);
  for (let code = 0; code < codes.length; code++) codes[code] = whole.codes[values.codes[code]!]!;
  return new SomeValues(whole.all, codes);
}

/** Code -> number that orders texts as `textBeginning` does, -1 = unknown; null if values must be read for that. */
export function beginningsOf(values: Values): ((code: number) => number) | null {
  if (values instanceof Dictionary) return (code) => values.beginningOf(code);
  if (values instanceof SomeValues) return (code) => values.all.beginningOf(values.codes[code]!);
  if (values instanceof ReadValues) return beginningsOf(values.of);
  const of = values instanceof Chosen ? beginningsOf(values.of) : null;
  return values instanceof Chosen && of !== null ? (code) => of(values.codes[code]!) : null;
}

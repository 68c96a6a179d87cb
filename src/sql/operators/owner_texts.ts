/** Texts that each owner has one of, as each person has an id. Rows have the owner's number as their code. */
import type { DictionaryColumn, Value, Values } from '../../engine/frame/column.ts';
import { Dictionary } from '../../engine/storage/dictionary.ts';
import type { Execution } from './execution.ts';
import { DISTINCT_TEXTS } from './grouping.ts';

/** Texts are decoded on demand: most statements group by all of them and show a few. */
class OwnerTexts implements Values {
  readonly length: number;
  readonly #column: DictionaryColumn;
  /** owner -> text, of those asked for. */
  readonly #read = new Map<number, Value>();

  /** Owners past the end of the column have no text. */
  constructor(column: DictionaryColumn, owners: number) {
    this.#column = column;
    this.length = owners;
  }

  at(owner: number): Value | undefined {
    if (owner >= this.length) return undefined;
    const read = this.#read.get(owner);
    if (read !== undefined) return read;
    const { codes, values } = this.#column;
    const text = values.at(codes[owner] ?? 0) ?? null;
    this.#read.set(owner, text);
    return text;
  }

  *[Symbol.iterator](): IterableIterator<Value> {
    for (let owner = 0; owner < this.length; owner++) yield this.at(owner)!;
  }
}

/** Per statement, so that decoded texts are freed with it. */
const read_by = new WeakMap<Execution, Map<DictionaryColumn, OwnerTexts>>();
/** Column -> the only owner without a text, -1 = every owner has one; null if two owners share a text or have none. */
const without = new WeakMap<DictionaryColumn, { readonly owners: number; readonly missing: number | null }>();

/** Owner -> its text. */
export function ownerTexts(column: DictionaryColumn, owners: number, execution: Execution): Values {
  const all = read_by.get(execution) ?? new Map<DictionaryColumn, OwnerTexts>();
  read_by.set(execution, all);
  const known = all.get(column);
  if (known !== undefined) return known;
  const texts = new OwnerTexts(column, owners);
  all.set(column, texts);
  const missing = missingIn(column, owners);
  if (missing !== null) DISTINCT_TEXTS.set(texts, missing);
  return texts;
}

function missingIn(column: DictionaryColumn, owners: number): number | null {
  let known = without.get(column);
  if (known?.owners !== owners) {
    known = { owners, missing: foundMissing(column, owners) };
    without.set(column, known);
  }
  return known.missing;
}

/** Compares codes instead of texts, because the values of a dictionary are distinct. */
function foundMissing({ codes, values }: DictionaryColumn, owners: number): number | null {
  if (!(values instanceof Dictionary)) return null;
  const is_met = new Uint8Array(values.length);
  let missing = -1;
  for (let owner = 0; owner < owners; owner++) {
    const code = codes[owner] ?? 0;
    if (is_met[code] === 1) return null;
    is_met[code] = 1;
    if (code === 0) missing = owner;
  }
  return missing;
}

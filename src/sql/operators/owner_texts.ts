/** Texts that each owner has one of, as each person has an id. Rows have the owner's number as their code. */
import { TextsOnDemand } from '../../engine/dataset/owner_ids.ts';
import type { DictionaryColumn, Values } from '../../engine/frame/column.ts';
import { Dictionary } from '../../engine/storage/dictionary.ts';
import { Chosen } from './chosen.ts';
import type { Execution } from './execution.ts';
import { DISTINCT_TEXTS } from './grouping.ts';

/** Per statement, so that decoded texts are freed with it. */
const read_by = new WeakMap<Execution, Map<DictionaryColumn, Chosen>>();
/** Column -> the only owner without a text, -1 = every owner has one; null if two owners share a text or have none. */
const without = new WeakMap<DictionaryColumn, number | null>();

/** Owner -> its text. */
export function ownerTexts(column: DictionaryColumn, execution: Execution): Values {
  const all = read_by.get(execution) ?? new Map<DictionaryColumn, Chosen>();
  read_by.set(execution, all);
  const known = all.get(column);
  if (known !== undefined) return known;
  const texts = new Chosen(column.values, column.codes);
  all.set(column, texts);
  const missing = missingIn(column);
  if (missing !== null) DISTINCT_TEXTS.set(texts, missing);
  return texts;
}

function missingIn(column: DictionaryColumn): number | null {
  const known = without.get(column);
  if (known !== undefined) return known;
  const missing = foundMissing(column);
  without.set(column, missing);
  return missing;
}

/** Compares codes instead of texts, because the values of a dictionary are distinct. */
function foundMissing({ codes, values }: DictionaryColumn): number | null {
  if (values instanceof TextsOnDemand) return -1;
  if (!(values instanceof Dictionary)) return null;
  const is_met = new Uint8Array(values.length);
  let missing = -1;
  for (let owner = 0; owner < codes.length; owner++) {
    const code = codes[owner]!;
    if (is_met[code] === 1) return null;
    is_met[code] = 1;
    if (code === 0) missing = owner;
  }
  return missing;
}

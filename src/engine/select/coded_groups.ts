/**
 * Groups that are dictionary codes, so that only shown texts are decoded. Applies if equal texts have equal codes and
 * each text is used as it is.
 */
import { sharedWords } from '../../base/shared.ts';
import { LIMIT } from '../../model/limit.ts';
import { type Codes, type Column, textOf, type Values } from '../frame/column.ts';
import type { Dictionary } from '../storage/dictionary.ts';
import { SomeValues } from '../storage/some_values.ts';
import { AROUND_BYTES } from '../wasm/json_values.ts';

export interface CodedGroups {
  readonly dictionary: Dictionary;
  /** group -> code of its text; 0 = no value. */
  readonly codes: number[] | Uint32Array;
}

/** Cached per column values. */
const plain = new WeakMap<Values, boolean>();

/** Whether all values are distinct texts, none empty or too long. */
function isPlain(values: SomeValues): boolean {
  let known = plain.get(values);
  if (known === undefined) {
    known = arePlain(values);
    plain.set(values, known);
  }
  return known;
}

function arePlain({ all, codes }: SomeValues): boolean {
  const odd = new Set(all.odd);
  for (let own = 1; own < codes.length; own++) {
    const code = codes[own]!;
    if (odd.has(code)) {
      const value = all.at(code);
      if (typeof value !== 'string' || value.length > LIMIT.breakdown_value_chars) return false;
    } else {
      const chars = all.endOf(code) - all.endOf(code - 1) - AROUND_BYTES;
      if (chars === 0 || chars > LIMIT.breakdown_value_chars) return false;
    }
  }
  return true;
}

/** row -> group, and the groups including the column's; null if codes cannot be groups. */
export function groupByCode(before: CodedGroups | null, column: Column): { group: Codes; groups: CodedGroups } | null {
  if (column.kind === 'number' || !(column.values instanceof SomeValues) || !isPlain(column.values)) return null;
  const { all, codes } = column.values;
  if (before === null) return { group: column.codes, groups: { dictionary: all, codes } };
  if (before.dictionary !== all) return null;
  // code -> group, 0 = none yet
  const known = new Uint32Array(all.length);
  for (let group = 1; group < before.codes.length; group++) known[before.codes[group]!] = group;
  const joined = Array.from(before.codes);
  const group_of = Uint32Array.from(codes, (code, own) => {
    if (own > 0 && known[code] === 0) known[code] = joined.push(code) - 1;
    return known[code]!;
  });
  const group = sharedWords(column.codes.length);
  for (let row = 0; row < group.length; row++) group[row] = group_of[column.codes[row]!]!;
  return { group, groups: { dictionary: all, codes: joined } };
}

/** Orders groups as `textBeginning` orders their texts, -1 = unknown. */
export function codedBeginning({ dictionary, codes }: CodedGroups, group: number): number {
  return dictionary.beginningOf(codes[group]!);
}

export function codedText({ dictionary, codes }: CodedGroups, group: number): string | null {
  return textOf(dictionary.at(codes[group]!)!);
}

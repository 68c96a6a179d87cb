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
  /** Whether no value is anything but a text. */
  readonly are_texts: boolean;
}

/** What a column's codes stand for: texts as they are, other values with texts of their own, or what has no such text. */
type Plainness = 'texts' | 'values' | 'odd';

/** Cached per column values. */
const known_plainness = new WeakMap<Values, Plainness>();

function plainnessOf(values: SomeValues): Plainness {
  let known = known_plainness.get(values);
  if (known === undefined) {
    known = lookedAt(values);
    known_plainness.set(values, known);
  }
  return known;
}

function lookedAt({ all, codes }: SomeValues): Plainness {
  const odd = new Set(all.odd);
  let are_texts = true;
  for (let own = 1; own < codes.length; own++) {
    const code = codes[own]!;
    if (odd.has(code)) {
      if (!hasOwnText(all, code)) return 'odd';
      are_texts &&= all.isText(code);
    } else {
      const chars = all.endOf(code) - all.endOf(code - 1) - AROUND_BYTES;
      if (chars === 0 || chars > LIMIT.breakdown_value_chars) return 'odd';
    }
  }
  return are_texts ? 'texts' : 'values';
}

/** Of a value that is not read from its bytes. Numbers and objects may be written like a text that has another code. */
function hasOwnText(all: Dictionary, code: number): boolean {
  const text = textOf(all.at(code)!);
  if (text === null || text === '' || text.length > LIMIT.breakdown_value_chars) return false;
  return all.isText(code) || all.find(text) === 0;
}

/** row -> group, and the groups including the column's; null if codes cannot be groups. */
export function groupByCode(before: CodedGroups | null, column: Column): { group: Codes; groups: CodedGroups } | null {
  if (column.kind === 'number' || !(column.values instanceof SomeValues)) return null;
  const plainness = plainnessOf(column.values);
  if (plainness === 'odd') return null;
  const { all, codes } = column.values;
  const are_texts = plainness === 'texts';
  if (before === null) return { group: column.codes, groups: { dictionary: all, codes, are_texts } };
  // One column's object may be written like another's text.
  if (before.dictionary !== all || !before.are_texts || !are_texts) return null;
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
  return { group, groups: { dictionary: all, codes: joined, are_texts } };
}

/** Orders groups as `textBeginning` orders their texts, -1 = unknown. */
export function codedBeginning({ dictionary, codes }: CodedGroups, group: number): number {
  return dictionary.beginningOf(codes[group]!);
}

export function codedText({ dictionary, codes }: CodedGroups, group: number): string | null {
  return textOf(dictionary.at(codes[group]!)!);
}

/**
 * Tests over a whole dictionary at once: lists are looked up, and texts and patterns are searched in the bytes of many
 * values. Other tests go value by value.
 */
import { complete } from '../../../base/known.ts';
import { sharedBytes } from '../../../base/shared.ts';
import type { ValueTest } from '../../../model/question/predicate.ts';
import { valueCuts } from '../../frame/slices.ts';
import type { Team } from '../../frame/team.ts';
import { SEARCH_VALUES } from '../../kernels/rows/search_values.ts';
import type { Dictionary } from '../../storage/dictionary.ts';
import type { Sought } from '../../wasm/blocks.ts';
import { automatonOf } from './automaton.ts';
import { prepare } from './value_test.ts';

/** Lists and objects are equal if they mean the same, however written. */
const NESTED = /^\s*[[{]/;

/** With this many times more values than rows, the values that rows have are matched one by one. */
const MANY_VALUES = 4;

/** code -> 1 if it passes, else 0; null if the values of the rows must be tested one by one. */
export function passingTexts(test: ValueTest, dictionary: Dictionary, rows: number, team: Team): Uint8Array | null {
  switch (test.op) {
    case 'set': {
      const passes = new Uint8Array(dictionary.length).fill(1);
      passes[0] = 0;
      passes[dictionary.find(null)] = 0;
      return passes;
    }
    case 'in':
      return test.values.some((text) => NESTED.test(text)) ? null : listed(test.values, dictionary);
    case 'contains': {
      if (!test.needles.every(isPlainNeedle)) return null;
      const needles = test.needles.map((needle) => new TextEncoder().encode(needle.toLowerCase()));
      return searched(needles, test, dictionary, team);
    }
    case 'matches': {
      const automata = rows * MANY_VALUES < dictionary.length ? null : complete(test.patterns.map(automatonOf));
      return automata && searched(automata, test, dictionary, team);
    }
    default:
      return null;
  }
}

/** Values are equal if their text is, whatever the type. */
function listed(texts: readonly string[], dictionary: Dictionary): Uint8Array {
  const passes = new Uint8Array(dictionary.length);
  for (const text of texts) {
    passes[dictionary.find(text)] = 1;
    const number = Number(text);
    if (String(number) === text && Number.isFinite(number)) passes[dictionary.find(number)] = 1;
    if (text === 'true' || text === 'false') passes[dictionary.find(text === 'true')] = 1;
  }
  passes[0] = 0;
  return passes;
}

/** ASCII that JSON writes verbatim, without wildcards: can be searched as bytes, case-insensitively. */
function isPlainNeedle(needle: string): boolean {
  return /^[ !#$&-[\]^`-~]+$/.test(needle);
}

/** A value passes if any of `sought` is in it. Values that are not plain ASCII texts are tested one by one. */
function searched(sought: readonly Sought[], test: ValueTest, dictionary: Dictionary, team: Team): Uint8Array {
  const passes = sharedBytes(dictionary.length);
  const values = dictionary.bytesOf(1, dictionary.length);
  team.share(SEARCH_VALUES, { values, sought, passes: passes.subarray(1) }, valueCuts(values.ends.length));
  const { odd } = dictionary;
  if (odd.length === 0) return passes;
  const tester = prepare(test);
  for (const code of odd) passes[code] = tester(dictionary.at(code)!) ? 1 : 0;
  return passes;
}

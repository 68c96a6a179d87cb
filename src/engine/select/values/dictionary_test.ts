/**
 * Tests over a whole dictionary at once: lists are looked up, text is searched in the bytes of many values. Whatever
 * is left is tested value by value.
 */
import type { ValueTest } from '../../../model/question/predicate.ts';
import type { Team } from '../../frame/team.ts';
import type { Dictionary } from '../../storage/dictionary.ts';
import { prepare, type Tester } from './value_test.ts';

/** Lists and objects are equal if they mean the same, however written. */
const NESTED = /^\s*[[{]/;

/** Values searched between two checkpoints. */
const TOGETHER = 16_384;

/** code -> 1 if it passes, else 0; null if each value must be tested. */
export function passingTexts(test: ValueTest, dictionary: Dictionary, team: Team): Uint8Array | null {
  switch (test.op) {
    case 'set': {
      const passes = new Uint8Array(dictionary.length).fill(1);
      passes[0] = 0;
      passes[dictionary.find(null)] = 0;
      return passes;
    }
    case 'in':
      return test.values.some((text) => NESTED.test(text)) ? null : listed(test.values, dictionary);
    case 'contains':
      return test.needles.every(isPlainNeedle) ? containing(test.needles, prepare(test), dictionary, team) : null;
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

function containing(needles: readonly string[], tester: Tester, dictionary: Dictionary, team: Team): Uint8Array {
  const passes = new Uint8Array(dictionary.length);
  const folded = needles.map((needle) => Buffer.from(needle.toLowerCase()));
  for (let from = 1; from < dictionary.length; from += TOGETHER) {
    team.checkpoint();
    const until = Math.min(from + TOGETHER, dictionary.length);
    const begin = dictionary.endOf(from - 1);
    const bytes = dictionary.folded().subarray(begin, dictionary.endOf(until - 1));
    for (const needle of folded) {
      let code = from;
      for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, dictionary.endOf(code) - begin)) {
        while (dictionary.endOf(code) - begin <= at) code++;
        passes[code] = 1;
      }
    }
  }
  for (const code of dictionary.odd) passes[code] = tester(dictionary.at(code)!) ? 1 : 0;
  return passes;
}

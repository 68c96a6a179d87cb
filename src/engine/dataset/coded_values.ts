/** Counts of a property's values by their codes: the texts stay where they are, in the property's dictionary. */
import { folded } from '../../base/letters/caseless.ts';
import { type Column, type DictionaryColumn, textOf, wideCodes } from '../frame/column.ts';
import { alone } from '../frame/team.ts';
import { passingTexts } from '../select/values/dictionary_test.ts';
import { Dictionary } from '../storage/dictionary.ts';
import type { CountedTexts } from './counted_texts.ts';

/** How many values are read from the dictionary at a time. */
const READ_VALUES = 512;

type CodedColumn = DictionaryColumn & { readonly values: Dictionary };

/** The columns if all have the codes of one dictionary; else null. */
export function codedColumns(columns: readonly (Column | null)[]): readonly CodedColumn[] | null {
  const coded = columns.filter((column) => column !== null).map(asCoded);
  const all = coded.filter((column) => column !== null);
  const is_one = all.length === coded.length && all.every(({ values }) => values === all[0]!.values);
  return is_one && all.length > 0 ? all : null;
}

function asCoded(column: Column): CodedColumn | null {
  if (column.kind !== 'dictionary') return null;
  const { kind, codes, values } = column;
  return values instanceof Dictionary ? { kind, codes, values } : null;
}

/** Distinct values of a property, by the codes of a dictionary. */
export class CodedValues {
  /** code -> rows; 0 for the empty text. Values with the same text are counted under one code. */
  readonly counts: Uint32Array;
  /** Size in memory, without a dictionary that others have, too. */
  readonly bytes: number;
  readonly #dictionary: Dictionary;
  /** Text -> code, for texts that only values of other types have: "5" if there is 5 but no "5". */
  readonly #said = new Map<string, number>();

  /** `counts`: code -> rows. */
  private constructor(dictionary: Dictionary, counts: Uint32Array, is_own: boolean) {
    this.#dictionary = dictionary;
    this.counts = counts;
    for (const code of dictionary.odd) if (counts[code]! > 0) this.#joinAlike(code);
    for (const code of is_own ? [0] : [0, dictionary.find('')]) counts[code] = 0;
    this.bytes = counts.byteLength + (is_own ? dictionary.bytes() : 0);
  }

  static of(columns: readonly CodedColumn[]): CodedValues {
    const { values: dictionary } = columns[0]!;
    const counts = new Uint32Array(dictionary.length);
    for (const { codes } of columns) {
      const wide = wideCodes(codes);
      for (let row = 0; row < wide.length; row++) counts[wide[row]!]!++;
    }
    return new CodedValues(dictionary, counts, false);
  }

  /** In a dictionary of their own. */
  static ofTexts(counted: CountedTexts): CodedValues {
    const dictionary = new Dictionary();
    const counts = [0];
    for (const [text, rows] of counted) counts[dictionary.append(text)] = rows;
    return new CodedValues(dictionary, Uint32Array.from(counts), true);
  }

  /** Counts a value that is not a text (5, true) together with the one that reads the same ("5", "true"). */
  #joinAlike(code: number): void {
    const value = this.#dictionary.at(code)!;
    if (typeof value === 'string') return;
    const text = textOf(value) ?? '';
    const other = this.#dictionary.find(text) || this.#said.get(text) || 0;
    if (text !== '' && other === 0) {
      this.#said.set(text, code);
      return;
    }
    this.counts[other]! += this.counts[code]!;
    this.counts[code] = 0;
  }

  /** undefined = no row has it. */
  indexOf(text: string): number | undefined {
    // The dictionary may have learned the text itself since.
    const code = this.#said.get(text) ?? this.#dictionary.find(text);
    return (this.counts[code] ?? 0) > 0 ? code : undefined;
  }

  textAt(index: number): string {
    return textOf(this.#dictionary.at(index)!) ?? '';
  }

  /** Orders texts as `textBeginning` does, -1 = unknown. */
  beginningAt(index: number): number {
    return this.#dictionary.beginningOf(index);
  }

  /** Ascending indices of values with rows whose text has the needle, in lower case. */
  holding(needle: string): Uint32Array {
    const { counts } = this;
    const passes = needle === '' ? null : this.#searched(needle);
    const found = new Uint32Array(counts.length);
    let length = 0;
    for (let code = 1; code < counts.length; code++) {
      if (counts[code]! > 0 && (passes === null || passes[code] === 1)) found[length++] = code;
    }
    return found.subarray(0, length);
  }

  #searched(needle: string): Uint8Array {
    const test = { op: 'contains', needles: [needle] } as const;
    return passingTexts(test, this.#dictionary, this.counts.length, alone()) ?? this.#readThrough(needle);
  }

  /** Reads every value, for needles that the search by bytes cannot find. */
  #readThrough(needle: string): Uint8Array {
    const passes = new Uint8Array(this.counts.length);
    const has = (text: string): number => Number(folded(text).includes(needle));
    for (let from = 1; from < passes.length; from += READ_VALUES) {
      const until = Math.min(from + READ_VALUES, passes.length);
      const hasAt = this.#dictionary.reading(from, until, has, (value) => has(textOf(value) ?? ''));
      for (let code = from; code < until; code++) if (this.counts[code]! > 0) passes[code] = hasAt(code);
    }
    return passes;
  }
}

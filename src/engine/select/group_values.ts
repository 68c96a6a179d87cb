/**
 * Groups of one column: equal texts share a group across runs. Missing, null and '' are group 0, without text. Bins and
 * URL rules apply once per distinct value. Numbers are grouped as they are: a text is made of those that are shown.
 */

import { TextNumbers } from '../../base/numbering/text_numbers.ts';
import { sharedBytes, sharedWords } from '../../base/shared.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Dimension } from '../../model/question/query.ts';
import { type Bins, binLabel, binNumbers, binOf, newBins, widen } from '../frame/bins.ts';
import {
  allocateCodes,
  type Codes,
  type Column,
  type DictionaryColumn,
  type NumberColumn,
  type ScaledColumn,
  textOf,
  type Value,
} from '../frame/column.ts';
import type { Team } from '../frame/team.ts';
import { lookedUp } from '../wasm/decoded.ts';
import { type CodedGroups, codedBeginning, codedText, groupByCode } from './coded_groups.ts';
import { binTable } from './scaled_bins.ts';
import { numberOf } from './values/value_test.ts';

/** Group of rows without a value. */
export const NO_VALUE = 0;

/** Dictionaries up to this size are grouped as a whole. */
const FEW_VALUES = 4096;

/** Trailing characters that do not change the page of a URL. */
const URL_END = '/?#';

export interface ValueGroups {
  readonly normalize_url: boolean;
  readonly bins: Bins | null;
  /** Whether values without rows may become groups, for breakdowns that show few of many. */
  readonly may_be_codes: boolean;
  /** null = groups go by text. */
  coded: CodedGroups | null;
  /** Text -> its group; '' -> `NO_VALUE`. */
  readonly texts: TextNumbers;
}

export function newValueGroups(dimension: Dimension, may_be_codes: boolean): ValueGroups {
  const bins = dimension.bins === null ? null : newBins(dimension.bins);
  const is_plain = bins === null && !dimension.normalize_url;
  const texts = new TextNumbers();
  texts.ofText('');
  return { ...dimension, bins, may_be_codes: may_be_codes && is_plain, coded: null, texts };
}

/** Groups so far. */
export function groupsOf({ coded, texts }: ValueGroups): number {
  return coded === null ? texts.count : coded.codes.length;
}

export function groupText({ coded, texts }: ValueGroups, group: number): string | null {
  if (coded !== null) return codedText(coded, group);
  return group === NO_VALUE ? null : texts.textAt(group);
}

/** Orders groups as `textBeginning` orders their texts, -1 = unknown. */
export function groupBeginning({ coded, texts }: ValueGroups, group: number): number {
  return coded === null ? texts.beginningAt(group) : codedBeginning(coded, group);
}

/** Switches from codes to texts. */
function forgetCodes(groups: ValueGroups): void {
  const { coded } = groups;
  groups.coded = null;
  // Equal texts have equal codes, so groups keep their numbers.
  for (let group = 1; coded !== null && group < coded.codes.length; group++) {
    groupOfText(groups, codedText(coded, group));
  }
}

/** A column as the rows of a run see it. */
interface RowColumn<C extends Column = Column> {
  readonly column: C;
  /** row -> index into the column; null = the row itself. */
  readonly owner: Uint32Array | null;
  /** Rows of the run. */
  readonly length: number;
}

/** row -> group. `rows`: supplies the rows that matter. */
export function groupColumn(groups: ValueGroups, read: RowColumn, rows: () => Uint32Array, team: Team): Codes {
  const { column, owner, length } = read;
  if (groups.may_be_codes && owner === null && groups.texts.count === 1) {
    const found = groupByCode(groups.coded, column);
    if (found !== null) {
      groups.coded = found.groups;
      return found.group;
    }
  }
  forgetCodes(groups);
  if (column.kind === 'dictionary' && column.values.length <= FEW_VALUES) {
    return groupFew(groups, { column, owner, length });
  }
  if (column.kind === 'number' && groups.bins !== null)
    return groupBinned(groups, groups.bins, { column, owner, length }, team);
  const out = sharedWords(length);
  if (column.kind === 'number') groupNumbers(groups, column, rows(), owner, out);
  else groupDictionary(groups, column, rows(), owner, out);
  return out;
}

/** Widens bins to hold the numbers of these rows. */
export function measureColumn(bins: Bins, column: Column, owner: Uint32Array | null, rows: Uint32Array): void {
  if (column.kind === 'number') {
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]!;
      widen(bins, column.values[owner === null ? row : owner[row]!] ?? Number.NaN);
    }
    return;
  }
  const met = new Uint8Array(column.values.length);
  for (const row of rows) met[column.codes[owner === null ? row : owner[row]!] ?? 0] = 1;
  for (let code = 0; code < met.length; code++) {
    if (met[code] === 1) widen(bins, numberOf(column.values.at(code)!) ?? Number.NaN);
  }
}

/**
 * Every value gets a group, met or not, which saves a test per row. If the question's first column has no duplicates,
 * its codes are the groups.
 */
function groupFew(groups: ValueGroups, { column, owner, length }: RowColumn<DictionaryColumn>): Codes {
  const { codes, values } = column;
  return groupCodes(
    groups,
    codes,
    Array.from(values, (value) => groupOf(groups, value)),
    owner,
    length,
  );
}

/** `group_of`: code -> group. */
function groupCodes(
  groups: ValueGroups,
  codes: Codes,
  group_of: readonly number[],
  owner: Uint32Array | null,
  length: number,
): Codes {
  if (owner === null && group_of.every((group, code) => group === code)) return codes;
  const out = allocateCodes(length, groups.texts.count);
  if (owner !== null) lookUpOwners(Uint32Array.from(group_of), codes, owner, out);
  else if (out instanceof Uint8Array) lookedUp(Uint8Array.from(group_of), codes, out);
  else for (let row = 0; row < length; row++) out[row] = group_of[codes[row]!]!;
  return out;
}

/** row -> table[code of its owner], or table[0]. Reading past the end would be slow, and rows without an owner are many. */
function lookUpOwners(table: Uint32Array, codes: Codes, owner: Uint32Array, out: Codes): void {
  for (let row = 0; row < out.length; row++) {
    const who = owner[row]!;
    out[row] = table[who < codes.length ? codes[who]! : 0]!;
  }
}

/** Only values that occur get a group. */
function groupDictionary(
  groups: ValueGroups,
  column: DictionaryColumn,
  rows: Uint32Array,
  owner: Uint32Array | null,
  out: Uint32Array,
): void {
  const { codes, values } = column;
  /** code -> group, -1 = not met yet. */
  const group_of = new Int32Array(values.length).fill(-1);
  for (const row of rows) {
    const code = codes[owner === null ? row : owner[row]!] ?? 0;
    let group = group_of[code]!;
    if (group < 0) {
      group = groupOf(groups, values.at(code)!);
      group_of[code] = group;
    }
    out[row] = group;
  }
}

function groupNumbers(
  groups: ValueGroups,
  column: NumberColumn,
  rows: Uint32Array,
  owner: Uint32Array | null,
  out: Uint32Array,
): void {
  const { texts } = groups;
  const { values } = column;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    const value = values[owner === null ? row : owner[row]!] ?? Number.NaN;
    if (!Number.isNaN(value)) out[row] = texts.ofNumber(value);
  }
}

/** Bins are grouped like the values of a small dictionary. */
function groupBinned(
  groups: ValueGroups,
  bins: Bins,
  { column, owner, length }: RowColumn<NumberColumn>,
  team: Team,
): Codes {
  if (bins.min > bins.max) return allocateCodes(length, 1);
  const codes = binNumbers(bins, column.values, team);
  return groupCodes(groups, codes, groupsOfBins(groups, bins), owner, length);
}

/** row -> group, for bins of numbers as they are stored. */
export function groupScaled(groups: ValueGroups, bins: Bins, column: ScaledColumn): Codes {
  forgetCodes(groups);
  const out = sharedBytes(column.codes.length);
  if (bins.min > bins.max) return out;
  const group_of = groupsOfBins(groups, bins);
  const table = binTable(bins, column).map((bin) => group_of[bin]!);
  return lookedUp(table, column.codes, out);
}

/** bin + 1 -> group; 0 -> no value. */
function groupsOfBins(groups: ValueGroups, bins: Bins): number[] {
  const labels = [null, ...Array.from({ length: bins.count }, (_, bin) => binLabel(bins, bin))];
  return labels.map((label) => groupOfText(groups, label));
}

function groupOf(groups: ValueGroups, value: Value): number {
  const is_number = groups.bins === null && typeof value === 'number';
  return is_number ? groups.texts.ofNumber(value) : groupOfText(groups, labelOf(groups, value));
}

function groupOfText({ texts }: ValueGroups, text: string | null): number {
  return text === null ? NO_VALUE : texts.ofText(text);
}

function labelOf({ bins, normalize_url }: ValueGroups, value: Value): string | null {
  if (bins !== null) {
    const number = numberOf(value);
    return number === null || bins.max < number || bins.min > number ? null : binLabel(bins, binOf(bins, number));
  }
  const text = textOf(value);
  if (text === null) return null;
  return (normalize_url ? withoutUrlEnd(text) || '/' : text).slice(0, LIMIT.breakdown_value_chars);
}

function withoutUrlEnd(url: string): string {
  let end = url.length;
  while (end > 0 && URL_END.includes(url[end - 1]!)) end--;
  return url.slice(0, end);
}

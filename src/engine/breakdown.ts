/**
 * Rows -> groups of a breakdown. Groups are numbered over a whole question, so that runs and parts agree: equal text is
 * the same group, and missing, null and '' together are group 0, which has no text.
 */
import { has } from '../base/bitmap.ts';
import { invalid } from '../model/error.ts';
import { LIMIT } from '../model/limit.ts';
import type { ValueSource } from '../model/predicate.ts';
import { type Column, type DictionaryColumn, type NumberColumn, textOf, type Value } from './column.ts';
import type { DatasetView } from './dataset.ts';
import type { Run } from './run.ts';

/** Group of rows without a value, and of every row where there is no breakdown. */
const NO_VALUE = 0;

/** Dictionaries up to this size are grouped whole. */
const FEW_VALUES = 4096;

export interface Groups {
  /** group -> its text. */
  readonly texts: (string | null)[];
  readonly of_text: Map<string, number>;
}

/** The rows a question looks at; the others are not worth a group. */
export interface RowRange {
  /** Bit set over rows, null = all. */
  readonly select: Uint32Array | null;
  readonly from_ms: number;
  readonly until_ms: number;
}

export function newGroups(): Groups {
  return { texts: [null], of_text: new Map() };
}

/** row -> group; what rows outside `range` get means nothing. New texts are added to `groups`. */
export function groupRows(
  groups: Groups,
  source: ValueSource,
  run: Run,
  view: DatasetView,
  range: RowRange,
): Uint32Array {
  if (source.of === 'event') return groupColumn(groups, run.column(source.key), run, range, null);
  if (source.of === 'person') {
    const owner = view.rowOwner(run, { kind: 'person' });
    return groupColumn(groups, view.personColumn(source.key), run, range, owner);
  }
  const owner = view.rowOwner(run, { kind: 'group', type_index: source.type_index });
  return groupColumn(groups, view.groupColumn(source.type_index, source.key), run, range, owner);
}

/** A question may not ask for more numbers than fit: `cells` is groups times what one group weighs in numbers. */
export function checkCells(cells: number): void {
  if (cells <= LIMIT.breakdown_cells) return;
  throw invalid(
    'breakdown',
    `This breakdown has too many distinct values: it would make ${cells} numbers, the limit is ${LIMIT.breakdown_cells}. ` +
      'Choose a property with fewer values, a shorter date range, or filter the values first.',
  );
}

/** `owner`: row -> index into the column; null = the row itself. An owner past the column's end has no value. */
function groupColumn(
  groups: Groups,
  column: Column,
  run: Run,
  range: RowRange,
  owner: Uint32Array | null,
): Uint32Array {
  const out = new Uint32Array(run.rows);
  if (column.kind === 'number') groupNumbers(groups, column, rowsIn(run, range), owner, out);
  else if (column.values.length <= FEW_VALUES) groupFew(groups, column, owner, out);
  else groupDictionary(groups, column, rowsIn(run, range), owner, out);
  return out;
}

/** The rows to look at, ascending. */
function rowsIn(run: Run, range: RowRange): Uint32Array {
  const { select, from_ms, until_ms } = range;
  const rows = new Uint32Array(run.rows);
  let count = 0;
  for (let row = 0; row < run.rows; row++) {
    if (select !== null && !has(select, row)) continue;
    const time = run.time_ms[row]!;
    if (time >= from_ms && time < until_ms) rows[count++] = row;
  }
  return rows.subarray(0, count);
}

/** Every value gets a group, met or not, which spares the rows all questions. */
function groupFew(groups: Groups, column: DictionaryColumn, owner: Uint32Array | null, out: Uint32Array): void {
  const { codes } = column;
  const group_of = Uint32Array.from(column.values, (value) => groupOf(groups, value));
  if (owner === null) for (let row = 0; row < out.length; row++) out[row] = group_of[codes[row]!]!;
  else for (let row = 0; row < out.length; row++) out[row] = group_of[codes[owner[row]!] ?? 0]!;
}

/** Only values that are met get a group. */
function groupDictionary(
  groups: Groups,
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
      group = groupOf(groups, values[code]!);
      group_of[code] = group;
    }
    out[row] = group;
  }
}

function groupNumbers(
  groups: Groups,
  column: NumberColumn,
  rows: Uint32Array,
  owner: Uint32Array | null,
  out: Uint32Array,
): void {
  const group_of = new Map<number, number>();
  for (const row of rows) {
    const value = column.values[owner === null ? row : owner[row]!] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    let group = group_of.get(value);
    if (group === undefined) {
      group = groupOf(groups, value);
      group_of.set(value, group);
    }
    out[row] = group;
  }
}

function groupOf(groups: Groups, value: Value): number {
  const text = textOf(value)?.slice(0, LIMIT.breakdown_value_chars);
  if (text === undefined || text === '') return NO_VALUE;
  let group = groups.of_text.get(text);
  if (group === undefined) {
    group = groups.texts.length;
    groups.texts.push(text);
    groups.of_text.set(text, group);
  }
  return group;
}

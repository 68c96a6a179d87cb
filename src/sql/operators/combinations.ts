/**
 * Merges rows of a batch that are equal in all columns a grouping reads: one row for each combination, with its count.
 * Most groupings read columns with few values, so a million rows become some hundred.
 */

import { wideCodes } from '../../engine/frame/column.ts';
import type { Team } from '../../engine/frame/team.ts';
import type { CodeColumn } from '../../engine/kernels/rows/code_counts.ts';
import { type Coded, encodeNumbers, type Vector } from '../../engine/select/expression/vector.ts';
import { Numbered } from './batch.ts';
import { codesAt, DISTINCT_TEXTS } from './grouping.ts';
import { jointCounts, membersOf, product, usedIn } from './joint_cells.ts';

export interface Combinations {
  readonly rows: number;
  /** In the order in which they were given. */
  readonly vectors: readonly Vector[];
  /** Row -> how many rows of the batch it stands for. */
  readonly weights: Float64Array;
  /** All count. */
  readonly marks: null;
}

/** Fewer rows than this are grouped faster one by one. */
const ROWS_MIN = 4096;
/** Up to MOST, counts of several columns fit into a core's cache. Up to FEW, codes are counted without renumbering. */
const MOST = 1 << 18;
const FEW = 1 << 13;
/** Rows are merged only if there are at least this many per possible combination of several columns. */
const ROWS_EACH = 4;

/** Codes of vectors that share one array of codes. */
interface Shared {
  readonly vectors: readonly Coded[];
  readonly column: CodeColumn;
  /** Counted number -> a code that is counted under it; null if codes are counted directly. */
  readonly codes: Uint32Array | null;
}

/** @param marks bitmap of the rows that count. Returns null if there may be too many combinations */
export function combined(
  vectors: readonly Vector[],
  rows: number,
  marks: Uint32Array | null,
  team: Team,
): Combinations | null {
  if (rows < ROWS_MIN) return null;
  if (!areCoded(vectors)) return null;
  const coded = vectors.filter((vector) => vector.kind === 'coded');
  const by_codes = [...Map.groupBy(coded, ({ codes }) => codes).values()];
  const most = by_codes.length === 1 ? rows / 2 : Math.min(MOST, rows / ROWS_EACH);
  const is_few = product(by_codes.map(([first]) => ({ many: first!.values.length }))) <= Math.min(FEW, most);
  const shared = by_codes.map((own) => sharedBy(own, is_few, most));
  const columns = shared.map(({ column }) => column);
  return product(columns) > most ? null : counted(vectors, shared, jointCounts({ columns, rows, marks }, team));
}

/** Whether rows can be counted by their codes, provided that there are few enough. */
export function areCoded(vectors: readonly Vector[]): boolean {
  return vectors.every(
    (vector) => vector.kind !== 'numbers' && !(vector.kind === 'coded' && vector.values instanceof Numbered),
  );
}

function sharedBy(vectors: readonly Coded[], is_few: boolean, most: number): Shared {
  const { codes, values } = vectors[0]!;
  if (is_few || values.length > most || (vectors.length === 1 && DISTINCT_TEXTS.has(values)))
    return { vectors, column: { codes, classes: null, many: values.length }, codes: null };
  if (vectors.length === 1 && values instanceof Float64Array) return sharedNumbers(vectors[0]!, values);
  const known = new Map<unknown, number>();
  const firsts: number[] = [];
  const classes = Uint32Array.from(values, (_, code) => {
    const key = keyOf(vectors, code);
    const found = known.get(key) ?? firsts.push(code) - 1;
    known.set(key, found);
    return found;
  });
  return { vectors, column: { codes, classes, many: firsts.length }, codes: Uint32Array.from(firsts) };
}

function sharedNumbers(vector: Coded, values: Float64Array): Shared {
  const { codes: classes, values: distinct } = encodeNumbers(values);
  const firsts = new Uint32Array(distinct.length);
  for (let code = values.length - 1; code >= 0; code--) firsts[classes[code]!] = code;
  const column = { codes: vector.codes, classes: wideCodes(classes), many: distinct.length };
  return { vectors: [vector], column, codes: firsts };
}

/**
 * Keys are equal only if all vectors have equal values. A single value is its own key: the text '[null]' is not the JSON
 * of one that is missing. Equal lists may have several keys.
 */
function keyOf(vectors: readonly Coded[], code: number): unknown {
  const [first, ...others] = vectors.map(({ values }) => values.at(code));
  return others.length === 0 ? first : JSON.stringify([first, ...others]);
}

function counted(vectors: readonly Vector[], shared: readonly Shared[], counts: Uint32Array): Combinations {
  const found = usedIn(counts);
  const rows = found.length;
  const own = new Map<Vector, Vector>();
  const members = membersOf(
    found,
    shared.map(({ column }) => column),
  );
  for (const [at, { vectors: of, codes }] of shared.entries()) {
    const of_rows = codes === null ? members[at]! : codesAt(codes, members[at]!);
    for (const vector of of) own.set(vector, { ...vector, codes: of_rows });
  }
  const weights = new Float64Array(rows);
  for (let at = 0; at < rows; at++) weights[at] = counts[found[at]!]!;
  return { rows, vectors: vectors.map((vector) => own.get(vector) ?? vector), weights, marks: null };
}

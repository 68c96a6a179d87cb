/** Evaluates an expression over a run into a column. */
import { assert } from '../../../base/assert.ts';
import type { Expression } from '../../../model/question/expression.ts';
import { allocateCodes, type Codes, type Column, type StoredColumn } from '../../frame/column.ts';
import type { DatasetView } from '../../frame/dataset.ts';
import type { Run } from '../../frame/run.ts';
import { plainColumn } from '../values/plain_source.ts';
import { evaluate, type Leaf } from './evaluate.ts';
import type { Source } from './number_loops.ts';
import { toColumn, type Vector } from './vector.ts';

/** Times are grouped into grains if there are fewer grains than rows, or than this. */
const FEW_GRAINS = 4096;

/** row -> value of the expression */
export function expressionColumn(expression: Expression, run: Run, view: DatasetView): Column {
  const read = (leaf: Leaf): Source => readLeaf(leaf, run, view);
  return toColumn(
    evaluate(expression, run.rows, read, () => view.checkpoint()),
    run.rows,
  );
}

/** Same for `rows` rows in any order; the expression must read nothing but their properties. */
export function columnOfProperties(
  expression: Expression,
  rows: number,
  column: (property: string) => StoredColumn,
  checkpoint: () => void,
): Column {
  const read = (leaf: Leaf): Source => {
    assert(leaf.kind === 'source' && leaf.source.of === 'event', 'only properties are read');
    return sourceOf(column(leaf.source.key), null);
  };
  return toColumn(evaluate(expression, rows, read, checkpoint), rows);
}

/** Whether it reads nothing but event properties. */
export function isOfProperties({ nodes }: Expression): boolean {
  return nodes.every((node) => {
    if (node.kind === 'source') return node.source.of === 'event';
    return node.kind === 'literal' || node.kind === 'call';
  });
}

function readLeaf(leaf: Leaf, run: Run, view: DatasetView): Source {
  if (leaf.kind === 'moment') return moments(run.time_ms, leaf.grain_ms);
  assert(leaf.kind === 'source', 'rows of events have no columns besides');
  if (leaf.source.of === 'event') return sourceOf(run.storedColumn(leaf.source.key), null);
  const { column, owner } = plainColumn(leaf.source, run, view);
  return sourceOf(column, owner);
}

function sourceOf(column: StoredColumn, owner: Uint32Array | null): Source {
  if (column.kind === 'scaled') return column;
  if (column.kind === 'number') {
    return { kind: 'numbers', values: owner === null ? column.values : numbersOfOwners(column.values, owner) };
  }
  const { codes, values } = column;
  return {
    kind: 'coded',
    codes: owner === null ? codes : codesOfOwners(codes, owner, values.length),
    values: Array.from(values),
  };
}

function numbersOfOwners(values: Float64Array, owner: Uint32Array): Float64Array {
  const numbers = new Float64Array(owner.length);
  for (let row = 0; row < numbers.length; row++) numbers[row] = values[owner[row]!] ?? Number.NaN;
  return numbers;
}

/** Owners past the end of the column have no value: code 0. */
function codesOfOwners(codes: Codes, owner: Uint32Array, distinct: number): Codes {
  const own = allocateCodes(owner.length, distinct);
  for (let row = 0; row < own.length; row++) own[row] = codes[owner[row]!] ?? 0;
  return own;
}

/** Times rounded down to grains: few distinct values, so functions of them run rarely. */
export function moments(time_ms: Float64Array, grain_ms: number): Vector {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < time_ms.length; row++) {
    const time = time_ms[row]!;
    if (time < first) first = time;
    if (time > last) last = time;
  }
  if (time_ms.length === 0) return { kind: 'constant', value: null };
  const start_ms = Math.floor(first / grain_ms) * grain_ms;
  const count = Math.floor((last - start_ms) / grain_ms) + 1;
  if (!(count <= Math.max(FEW_GRAINS, time_ms.length))) {
    return { kind: 'numbers', values: time_ms.map((time) => Math.floor(time / grain_ms) * grain_ms) };
  }
  const codes = allocateCodes(time_ms.length, count);
  countGrains(time_ms, start_ms, grain_ms, codes);
  return { kind: 'coded', codes, values: grainTimes(start_ms, grain_ms, count) };
}

/** grain -> its start */
export function grainTimes(start_ms: number, grain_ms: number, count: number): Float64Array {
  const times_ms = new Float64Array(count);
  for (let grain = 0; grain < count; grain++) times_ms[grain] = start_ms + grain * grain_ms;
  return times_ms;
}

/** row -> grains since the start; fewer than rows, or than 4096. */
function countGrains(time_ms: Float64Array, start_ms: number, grain_ms: number, codes: Codes): void {
  for (let row = 0; row < codes.length; row++) codes[row] = ((time_ms[row]! - start_ms) / grain_ms) | 0;
}

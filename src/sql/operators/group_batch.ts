/** Groups as rows. What HAVING or the order drops need not be computed. */
import { must } from '../../base/assert.ts';
import type { Vector } from '../../engine/select/expression/vector.ts';
import type { Accumulating } from './accumulating.ts';
import { type Batch, pickVector, remembered } from './batch.ts';
import { codesAt, type Grouping } from './grouping.ts';

export function groupBatch(grouping: Grouping, accumulating: readonly Accumulating[]): Batch {
  const columns: (Vector | undefined)[] = grouping.columns();
  const first = columns.length;
  const size = grouping.count + 1;
  const wholeOf = (index: number): Vector => {
    const column = columns[index] ?? must(accumulating[index - first], 'a column of the groups').end(size);
    columns[index] = column;
    return column;
  };
  /** @param groups null = all */
  const rowsOf = (groups: Uint32Array | null): Batch =>
    remembered({
      rows: groups?.length ?? grouping.count,
      read(leaf) {
        const index = must(leaf.kind === 'column' ? leaf.index : undefined, 'groups have columns');
        if (groups === null) return wholeOf(index);
        const few = 2 * groups.length < size && columns[index] === undefined;
        return (few && accumulating[index - first]?.endOf?.(groups, size)) || pickVector(wholeOf(index), groups);
      },
      pick: (places) => rowsOf(groups === null ? places : codesAt(groups, places)),
    });
  return rowsOf(null);
}

/** Aggregates whose result is a list of values. */
import type { Value } from '../../engine/frame/column.ts';
import { valueAt } from '../../engine/select/expression/vector.ts';
import { type Begin, listed } from './accumulating.ts';

import { ValueNumbers } from './grouping.ts';
import { compareValues } from './order.ts';
import { hold } from './running.ts';

/** Collects values in order of arrival with their counts; `finish` turns them into a list. */
export function listing(
  is_each: boolean,
  finish: (counts: ReadonlyMap<number, number>, values: readonly Value[], most: number) => Value[],
): Begin {
  return ({ parameter }, running) => {
    const known = new ValueNumbers();
    const counts: Map<number, number>[] = [];
    const items: Value[][] = [];
    return {
      add({ cells, args, rows, weights }) {
        hold(running, rows, 1);
        for (let row = 0; row < rows; row++) {
          const cell = cells[row]!;
          const value = cell === 0 ? null : valueAt(args[0]!, row);
          if (value === null) continue;
          if (is_each) {
            items[cell] ??= [];
            if (items[cell].length < parameter) items[cell].push(value);
            continue;
          }
          counts[cell] ??= new Map();
          const number = known.numberOf(value);
          counts[cell].set(number, (counts[cell].get(number) ?? 0) + (weights?.[row] ?? 1));
        }
      },
      end(size) {
        const lists = Array.from({ length: size }, (_, cell): Value => {
          const list = is_each ? (items[cell] ?? []) : finish(counts[cell] ?? new Map(), known.values, parameter);
          return { json: `[${list.map(jsonOf).join(',')}]` };
        });
        return listed(lists, size);
      },
    };
  };
}

function jsonOf(value: Value): string {
  return typeof value === 'object' && value !== null ? value.json : JSON.stringify(value);
}

export function mostFrequent(counts: ReadonlyMap<number, number>, values: readonly Value[], most: number): Value[] {
  const sorted = [...counts].sort(([a, x], [b, y]) => y - x || compareValues(values[a]!, values[b]!));
  return sorted.slice(0, most).map(([number]) => values[number]!);
}

export function inOrder(counts: ReadonlyMap<number, number>, values: readonly Value[], most: number): Value[] {
  return [...counts.keys()]
    .map((number) => values[number]!)
    .sort(compareValues)
    .slice(0, most);
}

/** Aggregates whose result is a list of values. */
import { PairNumbers } from '../../base/numbering/pair_numbers.ts';
import type { Value } from '../../engine/frame/column.ts';
import { jsonOf } from '../../engine/frame/column.ts';
import { valueAt } from '../../engine/select/expression/vector.ts';
import { invalid } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { type Begin, grown, listed } from './accumulating.ts';
import { hold } from './execution.ts';
import { ValueNumbers } from './grouping.ts';
import { compareValues } from './order.ts';

/** The first values that are not null, up to the aggregate's parameter, in order of arrival. */
export const list: Begin = ({ parameter }, execution) => {
  const items: Value[][] = [];
  return {
    add({ cells, args, rows }) {
      hold(execution, rows, 1);
      for (let row = 0; row < rows; row++) {
        const cell = cells[row]!;
        const value = cell === 0 ? null : valueAt(args[0]!, row);
        if (value === null) continue;
        items[cell] ??= [];
        if (items[cell].length >= parameter) continue;
        items[cell].push(value);
        checkLength(items[cell], 'groupArray');
      }
    },
    end: (size) =>
      listed(
        Array.from({ length: size }, (_, cell) => jsonList(items[cell] ?? [])),
        size,
      ),
  };
};

interface Counted {
  readonly value: Value;
  readonly count: number;
}

/** Distinct values with their counts. `finish` chooses and orders them. */
export function distinctList(finish: (found: Counted[]) => Counted[]): Begin {
  return ({ parameter }, execution) => {
    const known = new ValueNumbers();
    /** Pairs of a cell and the number of a value. */
    const pairs = new PairNumbers();
    let counts = new Float64Array(1);
    return {
      add({ cells, args, rows, weights }) {
        const before = pairs.count;
        const of_cell = new Uint32Array(cells.buffer, cells.byteOffset, rows);
        const values = known.cellsOf(args[0]!, rows);
        const pair = pairs.numbersOf(of_cell, new Uint32Array(values.buffer, values.byteOffset, rows));
        hold(execution, pairs.count - before, 1);
        counts = grown(counts, pairs.count);
        for (let row = 0; row < rows; row++) counts[pair[row]!]! += weights === null ? 1 : weights[row]!;
      },
      end(size) {
        const { values } = known;
        const found = Array.from({ length: size }, (): Counted[] => []);
        for (let pair = 0; pair < pairs.count; pair++) {
          const number = pairs.rights[pair]! - 1;
          if (number === known.missing) continue;
          found[pairs.lefts[pair]!]!.push({ value: values.at(number)!, count: counts[pair]! });
        }
        found[0] = [];
        const lists = found.map((each) => {
          const kept = finish(each).slice(0, parameter);
          checkLength(kept, 'groupUniqArray');
          return jsonList(kept.map(({ value }) => value));
        });
        return listed(lists, size);
      },
    };
  };
}

/** @throws ServiceError if a list has too many items */
function checkLength({ length }: readonly unknown[], name: string): void {
  if (length <= LIMIT.sql_list_items) return;
  throw invalid(
    'query',
    `A list would have more than ${LIMIT.sql_list_items.toLocaleString('en')} items. Choose fewer rows, or say how many to take: ${name}(100)(x).`,
  );
}

function jsonList(values: readonly Value[]): Value {
  return { json: `[${values.map(jsonOf).join(',')}]` };
}

export function mostFrequent(found: Counted[]): Counted[] {
  return found.sort((a, b) => b.count - a.count || compareValues(a.value, b.value));
}

export function inOrder(found: Counted[]): Counted[] {
  return found.sort((a, b) => compareValues(a.value, b.value));
}

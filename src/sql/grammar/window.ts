/** Reads windows, and items of other clauses with BY. */
import { POWER } from './operators.ts';
import { current, expect, type Reader, readExpression, readList, take, word } from './reader.ts';
import type { EdgeSyntax, FrameSyntax, OrderItem, WindowSyntax } from './syntax.ts';

/** Reads `(partition by a order by b rows between 6 preceding and current row)`. */
export function readWindow(reader: Reader): WindowSyntax {
  expect(reader, '(');
  const partition = take(reader, 'partition') ? readBy(reader, readExpression) : [];
  const order = take(reader, 'order') ? readBy(reader, readOrderItem) : [];
  const frame = word(reader) === 'rows' || word(reader) === 'range' ? readFrame(reader) : null;
  expect(reader, ')');
  return { partition, order, frame };
}

function readFrame(reader: Reader): FrameSyntax {
  const { at } = current(reader);
  const unit = take(reader, 'rows') ? 'rows' : 'range';
  if (unit === 'range') expect(reader, 'range');
  const is_between = take(reader, 'between');
  const from = readEdge(reader);
  if (!is_between) return { unit, from, until: HERE(at), at };
  expect(reader, 'and');
  return { unit, from, until: readEdge(reader), at };
}

const HERE = (at: number): EdgeSyntax => ({ count: { kind: 'literal', value: 0, at }, side: 'following' });

function readEdge(reader: Reader): EdgeSyntax {
  const { at } = current(reader);
  if (take(reader, 'current')) {
    expect(reader, 'row');
    return HERE(at);
  }
  const count = take(reader, 'unbounded') ? null : readExpression(reader, POWER.add);
  if (take(reader, 'preceding')) return { count, side: 'preceding' };
  expect(reader, 'following');
  return { count, side: 'following' };
}

/** Reads `by` and one or more items. */
export function readBy<T>(reader: Reader, item: (reader: Reader) => T): T[] {
  expect(reader, 'by');
  return readList(reader, item);
}

export function readOrderItem(reader: Reader): OrderItem {
  const of = readExpression(reader);
  const is_descending = take(reader, 'desc') || take(reader, 'descending');
  if (!is_descending && !take(reader, 'asc')) take(reader, 'ascending');
  if (!take(reader, 'nulls')) return { of, is_descending, nulls_first: false };
  const nulls_first = take(reader, 'first');
  if (!nulls_first) expect(reader, 'last');
  return { of, is_descending, nulls_first };
}

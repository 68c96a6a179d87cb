/** From rows in order of arrival to segments, and from several segments of one event and month to one. */
import { assert } from '../../base/assert.ts';
import { monthOf, monthStart } from '../../base/time.ts';
import type { Column } from '../column.ts';
import { ColumnBuilder } from './column_builder.ts';
import { orderByActorAndTime } from './order.ts';
import { encodeSegment, type SealedSegment, type Segment } from './segment.ts';
import type { EventTable, RowSource } from './table.ts';

const UUID_BYTES = 16;

/** `tables`: by the event's number. `personOf`: distinct id's number -> person's number. Empty tables give nothing. */
export function sealTables(tables: ReadonlyMap<number, EventTable>, personOf: Uint32Array): SealedSegment[] {
  const sealed: SealedSegment[] = [];
  for (const [event_ord, table] of tables) {
    if (table.rows === 0) continue;
    for (const { month, rows } of splitByMonth(sortedRows(table, personOf), table.timeMs())) {
      sealed.push(encodeSegment(event_ord, month, table, rows));
    }
  }
  return sealed;
}

/** All rows of the segments (one event, one month), sorted anew by who is who now. Nothing is dropped or changed. */
export function mergeSegments(segments: readonly Segment[], personOf: Uint32Array): SealedSegment {
  const first = segments[0];
  assert(first !== undefined, 'something to merge');
  for (const { event_ord, month } of segments) {
    assert(event_ord === first.event_ord && month === first.month, 'segments of one event and month');
  }
  const rows = joinSources(segments);
  return encodeSegment(first.event_ord, first.month, rows, sortedRows(rows, personOf));
}

/** place -> row, by (person, time, arrival). */
function sortedRows(source: RowSource, personOf: Uint32Array): Uint32Array {
  const distinct = source.distinct();
  const person = new Uint32Array(source.rows);
  for (let row = 0; row < person.length; row++) {
    const ord = distinct[row]!;
    assert(ord < personOf.length, 'every distinct id has a person');
    person[row] = personOf[ord]!;
  }
  return orderByActorAndTime(person, source.timeMs());
}

/** Months in order; within each the rows keep theirs. */
function splitByMonth(order: Uint32Array, time_ms: Float64Array): { month: number; rows: Uint32Array }[] {
  const { first, last } = monthSpan(time_ms);
  if (first === last) return [{ month: first, rows: order }];
  const months = monthsOf(order, time_ms);
  // month - first -> where its next row goes
  const starts = new Uint32Array(last - first + 2);
  for (let place = 0; place < months.length; place++) starts[months[place]! - first + 1]!++;
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
  const next = starts.slice();
  const rows = new Uint32Array(order.length);
  for (let place = 0; place < months.length; place++) rows[next[months[place]! - first]!++] = order[place]!;
  return Array.from({ length: last - first + 1 }, (_, i) => ({
    month: first + i,
    rows: rows.subarray(starts[i]!, starts[i + 1]!),
  })).filter((part) => part.rows.length > 0);
}

function monthSpan(time_ms: Float64Array): { first: number; last: number } {
  let min_ms = time_ms[0]!;
  let max_ms = min_ms;
  for (let row = 1; row < time_ms.length; row++) {
    if (time_ms[row]! < min_ms) min_ms = time_ms[row]!;
    if (time_ms[row]! > max_ms) max_ms = time_ms[row]!;
  }
  return { first: monthOf(min_ms), last: monthOf(max_ms) };
}

/** place -> month of its row. The calendar is asked only where a row leaves the month of the row before. */
function monthsOf(order: Uint32Array, time_ms: Float64Array): Int32Array {
  const months = new Int32Array(order.length);
  let month = 0;
  let from_ms = 0;
  let until_ms = 0;
  for (let place = 0; place < order.length; place++) {
    const at_ms = time_ms[order[place]!]!;
    if (at_ms < from_ms || at_ms >= until_ms) {
      month = monthOf(at_ms);
      from_ms = monthStart(month);
      until_ms = monthStart(month + 1);
    }
    months[place] = month;
  }
  return months;
}

/** Segments one after the other as one source. Columns are joined when asked for, one at a time. */
function joinSources(sources: readonly RowSource[]): RowSource {
  const total = sources.reduce((sum, source) => sum + source.rows, 0);
  const names = new Set(sources.flatMap((source) => [...source.properties]));
  return {
    rows: total,
    properties: [...names],
    distinct: () => join(sources, new Uint32Array(total), (source) => source.distinct(), 1),
    timeMs: () => join(sources, new Float64Array(total), (source) => source.timeMs(), 1),
    uuids: () => join(sources, new Uint8Array(total * UUID_BYTES), (source) => source.uuids(), UUID_BYTES),
    column: (property) => joinColumn(sources, property, total),
  };
}

function join<A extends Uint8Array | Uint32Array | Float64Array>(
  sources: readonly RowSource[],
  target: A,
  part: (source: RowSource) => A,
  width: number,
): A {
  let row = 0;
  for (const source of sources) {
    target.set(part(source), row * width);
    row += source.rows;
  }
  return target;
}

function joinColumn(sources: readonly RowSource[], property: string, total: number): Column {
  const builder = new ColumnBuilder();
  let row = 0;
  for (const source of sources) {
    const column = source.column(property);
    if (column !== null) builder.addColumn(row, column);
    row += source.rows;
  }
  return builder.column(total);
}

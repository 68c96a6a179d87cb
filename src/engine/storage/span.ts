/** Rows of all events over a span of arrival, as one source: chunks of the log, or segments, one after the other. */
import { assert } from '../../base/assert.ts';
import { monthOf, monthStart } from '../../base/time.ts';
import type { Column, Columns } from '../frame/column.ts';
import type { Chunk } from './chunk.ts';
import { ColumnBuilder } from './column_builder.ts';
import { orderByActorAndTime } from './order.ts';
import { type PortionInfo, UUID_BYTES } from './segment_header.ts';
import type { RowSource } from './table.ts';

/** Rows of several events in columns, in order of arrival within each event and month. */
export interface SpanSource extends RowSource {
  /** row -> number of the event's name. */
  eventOrd(): Uint32Array;
}

/** Where the rows of an event and month lie once the span is in order. */
export type PortionRows = Pick<PortionInfo, 'event_ord' | 'month' | 'from_row' | 'rows'>;

export interface OrderedSpan {
  /** place -> row, by (event, month, person, time, arrival). */
  readonly order: Uint32Array;
  readonly portions: readonly PortionRows[];
}

export function spanOfChunks(chunks: readonly Chunk[]): SpanSource {
  const rows = sumOfRows(chunks);
  const columns = chunks.map((chunk) => chunk.columns());
  return {
    rows,
    properties: [...new Set(columns.flatMap((one) => [...one.keys()]))],
    eventOrd: () => join(chunks, new Uint32Array(rows), ({ event_ord }) => event_ord),
    distinct: () => join(chunks, new Uint32Array(rows), ({ distinct }) => distinct),
    timeMs: () => join(chunks, new Float64Array(rows), ({ time_ms }) => time_ms),
    uuids: () => join(chunks, new Uint8Array(rows * UUID_BYTES), ({ uuids }) => uuids),
    column: (property) => joinColumns(chunks, rows, (_, at) => (columns[at] as Columns).get(property) ?? null),
  };
}

export function spanOfSources(sources: readonly SpanSource[]): SpanSource {
  const rows = sumOfRows(sources);
  return {
    rows,
    properties: [...new Set(sources.flatMap(({ properties }) => properties))],
    eventOrd: () => join(sources, new Uint32Array(rows), (source) => source.eventOrd()),
    distinct: () => join(sources, new Uint32Array(rows), (source) => source.distinct()),
    timeMs: () => join(sources, new Float64Array(rows), (source) => source.timeMs()),
    uuids: () => join(sources, new Uint8Array(rows * UUID_BYTES), (source) => source.uuids()),
    column: (property) => joinColumns(sources, rows, (source) => source.column(property)),
  };
}

function sumOfRows(parts: readonly { readonly rows: number }[]): number {
  return parts.reduce((sum, { rows }) => sum + rows, 0);
}

function join<Part, A extends Uint8Array | Uint32Array | Float64Array>(
  parts: readonly Part[],
  target: A,
  read: (part: Part) => A,
): A {
  let at = 0;
  for (const part of parts) {
    const values = read(part);
    target.set(values, at);
    at += values.length;
  }
  return target;
}

function joinColumns<Part extends { readonly rows: number }>(
  parts: readonly Part[],
  rows: number,
  read: (part: Part, at: number) => Column | null,
): Column {
  const builder = new ColumnBuilder();
  let row = 0;
  for (const [at, part] of parts.entries()) {
    const column = read(part, at);
    if (column !== null) builder.addColumn(row, column);
    row += part.rows;
  }
  return builder.column(rows);
}

/** `personOf`: distinct id's number -> person's number. */
export function orderSpan(source: SpanSource, personOf: Uint32Array): OrderedSpan {
  const distinct = source.distinct();
  const person = new Uint32Array(source.rows);
  for (let row = 0; row < person.length; row++) {
    const ord = distinct[row]!;
    assert(ord < personOf.length, 'every distinct id has a person');
    person[row] = personOf[ord]!;
  }
  const time_ms = source.timeMs();
  return byPortion(orderByActorAndTime(person, time_ms), source.eventOrd(), monthsOf(time_ms));
}

/** Rows that are in order by person and time come in order by portion first. */
function byPortion(order: Uint32Array, event_ord: Uint32Array, months: Int32Array): OrderedSpan {
  const codes = new Map<number, number>();
  const found: { event_ord: number; month: number; rows: number }[] = [];
  // row -> place of its portion in `found`
  const of_row = new Uint32Array(order.length);
  for (let row = 0; row < of_row.length; row++) {
    const event = event_ord[row]!;
    const month = months[row]!;
    const key = event * MONTHS + month;
    let code = codes.get(key);
    if (code === undefined) {
      code = found.push({ event_ord: event, month, rows: 0 }) - 1;
      codes.set(key, code);
    }
    found[code]!.rows++;
    of_row[row] = code;
  }
  const next = new Uint32Array(found.length);
  const portions: PortionRows[] = [];
  let from_row = 0;
  for (const portion of found.toSorted((a, b) => a.event_ord - b.event_ord || a.month - b.month)) {
    next[codes.get(portion.event_ord * MONTHS + portion.month)!] = from_row;
    portions.push({ ...portion, from_row });
    from_row += portion.rows;
  }
  const ordered = new Uint32Array(order.length);
  for (let position = 0; position < order.length; position++) {
    const row = order[position]!;
    ordered[next[of_row[row]!]!++] = row;
  }
  return { order: ordered, portions };
}

/** More than any month's number, of either sign. */
const MONTHS = 2 ** 20;

/** row -> month. The calendar is asked only where a row leaves the month of the row before. */
function monthsOf(time_ms: Float64Array): Int32Array {
  const months = new Int32Array(time_ms.length);
  let month = 0;
  let from_ms = 0;
  let until_ms = 0;
  for (let row = 0; row < months.length; row++) {
    const at_ms = time_ms[row]!;
    if (at_ms < from_ms || at_ms >= until_ms) {
      month = monthOf(at_ms);
      from_ms = monthStart(month);
      until_ms = monthStart(month + 1);
    }
    months[row] = month;
  }
  return months;
}

/** Segments and chunks without some of their rows. */
import { has } from '../../base/bitmap.ts';
import { type Column, textOf } from '../frame/column.ts';
import type { Arrivals, PartitionRows } from './arrivals.ts';
import { type Chunk, encodeChunk } from './chunk.ts';
import { gatherColumn, gatherNumbers, gatherUuids, gatherWords } from './ordered_columns.ts';
import { wholeColumns } from './placed_columns.ts';
import type { Segment } from './segment.ts';
import { encodeSegment, type SealedSegment } from './segment_writer.ts';

/** Which rows go. */
export type ErasedRows =
  /** Bitmap over distinct ids. */
  | { readonly kind: 'distincts'; readonly bitmap: Uint32Array }
  | { readonly kind: 'before'; readonly time_ms: number }
  /** Rows whose property has this value. */
  | { readonly kind: 'value'; readonly property: string; readonly text: string };

type Rows = Pick<Arrivals, 'rows' | 'distinct' | 'timeMs' | 'column'>;

/** Row numbers that stay, ascending; null = all do. */
export function keptRows(source: Rows, erased: ErasedRows): Uint32Array | null {
  const isErased = tested(source, erased);
  if (isErased === null) return null;
  const kept = new Uint32Array(source.rows);
  let count = 0;
  for (let row = 0; row < kept.length; row++) {
    if (!isErased(row)) kept[count++] = row;
  }
  return count === kept.length ? null : kept.subarray(0, count);
}

function tested(source: Rows, erased: ErasedRows): ((row: number) => boolean) | null {
  switch (erased.kind) {
    case 'distincts': {
      const distinct = source.distinct();
      return (row) => has(erased.bitmap, distinct[row]!);
    }
    case 'before': {
      const time_ms = source.timeMs();
      return (row) => time_ms[row]! < erased.time_ms;
    }
    case 'value':
      return valueTest(source.column(erased.property), erased.text);
  }
}

function valueTest(column: Column | null, text: string): ((row: number) => boolean) | null {
  if (column === null) return null;
  if (column.kind === 'number') return (row) => String(column.values[row]) === text;
  const { codes, values } = column;
  const has_text = Array.from({ length: values.length }, (_, code) => code > 0 && textOf(values.at(code)!) === text);
  return (row) => has_text[codes[row]!]!;
}

/** The segment with these rows only, in the same order. `kept`: at least one row. */
export function segmentOf(segment: Segment, kept: Uint32Array): SealedSegment {
  return encodeSegment(segment, { order: kept, partitions: partitionsOf(segment, kept) });
}

function partitionsOf(segment: Segment, kept: Uint32Array): PartitionRows[] {
  const partitions: PartitionRows[] = [];
  let at = 0;
  let end = 0;
  for (const { event_ord, month, rows } of segment.partitions) {
    end += rows;
    const from_row = at;
    while (at < kept.length && kept[at]! < end) at++;
    if (at > from_row) partitions.push({ event_ord, month, from_row, rows: at - from_row });
  }
  return partitions;
}

/** The chunk with these rows only, in the log's format. */
export function chunkOf(chunk: Chunk, kept: Uint32Array): Uint8Array {
  const columns = Array.from(
    wholeColumns(chunk.columns(), chunk.rows),
    ([name, column]) => [name, gatherColumn(column, kept)] as const,
  );
  return encodeChunk({
    event_ord: gatherWords(chunk.event_ord, kept),
    distinct: gatherWords(chunk.distinct, kept),
    time_ms: gatherNumbers(chunk.time_ms, kept),
    uuids: gatherUuids(chunk.uuids, kept),
    columns: new Map(columns.flatMap(([name, column]) => (column === null ? [] : [[name, column] as const]))),
  });
}

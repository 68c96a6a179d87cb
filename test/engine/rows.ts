/** Arbitrary rows, and rows read back out of columns, for tests of everything that stores them. */
import fc from 'fast-check';
import { formatUuid } from '../../src/base/uuid.ts';
import type { Column } from '../../src/engine/frame/column.ts';
import { type Chunk, type ChunkRows, encodeChunk, openChunk } from '../../src/engine/storage/chunk.ts';
import { encodePiece } from '../../src/engine/storage/column_codec.ts';
import { wholeColumns } from '../../src/engine/storage/placed_columns.ts';
import { PropertyColumns, propertiesAt } from '../../src/engine/storage/property_columns.ts';
import { type EventTable, type RowSource, tablesOf } from '../../src/engine/storage/table.ts';
import { anyText } from '../support/any_text.ts';

export interface EventRow {
  readonly event_ord: number;
  readonly distinct: number;
  readonly time_ms: number;
  readonly uuid: Uint8Array;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Text that code points cannot say is included: JSON escapes may hold half of a surrogate pair. */
const text = fc.oneof(
  anyText(),
  fc.constantFrom('', '\0', '\ud800', 'x\udfffy', '\u{1f600}', '\ufeff', '__proto__', 'null', '5', 'é', 'e\u0301'),
);

const value = fc.oneof(
  text,
  fc.constantFrom<unknown>(null, true, false, 0, 1, 5, '5', 0.1, 19.99, -3, 2 ** 53, 1e300, 5e-324, 1.5e-7, [], {}, [
    null,
  ]),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 2 }),
);

const name = fc.oneof(
  fc.constantFrom('a', 'b', '__proto__', 'constructor', '', '0', 'distinct', '\ud800', '\ud801'),
  text,
);

/** As a parser makes them: `__proto__` is a name like others, -0 is 0 where it was written as text. */
const properties = fc
  .array(fc.tuple(name, value), { maxLength: 6 })
  .map((pairs) =>
    JSON.parse(`{${pairs.map(([key, each]) => `${JSON.stringify(key)}:${JSON.stringify(each)}`).join()}}`),
  );

const MONTH_MS = 31 * 86_400_000;
const time = fc.oneof(
  fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2024, 0, 1) + MONTH_MS }),
  fc.constantFrom(0, -1, Date.UTC(2024, 1, 1) - 1, Date.UTC(2024, 1, 1), Date.UTC(1950, 5, 1), Date.UTC(2099, 11, 31)),
);

export const PERSON_OF = Uint32Array.of(2, 0, 1, 1, 0, 7);

export const row: fc.Arbitrary<EventRow> = fc.record({
  event_ord: fc.nat(2),
  distinct: fc.nat(PERSON_OF.length - 1),
  time_ms: time,
  uuid: fc.uint8Array({ minLength: 16, maxLength: 16 }),
  properties,
});

export const rows: fc.Arbitrary<EventRow[]> = fc.array(row, { maxLength: 60 });

export function encodeRows(given: readonly EventRow[]): Uint8Array {
  const properties = new PropertyColumns();
  for (const [row, each] of given.entries()) properties.set(row, each.properties);
  const rows: ChunkRows = {
    event_ord: Uint32Array.from(given, (each) => each.event_ord),
    distinct: Uint32Array.from(given, (each) => each.distinct),
    time_ms: Float64Array.from(given, (each) => each.time_ms),
    uuids: Buffer.concat(given.map((each) => each.uuid)),
    columns: properties.columns(given.length),
  };
  return encodeChunk(rows);
}

/** A piece in which every row may have a number. */
export function numbersFrame(values: Float64Array): Uint8Array {
  return encodePiece({ at: null, column: { kind: 'number', values } }, values.length, 0);
}

export function chunkOf(given: readonly EventRow[]): Chunk {
  return openChunk(encodeRows(given));
}

/** Rows of one event, in several chunks where it says so. */
export function tableOf(...chunks: readonly (readonly Omit<EventRow, 'event_ord'>[])[]): EventTable {
  const tables = tablesOf(chunks.map((rows) => chunkOf(rows.map((row) => ({ ...row, event_ord: 0 })))));
  return tables.get(0)!;
}

/** The same where only one property counts. */
export function tableWith(name: string, values: readonly unknown[]): EventTable {
  const uuid = new Uint8Array(16);
  return tableOf(values.map((each, i) => ({ distinct: 0, time_ms: i, uuid, properties: { [name]: each } })));
}

export function rowsOfChunk(bytes: Uint8Array): EventRow[] {
  const { rows: count, event_ord, distinct, time_ms, uuids, columns } = openChunk(bytes);
  const all = wholeColumns(columns(), count);
  return Array.from({ length: count }, (_, i) => ({
    event_ord: event_ord[i]!,
    distinct: distinct[i]!,
    time_ms: time_ms[i]!,
    uuid: uuids.subarray(i * 16, i * 16 + 16),
    properties: propertiesAt(all, i),
  }));
}

/** A row as text: equal texts are equal rows, type by type; the order of properties does not count. */
export function show(each: Omit<EventRow, 'event_ord'>): string {
  return shown(each, Object.entries(each.properties).sort(byName));
}

type Pair = readonly [name: string, value: unknown];

function byName([a]: Pair, [b]: Pair): number {
  return a < b ? -1 : 1;
}

function shown(
  { distinct, time_ms, uuid }: Omit<EventRow, 'event_ord' | 'properties'>,
  pairs: readonly Pair[],
): string {
  return JSON.stringify([distinct, time_ms, formatUuid(uuid), pairs]);
}

export function rowsOf(source: RowSource): string[] {
  const columns = source.properties.map((property) => [property, source.column(property)!] as const).sort(byName);
  const distinct = source.distinct();
  const time_ms = source.timeMs();
  const uuids = source.uuids();
  return Array.from({ length: source.rows }, (_, i) => {
    const pairs: Pair[] = [];
    for (const [property, column] of columns) {
      const value = valueAt(column, i);
      if (value !== undefined) pairs.push([property, value]);
    }
    const uuid = uuids.subarray(i * 16, i * 16 + 16);
    return shown({ distinct: distinct[i]!, time_ms: time_ms[i]!, uuid }, pairs);
  });
}

/** undefined where missing. */
function valueAt(column: Column, i: number): unknown {
  if (column.kind === 'number') return Number.isNaN(column.values[i]) ? undefined : column.values[i];
  const code = column.codes[i]!;
  if (code === 0) return undefined;
  const each = column.values.at(code)!;
  return each !== null && typeof each === 'object' ? JSON.parse(each.json) : each;
}

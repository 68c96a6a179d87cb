/** Arbitrary rows, and rows read back out of columns, for tests of everything that stores them. */
import fc from 'fast-check';
import { formatUuid } from '../../src/base/uuid.ts';
import type { Column } from '../../src/engine/column.ts';
import { type Chunk, type EventRow, encodeChunk, openChunk } from '../../src/engine/storage/chunk.ts';
import type { RowSource } from '../../src/engine/storage/table.ts';

/** Text that code points cannot say is included: JSON escapes may hold half of a surrogate pair. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
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

export function chunkOf(given: readonly EventRow[]): Chunk {
  return openChunk(encodeChunk(given));
}

export function rowsOfChunk(bytes: Uint8Array): EventRow[] {
  const { event_ord, distinct, time_ms, uuids, properties: all } = openChunk(bytes);
  return all().map((values, i) => ({
    event_ord: event_ord[i]!,
    distinct: distinct[i]!,
    time_ms: time_ms[i]!,
    uuid: uuids.subarray(i * 16, i * 16 + 16),
    properties: values,
  }));
}

/** A row as text: equal texts are equal rows, type by type; the order of properties does not count. */
export function show(each: Omit<EventRow, 'event_ord'>): string {
  const pairs = Object.entries(each.properties).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([each.distinct, each.time_ms, formatUuid(each.uuid), pairs]);
}

export function rowsOf(source: RowSource): string[] {
  const columns = source.properties.map((property) => [property, source.column(property)!] as const);
  const distinct = source.distinct();
  const time_ms = source.timeMs();
  const uuids = source.uuids();
  return Array.from({ length: source.rows }, (_, i) => {
    const pairs = columns.flatMap(([property, column]) => {
      const json = valueAt(column, i);
      return json === undefined ? [] : [`${JSON.stringify(property)}:${json}`];
    });
    return show({
      distinct: distinct[i]!,
      time_ms: time_ms[i]!,
      uuid: uuids.subarray(i * 16, i * 16 + 16),
      properties: JSON.parse(`{${pairs.join()}}`),
    });
  });
}

/** As JSON text, undefined where missing. */
function valueAt(column: Column, i: number): string | undefined {
  if (column.kind === 'number') return Number.isNaN(column.values[i]) ? undefined : JSON.stringify(column.values[i]);
  const code = column.codes[i]!;
  if (code === 0) return undefined;
  const each = column.values[code]!;
  return each !== null && typeof each === 'object' ? each.json : JSON.stringify(each);
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { monthOf } from '../../src/base/time.ts';
import { parsedAt, parsedValue } from '../../src/engine/frame/column.ts';
import { decodeFrame, KIND, parseJsonBytes } from '../../src/engine/storage/codec.ts';
import { Dictionary } from '../../src/engine/storage/dictionary.ts';
import { segmentOf } from '../../src/engine/storage/erase.ts';
import type { Pieces } from '../../src/engine/storage/piece_reader.ts';
import { mergeArrivals, sealChunks } from '../../src/engine/storage/seal.ts';
import { openSegment, type Segment } from '../../src/engine/storage/segment.ts';
import { decodeHeader, encodeHeader, PIECE_ROWS } from '../../src/engine/storage/segment_header.ts';
import type { SealedSegment } from '../../src/engine/storage/segment_writer.ts';
import { type RowSource, tablesOf } from '../../src/engine/storage/table.ts';
import { ServiceError } from '../../src/model/error.ts';
import {
  chunkOf,
  type EventRow,
  encodeRows,
  PERSON_OF,
  row,
  rows,
  rowsOf,
  rowsOfChunk,
  show,
  tableOf,
} from './rows.ts';

function piecesOf(read: (name: string) => Uint8Array | undefined): Pieces {
  return { read, kept: (_, make) => make() };
}

function opened({ header, blobs }: SealedSegment): Segment {
  const byName = new Map(blobs.map(({ name, bytes }) => [name, bytes]));
  expect(byName.size).toBe(blobs.length);
  return openSegment(
    header,
    piecesOf((name) => byName.get(name)),
  );
}

function seal(given: readonly EventRow[]): SealedSegment[] {
  return sealChunks([chunkOf(given)], PERSON_OF);
}

/** The slow twin: rows of one event and month by (person, time, arrival). */
function expected(given: readonly EventRow[], event_ord: number, month: number): string[] {
  return given
    .filter((each) => each.event_ord === event_ord && monthOf(each.time_ms) === month)
    .sort((a, b) => PERSON_OF[a.distinct]! - PERSON_OF[b.distinct]! || a.time_ms - b.time_ms)
    .map(show);
}

function isDamaged(run: () => unknown): boolean {
  try {
    run();
  } catch (error) {
    return error instanceof ServiceError && error.code === 'data_corrupted';
  }
  return false;
}

test('a chunk gives back its rows', () => {
  fc.assert(
    fc.property(rows, (given) => {
      const back = rowsOfChunk(encodeRows(given));
      expect(back.map(show)).toEqual(given.map(show));
      expect(back.map((each) => each.event_ord)).toEqual(given.map((each) => each.event_ord));
    }),
  );
});

test('so it does where few rows have a property, whatever its values, chunk by chunk', () => {
  const values = [7, 'seven', null, { of: [7] }, true, 0.5];
  const given = Array.from({ length: 600 }, (_, row) => {
    const properties: Record<string, unknown> = { usual: row % 3, [`rare ${row % 40}`]: values[row % 7] ?? row };
    if (row % 30 === 0) properties['many numbers'] = row / 4;
    if (row === 590) properties['many numbers'] = { late: 1 };
    return { event_ord: row % 5, distinct: row % 9, time_ms: row, uuid: new Uint8Array(16), properties };
  });
  const tables = tablesOf([chunkOf(given.slice(0, 400)), chunkOf(given.slice(400))]);
  for (const [event_ord, table] of tables) {
    const mine = given.filter((each) => each.event_ord === event_ord);
    expect(rowsOf(table)).toEqual(mine.map(show));
    expect(new Set(table.properties)).toEqual(new Set(mine.flatMap(({ properties }) => Object.keys(properties))));
  }
});

test('a table gives back its rows in order of arrival', () => {
  fc.assert(
    fc.property(rows, (given) => {
      for (const [event_ord, table] of tablesOf([chunkOf(given)])) {
        expect(rowsOf(table)).toEqual(given.filter((each) => each.event_ord === event_ord).map(show));
      }
    }),
  );
});

/** Values read one by one are those of the columns. `rows`: of the source, in any order. */
function expectCells(source: RowSource, rows: readonly number[]): void {
  const { segment, from_row } = source.stored!;
  for (const property of segment.properties) {
    const cells = segment.cells(
      property,
      rows.map((one) => from_row + one),
    );
    const column = source.column(property);
    expect(cells.map((value) => (value === undefined ? value : parsedValue(value)))).toEqual(
      rows.map((one) => (column === null ? undefined : parsedAt(column, one))),
    );
  }
}

/** Each partition holds the rows of its event and month, in order, and all of them are the segment. */
function expectPortions(sealed: SealedSegment, given: readonly EventRow[]): void {
  const there = opened(sealed);
  const keys = new Set(given.map(({ event_ord, time_ms }) => `${event_ord} ${monthOf(time_ms)}`));
  expect(new Set(there.partitions.map(({ event_ord, month }) => `${event_ord} ${month}`))).toEqual(keys);
  expect(there.partitions).toHaveLength(keys.size);
  for (const partition of there.partitions) {
    const { event_ord, month, rows: count, from_ms, until_ms } = partition;
    const wanted = expected(given, event_ord, month);
    expect(rowsOf(partition)).toEqual(wanted);
    expectCells(partition, [...wanted.keys()].reverse());
    const named = given.filter((each) => each.event_ord === event_ord && monthOf(each.time_ms) === month);
    expect(new Set(partition.properties)).toEqual(new Set(named.flatMap((each) => Object.keys(each.properties))));
    const times_ms = partition.timeMs();
    expect([count, from_ms, until_ms]).toEqual([wanted.length, Math.min(...times_ms), Math.max(...times_ms) + 1]);
    expect(partition.column('no row has this')).toBeNull();
  }
  expect(rowsOf(there)).toEqual(there.partitions.flatMap(rowsOf));
  const events = there.partitions.flatMap(({ event_ord, rows: count }) => Array<number>(count).fill(event_ord));
  expect([...there.eventOrd()]).toEqual(events);
  const times_ms = given.map(({ time_ms }) => time_ms);
  expect([sealed.rows, sealed.from_ms, sealed.until_ms]).toEqual([
    given.length,
    Math.min(...times_ms),
    Math.max(...times_ms) + 1,
  ]);
}

test('segments hold exactly their rows, by event and month, in order', () => {
  expect(seal([])).toEqual([]);
  fc.assert(
    fc.property(rows, (given) => {
      for (const sealed of seal(given)) expectPortions(sealed, given);
    }),
  );
});

test('merging segments gives the segment of all their rows', () => {
  fc.assert(
    fc.property(fc.array(fc.array(row, { minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 5 }), (batches) => {
      const segments = batches.flatMap(seal).map(opened);
      expectPortions(mergeArrivals(segments, PERSON_OF), batches.flat());
    }),
  );
});

test('a segment without some of its rows has all values of the others, rare ones too', () => {
  const rare = fc.constantFrom({}, {}, {}, {}, {}, {}, {}, {}, { n: 5 }, { t: 'x' }, { n: 7, t: 'y' }, { t: null });
  const some = fc.array(fc.tuple(rare, fc.boolean()), { minLength: 20, maxLength: 120 });
  let emptied = 0;
  fc.assert(
    fc.property(some, (chosen) => {
      const given = chosen.map(([properties], at) => ({
        ...{ event_ord: at % 3, distinct: at % 5, time_ms: at * 1_000, properties },
        uuid: new Uint8Array(16).fill(at),
      }));
      const whole = opened(seal(given)[0]!);
      const kept = Uint32Array.from(chosen.keys()).filter((row) => chosen[row]![1]);
      if (kept.length === 0) return;
      const left = opened(segmentOf(whole, kept));
      const all = rowsOf(whole);
      expect(rowsOf(left)).toEqual(Array.from(kept, (row) => all[row]));
      emptied += whole.properties.length - left.properties.length;
    }),
    { numRuns: 200 },
  );
  expect(emptied).toBeGreaterThan(0);
});

test('rows beyond one piece come back, whichever stretch is asked for', () => {
  const count = PIECE_ROWS * 2 + 777;
  const given = Array.from({ length: count }, (_, i) => ({
    // A large event, then small ones around the border of two pieces, then one without properties in whole pieces.
    event_ord: i < PIECE_ROWS - 20 ? 0 : i < PIECE_ROWS + 20 ? 1 + (i % 7) : 9,
    distinct: i % 6,
    time_ms: Date.UTC(2024, i % 3, 1) + i * 1000,
    uuid: new Uint8Array(16).map((_, byte) => (byte < 12 ? i >> byte : i * byte)),
    properties: (i < PIECE_ROWS + 20 ? { url: `/${i % 70_000}`, n: i / 8 } : { last: i === count - 1 }) as Record<
      string,
      unknown
    >,
  }));
  const there = opened(seal(given)[0]!);
  const shown = given.map(show);
  const byPortion = Map.groupBy(given.keys(), (i) => `${given[i]!.event_ord} ${monthOf(given[i]!.time_ms)}`);
  expect(there.partitions).toHaveLength(byPortion.size);
  for (const partition of there.partitions) {
    const its = byPortion.get(`${partition.event_ord} ${partition.month}`)!;
    expect(rowsOf(partition).sort()).toEqual(its.map((i) => shown[i]).sort());
  }
  // What is looked at often is kept, and still the same.
  for (let again = 0; again < 10; again++) {
    expectCells(there, [count - 1, 0, 77, PIECE_ROWS - 1, PIECE_ROWS, PIECE_ROWS + 3, 2 * PIECE_ROWS, 78]);
  }
  const whole = rowsOf(there);
  expect([whole.length, new Set(whole)]).toEqual([count, new Set(shown)]);
});

test.each(['shared', 'of its own'])('values of megabytes are read one by one, too: a dictionary %s', (dictionary) => {
  const given = Array.from({ length: 300 }, (_, i) => ({
    ...{ event_ord: i % 2, distinct: i % 6, time_ms: i, uuid: new Uint8Array(16).fill(i) },
    properties: { text: i % 3 === 0 ? { of: 'x'.repeat(i * 200) } : `${i} ${'y"é'.repeat(i * 20)}`, n: i },
  }));
  const { header, blobs } = seal(given)[0]!;
  const shared = new Map<string, Dictionary>();
  const there = openSegment(header, {
    ...piecesOf((name) => blobs.find((blob) => blob.name === name)?.bytes),
    ...(dictionary === 'shared'
      ? { dictionary: (property) => shared.set(property, shared.get(property) ?? new Dictionary()).get(property)! }
      : {}),
  });
  expectCells(there, [299, 0, 150, 149, 7]);
  expect(shared.size > 0).toBe(dictionary === 'shared');
});

test('a merge sorts by who is who now', () => {
  const at = (distinct: number, time_ms: number) => ({
    event_ord: 1,
    distinct,
    time_ms,
    uuid: new Uint8Array(16).fill(time_ms),
    properties: {},
  });
  const [before] = sealChunks([chunkOf([at(0, 5), at(1, 1), at(0, 3), at(2, 4)])], Uint32Array.of(0, 1, 2));
  expect([...opened(before!).timeMs()]).toEqual([3, 5, 1, 4]);
  const after = mergeArrivals([opened(before!)], Uint32Array.of(1, 1, 0));
  expect([...opened(after).timeMs()]).toEqual([4, 1, 3, 5]);
});

test('columns survive many distinct numbers, and what comes after them', () => {
  const kinds: string[] = [];
  const given = Array.from({ length: 3000 }, (_, i) => ({
    event_ord: 1,
    distinct: i % 6,
    time_ms: i,
    uuid: new Uint8Array(16),
    properties: {
      n: i < 2500 ? i / 4 : `text ${i}`,
      price: i % 7 === 0 ? undefined : (i * 1999) / 100,
      late: i,
    } as Record<string, unknown>,
  }));
  const tables = tablesOf([]);
  for (const end of [200, 400, 500, 600, 2500, 3000]) {
    const first = tables.get(1)?.rows ?? 0;
    tablesOf([chunkOf(given.slice(first, end))], tables);
    kinds.push(tables.get(1)!.column('n').kind);
  }
  const table = tables.get(1)!;
  expect(kinds).toEqual(['dictionary', 'number', 'number', 'number', 'number', 'dictionary']);
  expect(table.column('price').kind).toBe('number');
  const wanted = given.map((each) => show({ ...each, properties: JSON.parse(JSON.stringify(each.properties)) }));
  expect(rowsOf(table)).toEqual(wanted);
  const [sealed] = seal(given);
  expect(rowsOf(opened(sealed!)).sort()).toEqual(wanted.sort());
  const halves = [0, 1].flatMap((half) => seal(given.filter((_, i) => i % 2 === half)));
  expect(rowsOf(opened(mergeArrivals(halves.map(opened), PERSON_OF))).sort()).toEqual(wanted.sort());
});

test('what JSON cannot say is stored as JSON would say it', () => {
  const properties = { a: Number.POSITIVE_INFINITY, b: -0, c: undefined, d: [undefined, -0] };
  const table = tableOf([{ distinct: 0, time_ms: 0, uuid: new Uint8Array(16), properties }]);
  expect(rowsOf(table)).toEqual([
    show({ distinct: 0, time_ms: 0, uuid: new Uint8Array(16), properties: { a: null, b: 0, d: [null, 0] } }),
  ]);
});

test('every damaged byte is found', () => {
  const given = Array.from({ length: 700 }, (_, i) => ({
    event_ord: 1,
    distinct: i % 6,
    time_ms: i * 1000,
    uuid: new Uint8Array(16).fill(i),
    properties: { url: `/page/${i % 300}`, amount: i * 1.25, x: i % 5 === 0 ? null : { i: i % 3 } },
  }));
  const [sealed] = seal(given);
  const { header, blobs } = sealed!;
  const none = piecesOf(() => undefined);
  for (const [name, bytes] of [['header', header] as const, ...blobs.map((each) => [each.name, each.bytes] as const)]) {
    const step = Math.max(1, Math.floor(bytes.length / 150));
    for (let at = 0; at < bytes.length; at += at < 80 ? 1 : step) {
      const damaged = bytes.slice();
      damaged[at]! ^= 1 << (at % 8);
      const found = (each: string) => (each === name ? damaged : blobs.find((blob) => blob.name === each)?.bytes);
      const read = () => {
        if (name === 'header') return openSegment(damaged, none);
        const segment = openSegment(header, piecesOf(found));
        return [rowsOf(segment), segment.partitions.map((partition) => partition.quarters())];
      };
      expect(isDamaged(read), `byte ${at} of ${name}`).toBe(true);
    }
    expect(isDamaged(() => openSegment(bytes.subarray(0, bytes.length - 1), none))).toBe(true);
  }
  const chunk = encodeRows(given);
  for (let at = 0; at < chunk.length; at += 97) {
    const damaged = chunk.slice();
    damaged[at]! ^= 1;
    expect(isDamaged(() => rowsOfChunk(damaged))).toBe(true);
  }
});

test('a blob that is sound but not the one that was sealed is found', () => {
  const make = (amount: number) =>
    seal([{ event_ord: 1, distinct: 0, time_ms: 1, uuid: new Uint8Array(16), properties: { amount } }])[0]!;
  const ours = make(1);
  const theirs = make(2);
  const mixed = openSegment(
    ours.header,
    piecesOf((name) => theirs.blobs.find((blob) => blob.name === name)?.bytes),
  );
  expect(isDamaged(() => mixed.column('amount'))).toBe(true);
  expect(
    isDamaged(() =>
      openSegment(
        ours.header,
        piecesOf(() => undefined),
      ).column('amount'),
    ),
  ).toBe(true);
});

test('counts per quarter of an hour are kept with a large partition, and made from the times of a small one', () => {
  const month_ms = Date.UTC(2024, 1, 1);
  for (const size of [10, 5_000]) {
    const given = Array.from({ length: size }, (_, i) => ({
      ...{ event_ord: 1, distinct: i % 6, uuid: new Uint8Array(16), properties: {} },
      // Every quarter of the first hours, their first and last milliseconds too; the last of the month.
      time_ms: i === 0 ? Date.UTC(2024, 2, 1) - 1 : month_ms + ((i * 300_000) % 40_000_000) - (i > 3 ? i % 2 : 0),
    }));
    const [sealed] = seal(given);
    const kept = decodeHeader(sealed!.header).columns.find(({ kind }) => kind === 'quarters');
    expect(kept?.pieces).toHaveLength(size === 5_000 ? 1 : 0);
    const { from_ms, counts } = opened(sealed!).partitions[0]!.quarters();
    const wanted = Array<number>(counts.length).fill(0);
    for (const { time_ms } of given) wanted[Math.floor((time_ms - from_ms) / 900_000)]!++;
    expect([...counts]).toEqual(wanted);
    expect([from_ms, counts.length]).toEqual([month_ms, 29 * 96]);
  }
});

test('a header has the names on disk that files have: what is called otherwise could not be opened', () => {
  const partition = { event_ord: 3, month: 660, rows: 2, from_row: 0, from_ms: 10, until_ms: 12 };
  const bytes = encodeHeader({ rows: 2, partitions: [partition], columns: [] });
  const said = parseJsonBytes(decodeFrame(bytes, [KIND.segment]).sections[0]!.bytes);
  expect(said).toEqual({ rows: 2, portions: [3, 660, 2, 10, 12], columns: [] });
  expect(decodeHeader(bytes).partitions).toEqual([partition]);
});

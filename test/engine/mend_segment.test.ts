/** Each blob of a segment is damaged in turn; what is left is compared with the rows, less what was in it. */
import { randomFillSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { type MendedSegment, mendSegment } from '../../src/engine/storage/mend_segment.ts';
import { sealChunks } from '../../src/engine/storage/seal.ts';
import { openWhole, type Segment } from '../../src/engine/storage/segment.ts';
import {
  decodeHeader,
  PACK,
  PIECE_ROWS,
  type PieceInfo,
  pieceName,
  VALUES,
} from '../../src/engine/storage/segment_header.ts';
import type { SealedSegment } from '../../src/engine/storage/segment_writer.ts';
import { chunkOf, PERSON_OF } from './rows.ts';

const ROWS = PIECE_ROWS + 5_000;
const OF = '$import_id';
const MEND = { counted: OF, newIds: (rows: number) => randomFillSync(new Uint8Array(rows * 16)) };

const SEGMENT = made();
const ALL_ROWS = new Uint32Array(ROWS).map((_, row) => row);

function made(): SealedSegment {
  const given = Array.from({ length: ROWS }, (_, i) => ({
    event_ord: i < 40_000 ? 0 : 1,
    distinct: i % 6,
    time_ms: Date.UTC(2024, 2, 1) + i * 7_919,
    uuid: new Uint8Array(16).map((__, byte) => (byte < 4 ? i >>> (8 * byte) : (i * (byte + 3) * 40_503) >>> 7)),
    properties: { url: `/${(i * 7) % 5_000}`, n: Math.sqrt(i), [OF]: i % 2, ...(i % 5 === 0 ? { some: i } : {}) },
  }));
  return sealChunks([chunkOf(given)], PERSON_OF)[0]!;
}

function opened({ header, blobs }: SealedSegment): Segment {
  const byName = new Map(blobs.map(({ name, bytes }) => [name, bytes]));
  return openWhole(header, (name) => byName.get(name));
}

interface Parts {
  readonly distinct: Uint32Array;
  readonly time_ms: Float64Array;
  readonly uuids: Uint8Array;
}

function partsOf(segment: Segment): Parts {
  return { distinct: segment.distinct(), time_ms: segment.timeMs(), uuids: segment.uuids() };
}

function readOf(blobs: SealedSegment['blobs']): (name: string) => Uint8Array | undefined {
  return (name) => blobs.find((blob) => blob.name === name)?.bytes;
}

/** One bit of the piece is another, or its blob is gone. */
function without(blobs: SealedSegment['blobs'], blob: string, [, , length, at]: PieceInfo, way: 'flipped' | 'gone') {
  const read = readOf(blobs);
  const bytes = read(blob)!;
  const place = Math.max(at, 0) + (length >> 1);
  const damaged = way === 'gone' ? undefined : bytes.with(place, bytes[place]! ^ 4);
  return (name: string): Uint8Array | undefined => (name === blob ? damaged : read(name));
}

function sum(spans: MendedSegment['rows']): number {
  return spans.reduce((rows, span) => rows + span.rows, 0);
}

test('a damaged piece costs its rows, their ids, or the values of its property', () => {
  const { header, blobs } = SEGMENT;
  const { columns } = decodeHeader(header);
  const before = partsOf(opened(SEGMENT));
  expect(mendSegment(header, readOf(blobs), MEND)).toBe(null);
  const pieces = columns.flatMap((info, column) => info.pieces.map((piece) => ({ ...info, column, piece })));
  for (const { kind, property, column, piece } of pieces.filter((one) => one.kind !== 'quarters')) {
    const [part, , , at] = piece;
    const name = at < 0 ? pieceName(column, part) : PACK;
    const way = at < 0 && part === 1 ? 'gone' : 'flipped';
    const mended = mendSegment(header, without(blobs, name, piece, way), MEND)!;
    const left = opened(mended.made!);
    const in_piece = part === VALUES ? ROWS : Math.min(PIECE_ROWS, ROWS - part * PIECE_ROWS);
    const isKept = (row: number): boolean =>
      kind === 'uuid' || property !== null || Math.floor(row / PIECE_ROWS) !== part;
    const rows = ALL_ROWS.filter(isKept);
    const { distinct, time_ms, uuids } = partsOf(left);
    expect([kind, part, left.rows]).toEqual([kind, part, rows.length]);
    expect(distinct).toEqual(rows.map((row) => before.distinct[row]!));
    expect(time_ms).toEqual(before.time_ms.filter((_, row) => isKept(row)));
    if (kind === 'uuid') {
      expect([sum(mended.ids), sum(mended.rows)]).toEqual([in_piece, 0]);
      const bytes = Buffer.from(uuids);
      expect(new Set(Array.from(rows, (row) => bytes.toString('hex', row * 16, row * 16 + 16))).size).toBe(ROWS);
    } else if (property === null) {
      expect([sum(mended.ids), sum(mended.rows)]).toEqual([0, in_piece]);
      expect(mended.counts.values().reduce((all, count) => all + count, 0)).toBe(in_piece);
    } else {
      expect(mended.values).toEqual([{ property, spans: expect.anything() }]);
      const values = left.column(property);
      const isThere = (row: number) =>
        values !== null && (values.kind === 'number' ? !Number.isNaN(values.values[row]) : values.codes[row] !== 0);
      const gone = rows.filter((row) => !isThere(row));
      expect(gone.length).toBeGreaterThanOrEqual(property === 'some' ? in_piece - in_piece / 5 : in_piece);
    }
    for (const other of left.properties.filter((one) => one !== property)) expect(left.column(other)).not.toBe(null);
  }
  expect(new Set(pieces.map(({ kind }) => kind)).size).toBe(6);
});

test('nothing is left of a segment without its blobs', () => {
  const { header } = SEGMENT;
  const mended = mendSegment(header, () => undefined, MEND)!;
  expect([mended.made, sum(mended.rows)]).toEqual([null, ROWS]);
});

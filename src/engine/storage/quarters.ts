/**
 * Row counts of a partition per quarter hour: all that totals over time need, as every zone today shifts by whole
 * quarters.
 */
import { QUARTER_HOUR_MS } from '../frame/run.ts';
import { bytesOf, corrupted, decodeFrame, encodeFrame, KIND, packedSection, plainSection } from './codec.ts';
import { fromPlanes32, toPlanes32 } from './planes.ts';

export interface QuarterCounts {
  /** Start of the first quarter hour, in epoch milliseconds. */
  readonly from_ms: number;
  /** Quarter hours since from_ms -> count of rows. */
  readonly counts: Uint32Array;
}

export function isWholeQuarter(time_ms: number): boolean {
  return time_ms % QUARTER_HOUR_MS === 0;
}

const PLANES_32 = 0;
const PLAIN = 1;

/** `time_ms`: epoch milliseconds of all rows, at least one. */
export function countQuarters(time_ms: Float64Array): QuarterCounts {
  let first_ms = time_ms[0]!;
  let last_ms = first_ms;
  for (let row = 1; row < time_ms.length; row++) {
    if (time_ms[row]! < first_ms) first_ms = time_ms[row]!;
    if (time_ms[row]! > last_ms) last_ms = time_ms[row]!;
  }
  const from_ms = Math.floor(first_ms / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
  const counts = new Uint32Array(Math.floor((last_ms - from_ms) / QUARTER_HOUR_MS) + 1);
  for (let row = 0; row < time_ms.length; row++) counts[Math.floor((time_ms[row]! - from_ms) / QUARTER_HOUR_MS)]!++;
  return { from_ms, counts };
}

export function encodeQuarters({ from_ms, counts }: QuarterCounts, rows: number): Uint8Array {
  return encodeFrame(KIND.quarters, rows, [
    packedSection(PLANES_32, toPlanes32(counts)),
    plainSection(PLAIN, bytesOf(Float64Array.of(from_ms))),
  ]);
}

/** @throws ServiceError data_corrupted */
export function decodeQuarters(bytes: Uint8Array, rows: number): QuarterCounts {
  const frame = decodeFrame(bytes, [KIND.quarters]);
  const [planes, start] = frame.sections.map((section) => section.bytes);
  if (planes === undefined || start?.length !== Float64Array.BYTES_PER_ELEMENT) throw corrupted('incomplete');
  const counts = fromPlanes32(planes);
  if (frame.rows !== rows || counts.reduce((sum, count) => sum + count, 0) !== rows) throw corrupted('wrong row count');
  return { from_ms: new Float64Array(start.slice().buffer)[0]!, counts };
}

/**
 * Event ids <-> frames. Random bits do not compress, but most ids start with a timestamp (UUID version 7, or assigned
 * by an import) or are counters in time order. Row times are known, so only the difference is stored. Lossless for any
 * ids and times.
 */
import { UUID_BYTES } from '../../base/uuid.ts';
import {
  corrupted,
  decodeFrame,
  encodeFrame,
  KIND,
  packedSection,
  plainSection,
  type Section,
  viewOf,
} from './codec.ts';
import { orderByActorAndTime } from './order.ts';
import { delta32, fromDeltaPlanes32, fromPlanes, toPlanes, toPlanes32 } from './planes.ts';

/** Encodings on disk: never reuse a number. */
const PLAIN = 0;
const PLANES = 1;
/** Planes of ids whose first six bytes are the distance from the row's time. */
const TIMED = 2;
/** Only the last four bytes, in time order; the common prefix is the second section. */
const COUNTED = 3;

const COMMON_BYTES = 12;
/** How many ids are sampled to choose the encoding. */
const SAMPLE_ROWS = 4_096;
const TIME_SPAN = 2 ** 48;

/** `uuids`: 16 * row -> the row's id. `time_ms`: row -> epoch milliseconds. */
export function encodeUuids(uuids: Uint8Array, time_ms: Float64Array): Uint8Array {
  const rows = time_ms.length;
  if (haveOneBeginning(uuids)) {
    const planes = toPlanes32(delta32(countsByTime(uuids, time_ms)));
    const beginning = plainSection(PLAIN, uuids.slice(0, COMMON_BYTES));
    return encodeFrame(KIND.uuid, rows, [packedSection(COUNTED, planes), beginning]);
  }
  return encodeFrame(KIND.uuid, rows, [planesSection(uuids, time_ms)]);
}

/** `times`: row -> epoch milliseconds; called only if the encoding needs them. */
export function decodeUuids(bytes: Uint8Array, rows: number, times: () => Float64Array): Uint8Array {
  const frame = decodeFrame(bytes, [KIND.uuid]);
  const [ids, beginning] = frame.sections;
  const width = ids?.encoding === COUNTED ? 4 : UUID_BYTES;
  if (ids === undefined || frame.rows !== rows || ids.bytes.length !== rows * width) throw corrupted('wrong row count');
  switch (ids.encoding) {
    case PLAIN:
      return ids.bytes;
    case PLANES:
      return fromPlanes(ids.bytes, UUID_BYTES);
    case TIMED:
      return withTimes(fromPlanes(ids.bytes, UUID_BYTES), times());
    case COUNTED:
      if (beginning?.bytes.length !== COMMON_BYTES) throw corrupted('incomplete');
      return withCounts(beginning.bytes, fromDeltaPlanes32(ids.bytes), times());
    default:
      throw corrupted('unknown encoding');
  }
}

// --- ids as they are, or by their distance from the row's time

/** Picks the encoding that is smallest for a sample. Without a gain, ids stay plain, which is the cheapest to read. */
function planesSection(uuids: Uint8Array, time_ms: Float64Array): Section {
  const few = uuids.subarray(0, SAMPLE_ROWS * UUID_BYTES);
  const plain = packedSection(PLANES, toPlanes(few, UUID_BYTES));
  const timed = packedSection(TIMED, toPlanes(withDistances(few, time_ms), UUID_BYTES));
  const best = timed.bytes.length < plain.bytes.length ? timed : plain;
  if (!best.packed) return plainSection(PLAIN, uuids);
  if (few.length === uuids.length) return best;
  const all = best === timed ? withDistances(uuids, time_ms) : uuids;
  return packedSection(best.encoding, toPlanes(all, UUID_BYTES));
}

/** A copy with the first six bytes replaced by the folded distance from the row's time. */
function withDistances(uuids: Uint8Array, time_ms: Float64Array): Uint8Array {
  const ids = uuids.slice();
  const view = viewOf(ids);
  for (let at = 0, row = 0; at < ids.length; at += UUID_BYTES, row++) {
    setTime(view, at, fold(wrap(timeAt(view, at) - time_ms[row]!)));
  }
  return ids;
}

/** The inverse of `withDistances`, in place. */
function withTimes(ids: Uint8Array, time_ms: Float64Array): Uint8Array {
  const view = viewOf(ids);
  for (let at = 0, row = 0; at < ids.length; at += UUID_BYTES, row++) {
    const time = unfold(timeAt(view, at)) + time_ms[row]!;
    setTime(view, at, time < 0 ? time + TIME_SPAN : time % TIME_SPAN);
  }
  return ids;
}

/** First 48 bits: milliseconds, in a version 7 UUID. */
function timeAt(view: DataView, at: number): number {
  return view.getUint32(at) * 65_536 + view.getUint16(at + 4);
}

function setTime(view: DataView, at: number, time: number): void {
  view.setUint32(at, Math.floor(time / 65_536));
  view.setUint16(at + 4, time % 65_536);
}

/** The equal distance modulo 2^48 in [-2^47, 2^47). */
function wrap(distance: number): number {
  if (distance >= TIME_SPAN / 2) return distance - TIME_SPAN;
  return distance < -TIME_SPAN / 2 ? distance + TIME_SPAN : distance;
}

/** Maps small numbers of either sign to small numbers without sign. */
function fold(distance: number): number {
  return distance < 0 ? -2 * distance - 1 : 2 * distance;
}

function unfold(folded: number): number {
  return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
}

// --- ids that differ in their last four bytes only

function haveOneBeginning(uuids: Uint8Array): boolean {
  for (let at = UUID_BYTES; at < uuids.length; at += UUID_BYTES) {
    for (let byte = 0; byte < COMMON_BYTES; byte++) if (uuids[at + byte] !== uuids[byte]) return false;
  }
  return uuids.length > UUID_BYTES;
}

function byTime(time_ms: Float64Array): Uint32Array {
  return orderByActorAndTime(new Uint32Array(time_ms.length), time_ms);
}

/** place in order of time -> last four bytes of the row's id. */
function countsByTime(uuids: Uint8Array, time_ms: Float64Array): Uint32Array {
  const view = viewOf(uuids);
  return byTime(time_ms).map((row) => view.getUint32(row * UUID_BYTES + COMMON_BYTES));
}

function withCounts(beginning: Uint8Array, counts: Uint32Array, time_ms: Float64Array): Uint8Array {
  const ids = new Uint8Array(counts.length * UUID_BYTES);
  const view = viewOf(ids);
  const order = byTime(time_ms);
  for (let place = 0; place < order.length; place++) {
    const at = order[place]! * UUID_BYTES;
    ids.set(beginning, at);
    view.setUint32(at + COMMON_BYTES, counts[place]!);
  }
  return ids;
}

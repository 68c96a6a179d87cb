/**
 * The frame around everything the engine writes: a few sections of bytes, each compressed when that pays, with magic,
 * version, kind, row count and a checksum over all of it. What does not verify is an error, never a wrong number.
 *
 *   0 magic u32 | 4 version u8 | 5 kind u8 | 6 section count u8 | 7 zero | 8 rows u32
 *   12 per section: encoding u8, packed u8, zero u16, stored bytes u32, raw bytes u32
 *   the stored bytes of each section, one after the other | crc32 u32 of all before it
 *
 * Numbers are little-endian, and so are the typed arrays inside (as on every platform of Node except s390x).
 */
import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { isOneOf } from '../../base/known.ts';
import { ServiceError } from '../../model/error.ts';

const MAGIC = 0x7367_6d69;
const VERSION = 1;
const FIXED_BYTES = 12;
const SECTION_BYTES = 12;
const CRC_BYTES = 4;
/** Compressing less than this costs more than it saves. */
const WORTH_BYTES = 512;
/** Compressed bytes are kept when they are at most this share: reading plain bytes is several times faster. */
const WORTH_SHARE = 0.9;

/** What a frame holds. Numbers are on disk: never reuse one. */
export const KIND = {
  /** Header of a segment, up to format 5. */
  header: 1,
  distinct: 2,
  time: 3,
  uuid: 4,
  /** Codes and values of a property, up to format 5. */
  dictionary: 5,
  number: 6,
  quarters: 8,
  /** 7 was a chunk with its properties as JSON, before the first release. */
  chunk: 9,
  segment: 10,
  /** Distinct values of a property, apart from the codes of its rows. */
  values: 11,
  codes: 12,
  /** A chunk whose properties are in several lists. */
  chunk_lists: 13,
} as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

export interface Section {
  /** How the raw bytes are to be read; its meaning belongs to the kind. */
  readonly encoding: number;
  readonly packed: boolean;
  readonly raw_bytes: number;
  /** As stored. */
  readonly bytes: Uint8Array;
}

export interface Frame {
  readonly kind: number;
  readonly rows: number;
  /** Unpacked. */
  readonly sections: readonly { readonly encoding: number; readonly bytes: Uint8Array }[];
}

export function corrupted(what: string, cause?: unknown): ServiceError {
  return new ServiceError(
    'data_corrupted',
    `Stored events are damaged (${what}), so this cannot be answered. Restore the data file from a backup.`,
    { cause },
  );
}

export function bytesOf(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** A section that is stored as it is. */
export function plainSection(encoding: number, bytes: Uint8Array): Section {
  return { encoding, packed: false, raw_bytes: bytes.length, bytes };
}

/** A section that is compressed when that pays. */
export function packedSection(encoding: number, bytes: Uint8Array): Section {
  if (bytes.length < WORTH_BYTES) return plainSection(encoding, bytes);
  const packed = zstdCompressSync(bytes, {
    // Room for all of the output: the default grows in 16 KiB steps and joins them.
    chunkSize: bytes.length + (bytes.length >>> 7) + 1024,
    params: { [constants.ZSTD_c_compressionLevel]: 1 },
  });
  if (packed.length > bytes.length * WORTH_SHARE) return plainSection(encoding, bytes);
  return { encoding, packed: true, raw_bytes: bytes.length, bytes: packed };
}

export function encodeFrame(kind: Kind, rows: number, sections: readonly Section[]): Uint8Array {
  const heading_bytes = FIXED_BYTES + sections.length * SECTION_BYTES;
  const stored_bytes = sections.reduce((sum, section) => sum + section.bytes.length, 0);
  const frame = new Uint8Array(heading_bytes + stored_bytes + CRC_BYTES);
  const view = new DataView(frame.buffer);
  view.setUint32(0, MAGIC, true);
  frame[4] = VERSION;
  frame[5] = kind;
  frame[6] = sections.length;
  view.setUint32(8, rows, true);
  let at = FIXED_BYTES;
  let payload_at = heading_bytes;
  for (const section of sections) {
    frame[at] = section.encoding;
    frame[at + 1] = section.packed ? 1 : 0;
    view.setUint32(at + 4, section.bytes.length, true);
    view.setUint32(at + 8, section.raw_bytes, true);
    frame.set(section.bytes, payload_at);
    at += SECTION_BYTES;
    payload_at += section.bytes.length;
  }
  view.setUint32(payload_at, crc32(frame.subarray(0, payload_at)), true);
  return frame;
}

/** The checksum that a frame ends with. Other frames refer to it by this checksum. */
export function frameCrc(frame: Uint8Array): number {
  if (frame.length < FIXED_BYTES + CRC_BYTES) throw corrupted('too short');
  return viewOf(frame).getUint32(frame.length - CRC_BYTES, true);
}

/** @throws ServiceError data_corrupted */
export function decodeFrame(frame: Uint8Array, kinds: readonly Kind[]): Frame {
  const { kind, rows, sections } = openFrame(frame, kinds);
  return {
    kind,
    rows,
    sections: sections.map(({ encoding, unpacked }) => ({ encoding, bytes: unpacked() })),
  };
}

/** A section that is decompressed when asked for. */
export interface FrameSection {
  readonly encoding: number;
  readonly raw_bytes: number;
  unpacked(): Uint8Array;
}

/**
 * `stored_frame` may be a Node `Buffer`. Sections are plain Uint8Arrays, because `slice` of a `Buffer` does not copy.
 * @throws ServiceError data_corrupted, here and from the sections
 */
export function openFrame(
  stored_frame: Uint8Array,
  kinds: readonly Kind[],
): { readonly kind: number; readonly rows: number; readonly sections: readonly FrameSection[] } {
  const frame = bytesOf(stored_frame);
  const crc = frameCrc(frame);
  const view = viewOf(frame);
  if (view.getUint32(0, true) !== MAGIC) throw corrupted('unknown format');
  if (crc32(frame.subarray(0, frame.length - CRC_BYTES)) !== crc) throw corrupted('checksum does not match');
  if (frame[4] !== VERSION) throw corrupted(`format version ${frame[4]}; this program reads version ${VERSION}`);
  const kind = frame[5]!;
  if (!isOneOf(kinds, kind)) throw corrupted('a different kind of data than expected');
  const sections: FrameSection[] = [];
  let payload_at = FIXED_BYTES + frame[6]! * SECTION_BYTES;
  if (payload_at + CRC_BYTES > frame.length) throw corrupted('incomplete');
  for (let i = 0; i < frame[6]!; i++) {
    const at = FIXED_BYTES + i * SECTION_BYTES;
    const end = payload_at + view.getUint32(at + 4, true);
    const stored = frame.subarray(payload_at, end);
    const raw_bytes = view.getUint32(at + 8, true);
    const unpacked = frame[at + 1] === 1 ? () => unpack(stored, raw_bytes) : () => stored;
    sections.push({ encoding: frame[at]!, raw_bytes, unpacked });
    payload_at = end;
  }
  return { kind, rows: view.getUint32(8, true), sections };
}

/** Opens a section that is in no frame yet. */
export function openSection({ encoding, packed, raw_bytes, bytes }: Section): FrameSection {
  return { encoding, raw_bytes, unpacked: packed ? () => unpack(bytes, raw_bytes) : () => bytes };
}

function unpack(stored: Uint8Array, raw_bytes: number): Uint8Array {
  try {
    // One byte more than needed, so that zlib sees at once that nothing follows.
    const raw = zstdDecompressSync(stored, { chunkSize: Math.max(64, raw_bytes + 1), maxOutputLength: raw_bytes + 1 });
    if (raw.length === raw_bytes) return bytesOf(raw);
  } catch (error) {
    throw corrupted('cannot be decompressed', error);
  }
  throw corrupted('wrong length');
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** JSON text is always well-formed UTF-8, even around lone surrogates: JSON.stringify escapes them. */
export function jsonBytes(value: unknown): Uint8Array {
  return ENCODER.encode(JSON.stringify(value));
}

/** @throws ServiceError data_corrupted */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  return named<unknown>(() => JSON.parse(DECODER.decode(bytes)));
}

/** Reports any error of decoding as damage. @throws ServiceError data_corrupted */
function named<T>(decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw error instanceof ServiceError ? error : corrupted('makes no sense', error);
  }
}

/** Bytes made of other bytes. */
import type { Random } from '../../../src/base/random.ts';
import { one } from '../hostile/chance.ts';

const LONGEST = 64 * 1024;
const EDITS = 6;

const WORDS = [
  ...['"', '\\', '\n', '\r\n', ',', ';', '\t', '{', '}', '[', ']', ':', '\u0000', '\ufeff', '""', '\\u0000', '\\ud800'],
  ...['null', 'true', '1e999', '-0', '9007199254740993', '0x10', '__proto__', '2026-02-30', '0001-01-01', '9999-12-31'],
  ...['event', 'distinct_id', 'timestamp', 'properties', 'uuid', 'batch', 'data=', '$set', '$group_0', 'api_key', '%'],
].map((word) => Buffer.from(word));
const ODD_BYTES = [0, 1, 0x7f, 0x80, 0xff, 0xc3, 0xed, 0x1f, 0x28];
const ODD_NUMBERS = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_ffff];

/** @param other another input, a part of which may be taken */
export function mutated(random: Random, bytes: Buffer, other: Buffer): Buffer {
  let result: Buffer = Buffer.from(bytes);
  for (let edits = 1 + random.below(EDITS); edits > 0; edits--) result = edited(random, result, other);
  return result.subarray(0, LONGEST);
}

function edited(random: Random, bytes: Buffer, other: Buffer): Buffer {
  const at = random.below(bytes.length + 1);
  const until = Math.min(bytes.length, at + 1 + random.below(random.chance(0.8) ? 8 : bytes.length + 1));
  const put = (some: Uint8Array, end = at) => Buffer.concat([bytes.subarray(0, at), some, bytes.subarray(end)]);
  switch (random.below(9)) {
    case 0:
      return put(Buffer.from([random.below(256)]), Math.min(bytes.length, at + 1));
    case 1:
      return put(Buffer.from([one(random, ODD_BYTES)]), Math.min(bytes.length, at + 1));
    case 2:
      return put(one(random, WORDS));
    case 3:
      return put(one(random, WORDS), until);
    case 4:
      return put(Buffer.alloc(0), until);
    case 5:
      return put(bytes.subarray(at, until));
    case 6: {
      const from = random.below(other.length + 1);
      return put(other.subarray(from, from + random.below(other.length - from + 1)), random.chance(0.5) ? until : at);
    }
    case 7: {
      const number = Buffer.alloc(4);
      number.writeUInt32LE(one(random, ODD_NUMBERS));
      return put(number, Math.min(bytes.length, at + 4));
    }
    default:
      return flipped(bytes, random.below(bytes.length * 8 || 1));
  }
}

function flipped(bytes: Buffer, bit: number): Buffer {
  if (bytes.length > 0) bytes[bit >> 3]! ^= 1 << (bit & 7);
  return bytes;
}

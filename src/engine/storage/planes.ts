/**
 * Reversible transforms that make arrays compress: differences between rows, and byte planes (all lowest bytes, then
 * all second bytes, …).
 */

/** row -> difference to the previous row (modulo 2^32), zigzag encoded so that small stays small. */
export function delta32(values: Uint32Array): Uint32Array {
  const deltas = new Uint32Array(values.length);
  let before = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    const delta = (value - before) | 0;
    deltas[i] = (delta << 1) ^ (delta >> 31);
    before = value;
  }
  return deltas;
}

/** Bytes of numbers of that width, plane by plane. */
export function toPlanes(bytes: Uint8Array, width: number): Uint8Array {
  const count = bytes.length / width;
  const planes = new Uint8Array(bytes.length);
  for (let place = 0; place < width; place++) {
    const start = place * count;
    for (let i = 0, from = place; i < count; i++, from += width) planes[start + i] = bytes[from]!;
  }
  return planes;
}

/** Inverse of `toPlanes`. The result is aligned for any typed array. */
export function fromPlanes(planes: Uint8Array, width: number): Uint8Array {
  const count = planes.length / width;
  const bytes = new Uint8Array(planes.length);
  for (let place = 0; place < width; place++) {
    const start = place * count;
    for (let i = 0, to = place; i < count; i++, to += width) bytes[to] = planes[start + i]!;
  }
  return bytes;
}

/** Numbers of 16 bits from two planes, in one pass. */
export function fromPlanes16(planes: Uint8Array): Uint16Array {
  const count = planes.length >>> 1;
  const values = new Uint16Array(count);
  for (let i = 0; i < count; i++) values[i] = planes[i]! | (planes[count + i]! << 8);
  return values;
}

/** 32-bit numbers to four planes in one pass: the common case. */
export function toPlanes32(values: Uint32Array): Uint8Array {
  const count = values.length;
  const planes = new Uint8Array(count * 4);
  const second = count;
  const third = count * 2;
  const fourth = count * 3;
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    planes[i] = value;
    planes[second + i] = value >>> 8;
    planes[third + i] = value >>> 16;
    planes[fourth + i] = value >>> 24;
  }
  return planes;
}

/** Inverse of `toPlanes32`. */
export function fromPlanes32(planes: Uint8Array): Uint32Array {
  const count = planes.length >>> 2;
  const values = new Uint32Array(count);
  const second = count;
  const third = count * 2;
  const fourth = count * 3;
  for (let i = 0; i < count; i++) {
    values[i] = planes[i]! | (planes[second + i]! << 8) | (planes[third + i]! << 16) | (planes[fourth + i]! << 24);
  }
  return values;
}

/** Inverse of `delta32` and `toPlanes32` in one pass. */
export function fromDeltaPlanes32(planes: Uint8Array): Uint32Array {
  const count = planes.length >>> 2;
  const [first, second, third, fourth] = quarters(planes);
  const values = new Uint32Array(count);
  let value = 0;
  for (let i = 0; i < count; i++) {
    const folded = first[i]! | (second[i]! << 8) | (third[i]! << 16) | (fourth[i]! << 24);
    value = (value + ((folded >>> 1) ^ -(folded & 1))) | 0;
    values[i] = value;
  }
  return values;
}

function quarters(planes: Uint8Array): [Uint8Array, Uint8Array, Uint8Array, Uint8Array] {
  const count = planes.length >>> 2;
  const quarter = (place: number): Uint8Array => planes.subarray(place * count, (place + 1) * count);
  return [quarter(0), quarter(1), quarter(2), quarter(3)];
}

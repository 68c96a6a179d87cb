/**
 * Zero-filled arrays in memory that all threads share, so that passing them is free. For anything as long as rows or
 * actors.
 */

export function sharedBytes(length: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(length));
}

export function sharedShorts(length: number): Uint16Array {
  return new Uint16Array(new SharedArrayBuffer(length * Uint16Array.BYTES_PER_ELEMENT));
}

export function sharedWords(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
}

export function sharedNumbers(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
}

/** The array itself if shared, else a shared copy. */
export function asSharedWords(words: Uint32Array): Uint32Array {
  if (words.buffer instanceof SharedArrayBuffer) return words;
  const shared = sharedWords(words.length);
  shared.set(words);
  return shared;
}

/** The same for numbers. */
export function asSharedNumbers(numbers: Float64Array): Float64Array {
  if (numbers.buffer instanceof SharedArrayBuffer) return numbers;
  const shared = sharedNumbers(numbers.length);
  shared.set(numbers);
  return shared;
}

/** `first` and the numbers after it, `count` in all. A loop, because `Uint32Array.from` takes many times as long. */
export function ascending(count: number, first = 0): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let at = 0; at < count; at++) numbers[at] = first + at;
  return numbers;
}

/** Index of the first number that is at least `least`; their number if none is. */
export function indexOfLeast(numbers: ArrayLike<number>, least: number): number {
  let low = 0;
  for (let high = numbers.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

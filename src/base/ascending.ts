/** `first` and the numbers after it, `count` in all. A loop, because `Uint32Array.from` takes many times as long. */
export function ascending(count: number, first = 0): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let at = 0; at < count; at++) numbers[at] = first + at;
  return numbers;
}

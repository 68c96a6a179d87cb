/** Seeded random numbers (xoshiro128**): same seed, same numbers everywhere. Not for secrets. */

export interface Random {
  /** [0, 1) */
  next(): number;
  /** An integer below `limit`. */
  below(limit: number): number;
  /** True with that probability. */
  chance(share: number): boolean;
  /** Exponential with that mean. */
  exponential(mean: number): number;
  bytes(count: number): Uint8Array;
}

export function seeded(seed: number): Random {
  let a = seed >>> 0 || 1;
  let b = 0x243f6a88;
  let c = 0xb7e15162;
  let d = 0xdeadbeef;
  const word = (): number => {
    const shifted = b << 9;
    let result = Math.imul(b, 5);
    result = Math.imul((result << 7) | (result >>> 25), 9);
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result >>> 0;
  };
  const next = () => word() / 4294967296;
  return {
    next,
    below: (limit) => Math.floor(next() * limit),
    chance: (share) => next() < share,
    exponential: (mean) => -Math.log(1 - next()) * mean,
    bytes: (count) => new Uint8Array(count).map(() => word()),
  };
}

/** Weighted choice in constant time (Walker's alias method). */
export function weighted<T>(random: Random, items: readonly (readonly [T, number])[]): () => T {
  const total = items.reduce((sum, [, weight]) => sum + weight, 0);
  const share = items.map(([, weight]) => (weight / total) * items.length);
  const other = new Array<number>(items.length).fill(0);
  const small = share.flatMap((value, index) => (value < 1 ? [index] : []));
  const large = share.flatMap((value, index) => (value < 1 ? [] : [index]));
  while (small.length > 0 && large.length > 0) {
    const low = small.pop()!;
    const high = large[large.length - 1]!;
    other[low] = high;
    share[high]! -= 1 - share[low]!;
    if (share[high]! < 1) small.push(large.pop()!);
  }
  // Leftovers are 1 except for rounding.
  for (const index of [...small, ...large]) share[index] = 1;
  return () => {
    const index = random.below(items.length);
    return items[random.next() < share[index]! ? index : other[index]!]![0];
  };
}

/** Weights of a Zipf distribution over the items, in their order. */
export function zipf<T>(items: readonly T[], exponent = 1): [T, number][] {
  return items.map((item, rank) => [item, 1 / (rank + 1) ** exponent]);
}

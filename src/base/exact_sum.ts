/** Sums that compensate for rounding errors: amounts with cents add up to whole cents in any order. */

const DECIMALS_MAX = 9;
/** Relative error of summands and sum, since most decimals have no exact binary form. */
const NOISE = 4 * 2 ** -53;

/**
 * The decimal a sum was meant to be: one with at most nine places within the noise, else the sum itself. `magnitude`:
 * sum of absolute values. If they cancel out, as refunds and payments do, the noise is large beside the result.
 */
export function withoutNoise(value: number, magnitude: number = Math.abs(value)): number {
  if (Number.isInteger(value) || !Number.isFinite(value)) return value;
  const noise = magnitude * NOISE;
  for (let decimals = 1, scale = 10; decimals <= DECIMALS_MAX; decimals++, scale *= 10) {
    const decimal = Math.round(value * scale) / scale;
    // -0 is not an amount.
    if (Math.abs(decimal - value) <= noise) return decimal + 0;
  }
  return value;
}

export class ExactSum {
  #sum = 0;
  #lost = 0;
  #magnitude = 0;

  add(value: number): this {
    this.#magnitude += Math.abs(value);
    const sum = this.#sum + value;
    const back = sum - this.#sum;
    // Infinity has no rounding error.
    if (Number.isFinite(sum)) this.#lost += this.#sum - (sum - back) + (value - back);
    this.#sum = sum;
    return this;
  }

  get total(): number {
    return withoutNoise(this.#sum + this.#lost, this.#magnitude);
  }
}

/** Integers, the usual case, are exact while sums stay below 2^53. */
export function sum(values: readonly number[] | Float64Array): number {
  let total = 0;
  let at = 0;
  for (; at < values.length && Number.isInteger(values[at]); at++) total += values[at]!;
  if (at === values.length && Math.abs(total) <= Number.MAX_SAFE_INTEGER) return total;
  const adding = new ExactSum();
  for (const value of values) adding.add(value);
  return adding.total;
}

/** Adds lists of equal length, element by element. */
export function sumsOfPlaces(lists: readonly (readonly number[])[]): number[] {
  return (lists[0] ?? []).map((_, place) => {
    const adding = new ExactSum();
    for (const list of lists) adding.add(list[place]!);
    return adding.total;
  });
}

/** Sums that keep what each addition rounds away: amounts with cents add up to whole cents, in whatever order. */

const DECIMALS_MAX = 9;
/** Relative: twice what the numbers of a sum and the sum itself may each be off, as most decimals are no binary numbers. */
const NOISE = 4 * 2 ** -53;

/**
 * The decimal that a sum of decimals was meant to be: one of at most nine places within its noise, else the sum.
 * `magnitude` is the sum of the absolute values that were added: where they cancel out, as refunds do against
 * payments, their noise stays and is large beside what is left.
 */
export function withoutNoise(value: number, magnitude: number = Math.abs(value)): number {
  if (Number.isInteger(value) || !Number.isFinite(value)) return value;
  const noise = magnitude * NOISE;
  for (let decimals = 1, scale = 10; decimals <= DECIMALS_MAX; decimals++, scale *= 10) {
    const decimal = Math.round(value * scale) / scale;
    // Not -0, which is no amount.
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
    // Of what is infinite nothing is lost.
    if (Number.isFinite(sum)) this.#lost += this.#sum - (sum - back) + (value - back);
    this.#sum = sum;
    return this;
  }

  get total(): number {
    return withoutNoise(this.#sum + this.#lost, this.#magnitude);
  }
}

/** Whole numbers, which most are, lose nothing as long as no sum on the way is beyond 2^53. */
export function sum(values: readonly number[] | Float64Array): number {
  let total = 0;
  let at = 0;
  for (; at < values.length && Number.isInteger(values[at]); at++) total += values[at]!;
  if (at === values.length && Math.abs(total) <= Number.MAX_SAFE_INTEGER) return total;
  const adding = new ExactSum();
  for (const value of values) adding.add(value);
  return adding.total;
}

/** Lists of one length -> the sums of what stands at each place in them. */
export function sumsOfPlaces(lists: readonly (readonly number[])[]): number[] {
  return (lists[0] ?? []).map((_, place) => {
    const adding = new ExactSum();
    for (const list of lists) adding.add(list[place]!);
    return adding.total;
  });
}

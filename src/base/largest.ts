/** The first of many items without sorting them. */
import { textBeginning } from './numbering/beginning.ts';

/** Candidates collected per wanted number before pruning. */
const COLLECTED = 4;
const COLLECTED_LEAST = 1_024;

/** The `count`th largest value; -Infinity with fewer. */
export function leastOfLargest(values: ArrayLike<number>, count: number): number {
  if (values.length < count || count < 1) return Number.NEGATIVE_INFINITY;
  const collected = new Float64Array(Math.max(count * COLLECTED, COLLECTED_LEAST));
  let least = Number.NEGATIVE_INFINITY;
  let length = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (value <= least) continue;
    collected[length++] = value;
    if (length < collected.length) continue;
    collected.sort().copyWithin(0, length - count);
    length = count;
    least = collected[0]!;
  }
  return length < count ? least : collected.subarray(0, length).sort()[length - count]!;
}

/** Texts of items, to order those of one size. */
export interface ItemTexts {
  of(item: number): string;
  /** Number that orders items as the beginnings of their texts do (`textBeginning`), -1 = unknown. Spares reading texts. */
  beginningOf?(item: number): number;
}

/** The `count` largest items, in any order; of equal ones those with the first texts. `totals`: item -> size. */
export function largestItems(totals: ArrayLike<number>, count: number, texts: ItemTexts): number[] {
  if (count < 1) return [];
  const least = leastOfLargest(totals, count);
  const chosen: number[] = [];
  const tied: number[] = [];
  for (let item = 0; item < totals.length; item++) {
    if (totals[item]! > least) chosen.push(item);
    else if (totals[item] === least) tied.push(item);
  }
  // If all items are rare, most of them are tied.
  for (const { item } of firstByText(tied, count - chosen.length, texts)) chosen.push(item);
  return chosen;
}

interface Texted {
  readonly item: number;
  readonly text: string;
}

/** In order. */
function firstByText(items: readonly number[], count: number, texts: ItemTexts): Texted[] {
  const most = Math.max(count * COLLECTED, COLLECTED_LEAST);
  const collected: Texted[] = [];
  let last: string | null = null;
  let last_beginning = Number.POSITIVE_INFINITY;
  for (const item of items) {
    if ((texts.beginningOf?.(item) ?? -1) > last_beginning) continue;
    const text = texts.of(item);
    if (last !== null && text >= last) continue;
    if (collected.push({ item, text }) < most) continue;
    collected.sort(byText).length = count;
    last = collected[count - 1]!.text;
    last_beginning = textBeginning(last);
  }
  return collected.sort(byText).slice(0, count);
}

function byText(a: Texted, b: Texted): number {
  return a.text < b.text ? -1 : Number(a.text > b.text);
}

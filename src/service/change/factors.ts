/** Finds property values that changed differently from the whole. */

import { LIMIT } from '../../model/limit.ts';
import type { Factor } from '../../model/question/change.ts';
import type { ProjectContext } from '../contract/context.ts';
import { NULL_VALUE, OTHER_VALUE } from '../present/ranking.ts';
import { type Candidate, evennessOf, isMeasure } from './candidates.ts';
import { adjusted, type Counts, dispersionOfFactor, pOfFactor, SIGNIFICANT, type Squares } from './chance.ts';
import { type Counted, countLine, type Line, numberOf, type Periods, type Raw } from './periods.ts';

export interface Whole extends Counts {
  /** Length of the later period / length of the earlier one. */
  readonly ratio: number;
  /** Of factors whose people were not looked at: events per person. */
  readonly dispersion: number;
  /** Sum of the squares of people's events in both periods. */
  readonly squares: number;
}

/** A factor before it is compared with the whole. */
interface RawFactor extends Counts {
  /** null if unknown. */
  readonly squares: Squares | null;
  readonly property: string;
  readonly type: Factor['type'];
  readonly value: string | null;
}

/** A property, and its values in the later period. */
interface Split {
  readonly candidate: Candidate;
  readonly after: Counted;
}

/**
 * Values of all candidates, or only of the `most` that split the later period best. Only these are counted in the
 * earlier period.
 */
export async function factorsByProperty(
  context: ProjectContext,
  line: Line,
  { before, after }: Periods,
  candidates: readonly Candidate[],
  most: number,
): Promise<{ factors: RawFactor[]; looked_at: string[] }> {
  const splits: Split[] = [];
  for (const candidate of candidates) {
    const split = { candidate, after: await countLine(context, line, after, splitBy(candidate)) };
    if (!isMeasure(candidate, split.after.series.length)) splits.push(split);
  }
  const ranked = splits.length <= most ? splits : rankedByEvenness(splits).slice(0, most);
  const factors: RawFactor[] = [];
  for (const { candidate, after: later } of ranked) {
    const earlier = await countLine(context, line, before, splitBy(candidate));
    const squares = await squaresBy(context, line, { before, after }, splitBy(candidate));
    factors.push(...rawFactors(candidate, earlier, later, squares));
  }
  return { factors: withoutDoubles(factors), looked_at: ranked.map(({ candidate }) => candidate.key) };
}

/** Squares of people's events: of all, without a split. */
export async function squaresOf(context: ProjectContext, line: Line, periods: Periods): Promise<number> {
  const own = await sumsBy(context, line, periods, {}, 'own');
  return [...own.values()].reduce((sum, value) => sum + value, 0);
}

/** value -> squares of people's events in both periods. */
async function squaresBy(context: ProjectContext, line: Line, periods: Periods, split: Raw) {
  const [own, mixed] = [
    await sumsBy(context, line, periods, split, 'own'),
    await sumsBy(context, line, periods, split, 'all'),
  ];
  return new Map([...own].map(([value, sum]) => [value, { own: sum, mixed: mixed.get(value) ?? sum }]));
}

async function sumsBy(context: ProjectContext, line: Line, { before, after }: Periods, split: Raw, by: 'own' | 'all') {
  const sums = new Map<string, number>();
  for (const period of line.of_rows ? [before, after] : []) {
    const counted = await countLine(context, line, period, split, { kind: 'squares', by });
    if (counted.has_more) return new Map<string, number>();
    for (const [value, sum] of valuesIn(counted.series)) sums.set(value, sum + (sums.get(value) ?? 0));
  }
  return sums;
}

function splitBy({ type, key }: Candidate) {
  return { breakdown: key, breakdown_type: type, breakdown_limit: LIMIT.change_values };
}

function rankedByEvenness(splits: readonly Split[]): Split[] {
  const rated = splits.map((split) => ({
    split,
    evenness: evennessOf([...valuesIn(split.after.series).values()]),
  }));
  return rated
    .filter(({ evenness }) => evenness > 0)
    .sort((a, b) => b.evenness - a.evenness)
    .map(({ split }) => split);
}

/** Skips values that are past the page in either period, because their count there is unknown. */
function rawFactors(
  { type, key }: Candidate,
  earlier: Counted,
  later: Counted,
  squares: ReadonlyMap<string, Squares>,
): RawFactor[] {
  const [was, is] = [valuesIn(earlier.series), valuesIn(later.series)];
  const values = [...new Set([...was.keys(), ...is.keys()])].filter((value) => value !== OTHER_VALUE);
  const isKnownIn = (found: ReadonlyMap<string, number>, { has_more }: Counted, value: string) =>
    found.has(value) || !(has_more || found.has(OTHER_VALUE));
  return values
    .filter((value) => isKnownIn(was, earlier, value) && isKnownIn(is, later, value))
    .map((value) => ({
      property: key,
      type,
      value: value === NULL_VALUE || value === '' ? null : value,
      before: was.get(value) ?? 0,
      after: is.get(value) ?? 0,
      squares: squares.get(value) ?? null,
    }));
}

/** Initial person properties often repeat event properties, so factors with equal value and counts are reported once. */
function withoutDoubles(factors: readonly RawFactor[]): RawFactor[] {
  const told = new Map(factors.toReversed().map((one) => [`${one.value} ${one.before} ${one.after}`, one]));
  return factors.filter((one) => told.get(`${one.value} ${one.before} ${one.after}`) === one);
}

function valuesIn(series: Counted['series']): Map<string, number> {
  return new Map(series.map((one) => [String(one.breakdown_value ?? ''), numberOf(one)]));
}

export async function factorsByCohort(
  context: ProjectContext,
  line: Line,
  { before, after }: Periods,
): Promise<RawFactor[]> {
  const { rows } = context.service.store.cohorts.list(context.project.id, {
    limit: LIMIT.change_cohorts,
    offset: 0,
  });
  const factors: RawFactor[] = [];
  for (const { id, name } of rows) {
    const split = { breakdown: [id], breakdown_type: 'cohort' };
    const [was, is] = [await countLine(context, line, before, split), await countLine(context, line, after, split)];
    const [own] = (await sumsBy(context, line, { before, after }, split, 'own')).values();
    const squares = own === undefined ? null : { own, mixed: own };
    const both = { before: numberOf(was.series[0]), after: numberOf(is.series[0]) };
    factors.push({ property: String(id), type: 'cohort', value: name, ...both, squares });
  }
  return factors;
}

/** Factors with a smaller share of all counts say little, and each further test makes chance harder to rule out. */
const LEAST_SHARE = 0.01;

/** Most telling first: those with the most change beyond their share of the whole's change. */
export function factorsOf(all: readonly RawFactor[], whole: Whole): Factor[] {
  const raw = all.filter(({ before, after }) => before + after >= LEAST_SHARE * (whole.before + whole.after));
  const expected = whole.before * whole.ratio;
  const change = whole.after - expected;
  const p_values = adjusted(raw.map((one) => pOfFactor(one, whole, dispersionIn(one, whole))));
  const factors = raw.map((one, at) => {
    const before = one.before * whole.ratio;
    const p_value = p_values[at]!;
    return {
      ...{ property: one.property, type: one.type, value: one.value },
      ...{ before, after: one.after, change: one.after - before },
      share: change === 0 ? 0 : (one.after - before) / change,
      share_before: expected === 0 ? 0 : before / expected,
      p_value,
      significant: p_value < SIGNIFICANT,
    };
  });
  return factors
    .filter((factor) => factor.before !== factor.after)
    .sort((a, b) => Number(b.significant) - Number(a.significant) || byTelling(a, b, change));
}

function dispersionIn(factor: RawFactor, whole: Whole): number {
  return factor.squares === null ? whole.dispersion : dispersionOfFactor(factor, whole, factor.squares, whole.squares);
}

/** With two values, one's excess is the other's deficit. Then the one that moved with the whole comes first. */
function byTelling(a: Factor, b: Factor, change: number): number {
  const beyond = ({ change: own, share_before }: Factor) => Math.abs(own - share_before * change);
  const further = beyond(b) - beyond(a);
  const is_tie = Math.abs(further) < 1e-9 * (beyond(a) + beyond(b));
  return (is_tie ? 0 : further) || b.share - a.share || a.p_value - b.p_value;
}

/** Funnels: reads the sources, lets the kernel of the requested view judge every actor, adds up parts, names groups. */
import { assert, unreachable } from '../../../base/assert.ts';
import type { FunnelGroup, FunnelNumbers, FunnelQuery, FunnelTrendGroup } from '../../../model/question/funnel.ts';
import { every } from '../../../model/question/predicate.ts';
import { type CohortGroup, type GroupKey, restricted } from '../../../model/question/query.ts';
import { checkNumbers } from '../../frame/answer_size.ts';
import { buildBuckets } from '../../frame/buckets.ts';
import type { DatasetView } from '../../frame/dataset.ts';
import { actorCuts } from '../../frame/slices.ts';
import { joined } from '../../frame/statistics.ts';
import { type Job, shareAll } from '../../frame/team.ts';
import { inPhase, tracing } from '../../frame/trace.ts';
import { NO_STEP } from '../../kernels/funnel/attempt.ts';
import { type FunnelArgs, STEPS_MAX } from '../../kernels/funnel/audience.ts';
import { addReached, newEntryTally } from '../../kernels/funnel/entry_tally.ts';
import { type GroupChooser, newChooser } from '../../kernels/funnel/groups.ts';
import { FUNNEL } from '../../kernels/funnel/steps.ts';
import { FUNNEL_TIMES } from '../../kernels/funnel/times.ts';
import { FUNNEL_ENTRIES } from '../../kernels/funnel/trend.ts';
import type { Judged } from '../../kernels/funnel/work.ts';
import { checkCells, type Groups, groupCount, groupKeys, newGroups } from '../../select/breakdown.ts';
import { countEntered, countEnteredOver } from './entered.ts';
import { type PartSources, partSources } from './sources.ts';

/** A step of one group, with its list of times, weighs as much as this many plain numbers. */
const CELLS_PER_STEP = 16;

type NumbersOf<V extends FunnelNumbers['viz']> = Extract<FunnelNumbers, { viz: V }>;

export function computeFunnel(query: FunnelQuery, view: DatasetView): FunnelNumbers {
  switch (query.viz) {
    case 'steps':
      return { viz: 'steps', groups: perCohort(query, (one) => countSteps(one, view), isEntered) };
    case 'trends':
      return { viz: 'trends', groups: perCohort(query, (one) => countTrend(one, view), isEnteredOver) };
    case 'time_to_convert':
      // One sample of everybody, whatever the breakdown.
      return timesToConvert({ ...query, breakdown: null }, view);
    default:
      return unreachable(query.viz);
  }
}

/** Cohorts overlap, so each is a funnel over its own persons. Cohorts that nobody entered are dropped. */
function perCohort<T extends { readonly key: GroupKey }>(
  query: FunnelQuery,
  groupsOf: (query: FunnelQuery) => T[],
  isMet: (group: T) => boolean,
): T[] {
  const { breakdown } = query;
  if (breakdown?.kind !== 'cohorts') return groupsOf(query);
  return breakdown.cohorts.flatMap((cohort) =>
    groupsOf(ofCohort(query, cohort))
      .filter(isMet)
      .map((group) => ({ ...group, key: [String(cohort.id)] })),
  );
}

function isEntered({ counts }: FunnelGroup): boolean {
  return counts[0] !== 0;
}

function isEnteredOver({ reached_from }: FunnelTrendGroup): boolean {
  return reached_from.some((count) => count !== 0);
}

export function ofCohort(query: FunnelQuery, { where }: CohortGroup): FunnelQuery {
  return {
    ...query,
    breakdown: null,
    where: every([query.where, where]),
    steps: query.steps.map((step) => restricted(step, where)),
    exclusions: query.exclusions.map((exclusion) => restricted(exclusion, where)),
  };
}

function countSteps(query: FunnelQuery, view: DatasetView): FunnelGroup[] {
  const { groups, parts, asked } = prepare(query, view, query.steps.length * CELLS_PER_STEP);
  const steps = query.steps.length;
  const cells = groupCount(groups) * steps;
  const counts = new Float64Array(cells);
  const entered = countEntered(query, parts, view);
  const sums = shareAll(view, FUNNEL, jobsOf(asked, { knows_entered: entered !== null }));
  noteJudged(sums);
  for (const sum of sums) for (let cell = 0; cell < cells; cell++) counts[cell]! += sum.counts[cell]!;
  // The kernel did not look at actors who only entered.
  if (entered !== null) counts[0] = entered;
  const times_ms = Array.from(counts, (_, cell) => sums.flatMap((sum) => sum.times_ms[cell]!));
  return metGroups(query, groups, (group) => counts[group * steps] !== 0).map(({ key, group }) => {
    const [begin, end] = [group * steps, (group + 1) * steps];
    return { key, counts: [...counts.subarray(begin, end)], times_ms: times_ms.slice(begin, end) };
  });
}

function countTrend(query: FunnelQuery, view: DatasetView): FunnelTrendGroup[] {
  const { range, edges_ms, from_step, to_step } = query;
  const buckets = buildBuckets(edges_ms, range.from_ms, range.until_ms);
  const { groups, parts, asked } = prepare(query, view, buckets.count);
  checkNumbers({ values: Math.min(groupCount(groups), query.breakdown?.limit ?? 1), points: buckets.count });
  const tally = newEntryTally(buckets.count, groupCount(groups));
  const entered = from_step === 0 ? countEnteredOver(query, parts, buckets, view) : null;
  const steps = { from_step: entered === null ? from_step : to_step, to_step };
  for (const { reached_from, reached_to } of shareAll(view, FUNNEL_ENTRIES, jobsOf(asked, { ...steps, buckets }))) {
    addReached(tally.reached_to, reached_to);
    if (entered === null) addReached(tally.reached_from, reached_from);
  }
  if (entered !== null) addReached(tally.reached_from, entered);
  const column = (cells: Float64Array, group: number): Float64Array =>
    Float64Array.from({ length: buckets.count }, (_, bucket) => cells[bucket * tally.groups + group]!);
  const isMet = (group: number): boolean => column(tally.reached_from, group).some((count) => count !== 0);
  return metGroups(query, groups, isMet).map(({ key, group }) => ({
    key,
    reached_from: column(tally.reached_from, group),
    reached_to: column(tally.reached_to, group),
  }));
}

function timesToConvert(query: FunnelQuery, view: DatasetView): NumbersOf<'time_to_convert'> {
  const { from_step, to_step } = query;
  const { asked } = prepare(query, view, 0);
  const sums = shareAll(view, FUNNEL_TIMES, jobsOf(asked, { from_step, to_step }));
  noteJudged(sums);
  return { viz: 'time_to_convert', times_ms: joined(sums.flatMap(({ sample }) => sample)) };
}

/** Notes which kernels judged: each thread reports it with its sum. */
function noteJudged(sums: readonly { readonly judged: Judged }[]): void {
  for (const { judged } of sums) {
    if (judged.in_place > 0) tracing()?.note('funnel in place', 0, judged.in_place);
    if (judged.gathered > 0) tracing()?.note('funnel from gathered events', 0, judged.gathered);
  }
}

export interface Prepared {
  readonly groups: Groups;
  readonly parts: readonly PartSources[];
  /** Kernel arguments per part. */
  readonly asked: readonly FunnelArgs[];
}

/** One job per part, with task-specific arguments added. */
function jobsOf<More>(asked: readonly FunnelArgs[], more: More): Job<FunnelArgs & More>[] {
  return asked.map((args) => ({ args: { ...args, ...more }, cuts: actorCuts(args.audience.until_actor) }));
}

/** `cells`: weight of one group in numbers. */
export function prepare(query: FunnelQuery, view: DatasetView, cells: number): Prepared {
  const { attribution, breakdown, exclusions, steps, window_ms, order } = query;
  assert(steps.length <= STEPS_MAX, `a funnel has at most ${STEPS_MAX} steps, as they are bits of a word`);
  const groups = newGroups(breakdown?.kind === 'values' ? breakdown.dimensions : []);
  const parts = inPhase('select', () => partSources(query, groups, view));
  checkCells(groupCount(groups) * cells);
  const chooser = breakdown === null ? null : chooserOf(query, groups);
  const actors = view.actorCount(query.actor);
  const value_step = chooser !== null && attribution.kind === 'step' ? attribution.step : NO_STEP;
  const plan = { steps: steps.length, window_ms, has_exclusions: exclusions.length > 0, value_step };
  const asked = parts.map(({ sources, skip, timeline }): FunnelArgs => {
    const audience = { sources, timeline, skip, window: query.range, chooser, first_actor: 0, until_actor: actors };
    return { audience, plan, order, groups: groupCount(groups) };
  });
  return { groups, parts, asked };
}

function chooserOf({ attribution, order }: FunnelQuery, groups: Groups): GroupChooser {
  const empty = Uint8Array.from(groupKeys(groups), (key) => (key.every((text) => text === null) ? 1 : 0));
  // Unordered: the first step done is not known in advance, so every value is tried.
  const any_step = order === 'unordered' && attribution.kind === 'step';
  return newChooser(attribution, empty, any_step);
}

/** Groups with at least one actor; without a breakdown, the only group in any case. */
function metGroups(
  query: FunnelQuery,
  groups: Groups,
  isMet: (group: number) => boolean,
): { key: GroupKey; group: number }[] {
  const all = groupKeys(groups).map((key, group) => ({ key, group }));
  return query.breakdown === null ? all : all.filter(({ group }) => isMet(group));
}

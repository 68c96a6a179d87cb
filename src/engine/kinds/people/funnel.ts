/** The actors behind a funnel: its steps, a point of its course over time, or what correlates with it. */

import type { ValueActorKind } from '../../../model/question/query.ts';
import { buildBuckets } from '../../frame/buckets.ts';
import type { DatasetView } from '../../frame/dataset.ts';
import { newEntryTally } from '../../kernels/funnel/entry_tally.ts';
import { type FunnelOutcomes, stepTimeMs } from '../../kernels/funnel/outcomes.ts';
import { FUNNEL_ENTRIES } from '../../kernels/funnel/trend.ts';
import { groupCount, groupOf, missedKey } from '../../select/breakdown.ts';
import { correlated } from '../funnel/correlation.ts';
import { rowsOfSteps, stepsThatEnter } from '../funnel/entered.ts';
import { ofCohort, prepare } from '../funnel/funnel.ts';
import { outcomesOfGroup } from '../funnel/outcomes.ts';
import { cohortOf, type Found, NOBODY, type PointOf, peopleRows } from './people.ts';
import { type PageOf, pageOfTally, timesOf } from './people_page.ts';

export function ofFunnel(point: PointOf<'funnel'>, page: PageOf, view: DatasetView): Found {
  const { query, key, bucket } = point;
  const { breakdown } = query;
  const one =
    breakdown?.kind === 'cohorts'
      ? { ...point, query: ofCohort(query, cohortOf(breakdown.cohorts, key)), key: [] }
      : point;
  return bucket === null ? ofSteps(one, page, view) : ofEntries(one, bucket, page, view);
}

function ofSteps({ query, key, least, most }: PointOf<'funnel'>, page: PageOf, view: DatasetView): Found {
  const { outcomes, missed } = outcomesOfGroup(query, key, view);
  const isMeant = (actor: number): boolean => {
    const level = outcomes.level[actor]!;
    return level >= least && level <= most;
  };
  return { ...ofOutcomes(outcomes, query.actor, isMeant, page), missed };
}

/** Who entered in the bucket, and how far they got from there. */
function ofEntries(
  { query, key, least, most }: PointOf<'funnel'>,
  bucket: number,
  page: PageOf,
  view: DatasetView,
): Found {
  const { actor, from_step, to_step, range, edges_ms } = query;
  const buckets = buildBuckets(edges_ms, range.from_ms, range.until_ms);
  const { groups, parts, asked } = prepare(query, view, buckets.count);
  const group = groupOf(groups, key);
  const missed = missedKey(groups, key, group);
  const cell = bucket * groupCount(groups) + group;
  const jobs = asked.map((args) => ({ ...args, from_step, to_step, buckets }));
  const counts = newEntryTally(buckets.count, groupCount(groups));
  const tally = (first_actor: number, until_actor: number): number => {
    counts.reached_from.fill(0);
    counts.reached_to.fill(0);
    for (const args of jobs) FUNNEL_ENTRIES.add(args, counts, first_actor, until_actor);
    const [from, to] = [counts.reached_from[cell]!, counts.reached_to[cell]!];
    return (least > from_step + 1 ? to : from) - (most <= to_step ? to : 0);
  };
  const rows = parts.flatMap((part) => rowsOfSteps(part, stepsThatEnter(query.order)).map(peopleRows));
  const spans = [
    {
      from_ms: Math.max(range.from_ms, edges_ms[bucket]!),
      until_ms: Math.min(range.until_ms, edges_ms[bucket + 1]!),
    },
  ];
  return {
    page: missed === null ? pageOfTally(tally, view.actorCount(actor), true, page, view) : NOBODY,
    actor,
    times: (who, times) => timesOf({ rows, spans, group: -1 }, who, times),
    missed,
  };
}

function ofOutcomes(
  outcomes: FunnelOutcomes,
  actor: ValueActorKind,
  isMeant: (actor: number) => boolean,
  { offset, limit }: PageOf,
): Found {
  const actors = [...outcomes.level.keys()].filter(isMeant);
  return {
    page: { count: actors.length, actors: actors.slice(offset, offset + limit) },
    actor,
    times: (who, most) =>
      Array.from({ length: Math.min(most, outcomes.level[who]!) }, (_, step) => stepTimeMs(outcomes, who, step)),
  };
}

export function ofCorrelation(
  { query, key, is_success }: PointOf<'correlation'>,
  page: PageOf,
  view: DatasetView,
): Found {
  const { outcomes, members, missed } = correlated(query, key, is_success, view);
  return { ...ofOutcomes(outcomes, query.funnel.actor, (actor) => members.has(actor), page), missed };
}

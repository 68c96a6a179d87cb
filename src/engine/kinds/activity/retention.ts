/** Retention: selects rows that start and rows that return, lets the kernel count, adds up parts. */
import { must, unreachable } from '../../../base/assert.ts';
import { canonical } from '../../../base/json.ts';
import type { EventMatch } from '../../../model/question/predicate.ts';
import {
  type CohortGroup,
  type Dimension,
  type GroupKey,
  restricted,
  type TimeRange,
} from '../../../model/question/query.ts';
import type { RetentionGroup, RetentionNumbers, RetentionQuery } from '../../../model/question/retention.ts';
import { checkNumbers, shownValues } from '../../frame/answer_size.ts';
import { buildBuckets } from '../../frame/buckets.ts';
import type { DatasetView } from '../../frame/dataset.ts';
import type { Part } from '../../frame/run.ts';
import { actorCuts } from '../../frame/slices.ts';
import { shareCounts } from '../../frame/team.ts';
import { inPhase } from '../../frame/trace.ts';
import { RETENTION, type RetentionPlan, type RetentionRuns } from '../../kernels/activity/retention.ts';
import { checkCells, type Groups, groupCount, groupKeys, newGroups } from '../../select/breakdown.ts';
import { eventsOf } from '../../select/matching.ts';
import { matchRows } from '../../select/predicate.ts';
import {
  groupSelected,
  measureSelected,
  type SelectedRun,
  selectRuns,
  trendRowsOf,
  ungrouped,
} from '../../select/selected_runs.ts';
import { addRetentionPresent, type FirstRunRows, type RetentionPart } from './retention_bitmaps.ts';

export function computeRetention(query: RetentionQuery, view: DatasetView): RetentionNumbers {
  const { breakdown } = query;
  switch (breakdown?.kind) {
    case undefined:
      return { groups: countGroups(query, [], view) };
    case 'values':
      return { groups: countGroups(query, breakdown.dimensions, view).filter(hasStarts) };
    case 'cohorts': {
      // A person may be in several cohorts, so each is a question of its own.
      const groups = breakdown.cohorts.map((cohort) => {
        const { counts } = must(countGroups(withinCohort(query, cohort), [], view)[0], 'one group without a breakdown');
        return { key: [String(cohort.id)], counts };
      });
      return { groups: groups.filter(hasStarts) };
    }
    default:
      return unreachable(breakdown);
  }
}

export function withinCohort(query: RetentionQuery, { where }: CohortGroup): RetentionQuery {
  return {
    ...query,
    target: restricted(query.target, where),
    returning: restricted(query.returning, where),
    first_among: restricted({ ...query.target, matches: query.first_among }, where).matches,
  };
}

export interface PreparedRetention {
  readonly named: Groups;
  readonly parts: readonly RetentionPart[];
  readonly plan: RetentionPlan;
}

export function prepareRetention(
  query: RetentionQuery,
  breakdown: readonly Dimension[],
  view: DatasetView,
): PreparedRetention {
  const buckets = buildBuckets(query.edges_ms, query.range.from_ms, query.range.until_ms);
  const named = newGroups(breakdown);
  const parts = inPhase('select', () => partRuns(query, named, view));
  const groups = groupCount(named);
  checkCells(groups * buckets.count * buckets.count);
  checkShown(query, groups, buckets.count);
  const plan = {
    buckets,
    groups,
    split_returns: query.split_returns,
    occurrences: { min: query.minimum_occurrences, max: Number.POSITIVE_INFINITY },
    cumulative: query.cumulative,
  };
  return { named, parts, plan };
}

/** Limits an answer's size: each value has a table, or one row of it if returns are not split. */
function checkShown({ breakdown, split_returns }: RetentionQuery, groups: number, periods: number): void {
  if (breakdown?.kind !== 'values') return;
  const cells = split_returns ? (periods * (periods + 1)) / 2 : periods;
  checkNumbers({ values: shownValues(groups, breakdown.limit), 'cells of a table': cells });
}

function countGroups(query: RetentionQuery, breakdown: readonly Dimension[], view: DatasetView): RetentionGroup[] {
  const { named, parts, plan } = prepareRetention(query, breakdown, view);
  const size = plan.buckets.count;
  const counts = new Uint32Array(plan.groups * size * size);
  const is_done = addRetentionPresent(parts, plan, view, counts);
  if (!is_done) {
    const cuts = actorCuts(view.actorCount(query.actor));
    shareCounts(
      view,
      RETENTION,
      parts.map((part) => ({ args: { runs: kernelRuns(part), plan }, cuts })),
      counts,
    );
  }
  return groupKeys(named).map((key: GroupKey, group) => ({
    key,
    counts: counts.subarray(group * size * size, (group + 1) * size * size),
  }));
}

export function kernelRuns({ starts, returns }: RetentionPart): RetentionRuns {
  return {
    starts:
      starts.kind === 'every'
        ? { kind: 'every', runs: starts.runs.map(trendRowsOf) }
        : { kind: 'first', runs: starts.runs.map((rows) => ({ ...trendRowsOf(rows), valid: rows.valid })) },
    returns: returns?.map(trendRowsOf) ?? (starts.kind === 'first' ? starts.runs.map(trendRowsOf) : null),
  };
}

function hasStarts({ counts }: RetentionGroup): boolean {
  return counts.some((count) => count > 0);
}

/** Selected and grouped rows of each part. */
function partRuns(query: RetentionQuery, groups: Groups, view: DatasetView): RetentionPart[] {
  const isFirst = query.start !== 'every';
  // An actor's first time ever may lie before the range.
  const starts_range = isFirst ? { ...query.range, from_ms: Number.NEGATIVE_INFINITY } : query.range;
  const start_matches = isFirst ? query.first_among : query.target.matches;
  const start_parts = partsOf(query, start_matches, starts_range, view);
  const isSame = returnsAreStarts(query, start_matches);
  const return_parts = isSame ? [] : partsOf(query, query.returning.matches, query.range, view);
  const selected = start_parts.map((part, at) => ({
    starts: selectRuns(start_matches, part, starts_range, view),
    returns: isSame ? [] : selectRuns(query.returning.matches, must(return_parts[at], 'as many'), query.range, view),
  }));
  for (const { starts, returns } of selected) measureSelected(groups, [...starts, ...returns], view);
  return selected.map(({ starts, returns }) => ({
    starts: isFirst
      ? { kind: 'first', runs: starts.map((run) => firstRows(query, run, groups, view)) }
      : { kind: 'every', runs: starts.map((run) => groupSelected(groups, run, view)) },
    returns: isSame
      ? null
      : returns.map((run) => (query.split_returns ? groupSelected(groups, run, view) : ungrouped(run))),
  }));
}

function partsOf(
  query: RetentionQuery,
  matches: readonly EventMatch[],
  range: TimeRange,
  view: DatasetView,
): readonly Part[] {
  return view.parts({ events: eventsOf([{ matches }]), ...range, actor: query.actor });
}

function firstRows(query: RetentionQuery, selected: SelectedRun, groups: Groups, view: DatasetView): FirstRunRows {
  const rows = groupSelected(groups, selected, view);
  if (query.start !== 'first_ever') return { ...rows, valid: null };
  const valid = matchRows(query.target.matches, selected.run, view);
  return { ...rows, valid: valid === undefined ? new Uint32Array((selected.run.rows + 31) >>> 5) : valid };
}

/** Whether the same rows start and return, so that one read is enough. */
function returnsAreStarts(
  { returning, minimum_occurrences, split_returns, breakdown }: RetentionQuery,
  start_matches: readonly EventMatch[],
): boolean {
  if (minimum_occurrences > 1 || (breakdown?.kind === 'values' && !split_returns)) return false;
  return canonical(start_matches) === canonical(returning.matches);
}

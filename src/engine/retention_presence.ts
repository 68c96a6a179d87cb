/** Retention from bit sets: see presence.ts for when they stand in for the rows. */
import type { DatasetView } from './dataset.ts';
import { isAnyNumber } from './kernels/actor_places.ts';
import { RETENTION_PRESENT, type RetentionPresence } from './kernels/presence_retention.ts';
import type { RetentionPlan, RetentionRuns } from './kernels/retention.ts';
import type { TrendRows } from './kernels/trend_rows.ts';
import { hasPresence, presentBefore, presentBuckets, type RunRows, wordsOf } from './presence.ts';
import type { Run } from './run.ts';
import { wordCuts } from './slices.ts';
import { shareCounts } from './team.ts';

/** What the kernels read, and the runs it is of. */
export interface RetentionPart extends RetentionRuns {
  /** place among starts.runs -> the run. */
  readonly start_runs: readonly Run[];
  /** place among returns -> the run; empty where the rows are the same. */
  readonly return_runs: readonly Run[];
}

/** Adds to counts as countRetention does; false where bit sets cannot stand in for the rows. */
export function addRetentionPresent(
  parts: readonly RetentionPart[],
  plan: RetentionPlan,
  view: DatasetView,
  counts: Uint32Array,
): boolean {
  const { buckets, occurrences, cumulative } = plan;
  const starts = parts.flatMap((part) => zip(part.start_runs, part.starts.runs));
  const returns = parts.flatMap((part) =>
    part.returns === null ? zip(part.start_runs, part.starts.runs) : zip(part.return_runs, part.returns),
  );
  // Each bucket is compared with all later ones.
  const looks = (buckets.count * (buckets.count + 3)) / 2;
  if (!isAnyNumber(occurrences) || !parts.every(isEveryFirstValid) || !hasPresence([...starts, ...returns], looks))
    return false;
  const words = wordsOf([...starts, ...returns]);
  const present: RetentionPresence = {
    starts: presentBuckets(starts, buckets, words, view),
    started_before: parts[0]?.starts.kind === 'first' ? presentBefore(starts, buckets.bounds_ms[1]!, words) : null,
    returns: presentBuckets(returns, buckets, words, view),
    cumulative,
  };
  shareCounts(view, RETENTION_PRESENT, present, wordCuts(words), counts);
  return true;
}

/** Whether it does not matter which of an actor's rows is the first. */
function isEveryFirstValid({ starts }: RetentionRuns): boolean {
  return starts.kind === 'every' || starts.runs.every(({ valid }) => valid === null);
}

function zip(runs: readonly Run[], rows: readonly TrendRows[]): RunRows[] {
  return runs.map((run, at) => ({ run, rows: rows[at]! }));
}

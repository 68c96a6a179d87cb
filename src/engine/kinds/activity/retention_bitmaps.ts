/** Retention from presence bitmaps, where these can replace the rows and are faster (`hasPresence`). */

import type { DatasetView } from '../../frame/dataset.ts';
import { wordCuts } from '../../frame/slices.ts';
import { shareCounts } from '../../frame/team.ts';
import type { RetentionPlan } from '../../kernels/activity/retention.ts';
import { RETENTION_PRESENT, type RetentionPresence } from '../../kernels/presence/retention.ts';
import { isAnyNumber } from '../../kernels/rows/actor_slots.ts';
import { hasPresence, presentBuckets, presentSince, wordsOf } from '../../select/presence.ts';
import type { RunRows } from '../../select/selected_runs.ts';

/** Like RetentionRuns, with rows not read yet. */
export interface RetentionPart {
  readonly starts:
    | { readonly kind: 'every'; readonly runs: readonly RunRows[] }
    | { readonly kind: 'first'; readonly runs: readonly FirstRunRows[] };
  /** null = the same rows as the starts. */
  readonly returns: readonly RunRows[] | null;
}

export interface FirstRunRows extends RunRows {
  /** Bitmap over rows: an actor's first row must be in it to count as a start; null = always counts. */
  readonly valid: Uint32Array | null;
}

/** Adds to counts[start * n + distance] for n buckets. Returns false if bitmaps do not apply. */
export function addRetentionPresent(
  parts: readonly RetentionPart[],
  plan: RetentionPlan,
  view: DatasetView,
  counts: Uint32Array,
): boolean {
  const { buckets, occurrences, cumulative } = plan;
  const starts = parts.flatMap((part): readonly RunRows[] => part.starts.runs);
  const returns = parts.flatMap((part) => part.returns ?? part.starts.runs);
  // Each bucket is compared with all later ones.
  const looks = (buckets.count * (buckets.count + 3)) / 2;
  if (
    !isAnyNumber(occurrences) ||
    !parts.every(isEveryFirstValid) ||
    !hasPresence([...starts, ...returns], buckets.count, looks)
  )
    return false;
  const words = wordsOf([...starts, ...returns]);
  const isFirst = parts[0]?.starts.kind === 'first';
  const started = isFirst ? presentSince(starts, buckets, words, view) : null;
  const within = started?.within ?? presentBuckets(starts, buckets, words, view);
  const areSame = parts.every((part) => part.returns === null);
  const present: RetentionPresence = {
    starts: within,
    started_before: started?.before ?? null,
    returns: areSame ? within : presentBuckets(returns, buckets, words, view),
    cumulative,
  };
  shareCounts(view, RETENTION_PRESENT, [{ args: present, cuts: wordCuts(words) }], counts);
  return true;
}

/** Whether any first row of an actor will do. */
function isEveryFirstValid({ starts }: RetentionPart): boolean {
  return starts.kind === 'every' || starts.runs.every(({ valid }) => valid === null);
}

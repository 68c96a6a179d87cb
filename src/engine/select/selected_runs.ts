/** Selects the rows that a question is about: runs with rows that match, then split by the breakdown. */
import type { EventMatch } from '../../model/question/predicate.ts';
import type { Codes } from '../frame/column.ts';
import type { DatasetView } from '../frame/dataset.ts';
import type { Part, Run } from '../frame/run.ts';
import { tracing } from '../frame/trace.ts';
import type { TrendRows } from '../kernels/rows/trend_rows.ts';
import { type Groups, groupRows, measureRows, needsMeasure } from './breakdown.ts';
import { eventsOf, runsOf } from './matching.ts';
import { matchRun } from './predicate.ts';
import type { RowRange } from './rows_within.ts';
import { rowsIn, skippedOf } from './skipped.ts';

/** Selected rows of a run, not read yet; `trendRowsOf` gives them to kernels. */
export interface RunRows {
  readonly run: Run;
  /** As in TrendRows. */
  readonly select: Uint32Array | null;
  readonly skip: Uint32Array | null;
  readonly group: Codes | null;
}

export interface SelectedRun {
  readonly run: Run;
  readonly range: RowRange;
}

/** The runs of a part in which at least one match finds rows. */
export function selectRuns(
  matches: readonly EventMatch[],
  part: Part,
  range: { readonly from_ms: number; readonly until_ms: number },
  view: DatasetView,
): SelectedRun[] {
  const { from_ms, until_ms } = range;
  return runsOf(part, eventsOf([{ matches }])).flatMap((run) => {
    const found = matchRun(matches, run, view);
    if (found === undefined) return [];
    return [{ run: found.run, range: { select: found.select, skip: part.skip, from_ms, until_ms } }];
  });
}

/** To be called with every run of a question before any is grouped, because bins span the data. */
export function measureSelected(groups: Groups, selected: readonly SelectedRun[], view: DatasetView): void {
  if (!needsMeasure(groups)) return;
  for (const { run, range } of selected) measureRows(groups, run, view, range);
}

export function groupSelected(groups: Groups, selected: SelectedRun, view: DatasetView): RunRows {
  return { ...ungrouped(selected), group: groupRows(groups, selected.run, view, selected.range) };
}

/** The rows without groups of a breakdown. */
export function ungrouped({ run, range }: SelectedRun): RunRows {
  return { run, select: range.select, skip: range.skip, group: null };
}

/** The rows as kernels read them. Only this makes the derived arrays (grains, skipped ranges). */
export function trendRowsOf({ run, select, skip, group }: RunRows): TrendRows {
  const { actor, time_ms } = run;
  tracing()?.note('rows', rowsIn(run, select, skip));
  return { actor, time_ms, grains: run.grains(), select, skip, skipped: skippedOf(run, skip), group };
}

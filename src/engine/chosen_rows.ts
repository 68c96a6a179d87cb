/** The rows that a question is about: of each part the runs with rows that match, then split by the breakdown. */
import type { EventMatch } from '../model/predicate.ts';
import { type Groups, groupRows, measureRows, needsMeasure, type RowRange } from './breakdown.ts';
import type { DatasetView } from './dataset.ts';
import type { TrendRows } from './kernels/trend_rows.ts';
import { eventsOf, runsOf } from './matching.ts';
import { matchRun } from './predicate.ts';
import type { RunRows } from './presence.ts';
import type { Part, Run } from './run.ts';
import { skippedOf } from './skipped.ts';

export interface ChosenRun {
  readonly run: Run;
  readonly range: RowRange;
}

/** One part's runs that any of the matches finds rows in. */
export function chooseRows(
  matches: readonly EventMatch[],
  part: Part,
  range: { readonly from_ms: number; readonly until_ms: number },
  view: DatasetView,
): ChosenRun[] {
  const { from_ms, until_ms } = range;
  return runsOf(part, eventsOf([{ matches }])).flatMap((run) => {
    const found = matchRun(matches, run, view);
    if (found === undefined) return [];
    return [{ run: found.run, range: { select: found.select, skip: part.skip, from_ms, until_ms } }];
  });
}

/** To be called with every run of a question before any is grouped: bins span what there is. */
export function measureChosen(groups: Groups, chosen: readonly ChosenRun[], view: DatasetView): void {
  if (!needsMeasure(groups)) return;
  for (const { run, range } of chosen) measureRows(groups, run, view, range);
}

export function groupChosen(groups: Groups, { run, range }: ChosenRun, view: DatasetView): TrendRows {
  return { ...ungrouped({ run, range }), group: groupRows(groups, run, view, range) };
}

/** With the run itself. */
export function groupedRun(groups: Groups, chosen: ChosenRun, view: DatasetView): RunRows {
  return { run: chosen.run, rows: groupChosen(groups, chosen, view) };
}

/** The rows without any groups. */
export function ungrouped({ run, range }: ChosenRun): TrendRows {
  const { actor, time_ms } = run;
  const { select, skip } = range;
  return { actor, time_ms, quarters: null, select, skip, skipped: skippedOf(run, skip), group: null };
}

/** With the run itself. */
export function ungroupedRun(chosen: ChosenRun): RunRows {
  return { run: chosen.run, rows: ungrouped(chosen) };
}

/** As kernels over rows want them: with the quarters, which are made where rows are looked at and not before. */
export function lookedAt({ run, rows }: RunRows): TrendRows {
  return withQuarters(rows, run);
}

export function withQuarters<Rows extends TrendRows>(rows: Rows, run: Run): Rows {
  return { ...rows, quarters: run.quarters() };
}

/** The three views of a funnel, as their results are read. */
import type { FunnelResult, FunnelSeries, Step, TimesToConvert } from '../../model/question/funnel.ts';

export type FunnelView =
  /** One table, or one per value of the breakdown. */
  | { readonly viz: 'steps'; readonly tables: readonly (readonly Step[])[] }
  | { readonly viz: 'trends'; readonly series: readonly FunnelSeries[] }
  | { readonly viz: 'time_to_convert'; readonly times: TimesToConvert };

/** `viz`: the view that the result was made for, as FunnelViz; the steps where none is said. */
export function viewOf(viz: string | undefined, result: FunnelResult['result']): FunnelView {
  switch (viz) {
    case 'trends':
      return { viz, series: result as readonly FunnelSeries[] };
    case 'time_to_convert':
      return { viz, times: result as TimesToConvert };
    default:
      return { viz: 'steps', tables: tablesOf(result as readonly Step[] | readonly (readonly Step[])[]) };
  }
}

function tablesOf(steps: readonly Step[] | readonly (readonly Step[])[]): readonly (readonly Step[])[] {
  const is_split = Array.isArray(steps[0]);
  return is_split ? (steps as readonly (readonly Step[])[]) : [steps as readonly Step[]];
}

/** The value a table or a series stands for, as text; null where nothing is split. */
export function valueText(row: Step | FunnelSeries): string | null {
  // A cohort has its name under `breakdown`.
  const { breakdown_value, breakdown = breakdown_value } = row;
  if (breakdown === undefined) return null;
  return Array.isArray(breakdown) ? breakdown.join('::') : String(breakdown);
}

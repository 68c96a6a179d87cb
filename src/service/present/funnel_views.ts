/** The three views of a funnel, as types of results. */
import type { FunnelResult, FunnelSeries, Step, TimesToConvert } from '../../model/question/funnel.ts';
import { flatText } from './ranking.ts';

export type FunnelView =
  /** One table; with a breakdown, one per value. */
  | { readonly viz: 'steps'; readonly tables: readonly (readonly Step[])[] }
  | { readonly viz: 'trends'; readonly series: readonly FunnelSeries[] }
  | { readonly viz: 'time_to_convert'; readonly times: TimesToConvert };

/** `viz`: the result's view (FunnelViz); the default is steps. */
export function viewOf(viz: string | undefined, result: FunnelResult['result']): FunnelView {
  switch (viz) {
    case 'trends':
      return { viz, series: result as readonly FunnelSeries[] };
    case 'time_to_convert':
      return { viz, times: result as TimesToConvert };
    default:
      return { viz: 'steps', tables: tablesOf(result as (Step | Step[])[]) };
  }
}

function tablesOf(steps: readonly (Step | Step[])[]): readonly (readonly Step[])[] {
  const split = steps.filter((one) => Array.isArray(one));
  return split.length > 0 ? split : [steps.flatMap((one) => (Array.isArray(one) ? [] : [one]))];
}

/** Breakdown value of a table or series as text; null without a breakdown. */
export function valueText(row: Step | FunnelSeries): string | null {
  // Cohorts have their name under `breakdown`.
  const { breakdown_value, breakdown = breakdown_value } = row;
  return breakdown === undefined ? null : flatText(breakdown);
}

/** Which view an answer holds, as it can be told from the answer alone: saved answers come without their question. */
import { isObject } from '../../base/json.ts';
import type { FunnelResult, FunnelSeries, Step, TimesToConvert } from '../../model/funnel.ts';

export type FunnelView =
  /** One table, or one per value of the breakdown. */
  | { readonly viz: 'steps'; readonly tables: readonly (readonly Step[])[] }
  | { readonly viz: 'trends'; readonly series: readonly FunnelSeries[] }
  | { readonly viz: 'time_to_convert'; readonly times: TimesToConvert };

export function viewOf({ result }: Pick<FunnelResult, 'result'>): FunnelView {
  if (!Array.isArray(result)) return { viz: 'time_to_convert', times: result as TimesToConvert };
  const rows: readonly unknown[] = result;
  const first = rows[0];
  if (Array.isArray(first)) return { viz: 'steps', tables: rows as Step[][] };
  if (isObject(first) && 'days' in first) return { viz: 'trends', series: rows as FunnelSeries[] };
  return { viz: 'steps', tables: [rows as Step[]] };
}

/** The value a table or a series stands for, as text; null where nothing is split. */
export function valueText(row: Step | FunnelSeries): string | null {
  // A cohort has its name under `breakdown`.
  const { breakdown_value, breakdown = breakdown_value } = row;
  if (breakdown === undefined) return null;
  return Array.isArray(breakdown) ? breakdown.join('::') : String(breakdown);
}

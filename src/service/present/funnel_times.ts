/** Times to convert: actors by duration, in bins of equal width. */
import { SECOND_MS } from '../../base/time.ts';
import { mean } from '../../engine/frame/statistics.ts';
import { LIMIT } from '../../model/limit.ts';
import type { FunnelQuery, TimesToConvert } from '../../model/question/funnel.ts';
import { scaled, seconds } from './funnel_steps.ts';
import type { FunnelShowing } from './funnel_values.ts';

/** Bin width if all took the same time. */
const LEAST_WIDTH_S = 60;

export function presentTimes(
  { bin_count }: Pick<FunnelQuery, 'bin_count'>,
  { sampled_share }: Pick<FunnelShowing, 'sampled_share'>,
  times_ms: Float64Array,
): TimesToConvert {
  const took_s = times_ms.map((time_ms) => time_ms / SECOND_MS);
  const bins = binsOf(took_s, bin_count).map(([from_s, count]): [number, number] => [
    from_s,
    scaled(count, sampled_share),
  ]);
  // Sums of whole milliseconds are exact in any order.
  return { bins, average_conversion_time: seconds(mean([times_ms])) };
}

/** Returns one bin more than requested: the last contains the longest time or begins after it. [] without actors. */
function binsOf(took_s: Float64Array, bin_count: number | null): [from_s: number, count: number][] {
  if (took_s.length === 0) return [];
  const wanted =
    bin_count === null
      ? Math.min(Math.ceil(Math.cbrt(took_s.length)), LIMIT.funnel_bins_auto)
      : Math.min(bin_count, LIMIT.funnel_bins);
  const count = Math.max(1, wanted);
  const min_s = Math.floor(took_s.reduce((least, time) => Math.min(least, time)));
  const max_s = Math.ceil(took_s.reduce((most, time) => Math.max(most, time)));
  const width_s = Math.ceil((max_s - min_s) / count) || LEAST_WIDTH_S;
  const counts = new Float64Array(count + 1);
  for (const time of took_s) counts[Math.floor((time - min_s) / width_s)]!++;
  return Array.from(counts, (actors, bin) => [min_s + bin * width_s, actors]);
}

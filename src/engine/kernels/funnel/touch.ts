/**
 * First- and last-touch attribution: each actor's group by its first or last event with a value, without gathering.
 * Input: sources with a group per row. Output: one group per attempt. Cost: mostly one row per actor and source.
 */
import type { EventSource, FunnelSource, RowWindow } from './actor_events.ts';
import type { Attempts } from './attempt.ts';
import type { GroupChooser } from './groups.ts';
import { findRanks } from './slice_actors.ts';

export interface Touch {
  readonly is_last: boolean;
  /** group -> 1: the group of events without a value. */
  readonly empty: Uint8Array;
}

/** null = no breakdown; undefined = an actor may have several groups, so this does not apply. */
export function touchOf(chooser: GroupChooser | null): Touch | null | undefined {
  if (chooser === null) return null;
  const { attribution, empty } = chooser;
  if (attribution.kind === 'first_touch') return { is_last: false, empty };
  if (attribution.kind === 'last_touch') return { is_last: true, empty };
  return undefined;
}

/** Sets the groups of the attempts from index `first` on. Actors without any value go to the empty group. */
export function touchGroups(
  { is_last, empty }: Touch,
  sources: readonly FunnelSource[],
  window: RowWindow,
  attempts: Attempts,
  first: number,
): void {
  const actor = attempts.actor.subarray(first, attempts.count);
  const found: Found = {
    rank: new Uint32Array(actor.length),
    time_ms: new Float64Array(actor.length).fill(is_last ? window.from_ms : window.until_ms),
    group: attempts.group.subarray(first, attempts.count).fill(Math.max(0, empty.indexOf(1))),
  };
  for (const source of sources) {
    findRanks(source.index, actor, 0, actor.length, found.rank);
    if (is_last) touchLast(source, window, empty, found);
    else touchFirst(source, window, empty, found);
  }
}

interface Found {
  /** attempt -> rank + 1 of its actor in the source; 0 = no rows. */
  readonly rank: Uint32Array;
  /** attempt -> time of the row that decides so far. */
  readonly time_ms: Float64Array;
  /** attempt -> group. */
  readonly group: Uint32Array;
}

/** At one instant the first source wins. */
function touchFirst(source: FunnelSource, { from_ms }: RowWindow, empty: Uint8Array, found: Found): void {
  const { time_ms } = source;
  const { begin } = source.ranges;
  const group = source.group!;
  for (let at = 0; at < found.rank.length; at++) {
    const rank = found.rank[at]!;
    if (rank === 0) continue;
    for (let row = begin[rank - 1]!; row < begin[rank]! && time_ms[row]! < found.time_ms[at]!; row++) {
      if (time_ms[row]! < from_ms || empty[group[row]!] === 1 || !counts(source, row)) continue;
      found.group[at] = group[row]!;
      found.time_ms[at] = time_ms[row]!;
      break;
    }
  }
}

/** At one instant the last source wins. */
function touchLast(source: FunnelSource, { until_ms }: RowWindow, empty: Uint8Array, found: Found): void {
  const { time_ms } = source;
  const { begin } = source.ranges;
  const group = source.group!;
  for (let at = 0; at < found.rank.length; at++) {
    const rank = found.rank[at]!;
    if (rank === 0) continue;
    for (let row = begin[rank]! - 1; row >= begin[rank - 1]! && time_ms[row]! >= found.time_ms[at]!; row--) {
      if (time_ms[row]! >= until_ms || empty[group[row]!] === 1 || !counts(source, row)) continue;
      found.group[at] = group[row]!;
      found.time_ms[at] = time_ms[row]!;
      break;
    }
  }
}

function counts({ steps, steps_any, exclusions, exclusions_any }: EventSource, row: number): boolean {
  return ((steps === null ? steps_any : steps[row]!) | (exclusions === null ? exclusions_any : exclusions[row]!)) !== 0;
}

/**
 * First- and last-touch attribution: each actor's group by its first or last event with a value, without gathering.
 * Input: sources with a group per row. Output: one group per attempt. Cost: mostly one row per actor and source.
 */
import { has } from '../../../base/bitmap.ts';
import type { FunnelSource, RowWindow } from './actor_events.ts';
import type { Attempts } from './attempt.ts';
import type { GroupChooser } from './groups.ts';
import { findRanks } from './slice_actors.ts';

export interface Touch {
  readonly is_last: boolean;
  /** Whether rows that match no step count, too. */
  readonly is_strict: boolean;
  /** group -> 1: the group of events without a value. */
  readonly empty: Uint8Array;
}

/** null = no breakdown; undefined = an actor may have several groups, so this does not apply. */
export function touchOf(chooser: GroupChooser | null, is_strict: boolean): Touch | null | undefined {
  if (chooser === null) return null;
  const { attribution, empty } = chooser;
  if (attribution.kind === 'first_touch') return { is_last: false, is_strict, empty };
  if (attribution.kind === 'last_touch') return { is_last: true, is_strict, empty };
  return undefined;
}

/** Sets the groups of the attempts from index `first` on. Actors without any value go to the empty group. */
export function touchGroups(
  touch: Touch,
  sources: readonly FunnelSource[],
  window: RowWindow,
  attempts: Attempts,
  first: number,
): void {
  const { is_last, empty } = touch;
  const actor = attempts.actor.subarray(first, attempts.count);
  const found: Found = {
    rank: new Uint32Array(actor.length),
    time_ms: new Float64Array(actor.length).fill(is_last ? window.from_ms : window.until_ms),
    group: attempts.group.subarray(first, attempts.count).fill(Math.max(0, empty.indexOf(1))),
  };
  for (const source of sources) {
    findRanks(source.index, actor, 0, actor.length, found.rank);
    touchRows(source, window, touch, found);
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

/** Of rows at the same instant, first touch takes the one of the first source, last touch that of the last source. */
function touchRows(source: FunnelSource, window: RowWindow, touch: Touch, found: Found): void {
  for (let at = 0; at < found.rank.length; at++) if (found.rank[at] !== 0) touchActor(source, window, touch, found, at);
}

/** A function of its own, so that V8 need not leave optimised code at the end of each loop. */
function touchActor(
  source: FunnelSource,
  { from_ms, until_ms }: RowWindow,
  { is_last, is_strict, empty }: Touch,
  found: Found,
  at: number,
): void {
  const { time_ms } = source;
  const { begin } = source.ranges;
  const group = source.group!;
  const rank = found.rank[at]!;
  const first = begin[rank - 1]!;
  const end = begin[rank]!;
  const found_ms = found.time_ms[at]!;
  const step = is_last ? -1 : 1;
  for (let row = is_last ? end - 1 : first; row >= first && row < end; row += step) {
    const time = time_ms[row]!;
    if (is_last ? time < found_ms : time >= found_ms) return;
    if (time < from_ms || time >= until_ms || empty[group[row]!] === 1 || !counts(source, row, is_strict)) continue;
    found.group[at] = group[row]!;
    found.time_ms[at] = time;
    return;
  }
}

function counts(
  { steps, steps_any, exclusions, exclusions_any, others }: FunnelSource,
  row: number,
  is_strict: boolean,
): boolean {
  if (((steps === null ? steps_any : steps[row]!) | (exclusions === null ? exclusions_any : exclusions[row]!)) !== 0)
    return true;
  return is_strict && (others === null || has(others, row));
}

/**
 * Counts distinct actors per window. Windows may overlap, but begin and end in order, so that a row is in a morsel of
 * them; the morsels of one actor, in time order, only ever reach further. Each adds one at its begin and takes one off
 * at its end; the sums along the windows are the answer.
 */
import type { ActiveWindows } from '../../../model/trend.ts';
import { NO_ACTOR } from '../../frame/actor_walk.ts';
import { type Buckets, buildBuckets } from '../../frame/buckets.ts';
import type { Codes } from '../../frame/column.ts';
import { BLOCK_ROWS, slotRows, type TrendRows } from '../rows/trend_rows.ts';

/** Begins and ends of windows as one row of edges, so that a time is looked up once. */
export interface WindowSlots {
  readonly slots: Buckets;
  /** slot -> how many windows have begun there, and how many have ended. */
  readonly begun: Int32Array;
  readonly ended: Int32Array;
}

/** Any whole unit: it must not make the slots inexact. */
const DAY_MS = 86_400_000;

export function slotWindows({ from_ms, until_ms }: Pick<ActiveWindows, 'from_ms' | 'until_ms'>): WindowSlots {
  const edges = [...new Set([...from_ms, ...until_ms])].sort((a, b) => a - b);
  // One edge more, as a bucket needs an end; behind it every window has ended.
  const closed = Float64Array.of(...edges, edges[edges.length - 1]! + DAY_MS);
  const slots = buildBuckets(closed, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  return { slots, begun: notAfter(from_ms, closed), ended: notAfter(until_ms, closed) };
}

/** slot -> how many of the times are not after its edge; none in slot 0, where rows that do not count are as well. */
function notAfter(times_ms: Float64Array, edges_ms: Float64Array): Int32Array {
  const counts = new Int32Array(edges_ms.length + 1);
  let count = 0;
  for (const [edge, edge_ms] of edges_ms.entries()) {
    while (count < times_ms.length && times_ms[count]! <= edge_ms) count++;
    counts[edge + 1] = count;
  }
  return counts;
}

/**
 * Adds to changes[window * groups + group], for windows up to `count`: what is counted there less what is counted in the
 * window before. Changes of ranges that do not cut an actor in two, and of parts, add up.
 */
export function changeActive(
  rows: TrendRows,
  windows: WindowSlots,
  begin: number,
  end: number,
  groups: number,
  changes: Int32Array,
): void {
  const slot = new Int32Array(BLOCK_ROWS);
  const last: LastSeen = { who: new Uint32Array(groups).fill(NO_ACTOR), reach: new Int32Array(groups) };
  for (let first = begin; first < end; first += BLOCK_ROWS) {
    const until = Math.min(first + BLOCK_ROWS, end);
    slotRows(rows, windows.slots, first, until, slot);
    if (rows.group === null) addUngrouped(rows.actor, slot, windows, first, until, last, changes);
    else addGrouped(rows.actor, rows.group, slot, windows, first, until, groups, last, changes);
  }
}

/** What carries over from block to block. */
interface LastSeen {
  /** group -> actor who was there last. */
  readonly who: Uint32Array;
  /** group -> the window after the last one that actor is counted in. */
  readonly reach: Int32Array;
}

/**
 * A row is in the windows [ended, begun); rows that do not count are in none, as none has begun. Whether it reaches
 * further than the actor's rows before is as good as random: so that is added (all bits or none), not asked for.
 */
function addUngrouped(
  actor: Uint32Array,
  slot: Int32Array,
  { begun, ended }: WindowSlots,
  first: number,
  until: number,
  { who, reach }: LastSeen,
  changes: Int32Array,
): void {
  let current = who[0]!;
  let counted = reach[0]!;
  for (let row = first; row < until; row++) {
    if (actor[row] !== current) {
      current = actor[row]!;
      counted = 0;
    }
    const at = slot[row - first]!;
    const stop = begun[at]!;
    const start = Math.max(ended[at]!, counted);
    const further = (start - stop) >> 31;
    changes[start]! -= further;
    changes[stop]! += further;
    counted ^= (counted ^ stop) & further;
  }
  who[0] = current;
  reach[0] = counted;
}

function addGrouped(
  actor: Uint32Array,
  group: Codes,
  slot: Int32Array,
  { begun, ended }: WindowSlots,
  first: number,
  until: number,
  groups: number,
  { who, reach }: LastSeen,
  changes: Int32Array,
): void {
  for (let row = first; row < until; row++) {
    const at = slot[row - first]!;
    const stop = begun[at]!;
    const of = group[row]!;
    const current = actor[row]!;
    const counted = who[of] === current ? reach[of]! : 0;
    const start = Math.max(ended[at]!, counted);
    if (stop <= start) continue;
    changes[start * groups + of]!++;
    changes[stop * groups + of]!--;
    who[of] = current;
    reach[of] = stop;
  }
}

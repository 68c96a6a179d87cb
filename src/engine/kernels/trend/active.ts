/**
 * Distinct actors per sliding window, from rows.
 * Input: one run, sorted by (actor, time), and windows in ascending order. A row is in a contiguous range of windows;
 * an actor's rows only extend that range. Each extension adds one at its start and subtracts one at its end; prefix
 * sums over the windows are the answer. Cost: one step per row.
 * actor's rows   r1        r2
 * windows        [0 .. 2]  [2 .. 4]     r2 adds only windows 3 and 4
 */
import { DAY_MS } from '../../../base/time.ts';
import type { ActiveWindows } from '../../../model/question/trend.ts';
import { NO_ACTOR } from '../../frame/actor_walk.ts';
import { type Buckets, buildBuckets } from '../../frame/buckets.ts';
import type { Codes } from '../../frame/column.ts';
import { BLOCK_ROWS } from '../../wasm/blocks.ts';
import { slotRows, type TrendRows } from '../rows/trend_rows.ts';

/** Starts and ends of windows as one list of edges, so that a time is looked up once. */
export interface WindowSlots {
  readonly slots: Buckets;
  /** slot -> windows begun by then, and windows ended. */
  readonly begun: Int32Array;
  readonly ended: Int32Array;
}

export function slotWindows({ from_ms, until_ms }: Pick<ActiveWindows, 'from_ms' | 'until_ms'>): WindowSlots {
  const edges = [...new Set([...from_ms, ...until_ms])].sort((a, b) => a - b);
  // One more edge to end the last bucket, a whole unit on, so that slots stay exact. All windows have ended there.
  const closed = Float64Array.of(...edges, edges[edges.length - 1]! + DAY_MS);
  const slots = buildBuckets(closed, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  return { slots, begun: notAfter(from_ms, closed), ended: notAfter(until_ms, closed) };
}

/** slot -> times that are not after its edge; 0 in slot 0, where unselected rows are. */
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
 * changes[window * groups + group] grows by the window's count less the previous one's. Changes of row ranges that do
 * not split actors, and of parts, add up.
 */
export function changeActive(rows: TrendRows, windows: WindowSlots, groups: number, changes: Int32Array): void {
  const end = rows.actor.length;
  const slot = new Int32Array(BLOCK_ROWS);
  const last: LastSeen = { who: new Uint32Array(groups).fill(NO_ACTOR), reach: new Int32Array(groups) };
  for (let first = 0; first < end; first += BLOCK_ROWS) {
    const until = Math.min(first + BLOCK_ROWS, end);
    slotRows(rows, windows.slots, first, until, slot);
    const block = { actor: rows.actor, slot, first, until };
    if (rows.group === null) addUngrouped(block, windows, last, changes);
    else addGrouped(block, rows.group, windows, last, changes);
  }
}

/** Rows [first, until); their slots from 0 on. */
interface Block {
  readonly actor: Uint32Array;
  readonly slot: Int32Array;
  readonly first: number;
  readonly until: number;
}

/** State carried from block to block. */
interface LastSeen {
  /** group -> last actor seen. */
  readonly who: Uint32Array;
  /** group -> first window not yet counted for that actor. */
  readonly reach: Int32Array;
}

/**
 * A row is in windows [ended, begun); unselected rows are in none. Whether it extends the actor's range is
 * unpredictable, so it is added with a mask instead of a branch.
 */
function addUngrouped(
  { actor, slot, first, until }: Block,
  { begun, ended }: WindowSlots,
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
  { actor, slot, first, until }: Block,
  group: Codes,
  { begun, ended }: WindowSlots,
  { who, reach }: LastSeen,
  changes: Int32Array,
): void {
  const groups = who.length;
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

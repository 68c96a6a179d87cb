/**
 * Maps a row's time to its bucket without search or branch.
 * The caller knows the calendar; edges come in as epoch milliseconds. A slot is a bucket, or the time before or after
 * all buckets, so every time has a slot and kernels need no range check:
 * slot    0       | 1      | 2      | ...  | count  | count + 1
 * bucket  (before)| 0      | 1      | ...  | count-1| (after)
 * A table maps units of time (at least a minute) to slots; only units cut by an edge need a correction.
 */
import { sharedWords } from '../../base/shared.ts';
import { MINUTE_MS } from '../../base/time.ts';
import type { TimeRange } from '../../model/question/query.ts';
import { type Grains, QUARTER_HOUR_MS } from './run.ts';

export interface Buckets {
  /** Identifies these buckets within a thread; equal ones usually share a number. */
  readonly number: number;
  readonly count: number;
  /** slot -> its first millisecond, clipped to the range; the next item is its end. */
  readonly bounds_ms: Float64Array;
  /** Start of the table's second cell, less one unit. */
  readonly base_ms: number;
  /** Units per millisecond, rounded up so that whole units never truncate downward. */
  readonly unit_scale: number;
  /** unit since base_ms, clamped -> slot of the unit's first millisecond. */
  readonly table: Int32Array;
  /**
   * Whether the table alone gives the slot: no edge cuts a unit, and units fit 32 bits for any time within 100,000
   * years. Otherwise kernels correct by the bounds.
   */
  readonly exact: boolean;
}

/** Keeps the table in L1/L2, and finite for a range of a century. */
const TABLE_CELLS = 65_536;

/** Recently built buckets: dashboards ask for the same ranges again and again. */
const BUILT_MOST = 16;
const built: { readonly edges_ms: Float64Array; readonly range: TimeRange; readonly buckets: Buckets }[] = [];
let made = 0;

/** Bucket i is [edges_ms[i], edges_ms[i + 1]), clipped to [from_ms, until_ms). */
export function buildBuckets(edges_ms: Float64Array, from_ms: number, until_ms: number): Buckets {
  const range = { from_ms, until_ms };
  const at = built.findIndex(
    (one) => one.range.from_ms === from_ms && one.range.until_ms === until_ms && areEqual(one.edges_ms, edges_ms),
  );
  const [known = { edges_ms, range, buckets: makeBuckets(edges_ms, range) }] = at < 0 ? [] : built.splice(at, 1);
  built.unshift(known);
  built.length = Math.min(built.length, BUILT_MOST);
  return known.buckets;
}

function areEqual(left: Float64Array, right: Float64Array): boolean {
  return left.length === right.length && left.every((value, at) => value === right[at]);
}

function makeBuckets(edges_ms: Float64Array, { from_ms, until_ms }: TimeRange): Buckets {
  const count = edges_ms.length - 1;
  const bounds_ms = slotBounds(edges_ms, from_ms, until_ms);
  const first_ms = bounds_ms[1]!;
  const last_ms = bounds_ms[count + 1]!;
  const span = last_ms - first_ms;
  const finest = span / count >= QUARTER_HOUR_MS ? QUARTER_HOUR_MS : MINUTE_MS;
  const unit_ms = Math.max(finest, Math.ceil(span / TABLE_CELLS));
  const base_ms = first_ms - unit_ms;
  const table = new Int32Array(sharedWords(Math.ceil(span / unit_ms) + 2).buffer);
  for (let slot = 1; slot <= count + 1; slot++) {
    const next_ms = Math.min(bounds_ms[slot + 1]!, last_ms + 2 * unit_ms);
    table.fill(slot, Math.ceil((bounds_ms[slot]! - base_ms) / unit_ms), Math.ceil((next_ms - base_ms) / unit_ms));
  }
  const whole = bounds_ms.subarray(1, count + 2).every((bound) => (bound - base_ms) % unit_ms === 0);
  const exact = whole && unit_ms >= QUARTER_HOUR_MS;
  const unit_scale = (1 + Number.EPSILON * 4) / unit_ms;
  return { number: made++, count, bounds_ms, base_ms, unit_scale, table, exact };
}

function slotBounds(edges_ms: Float64Array, from_ms: number, until_ms: number): Float64Array {
  const count = edges_ms.length - 1;
  const first_ms = Math.max(from_ms, edges_ms[0]!);
  const last_ms = Math.max(first_ms, Math.min(until_ms, edges_ms[count]!));
  const bounds_ms = new Float64Array(count + 3);
  bounds_ms[0] = Number.NEGATIVE_INFINITY;
  for (let edge = 0; edge <= count; edge++) {
    bounds_ms[edge + 1] = Math.min(last_ms, Math.max(first_ms, edges_ms[edge]!));
  }
  bounds_ms[count + 2] = Number.POSITIVE_INFINITY;
  return bounds_ms;
}

/** Maps grains (see run.ts) to slots. */
export interface GrainSlots {
  /** grain -> slot; CUT if the range begins or ends inside the grain, so that only the time tells. */
  readonly table: Int32Array;
  readonly has_cut: boolean;
  /** As `firstCells` made it last. */
  cells: { readonly groups: number; readonly table: Int32Array } | null;
}

const CUT = -1;

/** Recently made tables of this thread; every block of rows asks for the same one. */
const TABLES_MOST = 16;
const tables = new Map<string, GrainSlots | null>();

/** null if an inner edge cuts a grain: minute buckets, historic time zones. */
export function slotsOfGrains(grains: Grains, buckets: Buckets): GrainSlots | null {
  const name = `${grains.number} ${buckets.number}`;
  let slots = tables.get(name);
  if (slots === undefined) {
    slots = grainSlots(grains, buckets);
    for (const oldest of tables.size < TABLES_MOST ? [] : [...tables.keys()].slice(0, 1)) tables.delete(oldest);
    tables.set(name, slots);
  }
  return slots;
}

/** grain -> first cell of its slot, slot * groups; null unless the grain alone gives the slot. */
export function firstCells(grains: Grains, buckets: Buckets, groups: number): Int32Array | null {
  const slots = slotsOfGrains(grains, buckets);
  if (slots === null || slots.has_cut) return null;
  if (slots.cells?.groups !== groups) {
    slots.cells = { groups, table: slots.table.map((slot) => Math.imul(slot, groups)) };
  }
  return slots.cells.table;
}

function grainSlots({ grain_ms, base_ms, count }: Grains, { bounds_ms, count: buckets }: Buckets): GrainSlots | null {
  /** slot -> grains from base_ms to its start. */
  const begin = bounds_ms.map((bound_ms) => (bound_ms - base_ms) / grain_ms);
  const ends = [begin[1]!, begin[buckets + 1]!];
  if (begin.subarray(2, buckets + 1).some((grain) => !Number.isInteger(grain) && !ends.includes(grain))) return null;
  const table = new Int32Array(count);
  for (let slot = 1; slot <= buckets + 1; slot++) {
    table.fill(slot, within(begin[slot]!, count), within(begin[slot + 1]!, count));
  }
  const cuts = ends.filter((grain) => !Number.isInteger(grain));
  for (const grain of cuts) table.fill(CUT, within(Math.floor(grain), count), within(Math.ceil(grain), count));
  return { table, has_cut: cuts.length > 0, cells: null };
}

function within(grain: number, count: number): number {
  return Math.min(Math.max(0, Math.ceil(grain)), count);
}

/** Size of a kernel's counts: counts[slot * groups + group]. */
export function slotCells(buckets: Buckets, groups: number): number {
  return (buckets.count + 2) * groups;
}

/** Cells [first, until) of those that belong to buckets. */
export interface CellRange {
  readonly first: number;
  readonly until: number;
}

export function bucketCells(buckets: Buckets, groups: number): CellRange {
  return { first: groups, until: groups * (buckets.count + 1) };
}

/** Bucket of a time inside the range. */
export function bucketOf(buckets: Buckets, time_ms: number): number {
  const { base_ms, unit_scale, table, bounds_ms } = buckets;
  let slot = table[Math.min(table.length - 1, ((time_ms - base_ms) * unit_scale) | 0)]!;
  while (time_ms >= bounds_ms[slot + 1]!) slot++;
  return slot - 1;
}

/** Slot of a single time, for kernels that look up few. */
export function slotOf(buckets: Buckets, time_ms: number): number {
  const { bounds_ms, count } = buckets;
  if (time_ms >= bounds_ms[count + 1]!) return count + 1;
  return time_ms >= bounds_ms[1]! ? bucketOf(buckets, time_ms) + 1 : 0;
}

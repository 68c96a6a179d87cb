/**
 * Marks in which slots (see buckets.ts) each actor has rows: the first step of retention, lifecycle and stickiness.
 * Input: runs of one part. Output: a small bitmap of slots per cell, cell = (actor - first actor) * groups + group.
 * Cost: one step per row. Actors are processed in blocks that keep the bitmaps in cache.
 * slot     0 1 2 3 4 ...
 * actor 7  0 1 1 0 1       rows in buckets 0, 1 and 3
 */

import { firstRowOf } from '../../frame/actor_walk.ts';
import type { Buckets } from '../../frame/buckets.ts';
import { BLOCK_ROWS } from '../../wasm/blocks.ts';
import { slotRows, type TrendRows } from './trend_rows.ts';

/** How many rows make a slot count, inclusive. */
export interface Occurrences {
  readonly min: number;
  readonly max: number;
}

export const ANY_NUMBER: Occurrences = { min: 1, max: Number.POSITIVE_INFINITY };

export interface ActorSlots {
  readonly buckets: Buckets;
  readonly occurrences: Occurrences;
  readonly groups: number;
  /** First actor of the current block. */
  first_actor: number;
  /** Words per cell; bit s of a cell is slot s, including before and after. */
  readonly words: number;
  /** cell * words + word -> bits; signed, like the results of bit operators. */
  readonly bits: Int32Array;
  /** cell * (words * 32) + slot -> rows; empty if one row is enough. */
  readonly rows: Uint32Array;
  /** Whether `touched` is all cells of the block: no groups, and nearly every actor has rows. */
  readonly is_dense: boolean;
  /** cell -> 1: listed in `touched`; empty if dense. */
  readonly is_touched: Uint8Array;
  /** index below touched_count -> cell */
  readonly touched: Uint32Array;
  touched_count: number;
  /** row - first row of the block -> slot */
  readonly slots: Int32Array;
}

/**
 * Cells are cleared one by one if at most one in this many was touched: who looks for the people behind a number asks for
 * ever fewer actors in the same room.
 */
const FEW_SHARE = 16;
/** Slots x cells per block: of bits if one row is enough, of numbers if rows are counted. */
const BLOCK_BITS = 2 ** 19;
const BLOCK_NUMBERS = 2 ** 17;

/** Actors per block. */
export function blockActors(buckets: Buckets, groups: number, occurrences: Occurrences, actors: number): number {
  const slots = wordsOf(buckets) * 32;
  const fitting = Math.floor((isAnyNumber(occurrences) ? BLOCK_BITS : BLOCK_NUMBERS) / (slots * groups));
  return Math.max(1, Math.min(fitting, actors));
}

/** Whether most actors have rows, so that visiting all is cheaper than tracking which. */
export function areMostMet(runs: readonly TrendRows[], first_actor: number, until_actor: number): boolean {
  let rows = 0;
  for (const { actor } of runs) rows += firstRowOf(actor, until_actor) - firstRowOf(actor, first_actor);
  return rows >= until_actor - first_actor;
}

/** `are_most_met`: whether most of the actors it will be filled with have rows. */
export function newActorSlots(
  buckets: Buckets,
  groups: number,
  actors: number,
  occurrences: Occurrences,
  are_most_met: boolean,
): ActorSlots {
  const cells = groups * actors;
  const words = wordsOf(buckets);
  const is_dense = groups === 1 && are_most_met;
  const touched = new Uint32Array(cells);
  if (is_dense) for (let cell = 0; cell < cells; cell++) touched[cell] = cell;
  return {
    ...{ buckets, occurrences, groups, first_actor: 0 },
    is_dense,
    words,
    bits: new Int32Array(cells * words),
    rows: new Uint32Array(isAnyNumber(occurrences) ? 0 : cells * words * 32),
    is_touched: new Uint8Array(is_dense ? 0 : cells),
    touched,
    touched_count: 0,
    slots: new Int32Array(BLOCK_ROWS),
  };
}

export function isAnyNumber(occurrences: Occurrences): boolean {
  return occurrences.min <= 1 && occurrences.max === Number.POSITIVE_INFINITY;
}

function wordsOf(buckets: Buckets): number {
  return (buckets.count + 2 + 31) >>> 5;
}

/** word -> bits of the slots that are buckets. */
export function bucketBits(buckets: Buckets): Int32Array {
  const mask = new Int32Array(wordsOf(buckets));
  for (let slot = 1; slot <= buckets.count; slot++) mask[slot >>> 5]! |= 1 << (slot & 31);
  return mask;
}

/** Gathers the slots of actors in [first_actor, until_actor) without groups, and calls `add` after each block. */
export function eachBlock(
  runs: readonly TrendRows[],
  { buckets, occurrences }: Pick<ActorSlots, 'buckets' | 'occurrences'>,
  first_actor: number,
  until_actor: number,
  add: (block: ActorSlots) => void,
): void {
  const step = blockActors(buckets, 1, occurrences, until_actor - first_actor);
  const block = newActorSlots(buckets, 1, step, occurrences, areMostMet(runs, first_actor, until_actor));
  for (let actor = first_actor; actor < until_actor; actor += step) {
    gatherSlots(runs, actor, Math.min(actor + step, until_actor), block);
    add(block);
  }
}

/** Overwrites `out` with the slots of actors in [first_actor, until_actor), over all runs. */
export function gatherSlots(
  runs: readonly TrendRows[],
  first_actor: number,
  until_actor: number,
  out: ActorSlots,
): void {
  forget(out);
  out.first_actor = first_actor;
  if (out.is_dense) out.touched_count = until_actor - first_actor;
  for (const rows of runs) {
    noteRun(rows, firstRowOf(rows.actor, first_actor), firstRowOf(rows.actor, until_actor), out);
  }
  if (out.rows.length > 0) keepSlots(out.occurrences, out);
}

/** Rows [begin, end) of one run. */
function noteRun(rows: TrendRows, begin: number, end: number, out: ActorSlots): void {
  const { slots, buckets } = out;
  for (let first = begin; first < end; first += BLOCK_ROWS) {
    const until = Math.min(first + BLOCK_ROWS, end);
    slotRows(rows, buckets, first, until, slots);
    if (out.rows.length > 0) countRows(rows, first, until, out);
    else if (rows.group === null && out.is_dense) markActors(rows, first, until, out);
    else markCells(rows, first, until, out);
  }
}

function forget(out: ActorSlots): void {
  const { touched, is_touched, bits, rows, words } = out;
  if (out.touched_count * FEW_SHARE > touched.length) {
    bits.fill(0);
    rows.fill(0);
    is_touched.fill(0);
  } else {
    for (let at = 0; at < out.touched_count; at++) {
      const cell = touched[at]!;
      is_touched[cell] = 0;
      bits.fill(0, cell * words, (cell + 1) * words);
      rows.fill(0, cell * words * 32, (cell + 1) * words * 32);
    }
  }
  out.touched_count = 0;
}

/** Marks slots without groups: a cell is an actor. */
function markActors({ actor }: TrendRows, begin: number, end: number, out: ActorSlots): void {
  const { words, bits, slots, first_actor } = out;
  for (let row = begin; row < end; row++) {
    const slot = slots[row - begin]!;
    bits[(actor[row]! - first_actor) * words + (slot >>> 5)]! |= 1 << (slot & 31);
  }
}

function markCells({ actor, group }: TrendRows, begin: number, end: number, out: ActorSlots): void {
  const { words, bits, groups, slots, first_actor } = out;
  for (let row = begin; row < end; row++) {
    const slot = slots[row - begin]!;
    // Unselected rows are in slot 0 and have no group.
    if (slot === 0) continue;
    const cell = (actor[row]! - first_actor) * groups + (group === null ? 0 : group[row]!);
    touch(out, cell);
    bits[cell * words + (slot >>> 5)]! |= 1 << (slot & 31);
  }
}

function countRows({ actor, group }: TrendRows, begin: number, end: number, out: ActorSlots): void {
  const { words, rows, groups, slots, first_actor } = out;
  for (let row = begin; row < end; row++) {
    const slot = slots[row - begin]!;
    if (slot === 0) continue;
    const cell = (actor[row]! - first_actor) * groups + (group === null ? 0 : group[row]!);
    touch(out, cell);
    rows[cell * words * 32 + slot]!++;
  }
}

function touch(out: ActorSlots, cell: number): void {
  if (out.is_dense || out.is_touched[cell] === 1) return;
  out.is_touched[cell] = 1;
  out.touched[out.touched_count++] = cell;
}

/** Turns row counts into bits where min <= count <= max. */
function keepSlots({ min, max }: Occurrences, out: ActorSlots): void {
  const { words, bits, rows, touched } = out;
  const slots = words * 32;
  for (let at = 0; at < out.touched_count; at++) {
    const cell = touched[at]!;
    for (let slot = 0; slot < slots; slot++) {
      const number = rows[cell * slots + slot]!;
      if (number > 0 && number >= min && number <= max) bits[cell * words + (slot >>> 5)]! |= 1 << (slot & 31);
    }
  }
}

/**
 * Set operations over a slice of actors: who has rows in which runs, 32 actors per word.
 * Uses the rank index of each run: reads no rows, and searches only runs of few actors, which have no bitmap.
 */
import { must } from '../../../base/assert.ts';
import { count as countBits, countWord } from '../../../base/bitmap.ts';
import { firstRowOf } from '../../frame/actor_walk.ts';
import type { RankIndex } from '../../frame/run.ts';
import type { ActorRows, FunnelSource } from './actor_events.ts';
import { type Attempts, reserveAttempts } from './attempt.ts';
import type { Audience } from './audience.ts';

const NO_RANK = -1;

/** Bits over the audience's actors, starting at the first actor's word; may include neighbours outside the slice. */
export type SliceSet = Uint32Array;

/** Actors with rows in any of the sources. */
export function metInAny({ first_actor, until_actor }: Audience, sources: readonly FunnelSource[]): SliceSet {
  const first = first_actor >>> 5;
  const until = (until_actor + 31) >>> 5;
  const any = new Uint32Array(until - first);
  for (const { index } of sources) {
    const met = metWithin(index, first, until);
    for (let word = 0; word < met.length; word++) any[word]! |= met[word]!;
  }
  return any;
}

/** Actors with rows for every one of these steps (bits). */
export function metInAll(audience: Audience, steps: number): SliceSet {
  let all: SliceSet | null = null;
  for (let left = steps; left !== 0; left &= left - 1) {
    const of_step = audience.sources.filter(({ steps_any }) => (steps_any & left & -left) !== 0);
    const met = metInAny(audience, of_step);
    if (all === null) all = met;
    else for (let word = 0; word < all.length; word++) all[word]! &= met[word]!;
  }
  return must(all, 'at least one step');
}

/** Actors with rows in at least two sources, or in one that does several steps. */
export function metInTwo(audience: Audience): SliceSet {
  const one = metInAny(audience, []);
  const two = metInAny(audience, []);
  for (const source of audience.sources) {
    const met = metInAny(audience, [source]);
    for (let word = 0; word < met.length; word++) {
      two[word]! |= isOneStep(source) ? one[word]! & met[word]! : met[word]!;
      one[word]! |= met[word]!;
    }
  }
  return two;
}

function isOneStep({ steps_any }: FunnelSource): boolean {
  return (steps_any & (steps_any - 1)) === 0;
}

/** Intersection with `other`, or difference if `is_in` is false. */
export function keep(set: SliceSet, other: SliceSet, is_in: boolean): SliceSet {
  const flip = is_in ? 0 : -1;
  return set.map((bits, word) => bits & (other[word]! ^ flip));
}

/** Adds an attempt at level 1 for each actor of the set that is not skipped. */
export function addActors({ skip, first_actor, until_actor }: Audience, set: SliceSet, attempts: Attempts): void {
  reserveAttempts(attempts, countBits(set));
  const { actor, count } = attempts;
  const first = first_actor >>> 5;
  let to = count;
  for (let word = 0; word < set.length; word++) {
    const base = (first + word) << 5;
    let bits = set[word]!;
    if (skip !== null && first + word < skip.length) bits &= ~skip[first + word]!;
    if (base < first_actor) bits &= -1 << (first_actor - base);
    if (base + 32 > until_actor) bits &= ~(-1 << (until_actor - base));
    for (; bits !== 0; bits &= bits - 1) actor[to++] = base + 31 - Math.clz32(bits & -bits);
  }
  attempts.count = to;
  attempts.group.fill(0, count, to);
  attempts.level.fill(1, count, to);
}

/** Words [first, until) of the bitmap of actors with rows. */
function metWithin({ actor, met }: RankIndex, first: number, until: number): SliceSet {
  if (met.length > 0) return met.subarray(first, until);
  const set = new Uint32Array(until - first);
  const end = firstRowOf(actor, until * 32);
  for (let rank = firstRowOf(actor, first * 32); rank < end; rank++) {
    const who = actor[rank]!;
    set[(who >>> 5) - first]! |= 1 << (who & 31);
  }
  return set;
}

/** index in [first, until) -> rank + 1 of the actor; 0 = no rows. Actors ascend. */
export function findRanks(
  index: RankIndex,
  actor: Uint32Array,
  first: number,
  until: number,
  ranks: Uint32Array,
): void {
  const { met, before } = index;
  if (met.length === 0) {
    for (let at = first; at < until; at++) ranks[at] = rankOf(index, actor[at]!) + 1;
    return;
  }
  let end = until;
  while (end > first && actor[end - 1]! >>> 5 >= met.length) ranks[--end] = 0;
  for (let at = first; at < end; at++) {
    const who = actor[at]!;
    const bits = met[who >>> 5]!;
    const rank = before[who >>> 5]! + countWord(bits & ~(-1 << (who & 31)));
    // Branch-free: half of the branches would be mispredicted.
    ranks[at] = (rank + 1) & -((bits >>> (who & 31)) & 1);
  }
}

/** Rank of the actor, -1 = no rows. */
export function rankOf({ actor: of_rank, met, before }: RankIndex, actor: number): number {
  if (met.length === 0) {
    const rank = firstRowOf(of_rank, actor);
    return of_rank[rank] === actor ? rank : NO_RANK;
  }
  if (actor >>> 5 >= met.length) return NO_RANK;
  const bits = met[actor >>> 5]!;
  if (((bits >>> (actor & 31)) & 1) === 0) return NO_RANK;
  return before[actor >>> 5]! + countWord(bits & ~(-1 << (actor & 31)));
}

/** Overwrites `rows` with the actor's ranges; sources without rows get an empty range. */
export function findRows(sources: readonly FunnelSource[], actor: number, rows: ActorRows): void {
  rows.active_count = 0;
  for (let source = 0; source < sources.length; source++) {
    const { index, ranges } = sources[source]!;
    const rank = rankOf(index, actor);
    if (rank < 0) {
      rows.begin[source] = 0;
      rows.until[source] = 0;
      continue;
    }
    rows.begin[source] = ranges.begin[rank]!;
    rows.until[source] = ranges.begin[rank + 1]!;
    rows.active[rows.active_count++] = source;
  }
}

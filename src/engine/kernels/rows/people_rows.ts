/** Rows behind one number: whose they are, and when they happened. Cost: one step per selected row. */
import { has, set } from '../../../base/bitmap.ts';
import type { TimeRange } from '../../../model/question/query.ts';
import { firstRowOf } from '../../frame/actor_walk.ts';
import type { TrendRows } from './trend_rows.ts';

export type PeopleRows = Pick<TrendRows, 'actor' | 'time_ms' | 'select' | 'skip' | 'group'>;

/** Sets the bits of actors with a row of the group in the time range. */
export function markActors(
  rows: PeopleRows,
  { from_ms, until_ms }: TimeRange,
  group: number,
  marks: Uint32Array,
): void {
  const { actor, time_ms, select, skip, group: groups } = rows;
  for (let first = 0; first < actor.length; first += 32) {
    // Tests whole words first: most are empty after a selective filter.
    let left = select === null ? -1 : select[first >>> 5]! | 0;
    if (actor.length - first < 32) left &= (1 << (actor.length - first)) - 1;
    for (; left !== 0; left &= left - 1) {
      const row = first + 31 - Math.clz32(left & -left);
      const time = time_ms[row]!;
      if (time < from_ms || time >= until_ms) continue;
      if (groups !== null && groups[row] !== group) continue;
      if (skip === null || !has(skip, actor[row]!)) set(marks, actor[row]!);
    }
  }
}

/** counts[actor] grows by its rows of the group in the time range. */
export function countRows(
  { actor, time_ms, select, skip, group: groups }: PeopleRows,
  { from_ms, until_ms }: TimeRange,
  group: number,
  counts: Uint32Array,
): void {
  for (let row = 0; row < actor.length; row++) {
    if (select !== null && !has(select, row)) continue;
    const time = time_ms[row]!;
    if (time < from_ms || time >= until_ms) continue;
    if (groups !== null && groups[row] !== group) continue;
    const who = actor[row]!;
    if (skip === null || !has(skip, who)) counts[who]!++;
  }
}

/** Which first rows to look for. */
interface WantedFirst {
  /** Range of the question. */
  readonly range: TimeRange;
  /** Span of the number within it. */
  readonly span: TimeRange;
  readonly group: number;
}

/**
 * Marks actors whose first ever row is of the group and within the span. If several first rows share an instant, the
 * first one decides; first_ms[actor] becomes NaN so that the others do not count.
 */
export function markFirstEver(
  rows: PeopleRows,
  { range, span, group }: WantedFirst,
  first_ms: Float64Array,
  marks: Uint32Array,
): void {
  const { actor, time_ms, select, skip } = rows;
  for (let row = 0; row < actor.length; row++) {
    const who = actor[row]!;
    const time = time_ms[row]!;
    if (time !== first_ms[who] || time < range.from_ms || time >= range.until_ms) continue;
    if (select !== null && !has(select, row)) continue;
    if (skip !== null && has(skip, who)) continue;
    first_ms[who] = Number.NaN;
    if (time < span.from_ms || time >= span.until_ms) continue;
    if (rows.group === null || rows.group[row] === group) set(marks, who);
  }
}

/** Appends times of the actor's rows of the group (-1 = any) in the range, at most `most`. */
export function addTimes(
  rows: PeopleRows,
  { actor: wanted, group, from_ms, until_ms }: TimeRange & { readonly actor: number; readonly group: number },
  most: number,
  times_ms: number[],
): void {
  const { actor, time_ms, select, skip } = rows;
  if (skip !== null && has(skip, wanted)) return;
  let left = most;
  for (let row = firstRowOf(actor, wanted); left > 0 && row < actor.length && actor[row] === wanted; row++) {
    const time = time_ms[row]!;
    if (time < from_ms || time >= until_ms) continue;
    if (select !== null && !has(select, row)) continue;
    if (group >= 0 && rows.group !== null && rows.group[row] !== group) continue;
    times_ms.push(time);
    left--;
  }
}

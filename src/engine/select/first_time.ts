/** When each person did something first, over all time. */
import { allocate, fromFlags, has, set } from '../../base/bitmap.ts';
import type { EventMatch } from '../../model/question/predicate.ts';
import type { ActorKind } from '../../model/question/query.ts';
import type { DatasetView } from '../frame/dataset.ts';
import type { Run } from '../frame/run.ts';
import { tracing } from '../frame/trace.ts';
import { noteFirstEver } from '../kernels/trend/first_ever.ts';
import { eventsAsOne, runsOf } from './matching.ts';
import { matchRows } from './predicate.ts';

const PERSON: ActorKind = { kind: 'person' };

/** Reused by this thread: allocating and freeing a list of all persons costs more than filling it. */
let room = new Float64Array(0);

function roomFor(persons: number): Float64Array {
  if (room.length < persons) room = new Float64Array(persons);
  return room.subarray(0, persons);
}

/** As `firstTimes`; valid until the next call. */
export function passingFirstTimes(matches: readonly EventMatch[], until_ms: number, view: DatasetView): Float64Array {
  return firstTimes(matches, until_ms, view, roomFor);
}

/** person -> time of the first row that matches, before `until_ms`; infinite = never. */
export function firstTimes(
  matches: readonly EventMatch[],
  until_ms: number,
  view: DatasetView,
  allocateTimes = (persons: number): Float64Array => new Float64Array(persons),
): Float64Array {
  const events = eventsAsOne(matches);
  const parts = view.parts({ ...events, from_ms: Number.NEGATIVE_INFINITY, until_ms, actor: PERSON });
  const first_ms = allocateTimes(view.actorCount(PERSON)).fill(Number.POSITIVE_INFINITY);
  for (const part of parts) {
    for (const run of runsOf(part, events.events)) {
      const select = matchRows(matches, run, view);
      if (select === undefined) continue;
      tracing()?.note('first rows', run.ranges.actor.length);
      noteFirstEver({ ranges: run.ranges, time_ms: run.time_ms, select, skip: part.skip }, until_ms, first_ms);
    }
  }
  return first_ms;
}

/** First rows of persons, taken run by run. If several share an instant, only one counts. */
export interface FirstRows {
  readonly first_ms: Float64Array;
  /** Bitmap of persons whose first row was taken. */
  readonly found: Uint32Array;
}

export function newFirstRows(first_ms: Float64Array): FirstRows {
  return { first_ms, found: allocate(first_ms.length) };
}

/** Bitmap of the selected rows (null = all) that are their person's first. */
export function takeFirstRows(
  firsts: FirstRows,
  select: Uint32Array | null,
  run: Run,
  skip: Uint32Array | null,
  view: DatasetView,
): Uint32Array {
  const { first_ms, found } = firsts;
  const person = view.rowOwner(run, PERSON);
  const flags = new Uint8Array(run.rows);
  for (let row = 0; row < run.rows; row++) {
    const who = person[row]!;
    if (run.time_ms[row] !== first_ms[who] || has(found, who)) continue;
    if (select !== null && !has(select, row)) continue;
    if (skip !== null && has(skip, run.actor[row]!)) continue;
    flags[row] = 1;
    set(found, who);
  }
  return fromFlags(flags);
}

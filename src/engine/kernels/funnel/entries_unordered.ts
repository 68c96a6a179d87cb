/**
 * Unordered funnels over time, event by event, for one actor.
 * Input: the actor's events in time order. Output: per bucket, whether an entry counts and whether it got through.
 * Events wait in queues (see queues.ts). When the oldest leaves (window over, all steps present, or the end), its
 * bucket gets the number of distinct steps present. So each event is used once, and every bucket in which any step was
 * done is an entry unless an exclusion cleared it. Cost: events x steps.
 */
import { type Buckets, bucketOf } from '../../frame/buckets.ts';
import type { ActorEvents } from './actor_events.ts';
import type { FunnelPlan } from './attempt.ts';
import type { EntryTally } from './entry_tally.ts';
import { dequeue, emptyQueues, NONE, newQueues, type Queues, takeIn } from './queues.ts';

export interface QueueEntries {
  readonly queues: Queues;
  readonly buckets: Buckets;
  /** Distinct steps from which an entry counts, and from which it is through. */
  readonly from_level: number;
  readonly to_level: number;
  /** Bucket of the events leaving now, NONE before the first. Buckets only move forward. */
  bucket: number;
  /** Most distinct steps present when an event of the bucket left. */
  level: number;
}

export function newQueueEntries(
  plan: FunnelPlan,
  buckets: Buckets,
  from_level: number,
  to_level: number,
): QueueEntries {
  return { queues: newQueues(plan), buckets, from_level, to_level, bucket: NONE, level: 0 };
}

/** Adds the entries of one actor, judged for one group. */
export function judgeQueueEntries(entries: QueueEntries, events: ActorEvents, group: number, tally: EntryTally): void {
  const { queues } = entries;
  entries.bucket = NONE;
  emptyQueues(queues, events);
  for (let at = 0; at < events.length; at++) {
    release(entries, events, events.time_ms[at]! - queues.plan.window_ms, group, tally);
    takeIn(queues, events, at, group);
  }
  release(entries, events, Number.POSITIVE_INFINITY, group, tally);
  close(entries, group, tally);
}

/** Releases events before `since_ms`, then more while all steps are present. */
function release(entries: QueueEntries, events: ActorEvents, since_ms: number, group: number, tally: EntryTally): void {
  const { queues } = entries;
  while (queues.filled > 0) {
    const step = oldestStep(queues, events);
    const time = events.time_ms[queues.oldest[step]!]!;
    if (queues.filled < queues.plan.steps && time >= since_ms) return;
    const bucket = bucketOf(entries.buckets, time);
    if (bucket !== entries.bucket) {
      close(entries, group, tally);
      entries.bucket = bucket;
      entries.level = 0;
    }
    if (queues.filled > entries.level) entries.level = queues.filled;
    dequeue(queues, step);
  }
}

/** Step whose event has waited longest; at one instant the lowest step, so storage order has no effect. */
function oldestStep({ oldest }: Queues, events: ActorEvents): number {
  let chosen = NONE;
  let chosen_ms = Number.POSITIVE_INFINITY;
  for (let step = 0; step < oldest.length; step++) {
    if (oldest[step] === NONE) continue;
    const time = events.time_ms[oldest[step]!]!;
    if (time >= chosen_ms) continue;
    chosen = step;
    chosen_ms = time;
  }
  return chosen;
}

/** Counts the bucket once all of its events have left. */
function close(entries: QueueEntries, group: number, tally: EntryTally): void {
  if (entries.bucket === NONE) return;
  const cell = entries.bucket * tally.groups + group;
  if (entries.level >= entries.from_level) tally.reached_from[cell]!++;
  if (entries.level >= entries.to_level) tally.reached_to[cell]!++;
}

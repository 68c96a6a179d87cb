/** Lifecycle and stickiness, the slow and obvious way. */
import { type LifecycleQuery, STATUSES } from '../../src/model/question/lifecycle.ts';
import type { StickinessQuery } from '../../src/model/question/stickiness.ts';
import { type Happening, isWithin, matchesAny } from './happening.ts';

type Status = (typeof STATUSES)[number];

/** Status -> point -> actors. `created_ms` of an actor. */
export function lifecycleOracle(
  query: LifecycleQuery,
  history: readonly Happening[],
  created_ms: (actor: number) => number,
): number[][] {
  const buckets = query.edges_ms.length - 1;
  const counts = Object.fromEntries(STATUSES.map((status) => [status, Array<number>(buckets).fill(0)]));
  for (const [actor, rows] of actorsOf(history.filter((row) => matchesAny(query.entity?.matches ?? [], row)))) {
    const isActive = (bucket: number) => rows.some((row) => isIn(query.edges_ms, bucket, row.time_ms));
    let seen = false;
    for (let bucket = 0; bucket < buckets; bucket++) {
      const status = statusOf(isActive(bucket), bucket > 0 && isActive(bucket - 1), !seen, () =>
        isIn(query.edges_ms, bucket, created_ms(actor)),
      );
      if (status !== null) counts[status]![bucket]!++;
      seen ||= isActive(bucket);
    }
  }
  // The first bucket is only looked at for what comes after.
  return STATUSES.map((status) => counts[status]!.slice(1));
}

function statusOf(now: boolean, before: boolean, isFirst: boolean, isCreatedNow: () => boolean): Status | null {
  if (!now) return before ? 'dormant' : null;
  if (before) return 'returning';
  return isFirst && isCreatedNow() ? 'new' : 'resurrecting';
}

/** Number of buckets - 1 -> actors, for each entity. */
export function stickinessOracle(query: StickinessQuery, history: readonly Happening[]): number[][] {
  const buckets = query.edges_ms.length - 1;
  return query.entities.map((entity) => {
    const numbers = Array<number>(buckets).fill(0);
    const inside = history.filter((row) => isWithin(query.range, row) && matchesAny(entity.matches, row));
    for (const [, rows] of actorsOf(inside)) {
      let active = 0;
      for (let bucket = 0; bucket < buckets; bucket++) {
        const count = rows.filter((row) => isIn(query.edges_ms, bucket, row.time_ms)).length;
        if (count > 0 && count >= query.min_rows && count <= query.max_rows) active++;
      }
      if (active > 0) numbers[active - 1]!++;
    }
    return numbers;
  });
}

function isIn(edges_ms: Float64Array, bucket: number, time_ms: number): boolean {
  return time_ms >= edges_ms[bucket]! && time_ms < edges_ms[bucket + 1]!;
}

function actorsOf(history: readonly Happening[]): [number, Happening[]][] {
  const actors = [...new Set(history.map((row) => row.actor))];
  return actors.map((actor) => [actor, history.filter((row) => row.actor === actor)]);
}

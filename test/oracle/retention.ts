/** Retention, the slow and obvious way. */
import type { RetentionQuery } from '../../src/model/question/retention.ts';
import { type Happening, isWithin, matchesAny, textOfProperty } from './happening.ts';

/** Text of the group ('' = none) -> start bucket -> buckets later -> actors. Groups in which nobody started are not there. */
export function retentionOracle(query: RetentionQuery, history: readonly Happening[]): Record<string, number[][]> {
  const size = query.edges_ms.length - 1;
  const result: Record<string, number[][]> = {};
  for (const { actor, group, bucket } of startsOf(query, history)) {
    result[group] ??= Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
    const row = result[group][bucket]!;
    row[0]!++;
    const returned = returnBuckets(query, history, actor, group).filter((at) => at > bucket);
    const last = Math.max(bucket, ...returned);
    for (let at = bucket + 1; at < size; at++) {
      if (query.cumulative ? at <= last : returned.includes(at)) row[at - bucket]!++;
    }
  }
  return result;
}

interface Start {
  readonly actor: number;
  readonly group: string;
  readonly bucket: number;
}

function startsOf(query: RetentionQuery, history: readonly Happening[]): Start[] {
  const actors = [...new Set(history.map((row) => row.actor))];
  return actors.flatMap((actor) => {
    const rows = history.filter((row) => row.actor === actor);
    if (query.start !== 'every') return firstsOf(query, rows);
    const cells = rows
      .filter((row) => matchesAny(query.target.matches, row) && bucketOf(query, row) >= 0)
      .map((row) => JSON.stringify({ actor, group: groupOf(query, row), bucket: bucketOf(query, row) }));
    return [...new Set(cells)].map((cell) => JSON.parse(cell) as Start);
  });
}

/** Of one actor: its first row of all time, or where it is split by value the first of each. */
function firstsOf(query: RetentionQuery, rows: readonly Happening[]): Start[] {
  const candidates = rows
    .filter((row) => matchesAny(query.first_among, row))
    .sort((a, b) => a.time_ms - b.time_ms || (a.event < b.event ? -1 : Number(a.event > b.event)));
  const lists = query.split_returns
    ? Object.values(Object.groupBy(candidates, (row) => groupOf(query, row)))
    : [candidates];
  return lists.flatMap((list) => {
    const first = list?.[0];
    if (!list || !first) return [];
    const together = list.filter((row) => row.time_ms === first.time_ms);
    if (!together.some((row) => matchesAny(query.target.matches, row))) return [];
    const bucket = bucketOf(query, first);
    return bucket < 0 ? [] : [{ actor: first.actor, group: groupOf(query, first), bucket }];
  });
}

function returnBuckets(query: RetentionQuery, history: readonly Happening[], actor: number, group: string): number[] {
  const rows = history.filter(
    (row) =>
      row.actor === actor &&
      matchesAny(query.returning.matches, row) &&
      (!query.split_returns || groupOf(query, row) === group),
  );
  const size = query.edges_ms.length - 1;
  return Array.from({ length: size }, (_, bucket) => bucket).filter(
    (bucket) => rows.filter((row) => bucketOf(query, row) === bucket).length >= query.minimum_occurrences,
  );
}

/** -1 = outside. */
function bucketOf(query: RetentionQuery, row: Happening): number {
  if (!isWithin(query.range, row)) return -1;
  for (let bucket = 0; bucket + 1 < query.edges_ms.length; bucket++) {
    if (isWithin({ from_ms: query.edges_ms[bucket]!, until_ms: query.edges_ms[bucket + 1]! }, row)) return bucket;
  }
  return -1;
}

function groupOf({ breakdown }: RetentionQuery, row: Happening): string {
  const source = breakdown?.kind === 'values' ? breakdown.dimensions[0]?.source : undefined;
  return source?.of === 'event' ? textOfProperty(row, source.key) : '';
}

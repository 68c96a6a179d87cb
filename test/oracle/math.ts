/** The maths of trends, the slow and obvious way: one group, one bucket, one rule at a time. */
import type { TimeRange } from '../../src/model/question/query.ts';
import type { Aggregate, TrendEntity, TrendQuery } from '../../src/model/question/trend.ts';
import { type Happening, isWithin, matchesAny, sessionDuration, textOfProperty } from './happening.ts';

/** Text of the group ('' = none) -> a number per bucket. `key`: the event property that splits, null = none. */
export function mathOracle(
  query: TrendQuery,
  entity: TrendEntity,
  key: string | null,
  history: readonly Happening[],
): Record<string, number[]> {
  const groupOf = (row: Happening): string => (key === null ? '' : textOfProperty(row, key));
  const buckets = bucketsOf(query, entity);
  const rows = countedRows(query, entity, history);
  const result: Record<string, number[]> = {};
  for (const group of new Set(key === null ? [''] : rows.map(groupOf))) {
    const members = rows.filter((row) => groupOf(row) === group);
    const inside = buckets.map((bucket) => members.filter((row) => isWithin(bucket, row)));
    if (key !== null && inside.every((of_bucket) => of_bucket.length === 0)) continue;
    result[group] = inside.map((of_bucket) => numberOf(entity, of_bucket, history));
  }
  return result;
}

function bucketsOf(query: TrendQuery, { math }: TrendEntity): TimeRange[] {
  if (math.kind === 'active') {
    const { from_ms, until_ms } = query.windows.find((windows) => windows.days === math.days)!;
    return [...from_ms].map((from, window) => ({ from_ms: from, until_ms: until_ms[window]! }));
  }
  return [...query.edges_ms].slice(0, -1).map((edge, bucket) => ({
    from_ms: Math.max(edge, query.range.from_ms),
    until_ms: Math.min(query.edges_ms[bucket + 1]!, query.range.until_ms),
  }));
}

function countedRows(query: TrendQuery, { matches, math }: TrendEntity, history: readonly Happening[]): Happening[] {
  const rows = history.filter((row) => matchesAny(matches, row));
  if (math.kind !== 'first_ever') return rows;
  // One row per actor: that of its first instant, where any row asked for is there.
  const ever = history.filter((row) => matchesAny(math.of, row) && row.time_ms < query.range.until_ms);
  const in_order = rows
    .filter((row) => isWithin(query.range, row))
    .sort((a, b) => (a.event < b.event ? -1 : a.event > b.event ? 1 : 0));
  return [...new Set(ever.map((row) => row.actor))].flatMap((actor) => {
    const first_ms = Math.min(...ever.filter((row) => row.actor === actor).map((row) => row.time_ms));
    const found = in_order.find((row) => row.actor === actor && row.time_ms === first_ms);
    return found === undefined ? [] : [found];
  });
}

function numberOf({ math }: TrendEntity, rows: readonly Happening[], history: readonly Happening[]): number {
  switch (math.kind) {
    case 'total':
    case 'first_ever':
      return rows.length;
    case 'unique':
    case 'active':
      return new Set(rows.map((row) => row.actor)).size;
    case 'unique_session':
      return new Set(rows.map((row) => row.properties['$session_id'] ?? null)).size;
    case 'per_actor': {
      const actors = new Set(rows.map((row) => row.actor));
      return aggregate(
        math.aggregate,
        [...actors].map((actor) => rows.filter((row) => row.actor === actor).length),
      );
    }
    case 'property': {
      const { source, multiplier } = math;
      const sessions = new Set(rows.map((row) => row.properties['$session_id'] ?? null));
      sessions.delete(null);
      const numbers =
        source.of === 'session'
          ? [...sessions].map((session) => sessionDuration(history, String(session)))
          : rows.map((row) => numberIn(source.of === 'event' ? (row.properties[source.key] ?? null) : null));
      return aggregate(
        math.aggregate,
        numbers.filter((number) => number !== null).map((number) => number * multiplier),
      );
    }
    default:
      throw new Error(`the oracle does not know the math ${math.kind}`);
  }
}

function numberIn(value: string | number | null): number | null {
  if (typeof value === 'number' || value === null) return value;
  return value.trim() === '' || Number.isNaN(Number(value)) ? null : Number(value);
}

const QUANTILES: Partial<Record<Aggregate, number>> = { median: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99 };

function aggregate(name: Aggregate, numbers: readonly number[]): number {
  if (numbers.length === 0) return 0;
  const sum = numbers.reduce((total, number) => total + number, 0);
  if (name === 'sum') return sum;
  if (name === 'avg') return sum / numbers.length;
  const sorted = [...numbers].sort((a, b) => a - b);
  if (name === 'min') return sorted[0]!;
  if (name === 'max') return sorted.at(-1)!;
  const place = QUANTILES[name]! * (sorted.length - 1);
  const low = sorted[Math.floor(place)]!;
  const high = sorted[Math.ceil(place)]!;
  return low + (place - Math.floor(place)) * (high - low);
}

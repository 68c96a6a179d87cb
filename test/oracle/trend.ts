/** Trends, the slow and obvious way. */
import type { TrendEntity, TrendQuery } from '../../src/model/question/trend.ts';
import { type Happening, isWithin, matchesAny, textOfProperty } from './happening.ts';

/** One record per entity: text of the group ('' = none) -> a number per bucket. Groups without any rows are not there. */
export function trendOracle(query: TrendQuery, history: readonly Happening[]): Record<string, number[]>[] {
  return query.entities.map((entity) => {
    const rows = history.filter((row) => isWithin(query.range, row) && matchesAny(entity.matches, row));
    const result: Record<string, number[]> = {};
    for (const group of new Set(rows.map((row) => groupOf(query, row)))) {
      const members = rows.filter((row) => groupOf(query, row) === group);
      result[group] = bucketNumbers([...query.edges_ms], entity, members);
    }
    return result;
  });
}

/** Of a breakdown by one property of the event; breakdown.ts knows the others. */
function groupOf({ breakdown }: TrendQuery, row: Happening): string {
  const source = breakdown?.kind === 'values' ? breakdown.dimensions[0]?.source : undefined;
  return source?.of === 'event' ? textOfProperty(row, source.key) : '';
}

function bucketNumbers(edges_ms: number[], entity: TrendEntity, rows: readonly Happening[]): number[] {
  return edges_ms.slice(0, -1).map((from_ms, bucket) => {
    const inside = rows.filter((row) => isWithin({ from_ms, until_ms: edges_ms[bucket + 1]! }, row));
    return entity.math.kind === 'total' ? inside.length : new Set(inside.map((row) => row.actor)).size;
  });
}

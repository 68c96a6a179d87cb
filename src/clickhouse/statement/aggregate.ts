/** Two-step aggregation: the partial state of each shard, and the merge of these. The result over no rows is 0. */
import type { Aggregate } from '../../model/question/trend.ts';
import { type Sql, sql } from './sql.ts';

export interface Aggregation {
  readonly part: Sql;
  readonly whole: (part: Sql) => Sql;
}

/** Skips nulls. */
export function aggregated(aggregate: Aggregate, value: Sql): Aggregation {
  const { state, merge } = FUNCTIONS[aggregate];
  return { part: sql`${state}(${value})`, whole: (part) => sql`ifNull(ifNotFinite(${merge}(${part}), 0), 0)` };
}

/** Sums are compensated for rounding. Quantiles interpolate between the two neighbouring values. */
const FUNCTIONS: Readonly<Record<Aggregate, { readonly state: Sql; readonly merge: Sql }>> = {
  sum: { state: sql`sumKahanState`, merge: sql`sumKahanMerge` },
  avg: { state: sql`avgState`, merge: sql`avgMerge` },
  min: { state: sql`minState`, merge: sql`minMerge` },
  max: { state: sql`maxState`, merge: sql`maxMerge` },
  median: { state: sql`quantileExactInclusiveState(0.5)`, merge: sql`quantileExactInclusiveMerge(0.5)` },
  p75: { state: sql`quantileExactInclusiveState(0.75)`, merge: sql`quantileExactInclusiveMerge(0.75)` },
  p90: { state: sql`quantileExactInclusiveState(0.9)`, merge: sql`quantileExactInclusiveMerge(0.9)` },
  p95: { state: sql`quantileExactInclusiveState(0.95)`, merge: sql`quantileExactInclusiveMerge(0.95)` },
  p99: { state: sql`quantileExactInclusiveState(0.99)`, merge: sql`quantileExactInclusiveMerge(0.99)` },
};

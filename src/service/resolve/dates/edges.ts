/** Edges of a range's buckets, by the project's calendar. */
import { bucketEdges } from '../../../base/time.ts';
import { invalid } from '../../../model/error.ts';
import { LIMIT } from '../../../model/limit.ts';
import type { Interval, TimeRange } from '../../../model/question/query.ts';
import type { ProjectContext } from '../../contract/context.ts';
import { clockOf } from './clock.ts';

/** Bucket i is [edges[i], edges[i + 1]). The first may begin before the range, and the last may end after it. */
export function resolveEdges(context: ProjectContext, range: TimeRange, interval: Interval): Float64Array {
  const edges_ms = bucketEdges(clockOf(context), range, interval, LIMIT.buckets);
  if (edges_ms.length - 1 <= LIMIT.buckets) return edges_ms;
  throw invalid(
    'interval',
    `The range holds more than ${LIMIT.buckets} points by ${interval}. Take a longer interval.`,
  );
}

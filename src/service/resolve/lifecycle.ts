/** The body of a trend that asks for a lifecycle -> LifecycleAsked. */
import { floorTo } from '../../base/time.ts';
import type { LifecycleQuery } from '../../model/question/lifecycle.ts';
import { every } from '../../model/question/predicate.ts';
import { restricted } from '../../model/question/query.ts';
import type { TrendBody } from '../../model/question/trend.ts';
import type { ProjectContext } from '../contract/context.ts';
import { resolveRange } from './dates/dates.ts';
import { resolveEdges } from './dates/edges.ts';
import { rangeInput, resolveCommonFilter, sampleOf } from './question.ts';
import { lineActor, resolveActor } from './series/actor.ts';
import { resolveEntities } from './series/entities.ts';

export interface LifecycleAsked {
  readonly query: LifecycleQuery;
  /** Sampled share of persons; 1 means everybody. */
  readonly sampled_share: number;
  /** Names arguments that were sent but do not apply. */
  readonly warnings: readonly string[];
}

/** A lifecycle has one line, the first. Its periods are whole, so rows after date_to count in the last one. */
export function resolveLifecycle(context: ProjectContext, body: TrendBody): LifecycleAsked {
  const lines = resolveEntities(context, body, 'trend');
  const where = every([resolveCommonFilter(context, body), sampleOf(body.sampling_factor)]);
  const { timezone, week_start_day } = context.project;
  const interval = body.interval ?? 'day';
  const asked = resolveRange({ ...rangeInput(context, body), interval, whole_first_day: true });
  const points_ms = resolveEdges(context, asked, interval);
  const before_ms = floorTo(timezone, points_ms[0]! - 1, interval, week_start_day);
  const first = lines[0];
  const query: LifecycleQuery = {
    kind: 'lifecycle',
    timezone,
    interval,
    range: { from_ms: points_ms[0]!, until_ms: points_ms[points_ms.length - 1]! },
    edges_ms: Float64Array.of(before_ms, ...points_ms),
    actor: first === undefined ? resolveActor(context, body) : lineActor(context, body, first),
    entity: first === undefined ? null : restricted(first.entity, where),
  };
  const warnings = lines.length > 1 ? ['A lifecycle has one line: only the first is used.'] : [];
  return { query, sampled_share: body.sampling_factor ?? 1, warnings };
}

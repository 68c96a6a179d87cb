/** StickinessNumbers -> one series per line: point k counts actors active in k periods. */
import type { Compared } from '../../model/question/counted.ts';
import type { StickinessEntity, StickinessNumbers, StickinessQuery } from '../../model/question/stickiness.ts';
import type { Series } from '../../model/question/trend.ts';
import type { LinesShowing, Presented } from './showing.ts';

/** One series per entity of the query, and if periods are compared, one more for the previous period. */
export function presentStickiness(
  { current, previous }: Compared<StickinessQuery>,
  { filter, sampled_share }: LinesShowing,
  numbers: Compared<readonly StickinessNumbers[]>,
): Presented<Series[]> {
  const period = (of: StickinessQuery, values: readonly StickinessNumbers[], compared: Partial<Series>): Series[] =>
    of.entities.map((entity, at) => {
      const counts = Array.from(values[at]!, (count) => Math.round(count / sampled_share));
      return { action: actionOf(entity), label: entity.name, ...pointsOf(of, counts), filter, ...compared };
    });
  if (previous === null || numbers.previous === null) return { result: period(current, numbers.current, {}) };
  return {
    result: [
      ...period(current, numbers.current, { compare: true, compare_label: 'current' }),
      ...period(previous, numbers.previous, { compare: true, compare_label: 'previous' }),
    ],
  };
}

/** `counts`: k - 1 -> how many actors were active in exactly k periods. */
function pointsOf(
  { interval, cumulative }: StickinessQuery,
  counts: readonly number[],
): Pick<Series, 'count' | 'data' | 'days' | 'labels'> {
  const days = counts.map((_, at) => at + 1);
  const suffix = cumulative ? ' or more' : '';
  return {
    count: counts.reduce((total, count) => total + count, 0),
    data: cumulative ? sumsFromEnd(counts) : [...counts],
    days,
    labels: days.map((number) => `${number} ${interval}${number === 1 ? '' : 's'}${suffix}`),
  };
}

function sumsFromEnd(counts: readonly number[]): number[] {
  let total = 0;
  return counts
    .toReversed()
    .map((count) => {
      total += count;
      return total;
    })
    .reverse();
}

function actionOf({ id, type, order, name, custom_name, math_name, actor }: StickinessEntity): Record<string, unknown> {
  const math_group_type_index = actor.kind === 'group' ? actor.type_index : null;
  return { id, type, order, name, custom_name, math: math_name, math_group_type_index, properties: {} };
}

/** What a line of a trend counts, in words. */
import { unreachable } from '../../base/assert.ts';
import type { Aggregate, TrendEntity } from '../../model/question/trend.ts';
import type { ProjectContext } from '../contract/context.ts';
import { actorWords, named, sourceWords } from './names.ts';

/** For example `events`, `people` or `average of "amount"`. */
export function mathWords(context: ProjectContext, { math, math_name }: TrendEntity): string {
  switch (math.kind) {
    case 'total':
      return 'events';
    case 'unique':
      return actorWords(context, math.actor);
    case 'unique_once':
      return `${actorWords(context, math.actor)}, each counted once`;
    case 'active':
      return `${actorWords(context, math.actor)} active within ${math.days} days`;
    case 'first_ever':
      return math_name === 'first_time_for_user'
        ? 'people for the first time ever'
        : 'people by their first ever event that passes';
    case 'unique_session':
      return 'sessions; all events without one count as one';
    case 'property': {
      const times = math.multiplier === 1 ? '' : ` times ${math.multiplier}`;
      return `${AGGREGATES[math.aggregate]} of ${sourceWords(context, math.source)}${times}`;
    }
    case 'expression':
      return `expression ${named(math.text)}`;
    case 'squares':
      return 'squares of events per person';
    case 'per_actor':
      return `${AGGREGATES[math.aggregate]} of events per ${math.actor.kind === 'person' ? 'person' : 'group'}`;
    default:
      return unreachable(math);
  }
}

const AGGREGATES: Readonly<Record<Aggregate, string>> = {
  sum: 'sum',
  avg: 'average',
  min: 'least',
  max: 'greatest',
  median: 'median',
  p75: '75th percentile',
  p90: '90th percentile',
  p95: '95th percentile',
  p99: '99th percentile',
};

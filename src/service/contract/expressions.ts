/** Describes in words what expressions and statements can call. */
import { AGGREGATE_NAMES, EVENT_AGGREGATE_NAMES } from '../../sql/expression/aggregates.ts';
import { FUNCTION_LIST } from '../../sql/expression/resolver.ts';

const VALUES_TEXT = `- Functions of values: ${FUNCTION_LIST.join(', ')}.`;

export const FUNCTIONS_TEXT = `${VALUES_TEXT}
- Functions of many events: ${EVENT_AGGREGATE_NAMES.join(', ')}; also count(distinct x).`;

const PLAIN = AGGREGATE_NAMES.filter((name) => !name.endsWith('If'));
export const SQL_FUNCTIONS_TEXT = `- Aggregates: ${PLAIN.join(', ')}; each also as …If with a condition last (countIf, sumIf); count(distinct x).
  quantile(0.9)(x), topK(5)(x), groupArray(10)(x), argMax(x, timestamp), windowFunnel(86400)(timestamp, event = 'a', event = 'b').
${VALUES_TEXT}`;

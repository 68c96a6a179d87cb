/** What expressions can call, in words. */
import { AGGREGATE_FUNCTIONS } from '../../sql/expression/aggregate_functions.ts';
import { FUNCTION_LIST } from '../../sql/expression/resolver.ts';

export const FUNCTIONS_TEXT = `- Functions of values: ${FUNCTION_LIST.join(', ')}.
- Functions of many events: ${AGGREGATE_FUNCTIONS.join(', ')}; also count(distinct x).`;

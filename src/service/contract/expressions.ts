/** Lists the functions that expressions and statements can call, for descriptions. */
import { AGGREGATE_NAMES, EVENT_AGGREGATE_NAMES } from '../../sql/expression/aggregates.ts';
import { FUNCTION_LIST } from '../../sql/expression/resolver.ts';
import { DEFINED_NAMES } from '../../sql/grammar/definitions.ts';

/** Names with one of these prefixes are joined, to save tokens: `add{Seconds,Minutes}`. */
const FAMILIES = /^(toStartOf|toInterval|JSONExtract|add|subtract|array)(?=[A-Z])/;

function inFamilies(names: readonly string[]): string[] {
  const families = Map.groupBy(names, (name) => FAMILIES.exec(name)?.[0] ?? name);
  return [...families].map(([family, [first, ...more]]) =>
    more.length === 0 ? first! : `${family}{${[first!, ...more].map((name) => name.slice(family.length)).join(',')}}`,
  );
}

/** Functions that are not defined by others; docs/sql.md lists the rest. */
const BASIC = FUNCTION_LIST.filter((name) => !DEFINED_NAMES.includes(name));
const VALUES_TEXT = `- Functions of values: ${inFamilies(BASIC).join(', ')}.`;

export const FUNCTIONS_TEXT = `${VALUES_TEXT}
- Functions of many events: ${EVENT_AGGREGATE_NAMES.join(', ')}; also count(distinct x).`;

/** Operators by name, and aliases. They are not listed, because writers of SQL know them or do not need them. */
const KNOWN_BY_ALL =
  /^(and|or|not|in|notIn|like|ilike|equals|notEquals|(less|greater)(OrEquals)?|plus|minus|multiply|divide|modulo|negate|m(in|ax)2|\w+UTF8|substr|trimBoth|[lr]trim)$|^(add|subtract)[A-Z]|^toInterval/;
const LISTED = BASIC.filter((name) => !KNOWN_BY_ALL.test(name));

const PLAIN = AGGREGATE_NAMES.filter((name) => !name.endsWith('If'));
export const SQL_FUNCTIONS_TEXT = `- Aggregates: ${PLAIN.join(', ')}; each also as …If with a condition last (countIf, sumIf); count(distinct x).
  quantile(0.9)(x), topK(5)(x), groupArray(10)(x), argMax(x, timestamp), windowFunnel(86400)(timestamp, event = 'a', event = 'b').
- Functions of values: ${inFamilies(LISTED).join(', ')}.`;

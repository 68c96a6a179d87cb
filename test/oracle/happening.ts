/** Plain events, and what every oracle asks of them. Slow and obvious on purpose: the engine must agree with these. */

import type { EventMatch, Predicate, ValueSource, ValueTest } from '../../src/model/question/predicate.ts';
import type { TimeRange } from '../../src/model/question/query.ts';
import { type Cell, expressionOracle } from './expression.ts';
import { decided } from './predicate.ts';

export interface Happening {
  readonly actor: number;
  readonly time_ms: number;
  readonly event: string;
  readonly properties: Readonly<Record<string, string | number | null>>;
}

export function isWithin(range: TimeRange, happening: Happening): boolean {
  return happening.time_ms >= range.from_ms && happening.time_ms < range.until_ms;
}

export function matchesAny(matches: readonly EventMatch[], happening: Happening): boolean {
  return matches.some(
    (match) => (match.event === null || match.event === happening.event) && passes(match.where, happening),
  );
}

/** The text of a property, '' when it is missing or null. */
export function textOfProperty(happening: Happening, key: string): string {
  return String(happening.properties[key] ?? '');
}

/** Of the session, over all its events; these histories are too short for seconds. */
export function sessionDuration(history: readonly Happening[], session: string): number {
  const times = history.filter((row) => row.properties['$session_id'] === session).map((row) => row.time_ms);
  return times.length === 0 ? 0 : Math.max(...times) - Math.min(...times);
}

/** The event's own properties only: who owns what is the dataset's business. */
export function passes(predicate: Predicate, happening: Happening): boolean {
  return decided(predicate, ({ test, source }) => testPasses(test, valueIn(source, happening)));
}

function valueIn(source: ValueSource, happening: Happening): Cell {
  if (source.of === 'event') return happening.properties[source.key] ?? null;
  if (source.of === 'metadata' && source.key === 'timestamp') return happening.time_ms;
  if (source.of !== 'expression') throw new Error(`the oracle does not know values of the ${source.of}`);
  return expressionOracle(source.expression, (leaf) => {
    if (leaf.kind !== 'source') throw new Error(`the oracle does not know a ${leaf.kind} of a row`);
    return valueIn(leaf.source, happening);
  });
}

function testPasses(test: ValueTest, value: Cell): boolean {
  if (value === null) return false;
  if (test.op === 'set') return true;
  if (test.op === 'in') return test.values.includes(String(value));
  throw new Error(`the oracle does not know the test ${test.op}`);
}

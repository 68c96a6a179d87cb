/** Plain events, and what every oracle asks of them. Slow and obvious on purpose: the engine must agree with these. */
import type { EventMatch, Predicate, ValueTest } from '../../src/model/predicate.ts';
import type { TimeRange } from '../../src/model/query.ts';

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

/** The event's own properties only: who owns what is the dataset's business. */
function passes(predicate: Predicate, happening: Happening): boolean {
  switch (predicate.kind) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'and':
      return predicate.of.every((part) => passes(part, happening));
    case 'or':
      return predicate.of.some((part) => passes(part, happening));
    case 'not':
      return !passes(predicate.of, happening);
    case 'value':
      return testPasses(predicate.test, happening.properties[predicate.source.key] ?? null);
  }
}

function testPasses(test: ValueTest, value: string | number | null): boolean {
  if (value === null) return false;
  if (test.op === 'set') return true;
  if (test.op === 'in') return test.values.includes(String(value));
  throw new Error(`the oracle does not know the test ${test.op}`);
}

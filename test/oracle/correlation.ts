/** Correlation, the slow and obvious way. */
import type { CorrelationQuery } from '../../src/model/question/correlation.ts';
import { type Happening, isWithin } from './happening.ts';

/** What an actor did of the funnel; actors that did not enter have none. */
export interface OracleOutcome {
  readonly actor: number;
  readonly level: number;
  readonly times_ms: readonly number[];
}

/** Key -> [how many came through, how many did not]; no key where nobody has it. */
export function correlationOracle(
  query: CorrelationQuery,
  history: readonly Happening[],
  outcomes: readonly OracleOutcome[],
  /** The text of a person's property, '' where it is missing. */
  person: (name: string, actor: number) => string,
): Record<string, [number, number]> {
  const steps = query.funnel.steps.length;
  const counts: Record<string, [number, number]> = {};
  for (const { actor, level, times_ms } of outcomes) {
    const is_through = level === steps;
    const before_ms = is_through ? times_ms[steps - 1]! : times_ms[0]! + query.funnel.window_ms;
    const own = history.filter(
      (row) =>
        row.actor === actor &&
        isWithin(query.funnel.range, row) &&
        row.time_ms > times_ms[0]! &&
        row.time_ms < before_ms &&
        !query.excluded_events.includes(row.event),
    );
    for (const key of new Set(keysOf(query, own, (name) => person(name, actor)))) {
      counts[key] ??= [0, 0];
      counts[key][is_through ? 0 : 1]++;
    }
  }
  if (query.type !== 'event_with_properties') return counts;
  return Object.fromEntries(Object.entries(counts).filter(([, [success, failure]]) => success + failure > 2));
}

function keysOf(query: CorrelationQuery, own: readonly Happening[], person: (name: string) => string): string[] {
  switch (query.type) {
    case 'events':
      return own.map((row) => row.event);
    case 'properties':
      return (query.properties ?? ['who'])
        .filter((name) => !query.excluded_properties.includes(name))
        .map((name) => `${name}::${person(name)}`);
    case 'event_with_properties':
      return own
        .filter((row) => query.events.includes(row.event))
        .flatMap((row) =>
          Object.entries(row.properties)
            .filter(([name, value]) => typeof value === 'string' && !query.excluded_event_properties.includes(name))
            .map(([name, value]) => `${row.event}::${name}::${value}`),
        );
  }
}

/** Which events a question needs, and which runs of a part those are. Rows of a run: `matchRows` of predicate.ts. */
import type { EventMatch } from '../../model/predicate.ts';
import type { RowsRequest } from '../frame/dataset.ts';
import type { Part, Run } from '../frame/run.ts';

/** The events to ask for; null = every event, as soon as one match wants any. */
export function eventsOf(entities: readonly { readonly matches: readonly EventMatch[] }[]): readonly string[] | null {
  const names = new Set<string>();
  for (const entity of entities) {
    for (const match of entity.matches) {
      if (match.event === null) return null;
      names.add(match.event);
    }
  }
  return [...names];
}

/** The same, as one run where every match wants any event. For questions that do not mind the order at one instant. */
export function eventsAsOne(matches: readonly EventMatch[]): Pick<RowsRequest, 'events' | 'as_one'> {
  return { events: eventsOf([{ matches }]), as_one: matches.every(({ event }) => event === null) };
}

/** By name, so that the order of rows of one instant never depends on where they happen to be stored. */
export function runsOf(part: Part, events: readonly string[] | null): Run[] {
  const names = [...(events ?? part.events)].sort();
  return names.map((name) => part.run(name)).filter((run) => run !== undefined);
}

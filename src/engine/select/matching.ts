/**
 * Which events a question needs, and the runs of a part that hold them. For rows of a run see `matchRows` in
 * predicate.ts.
 */
import type { EventMatch } from '../../model/question/predicate.ts';
import type { RowsRequest } from '../frame/dataset.ts';
import type { Part, Run } from '../frame/run.ts';

/** Events to request; null = all, as soon as one match wants any event. */
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

/** Like `eventsOf`, but as one run if every match wants any event. For questions that ignore order within an instant. */
export function eventsAsOne(matches: readonly EventMatch[]): Pick<RowsRequest, 'events' | 'as_one'> {
  return { events: eventsOf([{ matches }]), as_one: matches.every(({ event }) => event === null) };
}

/** Runs in order of their names, so that the order within an instant never depends on storage. */
export function runsOf(part: Part, events: readonly string[] | null): Run[] {
  const names = [...(events ?? part.events)].sort();
  return names.map((name) => part.run(name)).filter((run) => run !== undefined);
}

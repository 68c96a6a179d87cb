/** Which runs and rows of a part belong to an entity. A row that several matches of one entity find counts once. */
import { or } from '../base/bitmap.ts';
import type { Entity, EventMatch } from '../model/query.ts';
import type { DatasetView } from './dataset.ts';
import { select } from './predicate.ts';
import type { Part, Run } from './run.ts';

/** The events to ask for; null = every event, as soon as one match wants any. */
export function eventsOf(entities: readonly Pick<Entity, 'matches'>[]): readonly string[] | null {
  const names = new Set<string>();
  for (const entity of entities) {
    for (const match of entity.matches) {
      if (match.event === null) return null;
      names.add(match.event);
    }
  }
  return [...names];
}

/** By name, so that the order of rows of one instant never depends on where they happen to be stored. */
export function runsOf(part: Part, events: readonly string[] | null): Run[] {
  const names = [...(events ?? part.events)].sort();
  return names.map((name) => part.run(name)).filter((run) => run !== undefined);
}

/** Bit set over the run's rows that any of the matches finds: null = all of them, undefined = none. */
export function matchRows(matches: readonly EventMatch[], run: Run, view: DatasetView): Uint32Array | null | undefined {
  let found: Uint32Array | undefined;
  for (const match of matches) {
    if (match.event !== null && match.event !== run.event) continue;
    const rows = select(match.where, run, view);
    if (rows === null) return null;
    found = found === undefined ? rows : or(found.slice(), rows);
  }
  return found;
}

/** Reads everything that answers depend on and reports damage. Changes nothing. */
import { ServiceError } from '../../model/error.ts';
import { inspectFile } from '../../store/store.ts';
import type { Store } from '../../store/types/store.ts';
import { EVERY } from '../pages/page.ts';
import { outdatedSegments, storedSpans } from './stored_lines.ts';

export interface Verified {
  /** How many were read completely. */
  readonly events: number;
  readonly people: number;
  readonly segments: number;
  /** Each line names something damaged or inconsistent. */
  readonly problems: readonly string[];
}

/** @throws ServiceError if the file cannot be opened */
export function verifyFile(path: string): Verified {
  return inspectFile(path, verifyStore);
}

/** To be called within a snapshot of the store. */
function verifyStore(store: Store): Verified {
  const found = new Findings();
  found.problems.push(...(found.read('the file', () => store.problems()) ?? []));
  for (const { id } of found.read('projects', () => store.projects.list()) ?? []) verifyProject(store, id, found);
  return found;
}

class Findings implements Verified {
  events = 0;
  people = 0;
  segments = 0;
  readonly problems: string[] = [];

  /** Notes a problem and returns undefined if it cannot be read. */
  read<T>(what: string, run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      this.problems.push(`${what}: ${error instanceof ServiceError ? error.message : 'cannot be read'}`);
      return undefined;
    }
  }
}

function verifyProject(store: Store, project_id: number, found: Findings): void {
  const of = (what: string): string => `${what} of project ${project_id}`;
  const { people, groups, definitions, insights, dashboards, actions, cohorts, events } = store;
  found.read(of('people'), () => {
    for (const _ of people.changedSince(project_id, -1)) found.people++;
  });
  const ids = found.read(of('distinct ids'), () => {
    people.movedSince(project_id, 0);
    return verifyIds(store, project_id);
  });
  for (const problem of ids ?? []) found.problems.push(of(problem));
  for (const { group_type_index } of found.read(of('group types'), () => groups.types(project_id)) ?? []) {
    found.read(of('groups'), () => Array.from(groups.changedSince(project_id, group_type_index, -1)));
  }
  found.read(of('insights'), () => insights.list(project_id, EVERY));
  found.read(of('dashboards'), () => dashboards.list(project_id, EVERY));
  found.read(of('actions'), () => actions.list(project_id, EVERY));
  found.read(of('cohorts'), () => {
    for (const { id } of cohorts.list(project_id, EVERY).rows) cohorts.members(project_id, id);
  });
  found.read(of('properties'), () => definitions.properties(project_id, {}));
  const defined = found.read(of('events'), () => definitions.events(project_id));
  const counted = verifyEvents(store, project_id, found);
  const segments = () => events.segments(project_id).length + outdatedSegments(store, project_id).length;
  found.segments += found.read(of('segments'), segments) ?? 0;
  if (defined === undefined || counted === null) return;
  for (const { ord, name, count } of defined) {
    const rows = counted.get(ord) ?? 0;
    if (rows !== count)
      found.problems.push(of(`${JSON.stringify(name)}: ${rows} events, where ${count} were counted,`));
  }
}

/** Checks that each id can be found by its text and leads to an existing person. */
function verifyIds({ people }: Store, project_id: number): string[] {
  const problems: string[] = [];
  const person_of = people.personOf(project_id, 0);
  const limit = people.personLimit(project_id);
  let ord = 0;
  for (const text of people.distinctTextsFrom(project_id, 0)) {
    const found = text === '' ? undefined : people.find(project_id, text);
    // The ord of a deleted person's id remains, without a text.
    if (text === '') problems.push(...(person_of[ord]! >= limit ? ['a deleted distinct id leads to nobody'] : []));
    else if (found?.ord !== ord) problems.push(`distinct id ${JSON.stringify(text)} is not found by its text`);
    else if (found.person_ord !== person_of[ord])
      problems.push(`distinct id ${JSON.stringify(text)} leads to two people`);
    if (person_of[ord]! >= limit) problems.push(`distinct id ${JSON.stringify(text)} leads to nobody`);
    ord++;
  }
  return problems;
}

/** Event ord -> how many rows; null if some rows cannot be read. */
function verifyEvents(store: Store, project_id: number, found: Findings): Map<number, number> | null {
  const rows = new Map<number, number>();
  const is_whole = found.read(`events of project ${project_id}`, () => {
    for (const span of storedSpans(store, project_id)) {
      for (const ord of span.eventOrd()) rows.set(ord, (rows.get(ord) ?? 0) + 1);
      span.distinct();
      span.timeMs();
      span.uuids();
      for (const property of span.properties) span.column(property);
      found.events += span.rows;
    }
    return true;
  });
  return is_whole === true ? rows : null;
}

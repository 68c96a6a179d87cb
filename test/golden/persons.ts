/** Cases of person-merge.json: captured events, and the persons that must result. */
import { unreachable } from '../../src/base/assert.ts';
import type { Project } from '../../src/model/saved/project.ts';
import type { Person } from '../../src/store/types/people.ts';
import { idsOf } from '../store/fixture.ts';
import type { Row } from './case.ts';
import { incomingEvent, newProject, parseTime, type World } from './world.ts';

export interface Op {
  readonly op: 'capture' | 'identify' | 'alias' | 'merge';
  readonly distinct_id: string;
  readonly timestamp: string;
  readonly event?: string;
  readonly anon_distinct_id?: string;
  readonly alias?: string;
  readonly set?: Record<string, unknown>;
  readonly set_once?: Record<string, unknown>;
}

export interface Expected {
  readonly persons: readonly {
    readonly distinct_ids: readonly string[];
    readonly properties?: Record<string, unknown>;
    readonly created_at?: string;
    readonly is_identified?: boolean;
  }[];
  readonly allow_other_persons?: boolean;
  readonly not_same_person?: readonly (readonly [string, string])[];
}

export async function checkPersons(world: World, row: Row): Promise<string[]> {
  const project = newProject(world);
  for (const op of row['ops'] as Op[]) {
    world.clock_ms = Math.max(world.clock_ms, parseTime(op.timestamp));
    await world.service.ingest.capture(project, [incomingEvent({ ...eventOf(op), timestamp: op.timestamp })]);
  }
  const expected = row['expect'] as Expected;
  const all = new Set(found(world, project).map((person) => person.ord));
  const differences = expected.persons.flatMap((wanted) => comparePerson(world, project, wanted, all));
  if (expected.allow_other_persons !== true && all.size > 0) differences.push(`${all.size} persons too many`);
  for (const [a, b] of expected.not_same_person ?? []) {
    const [left, right] = [personOf(world, project, a), personOf(world, project, b)];
    if (left && left.ord === right?.ord) differences.push(`${a} and ${b} are one person`);
  }
  return differences;
}

function eventOf(op: Op): { event: string; distinct_id: string; properties: Record<string, unknown> } {
  const properties = { $set: op.set ?? {}, $set_once: op.set_once ?? {} };
  switch (op.op) {
    case 'capture':
      return { event: op.event ?? 'something', distinct_id: op.distinct_id, properties };
    case 'identify':
      return {
        event: '$identify',
        distinct_id: op.distinct_id,
        properties: { ...properties, $anon_distinct_id: op.anon_distinct_id },
      };
    case 'alias':
      return { event: '$create_alias', distinct_id: op.distinct_id, properties: { ...properties, alias: op.alias } };
    case 'merge':
      return {
        event: '$merge_dangerously',
        distinct_id: op.distinct_id,
        properties: { ...properties, alias: op.alias ?? op.anon_distinct_id },
      };
    default:
      return unreachable(op.op);
  }
}

function found(world: World, project: Project): Person[] {
  const { people } = world.service.store;
  return Array.from({ length: people.personLimit(project.id) }, (_, ord) => people.get(project.id, ord)).filter(
    (person) => person !== undefined,
  );
}

function personOf(world: World, project: Project, distinct_id: string): Person | undefined {
  const { people } = world.service.store;
  const at = people.find(project.id, distinct_id);
  return at && people.get(project.id, at.person_ord);
}

function comparePerson(
  world: World,
  project: Project,
  wanted: Expected['persons'][number],
  all: Set<number>,
): string[] {
  const name = wanted.distinct_ids.join(', ');
  const person = personOf(world, project, wanted.distinct_ids[0]!);
  if (!person) return [`no person has ${name}`];
  all.delete(person.ord);
  const differences: string[] = [];
  const differs = (what: string, expected: unknown, actual: unknown) => {
    const [left, right] = [JSON.stringify(expected), JSON.stringify(actual)];
    if (left !== right) differences.push(`${name} ${what}: expected ${left}, got ${right}`);
  };
  const ids = idsOf(world.service.store.people, project.id, person.ord);
  differs('distinct ids', [...wanted.distinct_ids].sort(), [...ids].sort());
  if (wanted.properties) differs('properties', sorted(wanted.properties), sorted(person.properties));
  if (wanted.created_at) differs('created_at', parseTime(wanted.created_at), person.created_at_ms);
  if (wanted.is_identified !== undefined) differs('is_identified', wanted.is_identified, person.is_identified);
  return differences;
}

/** Who made a person is noted on it; the cases do not speak of it. */
function sorted(properties: Readonly<Record<string, unknown>>): unknown {
  const kept = Object.entries(properties).filter(([key]) => key !== '$creator_event_uuid');
  return kept.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** PeopleNumbers -> who they are, as the wire has it. */

import { must, unreachable } from '../../base/assert.ts';
import { formatIso } from '../../base/time.ts';
import { quoted } from '../../base/visible.ts';
import type { Listed, PeopleNumbers, PeoplePoint, PeopleResult } from '../../model/people.ts';
import type { ValueActorKind } from '../../model/query.ts';
import type { PeopleStore, Person } from '../../store/people_types.ts';
import type { ProjectContext } from '../context.ts';
import type { Table } from '../operation.ts';
import { personUuid } from '../person_uuid.ts';
import { listParts } from './listing.ts';
import { written } from './parts.ts';

export function presentPeople(
  context: ProjectContext,
  point: PeoplePoint,
  { people }: PeopleNumbers,
): PeopleResult['results'] {
  const kind = countedBy(point);
  return people.map(({ actor, times_ms }) => ({
    ...(typeof actor === 'number' ? personOf(context, actor) : keyedOf(context, kind, actor)),
    matched_at: times_ms.map((time_ms) => formatIso(time_ms)),
  }));
}

type Who = Omit<Listed, 'matched_at'>;

function personOf({ service, project }: ProjectContext, ord: number): Who {
  const { people } = service.store;
  const person = people.get(project.id, ord);
  const properties = person?.properties ?? {};
  const name = [properties['email'], properties['name']].find((value) => typeof value === 'string' && value !== '');
  return {
    type: 'person',
    id: person === undefined ? '' : uuidOf(project.id, people, person),
    name: typeof name === 'string' ? name : null,
    distinct_ids: people.distinctIds(project.id, ord),
    properties,
    created_at: person === undefined ? null : formatIso(person.created_at_ms),
  };
}

/** What a person is called outside. */
export function uuidOf(project_id: number, people: PeopleStore, { first_distinct }: Person): string {
  const [first_id] = people.distinctTexts(project_id, [first_distinct]);
  return personUuid(project_id, must(first_id, 'a person was made by an id'));
}

function keyedOf({ service, project }: ProjectContext, kind: ValueActorKind, id: string): Who {
  const bare = { id, name: null, distinct_ids: [], properties: {}, created_at: null };
  if (kind.kind !== 'group') return { ...bare, type: 'value' };
  const group = service.store.groups.get(project.id, kind.type_index, id);
  if (group === undefined) return { ...bare, type: 'group' };
  const name = group.properties['name'];
  return {
    ...bare,
    type: 'group',
    name: typeof name === 'string' ? name : null,
    properties: group.properties,
    created_at: formatIso(group.created_at_ms),
  };
}

function countedBy(point: PeoplePoint): ValueActorKind {
  switch (point.kind) {
    case 'trend': {
      const { math } = point.query.entities[point.entity]!;
      return 'actor' in math ? math.actor : { kind: 'person' };
    }
    case 'stickiness':
      return point.query.entities[point.entity]!.actor;
    case 'path':
      return { kind: 'person' };
    case 'correlation':
      return point.query.funnel.actor;
    case 'lifecycle':
    case 'funnel':
    case 'retention':
      return point.query.actor;
    default:
      return unreachable(point);
  }
}

const SHOWN_IDS = 2;

export function peopleText(page: PeopleResult): string {
  if (page.count === 0) return 'Nobody.';
  const [said = '', ...rows] = listParts(page.results[0]?.type ?? 'person', page, personLine);
  return written([said, 'name | ids | did it at', ...rows]);
}

function personLine({ id, name, distinct_ids, matched_at }: Listed): string {
  const ids = distinct_ids.length === 0 ? [id] : distinct_ids.slice(0, SHOWN_IDS);
  const more = distinct_ids.length > SHOWN_IDS ? ', …' : '';
  const shown = `${ids.map((text) => quoted(text)).join(', ')}${more}`;
  return [name === null ? '–' : quoted(name), shown, matched_at.join(', ')].join(' | ');
}

export function peopleTable({ results }: PeopleResult): Table {
  return {
    columns: ['type', 'id', 'name', 'distinct_ids', 'created_at', 'matched_at', 'properties'],
    rows: results.map((row) => [
      ...[row.type, row.id, row.name, row.distinct_ids.join(' '), row.created_at, row.matched_at.join(' ')],
      JSON.stringify(row.properties),
    ]),
  };
}

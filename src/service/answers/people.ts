/** PeopleNumbers -> people, groups or values for the wire, and as text and table. */

import { formatIso } from '../../base/time.ts';
import { quoted } from '../../base/visible.ts';
import { LIMIT } from '../../model/limit.ts';
import { type Listed, type PeopleNumbers, type PeopleResult, ProgramPeople } from '../../model/question/people.ts';
import type { ValueActorKind } from '../../model/question/query.ts';
import type { ListedPerson } from '../../store/types/people.ts';
import type { ProjectContext } from '../contract/context.ts';
import type { Table } from '../contract/operation.ts';
import { personUuid } from '../identity/person_uuid.ts';
import { UNKNOWN_CREATED_MS } from '../identity/persons.ts';
import { listPassages } from '../text/listing.ts';
import { written } from '../text/passages.ts';
import { timeIn } from '../words/labels.ts';

export function presentPeople(
  context: ProjectContext,
  { people, actor: kind }: PeopleNumbers,
): PeopleResult['results'] {
  const { service, project } = context;
  const ords = people.map(({ actor }) => actor).filter((actor) => typeof actor === 'number');
  const persons = service.store.people.list(project.id, ords);
  return people.map(({ actor, times_ms, rows }) => ({
    ...(typeof actor === 'number' ? personOf(project.id, persons.get(actor)) : keyedOf(context, kind, actor)),
    matched_at: times_ms.map((time_ms) => formatIso(time_ms)),
    ...(rows === null ? {} : { matched_count: rows }),
  }));
}

type Who = Omit<Listed, 'matched_at' | 'matched_count' | 'found_by'>;

export function personOf(project_id: number, person: ListedPerson | undefined): Who {
  const properties = person?.properties ?? {};
  const name = [properties['email'], properties['name']].find((value) => typeof value === 'string' && value !== '');
  return {
    type: 'person',
    id: person === undefined ? '' : personUuid(project_id, person.first_id),
    name: typeof name === 'string' ? name : null,
    distinct_ids: [...(person?.distinct_ids ?? [])],
    properties,
    created_at: createdAt(person),
  };
}

/** How routes that list people answer. */
export const FOR_PROGRAMS = { present: forPrograms, presented: ProgramPeople };

function forPrograms({ results, ...page }: PeopleResult): ProgramPeople {
  return { ...page, results: results.map((one) => (one.type === 'person' ? { ...one, uuid: one.id } : one)) };
}

/** null for somebody without a profile: nobody knows when they came. */
function createdAt(person: ListedPerson | undefined): string | null {
  return person === undefined || person.created_at_ms === UNKNOWN_CREATED_MS ? null : formatIso(person.created_at_ms);
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

const SHOWN_IDS = 2;

export function peopleText(page: PeopleResult): string {
  if (page.count === 0) return ['Nobody.', ...page.warnings].join('\n');
  const [said = '', ...rows] = listPassages(page.results[0]?.type ?? 'person', page, (one) =>
    personLine(one, page.timezone),
  );
  return written([said, ...page.warnings, `name | ids | ${timesHead(page)}`, ...rows]);
}

function timesHead({ results, timezone }: PeopleResult): string {
  if (results.every(isUncounted)) return `first known at (${timezone})`;
  const counted = results[0]?.matched_count === undefined ? '' : 'times | ';
  const is_cut = results.some(({ matched_at }) => matched_at.length === LIMIT.people_times);
  return `${counted}did it at (${timezone}${is_cut ? `; the first ${LIMIT.people_times} times at most` : ''})`;
}

/** Of everybody, nothing that they did was counted. */
function isUncounted({ matched_at }: Listed): boolean {
  return matched_at.length === 0;
}

function personLine(person: Listed, zone: string): string {
  const { id, name, distinct_ids, matched_at, matched_count, created_at, found_by } = person;
  const ids = distinct_ids.length === 0 ? [id] : distinct_ids.slice(0, SHOWN_IDS);
  const more = distinct_ids.length > SHOWN_IDS ? ', …' : '';
  const shown = `${ids.map((text) => quoted(text)).join(', ')}${more}`;
  const times = matched_count === undefined ? [] : [String(matched_count)];
  const when = isUncounted(person) ? (created_at === null ? [] : [created_at]) : matched_at;
  // Why somebody was found is told where the line does not show it.
  const is_shown = found_by === undefined || found_by.value === name || ids.includes(found_by.value);
  const by = is_shown ? '' : ` (${found_by.key} ${quoted(found_by.value)})`;
  return [
    `${name === null ? '–' : quoted(name)}${by}`,
    shown,
    ...times,
    when.map((time) => timeIn(zone, time)).join(', ') || '–',
  ].join(' | ');
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

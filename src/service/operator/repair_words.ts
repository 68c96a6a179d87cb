/** What a repair made anew and what is lost, in words for the operator. */
import { formatDay } from '../../base/time.ts';
import type { EventSpan } from '../../engine/storage/mend_segment.ts';
import type { LostRow } from '../../store/types/salvage.ts';
import { grouped, listed, manyOf } from '../words/lists.ts';
import type { EventsLost, Losses, ProjectLosses, Repaired } from './losses.ts';

/** A line names at most this many things and counts the rest. */
const NAMED_MOST = 20;

/** Rows of these tables are not listed: reports on events and people cover them, or they are no loss. */
const TOLD_OTHERWISE = [
  'property_definition',
  'project_state',
  'distinct_more',
  'insight_view',
  'person_page',
  'person_long',
  'distinct_page',
  'property_term',
  'cohort_member',
  'segment_blob',
  'staged_blob',
  'log',
  'segment',
];

/** Table -> what one of its rows is called. */
const ROWS: Readonly<Record<string, string>> = {
  tile: 'tile of a dashboard',
  sharing: 'sharing link of insight',
  api_key: 'key',
  activity: 'entry of the history of changes',
  audit: 'entry of the audit log',
  import_run: 'record of an import, which cannot be undone any more: import',
  imported_line: 'record of a line that was imported, which counts as new if it comes again',
  import: 'record of a file that was imported, which counts as new if it comes again',
  erasure: 'record of a removal',
  repeatable: 'answer kept for a request that is sent again',
  actor_group: 'properties of the group',
};

export function told({ salvaged, projects }: Losses): Pick<Repaired, 'made_anew' | 'gone' | 'events_gone'> {
  const gone: string[] = [];
  const made_anew = ['kept answers (computed when they are asked for), and what ids are found by'];
  for (const project of projects) {
    const where = projects.length === 1 ? '' : ` (project ${project.project_id})`;
    gone.push(...[...eventLines(project), ...peopleLines(project)].map((line) => line + where));
    if (project.recounted > 0) made_anew.push(`counts and times of ${manyOf(project.recounted, 'event name')}${where}`);
    if (project.properties > 0) {
      made_anew.push(
        `${manyOf(project.properties, 'definition')} of properties, with the types of their values${where}`,
      );
    }
  }
  const parts = salvaged.lost.filter(({ table }) => table === 'log' || table === 'segment');
  if (parts.length > 0) gone.push(`of these events, ${listed(parts.map(partText))}`);
  const others = salvaged.lost.filter(({ table }) => !TOLD_OTHERWISE.includes(table));
  for (const [what, rows] of Map.groupBy(others, ({ table }) => ROWS[table] ?? table)) {
    gone.push(`${what} ${named(rows.map(rowText))}`);
  }
  for (const row of salvaged.doubtful) {
    gone.push(`perhaps a value of ${ROWS[row.table] ?? row.table} ${rowText(row)}, which was kept: look at it`);
  }
  for (const table of salvaged.torn.filter((one) => !TOLD_OTHERWISE.includes(one))) {
    gone.push(`perhaps more of the same kind: ${ROWS[table] ?? table}`);
  }
  const events_gone = projects.flatMap(({ events }) => events).reduce((sum, { lost }) => sum + lost, 0);
  return { made_anew, gone, events_gone };
}

function eventLines({ events, values, ids, imports, unnamed }: ProjectLosses): string[] {
  const lines: string[] = [];
  const total = events.reduce((sum, { lost }) => sum + lost, 0);
  if (total > 0) {
    const names = events.map(({ name, lost, before }) => {
      return `${JSON.stringify(name)} ${grouped(lost)}${before === null ? '' : ` of ${grouped(before)}`}`;
    });
    lines.push(`${manyOf(total, 'event')}: ${named(names)}${timesOf(events.filter(({ until_ms }) => until_ms > 0))}`);
  }
  for (const [of, count] of imports)
    lines.push(`${grouped(count)} of these events were of import ${of}: import the same file again`);
  if (ids.length > 0) {
    const rows = ids.reduce((sum, span) => sum + span.rows, 0);
    lines.push(`the ids of ${manyOf(rows, 'event')}${timesOf(ids)}; if they are sent again, they count twice`);
  }
  for (const [property, lost] of Map.groupBy(values, (one) => one.property)) {
    const spans: EventSpan[] = lost.flatMap((one) => one.spans);
    const rows = spans.reduce((sum, span) => sum + span.rows, 0);
    lines.push(`values of ${JSON.stringify(property)} of up to ${manyOf(rows, 'event')}${timesOf(spans)}`);
  }
  lines.push(...unnamed.map((name) => `the name of what is called ${JSON.stringify(name)} now`));
  return lines;
}

function timesOf(spans: readonly Pick<EventsLost, 'from_ms' | 'until_ms'>[]): string {
  if (spans.length === 0) return '';
  const from_ms = spans.reduce((least, span) => Math.min(least, span.from_ms), Number.POSITIVE_INFINITY);
  const until_ms = spans.reduce((most, span) => Math.max(most, span.until_ms), Number.NEGATIVE_INFINITY);
  return `, between ${formatDay('UTC', from_ms)} and ${formatDay('UTC', until_ms - 1)}`;
}

function peopleLines({ people, people_named, cohorts }: ProjectLosses): string[] {
  const lines: string[] = [];
  if (people.texts > 0)
    lines.push(`the texts of ${manyOf(people.texts, 'distinct id')}, which begin with unknown- now`);
  if (people.strangers > 0)
    lines.push(`to whom ${manyOf(people.strangers, 'distinct id')} of these belonged: each is a person of its own now`);
  const whole = people.persons.length;
  const some = people.properties.length;
  if (whole > 0)
    lines.push(
      `all properties and times of creation of ${manyOf(whole, 'person')}: ${named(people_named.slice(0, whole))}`,
    );
  if (some > 0) lines.push(`all properties of ${manyOf(some, 'person')}: ${named(people_named.slice(whole))}`);
  for (const [name, persons] of people.values) {
    const property = name === null ? 'a property whose name is gone' : JSON.stringify(name);
    lines.push(`values of ${property} of ${manyOf(persons, 'person')}`);
  }
  for (const cohort of cohorts)
    lines.push(`some members of the static cohort ${cohort}, or some are wrong: look at them`);
  return lines;
}

function partText({ table, id, events }: LostRow): string {
  const many = events === null || events < 0 ? 'an unknown number' : grouped(events);
  return table === 'log' ? `${many} were in part ${id} of the log, not sealed yet` : `${many} were in segment ${id}`;
}

function rowText({ id, name }: LostRow): string {
  return [id, name === null ? null : JSON.stringify(name)].filter((part) => part !== null).join(' ');
}

function named(words: readonly string[]): string {
  return listed(words, 'and', NAMED_MOST);
}

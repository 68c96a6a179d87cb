/** `insights-mcp describe`: what a database contains, for people at a prompt. */
import { statSync } from 'node:fs';
import { quoted } from '../base/visible.ts';
import { LIMIT } from '../model/limit.ts';
import { localOwner } from '../service/access/authenticate.ts';
import { call } from '../service/gate/call.ts';
import { type Description, describeProject } from '../service/operations/describe.ts';
import type { RunningService } from '../service/service.ts';
import { counted, grouped, manyOf, plural, typeText } from '../service/words/lists.ts';
import { aligned } from './shell/columns.ts';
import { existingDatabase, opened } from './shell/opened.ts';
import { print, sizeOf } from './shell/output.ts';

interface DescribeOptions {
  readonly db: string;
  readonly json: boolean;
}

/** A project, with counts of what is saved. */
interface Described extends Description {
  readonly events_count: number;
  readonly saved: Readonly<Record<'insight' | 'dashboard' | 'action' | 'cohort', number>>;
}

/** Of each list only the total count is used. */
const NONE = { limit: 1, offset: 0 };

export async function describe(options: DescribeOptions): Promise<void> {
  const path = existingDatabase(options.db);
  const service = opened(path);
  try {
    const projects = await Promise.all(service.store.projects.list().map(({ id }) => describedProject(service, id)));
    const text = [`Database ${path} (${sizeOf(path)})`, ...projects.map(projectText)].join('\n\n');
    print(options, { database: path, bytes: statSync(path).size, projects }, text);
  } finally {
    await service.close();
  }
}

async function describedProject(service: RunningService, id: number): Promise<Described> {
  const asked = { section: 'summary', limit: LIMIT.definitions_page };
  const options = { project_id: String(id) };
  const description = await call(service, localOwner(service), describeProject, asked, options);
  const { definitions, insights, dashboards, actions, cohorts } = service.store;
  const saved = {
    insight: insights.list(id, NONE).count,
    dashboard: dashboards.list(id, NONE).count,
    action: actions.list(id, NONE).count,
    cohort: cohorts.list(id, NONE).count,
  };
  const events_count = definitions.events(id).reduce((sum, { count }) => sum + count, 0);
  return { ...description, events_count, saved };
}

function projectText(described: Described): string {
  const { project, data_range, people, hint, saved } = described;
  const range = data_range === null ? '' : `, from ${minuteOf(data_range.from)} to ${minuteOf(data_range.to)}`;
  return [
    `Project ${project.id} ${quoted(project.name)}, time zone ${project.timezone}`,
    ...(hint === null
      ? [`  ${manyOf(described.events_count, 'event')} of ${manyOf(people, 'person')}${range}`, ...tablesOf(described)]
      : hint.split('\n').map((line) => `  ${line}`)),
    `  Saved: ${Object.entries(saved)
      .map(([noun, count]) => counted(count, noun))
      .join(', ')}`,
  ].join('\n');
}

function tablesOf({ events, events_total, properties, properties_total, group_types }: Described): string[] {
  const names = [...Object.entries(Object.groupBy(properties, ({ of, group_type }) => ownerOf(of, group_type)))];
  return [
    '',
    ...aligned(
      ['event', 'count', 'first', 'last'],
      events.map(({ name, count, first_seen, last_seen }) => [
        ...[quoted(name), grouped(count), minuteOf(first_seen), minuteOf(last_seen)],
      ]),
      (column) => column === 1,
    ).map((line) => `    ${line}`),
    ...moreOf(events.length, events_total),
    '',
    ...names.map(([owner, list = []]) => `  Properties of ${owner}: ${list.map(propertyText).join(', ')}`),
    ...moreOf(properties.length, properties_total),
    ...(group_types.length === 0
      ? []
      : [`  Group types: ${group_types.map(({ group_type }) => quoted(group_type)).join(', ')}`]),
  ];
}

function ownerOf(of: string, group_type: string | null): string {
  return group_type === null ? plural(of) : `groups of type ${quoted(group_type)}`;
}

function propertyText({ name, type }: Description['properties'][number]): string {
  return `${quoted(name)} (${typeText(type)})`;
}

function moreOf(shown: number, all: number): string[] {
  return shown === all ? [] : [`  … and ${all - shown} more`];
}

/** 2026-03-01T09:30:00+01:00 -> 2026-03-01 09:30 */
function minuteOf(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}

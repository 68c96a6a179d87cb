/** One real service over one real store in memory; each case gets an empty project of its own, filled by the ingest door. */

import { must } from '../../src/base/assert.ts';
import { parseTimestamp } from '../../src/base/time.ts';
import { stampUuid } from '../../src/base/uuid.ts';
import type { Project } from '../../src/model/saved/project.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import type { Caller } from '../../src/service/contract/context.ts';
import type { Operation } from '../../src/service/contract/operation.ts';
import { call } from '../../src/service/gate/call.ts';
import type { IncomingEvent } from '../../src/service/identity/incoming.ts';
import type { IngestItem } from '../../src/service/ingest/types.ts';
import { openService, type RunningService } from '../../src/service/service.ts';
import type { CaseEvent, CaseGroup, CasePerson } from './case.ts';

/** Asks one question in one project. @throws ServiceError as the product refuses it */
export type Asker = (
  project: Project,
  operation: Operation,
  input: Record<string, unknown>,
) => Promise<Record<string, unknown>>;

export interface World {
  readonly service: RunningService;
  readonly caller: Caller;
  /** Through the gate, unless a test asks through a face. */
  ask: Asker;
  /** What the service's clock shows. */
  clock_ms: number;
}

/** `events`: where they rest, as `openService` takes it. */
export function openWorld(events: string | null = null): World {
  const clock = { now_ms: 0 };
  const service = openService({ path: ':memory:', events, now: () => clock.now_ms });
  const caller = localOwner(service);
  return {
    service,
    caller,
    ask: async (project, operation, input) =>
      (await call(service, caller, operation, input, { project_id: String(project.id) })) as Record<string, unknown>,
    get clock_ms() {
      return clock.now_ms;
    },
    set clock_ms(value: number) {
      clock.now_ms = value;
    },
  };
}

export interface ProjectSettings {
  readonly timezone?: string;
  readonly week_start_day?: 0 | 1;
  readonly test_account_filters?: readonly unknown[];
  readonly path_cleaning_filters?: readonly unknown[];
}

let made = 0;

export function newProject(world: World, settings: ProjectSettings = {}): Project {
  made += 1;
  return world.service.store.projects.create({
    name: `case ${made}`,
    api_token: `phc_case_${made}`,
    timezone: settings.timezone ?? 'UTC',
    week_start_day: settings.week_start_day ?? 0,
    test_account_filters: settings.test_account_filters ?? [],
    path_cleaning_filters: settings.path_cleaning_filters ?? [],
    created_at_ms: world.clock_ms,
  });
}

export interface CaseData {
  readonly persons?: readonly CasePerson[];
  readonly groups?: readonly CaseGroup[];
  readonly group_types?: readonly { readonly group_type: string; readonly group_type_index: number }[];
  readonly events?: readonly CaseEvent[];
}

export function loadData(world: World, project: Project, data: CaseData): void {
  defineGroupTypes(world, project, [...(data.group_types ?? []), ...(data.groups ?? [])]);
  const items: IngestItem[] = [];
  for (const person of data.persons ?? []) items.push({ kind: 'person', person: incomingPerson(person) });
  for (const group of data.groups ?? []) items.push({ kind: 'group', group: incomingGroup(group) });
  for (const event of data.events ?? []) items.push({ kind: 'event', event: incomingEvent(event) });
  if (items.length > 0) world.service.ingest.importItems(project, items);
}

/** Types get their numbers by order of arrival, so the gaps below a case's types are filled. */
function defineGroupTypes(
  world: World,
  project: Project,
  types: readonly { readonly group_type: string; readonly group_type_index: number }[],
): void {
  const names = new Map(types.map((type) => [type.group_type_index, type.group_type]));
  const { store } = world.service;
  const last = Math.max(-1, ...names.keys());
  if (last < 0) return;
  store.transaction(() => {
    for (let index = 0; index <= last; index++) {
      store.groups.typeIndex(project.id, names.get(index) ?? `unused type ${index}`);
    }
  });
}

export function parseTime(text: string): number {
  return must(parseTimestamp(text), `the time ${text} of a case`);
}

let uuids = 0;

function nextUuid(): Uint8Array {
  uuids += 1;
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setUint32(0, uuids);
  return stampUuid(bytes, 4);
}

export function incomingEvent(event: CaseEvent): IncomingEvent {
  const elements = event.elements === undefined ? {} : { $elements: event.elements };
  return {
    event: event.event,
    distinct_id: event.distinct_id,
    timestamp_ms: parseTime(event.timestamp),
    uuid: nextUuid(),
    properties: { ...event.properties, ...elements },
  };
}

function incomingPerson(person: CasePerson): Extract<IngestItem, { kind: 'person' }>['person'] {
  return {
    distinct_ids: person.distinct_ids,
    properties: person.properties ?? {},
    created_at_ms: person.created_at === undefined ? null : parseTime(person.created_at),
  };
}

function incomingGroup(group: CaseGroup): Extract<IngestItem, { kind: 'group' }>['group'] {
  return {
    group_type: group.group_type,
    group_key: group.group_key,
    properties: group.properties ?? {},
    created_at_ms: group.created_at === undefined ? null : parseTime(group.created_at),
  };
}

/** Cohorts: saved sets of people to filter and split by. */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { definedOnly, isObject, jsonBytes } from '../../base/json.ts';
import { formatIso } from '../../base/time.ts';
import { quoted, visible, visibleJson } from '../../base/visible.ts';
import { invalid, notSupported, ServiceError, tooLong } from '../../model/error.ts';
import { numberId } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import { type Cohort, CohortSchema, CohortWrite } from '../../model/saved/cohort.ts';
import { paginated } from '../../model/saved/insight.ts';
import { TUNING } from '../../model/tuning.ts';
import type { CohortRow } from '../../store/types/saved.ts';
import { savedThing } from '../access/saved.ts';
import { valueWarnings } from '../answers/unknown_values.ts';
import type { ProjectContext } from '../contract/context.ts';
import { type Operation, operation, StoringStep } from '../contract/operation.ts';
import { unknownEventTexts } from '../names/events.ts';
import { cohortNameWarnings } from '../names/properties.ts';
import { eventsIn } from '../names/used.ts';
import { limitField, linksOf, offsetField } from '../pages/page.ts';
import { filtersOfGroups } from '../resolve/filters/cohort_groups.ts';
import { resolveCohort } from '../resolve/filters/cohorts.ts';
import { cohortPredicate, settingOf } from '../resolve/filters/setting.ts';
import { listText } from '../text/listing.ts';
import { removedText } from '../words/removed.ts';

const ID = numberId('Number of the cohort');
const ONE = z.object({ id: ID });
type Numbered = z.output<typeof ONE>;

export const listCohorts = operation({
  name: 'list_cohorts',
  title: 'List cohorts',
  description: 'Saved cohorts of the project: sets of people by what they are and did. Example: {"search":"paying"}.',
  routes: [{ method: 'GET', path: '/cohorts/' }],
  tool: true,
  scope: 'cohort:read',
  effect: 'read',
  input: z.object({
    search: z.string().max(LIMIT.search_chars).optional().describe('Text in name or description, in any case'),
    limit: limitField,
    offset: offsetField,
  }),
  output: paginated(CohortSchema),
  text: (page) => listText('cohort', page, cohortText),
  handle(context, { search = '', limit = LIMIT.page_default, offset = 0 }) {
    const { count, rows } = context.service.store.cohorts.list(context.project.id, { search, limit, offset });
    const results = rows.map((row) => shown(context, row, null));
    return { count, ...linksOf(context.url, { count, limit, offset }), results };
  },
});

export const createCohort = operation({
  name: 'create_cohort',
  title: 'Create a cohort',
  description:
    'Saves a set of people by what they are and did, or a list of them. Questions filter by it: {"type":"cohort","key":"id","value":1}. Example: {"name":"Paid lately","filters":{"properties":{"type":"AND","values":[{"type":"behavioral","key":"paid","event_type":"events","value":"performed_event","time_value":30,"time_interval":"day"}]}}}.',
  routes: [{ method: 'POST', path: '/cohorts/', status: 201 }],
  tool: true,
  scope: 'cohort:write',
  effect: 'create',
  input: CohortWrite,
  output: CohortSchema,
  text: cohortText,
  waits: true,
  handle: async (context, body) => creation(context, body, await ordsInTurns(context, body)),
});

function creation(context: ProjectContext, body: CohortWrite, ords: Ords): StoringStep<Cohort> {
  const { store } = context.service;
  const { name } = body;
  if (name === undefined) throw invalid('name', 'This field is required.', 'required');
  if (context.face === 'mcp') checkSaysWho(body);
  return new StoringStep(() => {
    const is_static = body.is_static ?? false;
    const filters = readFilters(context, body, is_static) ?? {};
    const made = store.cohorts.insert({
      project_id: context.project.id,
      name,
      description: body.description ?? '',
      filters,
      is_static,
      deleted: body.deleted ?? false,
      created_at_ms: context.now_ms,
      created_by: context.caller.user.id,
      updated_at_ms: context.now_ms,
    });
    addMembers(context, made, body, ords);
    return stored(context, made);
  });
}

export const getCohort = operation({
  name: 'get_cohort',
  title: 'Read a cohort',
  description: 'One saved cohort, its definition and how many people belong to it now. Example: {"id":1}.',
  routes: [{ method: 'GET', path: '/cohorts/:id/' }],
  tool: true,
  scope: 'cohort:read',
  effect: 'read',
  input: ONE,
  output: CohortSchema,
  text: cohortText,
  locate: (context, { id }) => void savedThing(context, 'cohort', id),
  handle: (context, { id }) => counted(context, savedThing(context, 'cohort', id)),
});

export const updateCohort = operation({
  name: 'update_cohort',
  title: 'Change a cohort',
  description:
    'Changes the fields you send and leaves the others; "filters" are replaced as a whole, "distinct_ids" are added to a static cohort. "deleted": true removes it, false brings it back. Example: {"id":1,"name":"Paying"}.',
  routes: [{ method: 'PATCH', path: '/cohorts/:id/' }],
  tool: true,
  scope: 'cohort:write',
  effect: 'update',
  input: z.object({ ...ONE.shape, ...CohortWrite.shape }),
  output: CohortSchema,
  text: cohortText,
  locate: (context, { id }) => void savedThing(context, 'cohort', id, true),
  waits: true,
  handle: async (context, body) => change(context, body, await ordsInTurns(context, body)),
});

function change(context: ProjectContext, { id, ...body }: CohortWrite & Numbered, ords: Ords): StoringStep<Cohort> {
  const { store } = context.service;
  return new StoringStep(() => {
    const before = savedThing(context, 'cohort', id, body.deleted === false);
    if (body.is_static !== undefined && body.is_static !== before.is_static) {
      throw invalid('is_static', 'A cohort cannot become static or stop being so. Create another one.');
    }
    const filters = readFilters(context, body, before.is_static, id);
    const { name, description, deleted } = body;
    addMembers(context, before, body, ords);
    const changed = store.cohorts.update(context.project.id, id, {
      ...definedOnly({ name, deleted }),
      ...(description === undefined ? {} : { description: description ?? '' }),
      ...(filters === null ? {} : { filters }),
      updated_at_ms: context.now_ms,
    });
    return stored(context, changed);
  });
}

/** For callers whose transaction has begun: nothing waits. */
export const COHORTS_AT_ONCE: { readonly create: Operation; readonly update: Operation } = {
  create: {
    ...createCohort,
    handle: (context: ProjectContext, body: CohortWrite) => creation(context, body, ordsAtOnce(context, body)),
  },
  update: {
    ...updateCohort,
    handle: (context: ProjectContext, body: CohortWrite & Numbered) => change(context, body, ordsAtOnce(context, body)),
  },
};

/** Of the distinct ids that a body lists; undefined for those of nobody. Ordinals never change. */
type Ords = readonly (number | undefined)[];

function ordsAtOnce({ service, project }: ProjectContext, { distinct_ids = [] }: CohortWrite): Ords {
  return service.store.people.findAll(project.id, distinct_ids).map((found) => found?.ord);
}

/** Pauses to let others run, as a list may name a hundred thousand. */
async function ordsInTurns(context: ProjectContext, { distinct_ids = [] }: CohortWrite): Promise<Ords> {
  const ords: (number | undefined)[] = [];
  for (let at = 0; at < distinct_ids.length; at += TUNING.people_a_turn) {
    if (at > 0) await setImmediate();
    for (const ord of ordsAtOnce(context, { distinct_ids: distinct_ids.slice(at, at + TUNING.people_a_turn) }))
      ords.push(ord);
  }
  return ords;
}

/** An empty definition matches nobody. Programs may fill it later, but a model has probably forgotten something. */
function checkSaysWho({ filters, groups, query, is_static }: CohortWrite): void {
  if (is_static === true || (groups ?? null) !== null || (query ?? null) !== null) return;
  const conditions = isObject(filters) ? (filters['properties'] ?? []) : (filters ?? []);
  const of = isObject(conditions) ? (conditions['values'] ?? Object.keys(conditions)) : conditions;
  if (!Array.isArray(of) || of.length > 0) return;
  const example = '{"properties":{"type":"AND","values":[{"key":"plan","value":"pro","type":"person"}]}}';
  throw invalid(
    'filters',
    `Say who belongs to it: ${example}, or list them: "is_static": true with "distinct_ids".`,
    'required',
  );
}

function stored(context: ProjectContext, row: CohortRow) {
  return { id: row.id, answer: () => withWarnings(context, row) };
}

/** For models: adds warnings for unknown names and values. */
async function withWarnings(context: ProjectContext, row: CohortRow): Promise<Cohort> {
  const cohort = await counted(context, row);
  return context.face !== 'mcp' || cohort.count !== 0 || row.is_static ? cohort : warned(context, row, cohort);
}

async function warned(context: ProjectContext, row: CohortRow, cohort: Cohort): Promise<Cohort> {
  const predicate = cohortPredicate(context, row, [`cohort ${row.id}`]);
  const where = predicate.kind === 'cohort' ? predicate.where : predicate;
  const warnings = [
    ...unknownEventTexts(context, eventsIn(where)),
    ...cohortNameWarnings(context, where),
    ...(await valueWarnings(context, where)),
  ];
  return warnings.length === 0 ? cohort : { ...cohort, warnings: warnings.map(context.wording) };
}

/** The definition to save; null if none was sent. Refuses what cannot be computed. `id`: the cohort being changed. */
function readFilters(context: ProjectContext, body: CohortWrite, is_static: boolean, id?: number): unknown {
  if ((body.query ?? null) !== null) {
    const detail =
      'Cohorts of a query are not computed here. Describe the people by "filters", or list them: "is_static" with "distinct_ids".';
    throw notSupported('cohort query', 'query', detail);
  }
  const given = body.filters ?? null;
  const groups = body.groups ?? null;
  if (given === null && groups === null) return null;
  const attr = given === null ? 'groups' : 'filters';
  if (is_static) throw invalid(attr, 'A static cohort lists its people: send "distinct_ids" instead.');
  const filters = given ?? filtersOfGroups(groups, 'groups');
  if (jsonBytes(filters) > LIMIT.filters_bytes) {
    throw tooLong(attr, LIMIT.filters_bytes, 'bytes of JSON');
  }
  resolveCohort(filters, attr, settingOf(context, [`cohort ${id ?? 'asked for'}`]));
  return filters;
}

function addMembers(context: ProjectContext, row: CohortRow, { distinct_ids }: CohortWrite, ords: Ords): void {
  if (distinct_ids === undefined) return;
  if (!row.is_static) throw invalid('distinct_ids', 'Only a static cohort lists its people: send "is_static": true.');
  const { cohorts } = context.service.store;
  const { id: project_id } = context.project;
  const unknown = distinct_ids.filter((_, at) => ords[at] === undefined);
  if (unknown.length > 0) {
    const some = unknown.slice(0, 5).join(', ');
    throw invalid('distinct_ids', `Nobody has these ids (${unknown.length}): ${some}.`, 'does_not_exist');
  }
  const found = ords.filter((ord) => ord !== undefined);
  const members = new Set([...cohorts.members(project_id, row.id), ...found]);
  if (members.size > LIMIT.cohort_members) {
    throw invalid('distinct_ids', `A static cohort may list ${LIMIT.cohort_members} people, not more.`);
  }
  cohorts.addMembers(project_id, row.id, found);
}

async function counted(context: ProjectContext, row: CohortRow): Promise<Cohort> {
  if (row.deleted) return shown(context, row, null);
  const { service, project, signal } = context;
  try {
    const predicate = cohortPredicate(context, row, [`cohort ${row.id}`]);
    return shown(context, row, await service.computing.countPersons(project, predicate, signal));
  } catch (error) {
    // A broken stored definition must stay readable, so that somebody can fix it; and what is stored is not refused
    // because nobody has time to count it.
    if (!(error instanceof ServiceError) || ![400, 503, 504].includes(error.status)) throw error;
    return shown(context, row, null, error.attr === null ? error.message : `${error.attr}: ${error.message}`);
  }
}

function shown(
  context: ProjectContext,
  row: CohortRow,
  count: number | null,
  error_message: string | null = null,
): Cohort {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    filters: row.filters,
    is_static: row.is_static,
    count,
    error_message,
    deleted: row.deleted,
    created_at: formatIso(row.created_at_ms),
    created_by: context.service.store.users.author(row.created_by),
    updated_at: formatIso(row.updated_at_ms),
  };
}

function cohortText({ id, name, count, error_message, is_static, filters, deleted, warnings = [] }: Cohort): string {
  const people = count === null ? '' : ` (${count} people)`;
  const state = error_message ? ` (cannot be computed: ${visible(error_message)})` : people;
  const line = `${id} ${quoted(name ?? '')}${state}: ${is_static ? 'static' : visibleJson(filters)}`;
  return [line, ...(deleted ? [removedText('cohort')] : []), ...warnings.map(visible)].join('\n');
}

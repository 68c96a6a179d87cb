/** Projects and their settings. */

import { z } from 'zod';
import { definedOnly } from '../../base/json.ts';
import { formatIso } from '../../base/time.ts';
import { quoted, visible, visibleJson } from '../../base/visible.ts';
import { invalid, ServiceError } from '../../model/error.ts';
import { numberId } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import { ABSENT_PARTS, type Project, ProjectWrite } from '../../model/saved/project.ts';
import { allows } from '../../model/scope.ts';
import { newProjectToken } from '../access/keys.ts';
import { allowedProjects } from '../access/projects.ts';
import type { Context, ProjectContext, Service } from '../contract/context.ts';
import { globalOperation, operation } from '../contract/operation.ts';
import { checkErasable } from '../erasing/request.ts';
import { nameWarnings } from '../names/properties.ts';
import { limitField, linksOf, offsetField } from '../pages/page.ts';
import { resolveFilters } from '../resolve/filters/filters.ts';
import { settingOf } from '../resolve/filters/setting.ts';
import { resolveRule } from '../resolve/path.ts';
import { listText } from '../text/listing.ts';
import { counted } from '../words/lists.ts';
import { see } from '../words/operation_names.ts';
import { leftOutText, replacedTexts } from '../words/settings.ts';
import { checkOrganization, OrganizationInput, organizationId, projectUuid } from './account.ts';

const ProjectSummary = z.object({
  id: z.int(),
  uuid: z.string(),
  organization: z.string().describe('Id of the one there is'),
  name: z.string(),
  timezone: z.string(),
  week_start_day: z.int().describe('0 Sunday, 1 Monday'),
  created_at: z.string(),
});

const TOKEN = z.string().describe('Public: it lets events in, and nothing out');

const ProjectListed = z.object({
  ...ProjectSummary.shape,
  api_token: TOKEN.nullable().describe('Token for sending events; null for keys without the scope project:read'),
});

const ABSENT = {
  heatmaps_opt_in: z.boolean().optional(),
  session_recording_opt_in: z.boolean().optional(),
  surveys_opt_in: z.boolean().optional(),
  autocapture_exceptions_opt_in: z.boolean().optional(),
  autocapture_web_vitals_opt_in: z.boolean().optional(),
  cookieless_server_hash_mode: z.int().optional(),
} satisfies Record<keyof typeof ABSENT_PARTS, unknown>;

const ProjectDetail = z.object({
  ...ProjectSummary.shape,
  api_token: TOKEN,
  test_account_filters: z.array(z.unknown()),
  path_cleaning_filters: z.array(z.unknown()),
  retention_days: z.int().nullable().describe('Older events are removed for good; null keeps all'),
  autocapture_opt_out: z.boolean().describe('Whether the browser library leaves clicks, changes and submits alone'),
  ...ABSENT,
  warnings: z
    .array(z.string())
    .optional()
    .describe('What was replaced, and unknown names in test_account_filters; for models'),
});

function summary(service: Service, project: Project): z.output<typeof ProjectSummary> {
  const { id, name, timezone, week_start_day, created_at_ms } = project;
  const names = { uuid: projectUuid(project), organization: organizationId(service) };
  return { id, ...names, name, timezone, week_start_day, created_at: formatIso(created_at_ms) };
}

export const listProjects = globalOperation({
  name: 'list_projects',
  title: 'List projects',
  description:
    'The projects your key may use, with their time zones. Needed only where there are several: send the id as project_id to the other tools. Example: {}.',
  routes: [{ method: 'GET', path: '/projects/' }],
  tool: true,
  // Every key must be able to list its projects.
  scope: null,
  effect: 'read',
  input: z.object({
    limit: limitField,
    offset: offsetField,
  }),
  output: z.object({
    count: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(ProjectListed),
  }),
  text: (page) => listText('project', page, projectText),
  handle(context, { limit = LIMIT.page_default, offset = 0 }) {
    const all = allowedProjects(context);
    const mayRead = allows(context.caller.scopes, 'project:read');
    const results = all.slice(offset, offset + limit).map((project) => ({
      ...summary(context.service, project),
      api_token: mayRead ? project.api_token : null,
    }));
    return { count: all.length, ...linksOf(context.url, { count: all.length, limit, offset }), results };
  },
});

function detail({ service }: Context, project: Project): z.output<typeof ProjectDetail> {
  return {
    ...summary(service, project),
    api_token: project.api_token,
    test_account_filters: [...project.test_account_filters],
    path_cleaning_filters: [...project.path_cleaning_filters],
    retention_days: project.retention_days,
    autocapture_opt_out: project.autocapture_opt_out,
  };
}

/** REST clients look for settings of features that do not exist here; assistants do not. */
const present = (answer: z.output<typeof ProjectDetail>) => ({ ...answer, ...ABSENT_PARTS });

/** Includes the settings that affect answers, so that whoever changes them sees the new state. */
function detailText(detail: z.output<typeof ProjectDetail>): string {
  const { week_start_day, test_account_filters, path_cleaning_filters, retention_days, warnings = [] } = detail;
  return [
    `${projectText(detail)}, weeks begin on ${week_start_day === 1 ? 'Monday' : 'Sunday'}.`,
    leftOutText(test_account_filters) || 'Nobody is left out with "filter_test_accounts": true.',
    ...(path_cleaning_filters.length === 0 ? [] : [`Rules for paths: ${visibleJson(path_cleaning_filters)}.`]),
    ...(retention_days === null ? [] : [`Events are kept for ${counted(retention_days, 'day')}.`]),
    ...(detail.autocapture_opt_out ? ['The browser library captures nothing by itself.'] : []),
    ...[`Token for sending events: ${detail.api_token}`, ...warnings.map(visible)],
  ].join('\n');
}

function projectText({ id, name, timezone }: { id: number; name: string; timezone: string }): string {
  return `${id} ${quoted(name)} (${timezone})`;
}

export const getProject = operation({
  name: 'get_project',
  title: 'Read a project',
  description:
    'The settings of a project: time zone, first day of the week, test account filters, token for sending events.',
  routes: [{ method: 'GET', path: '/', present }],
  tool: true,
  scope: 'project:read',
  effect: 'read',
  input: z.object({}),
  output: ProjectDetail,
  text: detailText,
  handle: (context) => detail(context, context.project),
});

export const createProject = globalOperation({
  name: 'create_project',
  title: 'Create a project',
  description:
    'A new project with events, people and insights of its own. The answer has the token with which its events are sent. Example: {"name":"Web shop","timezone":"Europe/Berlin"}.',
  routes: [{ method: 'POST', path: '/projects/', status: 201, present }],
  tool: true,
  scope: 'project:write',
  effect: 'create',
  repeatable: true,
  input: ProjectWrite,
  output: ProjectDetail,
  text: detailText,
  handle: created,
});

function created(context: Context, body: ProjectWrite): z.output<typeof ProjectDetail> {
  const { service, caller, now_ms } = context;
  if (caller.project_ids !== null) {
    throw new ServiceError(
      'permission_denied',
      'This API key is limited to some projects, so it could not use a new one. Use a key without that limit.',
    );
  }
  const { name, timezone = 'UTC', week_start_day = 0, test_account_filters = [], path_cleaning_filters = [] } = body;
  if (name === undefined) throw invalid('name', 'This field is required.', 'required');
  const settings = { name, timezone, week_start_day, test_account_filters, path_cleaning_filters };
  return service.store.transaction(() => {
    const api_token = newProjectToken(service);
    const made = service.store.projects.create({ ...settings, api_token, created_at_ms: now_ms });
    const { retention_days = null, autocapture_opt_out = false } = body;
    const project = service.store.projects.update(made.id, { retention_days, autocapture_opt_out });
    checkSettings({ ...context, project }, body);
    return detail(context, project);
  });
}

export const updateProject = operation({
  name: 'update_project',
  title: 'Change a project',
  description:
    'Changes the settings you send; lists as a whole. A new time zone moves the days of every answer. Example: {"timezone":"Europe/Berlin"}.',
  routes: [{ method: 'PATCH', path: '/', present }],
  tool: true,
  scope: 'project:write',
  effect: 'update',
  repeatable: true,
  input: ProjectWrite,
  output: ProjectDetail,
  text: detailText,
  handle: changed,
});

function changed(context: ProjectContext, body: ProjectWrite): z.output<typeof ProjectDetail> {
  const { store } = context.service;
  const absent = Object.keys(ABSENT_PARTS);
  const settings = Object.fromEntries(Object.entries(body).filter(([name]) => !absent.includes(name)));
  return store.transaction(() => {
    const project = store.projects.update(context.project.id, definedOnly(settings));
    const warnings = [
      ...(context.face === 'mcp' ? replacedTexts(context.project, project) : []),
      ...checkSettings({ ...context, project }, body),
    ];
    return { ...detail(context, project), ...(warnings.length === 0 ? {} : { warnings }) };
  });
}

/** Clients that begin with the organization look for projects here. */
const OF_ORGANIZATION = '/organizations/:id/projects/';
const IN_ORGANIZATION = `${OF_ORGANIZATION}:project/`;
const InOrganization = z.object({
  ...OrganizationInput.shape,
  project: numberId('Number of the project'),
});

export const getOrganizationProject = globalOperation({
  name: 'get_organization_project',
  title: 'Read a project of an organization',
  description: 'The settings of a project, as GET /api/projects/:project_id/ answers them.',
  routes: [{ method: 'GET', path: IN_ORGANIZATION, present }],
  tool: false,
  scope: 'project:read',
  effect: 'read',
  input: InOrganization,
  output: ProjectDetail,
  text: detailText,
  handle: (context, { id, project }) => detail(context, projectIn(context, id, project)),
});

export const createOrganizationProject = globalOperation({
  name: 'create_organization_project',
  title: 'Create a project of an organization',
  description: 'A new project, as POST /api/projects/ makes it.',
  routes: [{ method: 'POST', path: OF_ORGANIZATION, status: 201, present }],
  tool: false,
  scope: 'project:write',
  effect: 'create',
  repeatable: true,
  input: z.object({ ...OrganizationInput.shape, ...ProjectWrite.shape }),
  output: ProjectDetail,
  text: detailText,
  handle(context, { id, ...body }) {
    checkOrganization(context.service, id);
    return created(context, body);
  },
});

export const updateOrganizationProject = globalOperation({
  name: 'update_organization_project',
  title: 'Change a project of an organization',
  description: 'Changes the settings you send, as PATCH /api/projects/:project_id/ does.',
  routes: [{ method: 'PATCH', path: IN_ORGANIZATION, present }],
  tool: false,
  scope: 'project:write',
  effect: 'update',
  input: z.object({ ...InOrganization.shape, ...ProjectWrite.shape }),
  output: ProjectDetail,
  text: detailText,
  handle: (context, { id, project, ...body }) =>
    changed({ ...context, project: projectIn(context, id, project) }, body),
});

/** @throws ServiceError not_found, also for projects that the key may not use */
function projectIn(context: Context, organization_id: string, id: number): Project {
  checkOrganization(context.service, organization_id);
  const project = allowedProjects(context).find((one) => one.id === id);
  if (project) return project;
  throw new ServiceError('not_found', `Project not found. ${see('list_projects')} lists those you may use.`);
}

/** Refuses filters and patterns that no question could use. Returns warnings for unknown names. */
function checkSettings(context: ProjectContext, body: ProjectWrite): string[] {
  const filters = resolveFilters(body.test_account_filters ?? [], 'test_account_filters', settingOf(context));
  for (const [at, rule] of (body.path_cleaning_filters ?? []).entries()) {
    resolveRule(rule, `path_cleaning_filters__${at}`);
  }
  if (body.retention_days) checkRetention(context);
  return context.face === 'mcp' ? nameWarnings(context, filters, {}).map(context.wording) : [];
}

/** @throws ServiceError */
function checkRetention({ service, face }: ProjectContext): void {
  checkErasable(service);
  if (face !== 'mcp') return;
  throw new ServiceError(
    'permission_denied',
    `Old events are removed for good, so no tool sets retention_days. Ask whoever operates this: ${service.command('expire --days 365')}`,
  );
}

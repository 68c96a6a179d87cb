/** Projects: which there are, and what is in one. */
import { z } from 'zod';
import { formatIso } from '../../base/time.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Project } from '../../model/project.ts';
import type { Context } from '../context.ts';
import { globalOperation, operation } from '../operation.ts';
import { linksOf, offsetField } from './page.ts';

const ProjectSummary = z.object({
  id: z.int(),
  name: z.string(),
  timezone: z.string(),
  week_start_day: z.int().describe('0 Sunday, 1 Monday'),
  created_at: z.string(),
});

const ProjectDetail = ProjectSummary.extend({
  api_token: z.string().describe('Public: it lets events in, and nothing out'),
  test_account_filters: z.array(z.unknown()),
  path_cleaning_filters: z.array(z.unknown()),
});

function summary(project: Project): z.output<typeof ProjectSummary> {
  const { id, name, timezone, week_start_day, created_at_ms } = project;
  return { id, name, timezone, week_start_day, created_at: formatIso(created_at_ms) };
}

/** Projects the caller may use. */
function allowedProjects({ service, caller }: Context): Project[] {
  return service.store.projects
    .list()
    .filter(({ id }) => caller.project_ids === null || caller.project_ids.includes(id));
}

export const listProjects = globalOperation({
  name: 'list_projects',
  title: 'List projects',
  description:
    'The projects your key may use, with their time zones. Needed only where there are several: send the id as project_id to the other tools. Example: {}.',
  routes: [{ method: 'GET', path: '/projects/' }],
  tool: true,
  // Every key must be able to find out where it may go.
  scope: null,
  effect: 'read',
  input: z.object({
    limit: z.int().min(1).max(LIMIT.page_max).optional().describe(`How many (default ${LIMIT.page_default})`),
    offset: offsetField,
  }),
  output: z.object({
    count: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(ProjectSummary),
  }),
  text: ({ results }) =>
    results.map(({ id, name, timezone }) => `${id} ${JSON.stringify(name)} (${timezone})`).join('\n'),
  handle(context, { limit = LIMIT.page_default, offset = 0 }) {
    const all = allowedProjects(context);
    const results = all.slice(offset, offset + limit).map(summary);
    return { count: all.length, ...linksOf(context.url, { count: all.length, limit, offset }), results };
  },
});

export const getProject = operation({
  name: 'get_project',
  title: 'Read a project',
  description:
    'The settings of a project: time zone, first day of the week, test account filters, token for sending events.',
  routes: [{ method: 'GET', path: '/' }],
  tool: false,
  scope: 'project:read',
  effect: 'read',
  input: z.object({}),
  output: ProjectDetail,
  text: ({ id, name, timezone }) => `${id} ${JSON.stringify(name)} (${timezone})`,
  handle: ({ project }) => ({
    ...summary(project),
    api_token: project.api_token,
    test_account_filters: [...project.test_account_filters],
    path_cleaning_filters: [...project.path_cleaning_filters],
  }),
});

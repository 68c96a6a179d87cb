/** Dashboards: insights side by side. Removal is soft, and the insights stay. */

import { z } from 'zod';
import { definedOnly } from '../../base/json.ts';
import { numberId } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import { refreshField } from '../../model/question/refresh.ts';
import { DashboardDetail, DashboardSchema, DashboardWrite } from '../../model/saved/dashboard.ts';
import { paginated } from '../../model/saved/insight.ts';
import { savedThing } from '../access/saved.ts';
import { operation } from '../contract/operation.ts';
import { dashboardChart } from '../dashboards/chart.ts';
import { dashboardComputed, dashboardFields, writtenDashboard } from '../dashboards/show.ts';
import { dashboardLine, dashboardText, writtenDashboardText } from '../dashboards/text.ts';
import { createDashboard, updateDashboard } from '../dashboards/write.ts';
import { fieldsAmongOthers } from '../insights/result.ts';
import { cleanTags } from '../insights/write.ts';
import { limitField, linksOf, offsetField } from '../pages/page.ts';
import { listText } from '../text/listing.ts';
import { REFRESH_TEXT } from './insights.ts';

const ID = numberId('Number of the dashboard');

export const listDashboards = operation({
  name: 'list_dashboards',
  title: 'List dashboards',
  description: 'The dashboards of the project, without their insights. Example: {"search":"growth"}.',
  routes: [{ method: 'GET', path: '/dashboards/' }],
  tool: true,
  scope: 'dashboard:read',
  effect: 'read',
  input: z.object({
    search: z.string().max(LIMIT.search_chars).optional().describe('Text in name or description, in any case'),
    pinned: z.boolean().optional().describe('Only those that are pinned (true), or only others (false)'),
    tags: z.array(z.string()).max(LIMIT.tags).optional().describe('Only those with all of these tags'),
    limit: limitField,
    offset: offsetField,
  }),
  output: paginated(DashboardSchema),
  text: (page) => listText('dashboard', page, dashboardLine),
  handle(context, { tags, limit = LIMIT.page_default, offset = 0, ...filters }) {
    const { count, rows } = context.service.store.dashboards.list(context.project.id, {
      ...definedOnly(filters),
      ...(tags === undefined ? {} : { tags: cleanTags(tags) }),
      ...{ limit, offset },
    });
    const results = rows.map((row) => dashboardFields(context, row));
    return { count, ...linksOf(context.url, { count, limit, offset }), results };
  },
});

export const createDashboardOperation = operation({
  name: 'create_dashboard',
  title: 'Create a dashboard',
  description: 'A new dashboard with insights on it. Example: {"name":"Growth","tiles":[{"insight":"k3VbQ0pZ"}]}.',
  routes: [{ method: 'POST', path: '/dashboards/', status: 201 }],
  tool: true,
  scope: 'dashboard:write',
  effect: 'create',
  repeatable: true,
  input: DashboardWrite,
  output: DashboardDetail,
  text: writtenDashboardText,
  handle: (context, body) => writtenDashboard(context, createDashboard(context, body)),
});

export const getDashboard = operation({
  name: 'get_dashboard',
  title: 'Read a dashboard',
  description:
    'A dashboard with the results of its insights; refresh=true computes those that are due. Example: {"id":1}.',
  routes: [{ method: 'GET', path: '/dashboards/:id/' }],
  tool: true,
  scope: 'dashboard:read',
  effect: 'read',
  input: z.object({ id: ID, refresh: refreshField(REFRESH_TEXT) }),
  output: DashboardDetail,
  text: dashboardText,
  chart: dashboardChart,
  locate: (context, { id }) => void savedThing(context, 'dashboard', id),
  handle(context, { id, refresh = 'false' }) {
    const dashboard = savedThing(context, 'dashboard', id);
    return dashboardComputed(context, dashboard, (asked) => fieldsAmongOthers(context, asked, refresh));
  },
});

export const updateDashboardOperation = operation({
  name: 'update_dashboard',
  title: 'Change a dashboard',
  description:
    'Changes the fields you send. Of tiles only those you name: a new insight is added, {"deleted":true} takes one off. Example: {"id":1,"tiles":[{"insight":"k3VbQ0pZ"}]}.',
  routes: [{ method: 'PATCH', path: '/dashboards/:id/' }],
  tool: true,
  scope: 'dashboard:write',
  effect: 'update',
  repeatable: true,
  input: z.object({ id: ID, ...DashboardWrite.shape }),
  output: DashboardDetail,
  text: writtenDashboardText,
  locate: (context, { id }) => void savedThing(context, 'dashboard', id, true),
  handle: (context, { id, ...body }) => writtenDashboard(context, updateDashboard(context, id, body)),
});

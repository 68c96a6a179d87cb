/** Reads saved insights: lists, one insight with its result, recently viewed ones. */
import { z } from 'zod';
import { definedOnly } from '../../base/json.ts';
import { keysOf } from '../../base/known.ts';
import { invalid, type ServiceError } from '../../model/error.ts';
import { insightId, restOnly } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import { insists, type Refresh, refreshField } from '../../model/question/refresh.ts';
import {
  type BasicInsight,
  BasicInsightSchema,
  INSIGHT_FILTERS,
  type Insight,
  InsightSchema,
  paginated,
} from '../../model/saved/insight.ts';
import type { InsightFilter, InsightRow } from '../../store/types/store.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';
import { insightChart } from '../insights/chart.ts';
import { liveInsight } from '../insights/find.ts';
import { overridden, readOverlay } from '../insights/overlay.ts';
import { overrideField, refuseVariables, variablesField } from '../insights/overrides.ts';
import {
  type Asked,
  cachedFields,
  computedFields,
  fieldsAmongOthers,
  onItsOwn,
  type ResultFields,
} from '../insights/result.ts';
import { ResultRoom } from '../insights/room.ts';
import { around, basicInsight, fullInsight } from '../insights/show.ts';
import { insightsText, insightTable, insightText, listTable } from '../insights/text.ts';
import { throughDashboard } from '../insights/through_dashboard.ts';
import { cleanTags } from '../insights/write.ts';
import { inTurns } from '../pages/in_turns.ts';
import { limitField, linksOf, offsetField } from '../pages/page.ts';
import { clockOf } from '../resolve/dates/clock.ts';
import { parseDate } from '../resolve/dates/dates.ts';

export const INSIGHT_ID = 'Number or short_id of the insight';

/** Checks that the insight exists and is not soft-deleted. */
export function locateInsight(context: ProjectContext, input: Readonly<Record<string, unknown>>): void {
  if (input['id'] !== undefined && input['id'] !== null) liveInsight(context, input['id']);
}

const DATE = 'YYYY-MM-DD, or relative as -7d';

const ListInput = z.object({
  search: z.string().max(LIMIT.search_chars).optional().describe('Text in name, description or tags, in any case'),
  insight: z.enum(INSIGHT_FILTERS).optional().describe('Only this kind'),
  tags: z.array(z.string()).max(LIMIT.tags).optional().describe('Only those with all of these tags'),
  favorited: z.boolean().optional().describe('Only favourites (true), or only others (false)'),
  saved: z.boolean().optional().describe('true: saved or on a dashboard; false: not saved'),
  deleted: z.boolean().optional().describe('true: only removed ones, which update_insight brings back'),
  user: z.boolean().optional().describe('true: only those you created'),
  created_by: z.int().optional().describe('Only those created by the user with this id'),
  short_id: z.string().optional().describe('Only the one with this short id'),
  dashboards: z.array(z.int()).optional().describe('Only those on all of these dashboards, by id'),
  date_from: z.string().optional().describe(`Modified after: ${DATE}`),
  date_to: z.string().optional().describe(`Modified before: ${DATE}`),
  created_date_from: restOnly(z.string().optional().describe(`Created after: ${DATE}`)),
  created_date_to: restOnly(z.string().optional().describe(`Created before: ${DATE}`)),
  last_viewed_date_from: restOnly(z.string().optional().describe(`Viewed last, by anybody, after: ${DATE}`)),
  last_viewed_date_to: restOnly(
    z.string().optional().describe(`Viewed last before: ${DATE}; excludes those never viewed`),
  ),
  feature_flag: restOnly(z.string().optional().describe('Only those that are split or filtered by this feature flag')),
  hide_feature_flag_insights: restOnly(z.boolean().optional().describe('true leaves out those about feature flags')),
  order: z.string().optional().describe('Field to order by, "-" in front for descending: -last_modified_at'),
  basic: z.boolean().optional().describe('true leaves the results out: short answers'),
  refresh: restOnly(refreshField('Compute the results of the page that are missing or due, as for one insight')),
  limit: limitField,
  offset: offsetField,
});

export const listInsights = operation({
  name: 'list_insights',
  title: 'List insights',
  description:
    'Saved insights (questions with a name), found by words, kind or tag. basic=true leaves results out. Example: {"search":"sign-up","basic":true}.',
  routes: [{ method: 'GET', path: '/insights/', csv: true }],
  tool: true,
  scope: 'insight:read',
  effect: 'read',
  shareable: true,
  input: ListInput,
  output: paginated(z.union([InsightSchema, BasicInsightSchema])),
  text: insightsText,
  table: (page) => listTable(page.results),
  async handle(context, input) {
    const { limit = LIMIT.page_default, offset = 0, refresh = 'force_cache' } = input;
    const only = onlyShared(context, input);
    const filter = { ...filterOf(context, input), ...only };
    const { count, rows } = context.service.store.insights.list(context.project.id, filter);
    const results = await (input.basic ? basicRows(context, rows) : rowsRefreshed(context, rows, refresh));
    return { count, ...linksOf(context.url, { count, limit, offset }), results };
  },
});

/** Filters by what a sharing link does not show: who is there, which dashboards, when somebody looked. */
const HIDDEN = ['created_by', 'user', 'dashboards', 'last_viewed_date_from', 'last_viewed_date_to'] as const;

/** Holders of a sharing link find only the insight it opens. */
function onlyShared(context: ProjectContext, input: z.output<typeof ListInput>): Partial<InsightFilter> {
  const id = context.caller.shared_insight_id;
  if (id === undefined) return {};
  const hidden = HIDDEN.find((name) => input[name] !== undefined);
  if (hidden !== undefined) throw asItIs(hidden);
  return { short_id: liveInsight(context, id).short_id };
}

function asItIs(attr: string): ServiceError {
  return invalid(attr, 'A sharing link opens the insight as it is. Use an API key here.');
}

/** Argument -> the bound that it sets in the store's filter. */
const BOUNDS = {
  date_from: 'modified_after_ms',
  date_to: 'modified_before_ms',
  created_date_from: 'created_after_ms',
  created_date_to: 'created_before_ms',
  last_viewed_date_from: 'viewed_after_ms',
  last_viewed_date_to: 'viewed_before_ms',
} as const;

function filterOf(context: ProjectContext, input: z.output<typeof ListInput>): InsightFilter {
  const { limit = LIMIT.page_default, offset = 0, user, tags } = input;
  checkAuthor(context, input.created_by);
  const bounds = keysOf(BOUNDS).map((name) => [BOUNDS[name], instantOf(context, name, input[name])]);
  const { search, insight, favorited, saved, deleted, created_by, short_id, dashboards, order } = input;
  const { feature_flag, hide_feature_flag_insights: without_flags } = input;
  return {
    ...definedOnly({ search, insight, favorited, saved, deleted, created_by, short_id, dashboards, order }),
    ...definedOnly({ feature_flag, without_flags }),
    ...(user ? { created_by: context.caller.user.id } : {}),
    ...(tags ? { tags: cleanTags(tags) } : {}),
    ...Object.fromEntries(bounds.filter(([, at_ms]) => at_ms !== null)),
    limit,
    offset,
  };
}

function checkAuthor(context: ProjectContext, id: number | undefined): void {
  if (id === undefined || context.service.store.users.get(id)) return;
  throw invalid(
    'created_by',
    `There is no user ${id}. Leave created_by out, or send user=true for your own.`,
    'invalid_choice',
  );
}

function instantOf(context: ProjectContext, attr: string, text: string | undefined): number | null {
  if (text === undefined || text.trim() === '') return null;
  const date = parseDate(text, clockOf(context));
  if (date === null)
    throw invalid(attr, 'Not a date. Send YYYY-MM-DD, an ISO 8601 time, or a relative date as -7d or mStart.');
  return date.ms;
}

/** Computes one insight after the other. Without a refresh, uses stored results only. */
async function rowsRefreshed(
  context: ProjectContext,
  rows: readonly InsightRow[],
  refresh: Refresh,
): Promise<Insight[]> {
  const near = around(context, rows);
  const room = new ResultRoom();
  return inTurns(rows, async (row) => {
    const asked = onItsOwn(row);
    const fields = insists(refresh) ? fieldsAmongOthers(context, asked, refresh) : cachedFields(context, asked);
    return fullInsight(row, near, asked, room.fit(await fields));
  });
}

function basicRows(context: ProjectContext, rows: readonly InsightRow[]): Promise<BasicInsight[]> {
  const near = around(context, rows);
  return inTurns(rows, async (row) => {
    const { last_refresh } = await cachedFields(context, onItsOwn(row), true);
    return basicInsight(row, near, last_refresh);
  });
}

export const REFRESH_TEXT = 'Compute again if due; also force_blocking, blocking, force_cache';

export const getInsight = operation({
  name: 'get_insight',
  title: 'Read an insight',
  description:
    'A saved insight with its result. refresh=true computes again when due; query_status says why there is no result. Example: {"id":"k3VbQ0pZ"}.',
  routes: [{ method: 'GET', path: '/insights/:id/', csv: true }],
  tool: true,
  scope: 'insight:read',
  effect: 'read',
  shareable: true,
  input: z.object({
    id: insightId(INSIGHT_ID),
    refresh: refreshField(REFRESH_TEXT),
    from_dashboard: z.int().optional().describe('As this dashboard shows it, with its dates and filters'),
    filters_override: overrideField,
    variables_override: variablesField,
    basic: restOnly(z.boolean().optional().describe('true leaves the result out')),
  }),
  output: InsightSchema,
  text: insightText,
  table: insightTable,
  chart: insightChart,
  locate: locateInsight,
  async handle(context, input) {
    const { refresh = 'false', basic = false } = input;
    const row = liveInsight(context, input.id);
    const asked = askedFor(context, row, input);
    const computed = await (basic ? cachedFields(context, asked, true) : computedFields(context, asked, refresh));
    const { from_dashboard: dashboard } = input;
    const is_missed = dashboard !== undefined && asked.tile === null && context.caller.shared_insight_id === undefined;
    const fields = is_missed ? warned(computed, notShownText(dashboard)) : computed;
    const shown = fullInsight(row, around(context, [row]), asked, fields);
    return basic ? { ...shown, result: null, resolved: null, refreshing: false } : shown;
  },
});

function notShownText(dashboard: number): string {
  return `Dashboard ${dashboard} does not show this insight, so none of its dates and filters apply.`;
}

function warned(fields: ResultFields, warning: string): ResultFields {
  const { resolved } = fields;
  if (resolved === null) return fields;
  return { ...fields, resolved: { ...resolved, warnings: [warning, ...resolved.warnings] } };
}

interface Seen {
  readonly from_dashboard?: number | undefined;
  readonly filters_override?: unknown;
  readonly variables_override?: unknown;
}

/** A sharing link opens the insight as it is, without a dashboard's filters or overrides. */
function askedFor(
  context: ProjectContext,
  row: InsightRow,
  { from_dashboard, filters_override, ...rest }: Seen,
): Asked {
  refuseVariables(rest.variables_override);
  const is_shared = context.caller.shared_insight_id !== undefined;
  const asked =
    from_dashboard === undefined || is_shared ? onItsOwn(row) : throughDashboard(context, row, from_dashboard);
  if (filters_override === undefined) return asked;
  if (is_shared) throw asItIs('filters_override');
  return { ...asked, ...overridden(asked, readOverlay(context, filters_override, 'filters_override')) };
}

export const markInsightViewed = operation({
  name: 'mark_insight_viewed',
  title: 'Mark an insight as viewed',
  description:
    'Remembers that you looked at an insight now, so that my_last_viewed lists it first. Use it after you have shown an insight to somebody. Example: {"id":"k3VbQ0pZ"}.',
  routes: [{ method: 'POST', path: '/insights/:id/viewed/', csv: true }],
  tool: true,
  scope: 'insight:read',
  effect: 'update',
  audited: false,
  input: z.object({ id: insightId(INSIGHT_ID) }),
  output: InsightSchema,
  text: insightText,
  table: insightTable,
  locate: locateInsight,
  async handle(context, input) {
    const row = liveInsight(context, input.id);
    const { store } = context.service;
    store.transaction(() => store.views.mark(context.project.id, context.caller.user.id, row.id, context.now_ms));
    return fullInsight(row, around(context, [row]), onItsOwn(row), await cachedFields(context, onItsOwn(row)));
  },
});

export const myLastViewed = operation({
  name: 'my_last_viewed',
  title: 'My last viewed insights',
  description:
    'The five insights you viewed last, most recent first, without results. Use it to continue where you left off. Example: {}.',
  routes: [{ method: 'GET', path: '/insights/my_last_viewed/', csv: true }],
  tool: true,
  scope: 'insight:read',
  effect: 'read',
  input: z.object({}),
  output: z.array(BasicInsightSchema),
  text: (results) => insightsText({ count: results.length, next: null, results }),
  table: listTable,
  handle(context) {
    const { views, insights } = context.service.store;
    const viewed = views.recent(context.project.id, context.caller.user.id, LIMIT.last_viewed);
    const rows = viewed.map((view) => insights.get(context.project.id, view.insight_id));
    return basicRows(
      context,
      rows.filter((row) => row !== undefined),
    );
  },
});

/** Alerts: a saved trend with bounds for its latest complete point. Judged on request, and sent by `serve`. */
import { z } from 'zod';
import { formatIso } from '../../base/time.ts';
import { quoted } from '../../base/visible.ts';
import { invalid, ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { type Alert, AlertSchema, AlertWrite } from '../../model/saved/alert.ts';
import { paginated } from '../../model/saved/insight.ts';
import type { AlertRow } from '../../store/types/saved.ts';
import { checkBounds, judge, judgeInsight, stateText } from '../alerts/judge.ts';
import { checkWebhook } from '../alerts/webhook.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';
import { liveInsight } from '../insights/find.ts';
import { numberId } from '../pages/number_id.ts';
import { linksOf, offsetField } from '../pages/page.ts';
import { listText } from '../text/listing.ts';
import { numberText } from '../words/numbers.ts';
import { see } from '../words/places.ts';

const ID = numberId('Number of the alert');
const ONE = z.object({ id: ID });

export const listAlerts = operation({
  name: 'list_alerts',
  title: 'Check the alerts',
  description: 'All alerts, each judged now: which fire, by which number. Example: {}.',
  routes: [{ method: 'GET', path: '/alerts/' }],
  tool: true,
  scope: 'alert:read',
  effect: 'read',
  input: z.object({
    search: z.string().max(LIMIT.search_chars).optional().describe('Text in the name, in any case'),
    limit: z.int().min(1).max(LIMIT.alerts_judged).optional().describe(`How many (default ${LIMIT.alerts_judged})`),
    offset: offsetField,
  }),
  output: paginated(AlertSchema),
  text: (page) => listText('alert', page, alertText),
  async handle(context, { search = '', limit = LIMIT.alerts_judged, offset = 0 }) {
    const { count, rows } = context.service.store.alerts.list(context.project.id, { search, limit, offset });
    const results: Alert[] = [];
    for (const row of rows) results.push(await shown(context, row));
    return { count, ...linksOf(context.url, { count, limit, offset }), results };
  },
});

export const createAlert = operation({
  name: 'create_alert',
  title: 'Create an alert',
  description:
    'Watches a saved trend: fires when its latest whole day (week, …) is below lower or above upper. describe_project {"section":"alerts"} judges it; a running server also POSTs to webhook_url. Example: {"name":"Few sign-ups","insight":"k3VbQ0pZ","lower":20}.',
  routes: [{ method: 'POST', path: '/alerts/', status: 201 }],
  tool: true,
  scope: 'alert:write',
  effect: 'create',
  input: AlertWrite,
  output: AlertSchema,
  text: alertText,
  async handle(context, body) {
    const { insight: id, name, enabled = true, deleted = false } = body;
    const { lower = null, upper = null, series = 0 } = boundsIn(body);
    if (id === undefined) throw invalid('insight', 'This field is required: which saved trend.', 'required');
    const insight = liveInsight(context, id);
    checkBounds({ lower, upper, series });
    const webhook_url = readWebhook(context, body.webhook_url) ?? null;
    await judgeInsight(context, insight, { lower, upper, series });
    const { now_ms, project, caller } = context;
    const { store } = context.service;
    const told = { notified_point: null, notified_at_ms: null };
    const times = { created_at_ms: now_ms, updated_at_ms: now_ms, created_by: caller.user.id };
    const said = { name: name ?? insight.name ?? `Insight ${insight.id}`, lower, upper, series, webhook_url };
    const values = { project_id: project.id, insight_id: insight.id, enabled, deleted, ...said, ...told, ...times };
    return shown(
      context,
      store.transaction(() => store.alerts.insert(values)),
    );
  },
});

export const getAlert = operation({
  name: 'get_alert',
  title: 'Check an alert',
  description: 'One alert, judged now. Example: {"id":1}.',
  routes: [{ method: 'GET', path: '/alerts/:id/' }],
  tool: true,
  scope: 'alert:read',
  effect: 'read',
  input: ONE,
  output: AlertSchema,
  text: alertText,
  locate: (context, { id }) => void find(context, Number(id), false),
  handle: (context, { id }) => shown(context, find(context, id, false)),
});

export const updateAlert = operation({
  name: 'update_alert',
  title: 'Change an alert',
  description:
    'Changes the fields you send and leaves the others. "deleted": true removes it, false brings it back. Example: {"id":1,"lower":30}.',
  routes: [{ method: 'PATCH', path: '/alerts/:id/' }],
  tool: true,
  scope: 'alert:write',
  effect: 'update',
  input: ONE.extend(AlertWrite.shape),
  output: AlertSchema,
  text: alertText,
  locate: (context, { id }) => void find(context, Number(id), true),
  async handle(context, { id, insight: insight_id, ...body }) {
    const before = find(context, id, body.deleted === false);
    const insight = insight_id === undefined ? null : liveInsight(context, insight_id);
    const webhook_url = readWebhook(context, body.webhook_url);
    const { name, enabled, deleted } = body;
    const { lower, upper, series } = boundsIn(body);
    const bounds = { lower: lower ?? before.lower, upper: upper ?? before.upper, series: series ?? before.series };
    checkBounds(bounds);
    if (insight !== null) await judgeInsight(context, insight, bounds);
    const { store } = context.service;
    const row = store.transaction(() => {
      return store.alerts.update(context.project.id, id, {
        ...bounds,
        ...(name === undefined ? {} : { name }),
        ...(insight === null ? {} : { insight_id: insight.id }),
        ...(webhook_url === undefined ? {} : { webhook_url }),
        ...(enabled === undefined ? {} : { enabled }),
        ...(deleted === undefined ? {} : { deleted }),
        // Earlier notifications were about other bounds.
        notified_point: null,
        updated_at_ms: context.now_ms,
      });
    });
    return shown(context, row);
  },
});

/** In either form; the plain one wins. */
function boundsIn({ threshold, config, ...body }: AlertWrite) {
  const { lower, upper } = threshold?.configuration.bounds ?? {};
  return {
    lower: body.lower ?? lower ?? undefined,
    upper: body.upper ?? upper ?? undefined,
    series: body.series ?? config?.series_index,
  };
}

/** undefined if not sent, null to remove it. */
function readWebhook({ service }: ProjectContext, text: string | undefined): string | null | undefined {
  if (text === undefined || text === 'none') return text === undefined ? undefined : null;
  checkWebhook(service, text);
  return text;
}

function find(context: ProjectContext, id: number, with_deleted: boolean): AlertRow {
  const row = context.service.store.alerts.get(context.project.id, id);
  if (row !== undefined && (with_deleted || !row.deleted)) return row;
  throw new ServiceError('not_found', `Alert not found. ${see('list_alerts')} lists those there are.`);
}

async function shown(context: ProjectContext, row: AlertRow): Promise<Alert> {
  const { id, name, lower, upper, series, webhook_url, enabled, deleted } = row;
  const insight = context.service.store.insights.get(context.project.id, row.insight_id);
  return {
    ...{ id, name, insight: row.insight_id, insight_short_id: insight?.short_id ?? '' },
    ...{ lower, upper, series, webhook_url, enabled },
    threshold: { configuration: { type: 'absolute', bounds: { lower, upper } } },
    condition: { type: 'absolute_value' },
    config: { type: 'TrendsAlertConfig', series_index: series },
    ...(await judge(context, row)),
    last_notified_at: row.notified_at_ms === null ? null : formatIso(row.notified_at_ms),
    deleted,
    created_at: formatIso(row.created_at_ms),
    updated_at: formatIso(row.updated_at_ms),
  };
}

function alertText({ id, name, state, reason, lower, upper, insight, enabled, deleted }: Alert): string {
  const bounds = [
    lower === null ? '' : `below ${numberText(lower)}`,
    upper === null ? '' : `above ${numberText(upper)}`,
  ].filter((text) => text !== '');
  const off = deleted ? ' (removed)' : enabled ? '' : ' (switched off)';
  return `${id} ${quoted(name)}${off} ${stateText(state)}: ${reason} It fires ${bounds.join(' or ')}; insight ${insight}.`;
}

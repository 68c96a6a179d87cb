/** Alerts: a saved trend with bounds for its latest complete point. Checked on request, and sent by `serve`. */
import { z } from 'zod';
import { definedOnly } from '../../base/json.ts';
import { formatIso } from '../../base/time.ts';
import { quoted } from '../../base/visible.ts';
import { invalid } from '../../model/error.ts';
import { numberId } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import { type Alert, AlertSchema, AlertWrite } from '../../model/saved/alert.ts';
import { paginated } from '../../model/saved/insight.ts';
import { allows } from '../../model/scope.ts';
import type { AlertRow } from '../../store/types/saved.ts';
import { savedThing } from '../access/saved.ts';
import { checkBounds, firesText, judge, judgeInsight, stateText, type Watch } from '../alerts/judge.ts';
import { isAnother } from '../alerts/told.ts';
import { checkWebhook } from '../alerts/webhook.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation, StoringStep } from '../contract/operation.ts';
import { liveInsight } from '../insights/find.ts';
import { inTurns } from '../pages/in_turns.ts';
import { linksOf, offsetField } from '../pages/page.ts';
import { listText } from '../text/listing.ts';
import { removedText } from '../words/removed.ts';

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
    const results = await inTurns(rows, (row) => shown(context, row));
    return { count, ...linksOf(context.url, { count, limit, offset }), results };
  },
});

export const createAlert = operation({
  name: 'create_alert',
  title: 'Create an alert',
  description:
    'Watches a saved trend: fires when its latest whole day (week, …) is below lower or above upper, or fell by a share (insights://help/create_alert). describe_project judges it; a running server also POSTs to webhook_url. Example: {"insight":"k3VbQ0pZ","lower":20}.',
  routes: [{ method: 'POST', path: '/alerts/', status: 201 }],
  tool: true,
  scope: 'alert:write',
  effect: 'create',
  waits: true,
  input: AlertWrite,
  output: AlertSchema,
  text: alertText,
  async handle(context, body) {
    const { insight: id, name, enabled = true, deleted = false } = body;
    if (id === undefined) throw invalid('insight', 'This field is required: which saved trend.', 'required');
    const insight = liveInsight(context, id);
    const watched = { ...UNSAID, ...saidIn(context, body) };
    checkBounds(watched);
    const webhook_url = readWebhook(context, body.webhook_url) ?? null;
    await judgeInsight(context, insight, watched);
    const { now_ms, project, caller } = context;
    const { store } = context.service;
    const told = { notified_point: null, notified_at_ms: null };
    const times = { created_at_ms: now_ms, updated_at_ms: now_ms, created_by: caller.user.id };
    const said = { name: name ?? insight.name ?? `Insight ${insight.id}`, ...watched, webhook_url };
    const values = { project_id: project.id, insight_id: insight.id, enabled, deleted, ...said, ...told, ...times };
    return new StoringStep(() => stored(context, store.alerts.insert(values)));
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
  locate: (context, { id }) => void savedThing(context, 'alert', id),
  handle: (context, { id }) => shown(context, savedThing(context, 'alert', id)),
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
  waits: true,
  input: z.object({ ...ONE.shape, ...AlertWrite.shape }),
  output: AlertSchema,
  text: alertText,
  locate: (context, { id }) => void savedThing(context, 'alert', id, true),
  async handle(context, { id, insight: insight_id, ...body }) {
    const before = savedThing(context, 'alert', id, body.deleted === false);
    const insight = insight_id === undefined ? null : liveInsight(context, insight_id);
    const webhook_url = readWebhook(context, body.webhook_url);
    const { name, enabled, deleted } = body;
    const said = saidIn(context, body);
    const watched = { ...before, ...said };
    checkBounds(watched);
    if (insight !== null) await judgeInsight(context, insight, watched);
    const { store } = context.service;
    const changed = definedOnly({ ...said, name, insight_id: insight?.id, webhook_url, enabled, deleted });
    return new StoringStep(() => {
      const row = store.alerts.update(context.project.id, id, {
        ...changed,
        ...(isAnother(before, changed) ? { notified_point: null } : {}),
        updated_at_ms: context.now_ms,
      });
      return stored(context, row);
    });
  },
});

type Said = Watch & Pick<AlertRow, 'skip_weekend' | 'calculation_interval' | 'subscribed_users'>;

const UNSAID: Said = {
  lower: null,
  upper: null,
  series: 0,
  condition: 'absolute_value',
  threshold: 'absolute',
  is_ongoing: false,
  skip_weekend: false,
  calculation_interval: 'daily',
  subscribed_users: [],
};

/** Bounds come in two forms; the plain one wins, unless it is null. A threshold is sent whole: if it lacks a bound, there is none. */
function saidIn(context: ProjectContext, body: Omit<AlertWrite, 'insight'>): Partial<Said> {
  const { threshold, condition, config, skip_weekend, calculation_interval, subscribed_users } = body;
  const { lower = null, upper = null } = threshold?.configuration.bounds ?? {};
  const of_threshold = threshold === undefined ? body : { lower, upper };
  for (const [at, id] of (subscribed_users ?? []).entries()) {
    if (context.service.store.users.get(id)) continue;
    throw invalid(`subscribed_users__${at}`, `There is no user ${id}.`, 'does_not_exist');
  }
  return definedOnly({
    lower: body.lower ?? of_threshold.lower,
    upper: body.upper ?? of_threshold.upper,
    series: body.series ?? config?.series_index ?? undefined,
    condition: condition?.type,
    threshold: threshold?.configuration.type,
    is_ongoing: config?.check_ongoing_interval ?? undefined,
    skip_weekend,
    calculation_interval,
    subscribed_users,
  });
}

/** undefined if not sent; null to remove the webhook. */
function readWebhook({ service }: ProjectContext, text: string | undefined): string | null | undefined {
  if (text === undefined || text === 'none') return text === undefined ? undefined : null;
  checkWebhook(service, text);
  return text;
}

function stored(context: ProjectContext, row: AlertRow) {
  return { id: row.id, answer: () => shown(context, row) };
}

async function shown(context: ProjectContext, row: AlertRow): Promise<Alert> {
  const { id, name, lower, upper, series, condition, threshold, enabled, deleted } = row;
  const { users, insights } = context.service.store;
  const insight = insights.get(context.project.id, row.insight_id);
  return {
    ...{ id: String(id), name, lower, upper, series, webhook_url: shownWebhook(context, row), enabled },
    insight: { id: row.insight_id, short_id: insight?.short_id ?? '', name: insight?.name ?? '' },
    threshold: { configuration: { type: threshold, bounds: { lower, upper } } },
    condition: { type: condition },
    config: { type: 'TrendsAlertConfig', series_index: series, check_ongoing_interval: row.is_ongoing },
    calculation_interval: row.calculation_interval,
    skip_weekend: row.skip_weekend,
    subscribed_users: row.subscribed_users.flatMap((user_id) => users.get(user_id) ?? []),
    ...(await judge(context, row)),
    last_notified_at: row.notified_at_ms === null ? null : formatIso(row.notified_at_ms),
    deleted,
    created_at: formatIso(row.created_at_ms),
    updated_at: formatIso(row.updated_at_ms),
  };
}

/** Chat services let everybody post who knows the address. */
function shownWebhook({ caller }: ProjectContext, { webhook_url }: AlertRow): string | null {
  if (webhook_url === null || allows(caller.scopes, 'alert:write')) return webhook_url;
  return new URL(webhook_url).origin;
}

function alertText(alert: Alert): string {
  const { id, name, state, reason, insight, enabled, deleted } = alert;
  const off = deleted ? ' (removed)' : enabled ? '' : ' (switched off)';
  const fires = `It fires ${firesText(watchOf(alert))}`;
  const removed = deleted ? `\n${removedText('alert')}` : '';
  return `${id} ${quoted(name)}${off} ${stateText(state)}: ${reason} ${fires}; insight ${insight.id}.${removed}`;
}

function watchOf({ lower, upper, series, condition, threshold, config }: Alert): Watch {
  const shared = { lower, upper, series, condition: condition.type };
  return {
    ...shared,
    threshold: threshold.configuration.type ?? 'absolute',
    is_ongoing: config.check_ongoing_interval ?? false,
  };
}

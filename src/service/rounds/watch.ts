/** Watches alerts in `serve`: checks each every few minutes, and sends one notification per point out of bounds, whichever process does. */

import { formatDay, toCivil, weekday } from '../../base/time.ts';
import { visible } from '../../base/visible.ts';
import { LIMIT } from '../../model/limit.ts';
import { TUNING } from '../../model/tuning.ts';
import type { AlertRow } from '../../store/types/saved.ts';
import { Hosts } from '../alerts/hosts.ts';
import { type Judgement, judge } from '../alerts/judge.ts';
import { isAnother } from '../alerts/told.ts';
import { type Message, type Sent, sendWebhook } from '../alerts/webhook.ts';
import type { ProjectContext, Service } from '../contract/context.ts';
import { untilFree } from '../data/writing.ts';
import { EVERY } from '../pages/page.ts';
import { ownContext } from './own_context.ts';
import { each, type Rounds, startRounds } from './rounds.ts';

/** Checks the enabled alerts of all projects. Returns how many notifications were sent. */
export async function checkAlerts(service: Service, signal: AbortSignal): Promise<number> {
  const { store, log } = service;
  const hosts = new Hosts();
  await each(store.projects.list(), { log, signal, failed: 'alerts of a project were not checked' }, async ({ id }) => {
    const { rows } = store.alerts.list(id, EVERY);
    await each(rows, { log, signal, failed: NOT_CHECKED }, async (row) => {
      if (!row.enabled || row.webhook_url === null) return;
      const context = ownContext(service, id, signal);
      if (context === null || (row.skip_weekend && isWeekend(context))) return;
      await checkAlert(context, row, hosts);
    });
  });
  return hosts.told();
}

const NOT_CHECKED = 'an alert was not checked';

function isWeekend({ project, now_ms }: ProjectContext): boolean {
  return [0, 6].includes(weekday(toCivil(project.timezone, now_ms)));
}

async function checkAlert(context: ProjectContext, row: AlertRow, hosts: Hosts): Promise<void> {
  const judgement = await judge(context, row);
  const point = pointOf(context, judgement);
  if (judgement.state !== 'firing' || point === row.notified_point) return;
  const message = messageOf(context, row, judgement);
  hosts.add(row.webhook_url ?? '', async () => {
    if (context.signal.aborted) return 'refused';
    try {
      return await tell(context, row, { point, message });
    } catch (error) {
      if (!context.signal.aborted) context.service.log.warn({ id: row.id, err: error }, NOT_CHECKED);
      return 'refused';
    }
  });
}

interface Told {
  readonly point: string;
  readonly message: Message;
}

async function tell(context: ProjectContext, row: AlertRow, { point, message }: Told): Promise<Sent> {
  const { service, signal } = context;
  const { store } = service;
  const telling = tellingOf(context, row);
  await untilFree(store);
  if (!store.transaction(() => telling.isOurs(point))) return 'refused';
  const sent = await sendWebhook(service, row.webhook_url ?? '', message, signal);
  await untilFree(store);
  store.transaction(() => {
    telling.end();
    const now = store.alerts.get(context.project.id, row.id);
    if (sent !== 'taken' || now === undefined) return;
    // What was changed while the host was slow to answer has not been told.
    const told = isAnother(row, now) ? {} : { notified_point: point };
    store.alerts.update(context.project.id, row.id, { ...told, notified_at_ms: context.now_ms });
  });
  return sent;
}

/** Owner of the marks, beside those of callers. */
const ROUNDS = -1;

/**
 * Several processes may watch one file. A mark says which alert one of them is telling; it is older than any telling takes
 * if its process died. Call both in transactions.
 */
function tellingOf({ service, project }: ProjectContext, row: AlertRow) {
  const { alerts, repeatable } = service.store;
  const key = `alert ${project.id} ${row.id}`;
  const mark = (at_ms: number): void => repeatable.put(ROUNDS, key, { fingerprint: key, answer: null }, at_ms);
  return {
    /** Whether this process is to tell of a point. If not, another does or did, or the alert was changed since it was read. */
    isOurs(point: string): boolean {
      const now = alerts.get(project.id, row.id);
      if (now === undefined || !now.enabled || isAnother(row, now) || now.notified_point === point) return false;
      if (repeatable.get(ROUNDS, key, service.now() - 2 * LIMIT.webhook_ms) !== undefined) return false;
      mark(service.now());
      return true;
    },
    end: () => mark(0),
  };
}

/** What one notification is about. A single number over the whole range has no point, so it is notified once a day. */
function pointOf({ now_ms, project }: ProjectContext, { point }: Judgement): string {
  return point ?? formatDay(project.timezone, now_ms);
}

function messageOf({ project }: ProjectContext, row: AlertRow, judgement: Judgement) {
  const { id, name, lower, upper, insight_id } = row;
  const { value, point, reason } = judgement;
  return {
    text: `${visible(name)}: ${reason}`,
    alert: { id, name, lower, upper },
    insight: insight_id,
    project: { id: project.id, name: project.name },
    ...{ value, point },
  };
}

export function startWatching(service: Service): Rounds {
  return startRounds(service.log, {
    every_ms: TUNING.alert_round_ms,
    run: (signal) => checkAlerts(service, signal),
    failed: 'alerts were not checked',
  });
}

/** What is saved in a project, by number and name; part of describe_project. */
import { z } from 'zod';
import { recordOf } from '../../base/known.ts';
import { quoted, visibleJson } from '../../base/visible.ts';
import { LIMIT } from '../../model/limit.ts';
import { ALERT_STATES } from '../../model/saved/alert.ts';
import { allows, type Scope } from '../../model/scope.ts';
import type { Dashboard } from '../../store/types/dashboards.ts';
import type { ActionRow, CohortRow } from '../../store/types/saved.ts';
import { judge, stateText } from '../alerts/judge.ts';
import type { ProjectContext } from '../contract/context.ts';
import { isoWithOffset } from '../words/labels.ts';

export const SAVED_SECTIONS = ['cohorts', 'actions', 'dashboards', 'annotations'] as const;
type SavedSection = (typeof SAVED_SECTIONS)[number];

const SavedSchema = z.object({
  id: z.int(),
  name: z.string(),
  date: z.string().optional().describe('Of annotations'),
  definition: z.unknown().optional().describe('In their own section: filters of a cohort, steps of an action'),
  state: z.enum(ALERT_STATES).optional().describe('Of alerts'),
  reason: z.string().optional().describe('Of alerts: by which number'),
  enabled: z.boolean().optional().describe('Of alerts: false where nobody is told'),
});
type Saved = z.output<typeof SavedSchema>;

export const SAVED_FIELDS = {
  cohorts: z.array(SavedSchema).describe('Saved sets of people, for filters: {"type":"cohort","key":"id","value":1}'),
  cohorts_total: z.int(),
  actions: z.array(SavedSchema).describe('Saved definitions of what people do, for "actions": [{"id":1}]'),
  actions_total: z.int(),
  dashboards: z.array(SavedSchema),
  dashboards_total: z.int(),
  annotations: z.array(SavedSchema).describe('Their text as the name'),
  annotations_total: z.int(),
  alerts: z.array(SavedSchema).optional().describe('In their own section, each judged now'),
  alerts_total: z.int().optional(),
} as const;
type SavedShown = Readonly<Record<SavedSection, Saved[]> & Record<`${SavedSection}_total`, number>>;
type AlertsShown = { readonly alerts?: Saved[]; readonly alerts_total?: number };

/** Always counts; lists names and ids only if the section shows them. */
export function describeSaved(
  { service, project, caller }: ProjectContext,
  section: string,
  { search, limit }: { readonly search: string; readonly limit: number },
): SavedShown {
  const page = { search, limit, offset: 0 };
  const found = recordOf(SAVED_SECTIONS, (name) => {
    const { count, rows } = service.store[name].list(project.id, page);
    const isShown = section === 'summary' || section === name;
    const named = rows.map((row): Saved => {
      if ('content' in row)
        return { id: row.id, name: row.content, date: isoWithOffset(project.timezone, row.date_ms) };
      return { id: row.id, name: row.name, ...(section === name ? definitionOf(row, caller.scopes) : {}) };
    });
    return { count, rows: isShown ? named : [] };
  });
  return {
    cohorts: found.cohorts.rows,
    cohorts_total: found.cohorts.count,
    actions: found.actions.rows,
    actions_total: found.actions.count,
    dashboards: found.dashboards.rows,
    dashboards_total: found.dashboards.count,
    annotations: found.annotations.rows,
    annotations_total: found.annotations.count,
  };
}

/** What belongs to a cohort or an action, for those who may read these. A dashboard has an operation of its own. */
function definitionOf(row: CohortRow | ActionRow | Dashboard, scopes: readonly Scope[]): Pick<Saved, 'definition'> {
  if ('steps' in row) return allows(scopes, 'action:read') ? { definition: row.steps } : {};
  if (!('is_static' in row) || !allows(scopes, 'cohort:read')) return {};
  return { definition: row.is_static ? 'static' : row.filters };
}

/** Alerts, checked now; nothing if the caller may not read them. */
export async function judgedAlerts(
  context: ProjectContext,
  page: { readonly search: string; readonly limit: number },
): Promise<AlertsShown> {
  if (!allows(context.caller.scopes, 'alert:read')) return {};
  const limit = Math.min(page.limit, LIMIT.alerts_judged);
  const { count, rows } = context.service.store.alerts.list(context.project.id, { ...page, limit, offset: 0 });
  const judged: Saved[] = [];
  for (const row of rows) {
    const { state, reason } = await judge(context, row);
    judged.push({ id: row.id, name: row.name, state, reason, enabled: row.enabled });
  }
  return { alerts: judged, alerts_total: count };
}

export function savedLine({ id, name, date, definition, state, reason, enabled }: Saved): string {
  const marks = [...(date === undefined ? [] : [date]), quoted(name), ...(enabled === false ? ['(switched off)'] : [])];
  const defined = definition === undefined ? '' : `: ${visibleJson(definition)}`;
  const line = `${[id, ...marks].join(' ')}${defined}`;
  return state === undefined ? line : `${line} ${stateText(state)}: ${reason}`;
}

/** Text for a requested section that is empty. */
export function noneSaved(section: string, shown: SavedShown & { readonly alerts_total?: number | undefined }): string {
  if (section === 'alerts') {
    if (shown.alerts_total === undefined) return 'Alerts are not shown: this key lacks the scope alert:read.';
    return shown.alerts_total === 0 ? 'There are no alerts.' : '';
  }
  const asked = SAVED_SECTIONS.find((name) => name === section);
  return asked !== undefined && shown[asked].length === 0 ? `There are no ${asked}.` : '';
}

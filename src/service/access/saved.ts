/** Saved things by number, and those that somebody means who sends a name instead. */
import { didYouMean, nearestNames, SAVED_TOLD } from '../../base/nearest.ts';
import { quoted } from '../../base/visible.ts';
import { idOf } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import { titleOf } from '../../model/saved/insight.ts';
import { allows } from '../../model/scope.ts';
import type { Dashboard } from '../../store/types/dashboards.ts';
import type { ActionRow, AlertRow, AnnotationRow, CohortRow } from '../../store/types/saved.ts';
import type { Store } from '../../store/types/store.ts';
import type { ProjectContext } from '../contract/context.ts';
import { notFound, type SavedNoun } from '../words/removed.ts';

interface Rows {
  readonly dashboard: Dashboard;
  readonly cohort: CohortRow;
  readonly action: ActionRow;
  readonly annotation: AnnotationRow;
  readonly alert: AlertRow;
}

interface Numbered<Row> {
  get(project_id: number, id: number): Row | undefined;
}

function numberedIn(store: Store): { readonly [Noun in keyof Rows]: Numbered<Rows[Noun]> } {
  const { dashboards, cohorts, actions, annotations, alerts } = store;
  return { dashboard: dashboards, cohort: cohorts, action: actions, annotation: annotations, alert: alerts };
}

/**
 * The thing, if it is there and was not removed. `sent`: its number as it came, or what was sent in its place.
 * `also_removed`: for who may bring it back. @throws ServiceError not_found
 */
export function savedThing<Noun extends keyof Rows>(
  context: ProjectContext,
  noun: Noun,
  sent: unknown,
  also_removed = false,
): Rows[Noun] {
  const { service, project } = context;
  const id = idOf(sent);
  const row = id === null ? undefined : numberedIn(service.store)[noun].get(project.id, id);
  if (row === undefined || (row.deleted && !also_removed)) throw notFound(noun, row, meantText(context, noun, sent));
  return row;
}

interface Named {
  readonly id: number;
  readonly name?: string | null;
  readonly derived_name?: string | null;
  readonly content?: string;
}

/** People call saved things by their names: `Did you mean 3 "Growth"?`, or '' if nothing is called so. */
export function meantText({ service, project, caller }: ProjectContext, noun: SavedNoun, sent: unknown): string {
  const text = typeof sent === 'string' ? sent.trim() : '';
  if (text === '' || idOf(text) !== null || !allows(caller.scopes, `${noun}:read`)) return '';
  const listed = (search: string, limit: number): readonly Named[] =>
    service.store[`${noun}s`].list(project.id, { search, limit, offset: 0 }).rows;
  const found = listed(text.slice(0, LIMIT.search_chars), SAVED_TOLD);
  const meant = found.length > 0 ? found : nearest(text, listed('', LIMIT.page_max));
  return didYouMean(meant.map((row) => `${row.id} ${quoted(nameOf(row))}`));
}

function nearest(text: string, rows: readonly Named[]): readonly Named[] {
  const near = nearestNames(text, rows.map(nameOf));
  return rows.filter((row) => near.includes(nameOf(row))).slice(0, SAVED_TOLD);
}

function nameOf(row: Named): string {
  return row.content ?? titleOf(row) ?? '';
}

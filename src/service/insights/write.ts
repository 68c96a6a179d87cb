/** Creates and changes insights, each in one transaction with its activity log entry. */
import { canonical, definedOnly } from '../../base/json.ts';
import { type ErrorCode, invalid } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Change } from '../../model/saved/activity.ts';
import type { InsightWrite } from '../../model/saved/insight.ts';
import type { InsightRow } from '../../store/types/store.ts';
import { requireStatements } from '../access/scopes.ts';
import type { ProjectContext } from '../contract/context.ts';
import { isStatement } from '../questions/question.ts';
import { notFound } from '../words/removed.ts';
import { anyInsight, newShortId } from './find.ts';
import { INSIGHT_SCOPE, logActivity } from './log.ts';
import { objectionTo } from './result.ts';

/** `short_id` must be unique within the project. */
export function createInsight(
  context: ProjectContext,
  body: InsightWrite,
  short_id = newShortId(context.service, context.project.id),
): InsightRow {
  const { service, project, caller, now_ms } = context;
  const { insights, dashboards } = service.store;
  checkQuestion(context, body);
  return service.store.transaction(() => {
    checkDashboards(context, body.dashboards ?? []);
    const row = insights.insert({
      project_id: project.id,
      short_id,
      name: body.name ?? null,
      derived_name: body.derived_name ?? null,
      description: body.description ?? null,
      filters: body.filters ?? {},
      query: body.query ?? null,
      order: body.order ?? null,
      deleted: body.deleted ?? false,
      saved: body.saved ?? false,
      favorited: body.favorited ?? false,
      is_sample: false,
      tags: cleanTags(body.tags ?? []),
      created_at_ms: now_ms,
      created_by: caller.user.id,
      updated_at_ms: now_ms,
      last_modified_at_ms: now_ms,
      last_modified_by: caller.user.id,
    });
    checkStatement(context, row, body);
    if (body.dashboards !== undefined && !row.deleted) dashboards.placeInsight(row.id, body.dashboards);
    logActivity(context, 'created', row, null);
    return row;
  });
}

/** Changing these fields counts as a modification. */
const MODIFYING = ['name', 'description', 'filters', 'query'] as const;

/** @throws ServiceError not_found for a soft-deleted insight, unless the body restores it */
export function updateInsight(context: ProjectContext, id: string, body: InsightWrite): InsightRow {
  const { service, project, caller, now_ms } = context;
  const { insights, dashboards } = service.store;
  checkQuestion(context, body);
  return service.store.transaction(() => {
    const before = anyInsight(context, id);
    if (before.deleted && body.deleted !== false) throw notFound('insight', before);
    const on_before = dashboardsOf(context, before.id);
    checkDashboards(
      context,
      body.dashboards ?? [],
      on_before.map((dashboard) => dashboard.id),
    );
    const { dashboards: wanted, tags, ...fields } = body;
    const modified = MODIFYING.some((name) => body[name] !== undefined);
    const after = insights.update(project.id, before.id, {
      ...definedOnly(fields),
      ...(tags === undefined ? {} : { tags: cleanTags(tags) }),
      is_sample: false,
      updated_at_ms: now_ms,
      ...(modified ? { last_modified_at_ms: now_ms, last_modified_by: caller.user.id } : {}),
    });
    checkStatement(context, after, body);
    if (after.deleted) dashboards.takeOff(after.id);
    else if (wanted !== undefined) dashboards.placeInsight(after.id, wanted);
    const changes = changesBetween(
      { ...before, dashboards: on_before },
      { ...after, dashboards: dashboardsOf(context, after.id) },
    );
    if (changes.length > 0) logActivity(context, 'updated', after, changes);
    return after;
  });
}

/**
 * Errors of questions that may be answerable one day: unknown kinds and words, or things that do not exist yet. Such
 * questions are saved, and `query_status` reports the error. Other errors refuse the write.
 */
const KEPT: readonly ErrorCode[] = ['not_supported', 'does_not_exist', 'invalid_choice'];

/** Checks only what was sent. So an insight with an unreadable question can be renamed, removed and fixed. */
function checkQuestion(context: ProjectContext, { filters, query = null }: InsightWrite): void {
  if (filters === undefined && query === null) return;
  const objection = objectionTo(context, { filters: filters ?? {}, query });
  if (objection === null || KEPT.includes(objection.code)) return;
  const { attr } = objection;
  const field = query === null ? 'filters' : 'query';
  const is_named = attr !== null && /^(filters|query)(__|$)/.test(attr);
  throw is_named ? objection : objection.at([field, attr].filter(Boolean).join('__'));
}

/** Checks the insight as written: what was sent may make a statement of what was there. */
function checkStatement(context: ProjectContext, row: InsightRow, { filters, query }: InsightWrite): void {
  const is_asked = filters !== undefined || query !== undefined;
  if (is_asked && isStatement(row)) requireStatements(context, 'save');
}

/** Trims and lowercases; removes duplicates and blanks. */
export function cleanTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim().toLowerCase()))].filter((tag) => tag !== '');
}

/** `on_already`: dashboards that show it already and so need no room for it. */
function checkDashboards(context: ProjectContext, ids: readonly number[], on_already: readonly number[] = []): void {
  const { dashboards } = context.service.store;
  for (const id of ids) {
    const dashboard = dashboards.get(context.project.id, id);
    if (!dashboard || dashboard.deleted) {
      throw invalid('dashboards', `There is no dashboard ${id} in this project.`, 'does_not_exist');
    }
    if (!on_already.includes(id) && dashboards.tilesOn(id).length >= LIMIT.dashboard_tiles) {
      throw invalid('dashboards', `Dashboard ${id} shows ${LIMIT.dashboard_tiles} insights, the most one may have.`);
    }
  }
}

export function dashboardsOf(context: ProjectContext, insight_id: number): { id: number; name: string }[] {
  const { dashboards } = context.service.store;
  const tiles = dashboards.tilesOf([insight_id]).get(insight_id) ?? [];
  return tiles
    .map((tile) => ({ id: tile.dashboard_id, name: dashboards.get(context.project.id, tile.dashboard_id)?.name ?? '' }))
    .sort((a, b) => a.id - b.id);
}

const LOGGED = [
  'name',
  'derived_name',
  'description',
  'filters',
  'query',
  'deleted',
  'favorited',
  'tags',
  'dashboards',
] as const;

type Logged = Pick<InsightRow, Exclude<(typeof LOGGED)[number], 'dashboards'>> & { readonly dashboards: unknown };

function changesBetween(before: Logged, after: Logged): Change[] {
  const changed = LOGGED.filter(
    (field) => canonical(loggedValue(before, field)) !== canonical(loggedValue(after, field)),
  );
  return changed.map((field) => change(field, loggedValue(before, field), loggedValue(after, field)));
}

function change(field: string, before: unknown, after: unknown): Change {
  const shared = { type: INSIGHT_SCOPE, field };
  if (before === null) return { ...shared, action: 'created', after };
  return after === null ? { ...shared, action: 'deleted', before } : { ...shared, action: 'changed', before, after };
}

function loggedValue(row: Logged, field: (typeof LOGGED)[number]): unknown {
  return field === 'tags' ? [...row.tags].sort() : (row[field] ?? null);
}

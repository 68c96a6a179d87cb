/** A body as sent -> a question of any kind. */
import { isObject } from '../../base/json.ts';
import type { Asked } from '../../engine/answer.ts';
import { checkNumbers } from '../../engine/frame/answer_size.ts';
import { KIND_BY_INSIGHT, type KindName } from '../../model/question/kind.ts';
import type { Interval, TimeRange } from '../../model/question/query.ts';
import { isForced } from '../../model/question/refresh.ts';
import type { Resolved } from '../../model/question/result.ts';
import type { ProjectContext } from '../contract/context.ts';
import { kindMeant, kindOf } from '../kinds/index.ts';
import { said } from '../kinds/record/filters.ts';
import type { FlatBody, Page } from '../kinds/record/kind.ts';
import { unknownWarnings } from '../names/unknown.ts';
import { unusedOptions } from '../names/unused.ts';
import type { ShownKind } from '../present/showing.ts';
import { checked, normaliseBody, saysTwice } from '../resolve/body.ts';
import { namedKind } from '../resolve/refuse.ts';
import type { ShowingOf } from '../shown/index.ts';
import { see } from '../words/operation_names.ts';
import { presentResolved } from './resolved.ts';

type Raw = Readonly<Record<string, unknown>>;

/**
 * A question with nothing left to decide: what its answer is cached as (alike means equal answers), what the engine
 * computes, and how to present it. The latter two are plain data, because another thread may do both.
 */
export interface Question<K extends ShownKind = ShownKind> {
  readonly cached_as: unknown;
  readonly asked: Asked<K>;
  readonly showing: ShowingOf<K>;
  /** How the question was understood. Built while the numbers are computed, which do not depend on it. */
  resolved(): Resolved;
  readonly range: TimeRange;
  readonly interval: Interval | null;
  /** For kinds with pages; null if the whole answer is shown. */
  readonly page?: Page | null | undefined;
  /** Whether the body asks to recompute. */
  readonly refresh: boolean;
  /** Whether the body asks how the answer was computed. */
  readonly explain: boolean;
  /** Milliseconds spent on parsing and resolving the body. */
  readonly spent: { readonly parse_ms: number; readonly resolve_ms: number };
  /** The question as filters. */
  readonly filters: Record<string, unknown>;
  /** The caller's name for this computation, used to cancel it. */
  readonly client_query_id: string | null;
  /** Warns of names and values without effect. Also built during the computation. */
  warnings(): readonly string[];
}

/** @throws ServiceError if it cannot be computed, or its answer would certainly be too large */
export function questionOfKind<K extends ShownKind>(context: ProjectContext, kind: K, raw: Raw): Question<K> {
  return resolvedAs(context, kind, { raw, flat: normaliseBody(raw) });
}

/** For a body without layers that its schema has already checked. */
export function questionOfBody<K extends ShownKind>(context: ProjectContext, kind: K, body: FlatBody): Question<K> {
  return resolvedAs(context, kind, { raw: body, flat: body });
}

/** The body may name one of the kinds that share an operation with `kind`. */
export function questionLike(context: ProjectContext, kind: ShownKind, raw: Raw): Question {
  const flat = normaliseBody(raw);
  return resolvedAs(context, kindMeant(kind, flat), { raw, flat });
}

function resolvedAs<K extends ShownKind>(
  context: ProjectContext,
  kind: K,
  { raw, flat }: { readonly raw: Raw; readonly flat: FlatBody },
): Question<K> {
  const { resolve, body: schema } = kindOf(kind);
  const begun_ms = performance.now();
  const body = checked(schema, flat);
  const parsed_ms = performance.now();
  const { asked, showing, filters, cached_as, range, interval, extent, page, understood } = resolve(context, body);
  for (const factors of extent) checkNumbers(factors);
  return {
    cached_as: [...cached_as.map(withoutEdges), context.project.week_start_day, said(body)],
    asked,
    showing,
    range,
    interval,
    page,
    ...mannersOf(body),
    spent: { parse_ms: parsed_ms - begun_ms, resolve_ms: performance.now() - parsed_ms },
    filters,
    warnings: () => [
      ...twice(raw),
      ...unknownWarnings(schema, raw),
      ...unusedOptions(kind, body),
      ...nobodyLeftOut(context, body),
    ],
    resolved: () => presentResolved(context, kind, understood()),
  };
}

/** Edges follow from range, interval and the project's settings, and would be most of the key. */
function withoutEdges(part: unknown): unknown {
  return isObject(part) && 'edges_ms' in part ? { ...part, edges_ms: null } : part;
}

function twice(raw: Raw): string[] {
  return saysTwice(raw)
    ? ['filters is ignored: query was sent as well. Send "query": null, or "filters": {}, to keep one.']
    : [];
}

/** The sentence of such an answer says "without test accounts", and yet everybody counts. */
function nobodyLeftOut({ project }: ProjectContext, { filter_test_accounts }: FlatBody): string[] {
  if (filter_test_accounts !== true || project.test_account_filters.length > 0) return [];
  return [
    `filter_test_accounts leaves nobody out: the project does not say who is staff. ${see('update_project')} does, with "test_account_filters".`,
  ];
}

/** Arguments about how to answer, for all kinds. */
function mannersOf({ refresh, explain, client_query_id }: Raw) {
  return {
    refresh: isForced(refresh),
    explain: explain === true,
    client_query_id: typeof client_query_id === 'string' ? client_query_id : null,
  };
}

/**
 * The question of a saved insight; null if nothing here can compute it (it is empty, or of another kind). `manners`: how
 * to answer.
 */
export function questionOf(
  { filters, query }: { readonly filters: unknown; readonly query: unknown },
  manners: Raw = {},
): ((context: ProjectContext) => Question) | null {
  const kind = savedKind(filters, query);
  if (kind === null) return null;
  const raw = { ...(isObject(filters) ? { filters } : {}), query, ...manners };
  return (context) => questionLike(context, kind, raw);
}

/** Whether a saved insight is a statement of SQL. */
export function isStatement({ filters, query }: { readonly filters: unknown; readonly query: unknown }): boolean {
  return savedKind(filters, query) === 'sql';
}

function savedKind(filters: unknown, query: unknown): KindName | null {
  if (isObject(query)) return namedKind({ query });
  if (!isObject(filters)) return null;
  const named = normaliseBody({ filters })['insight'];
  if (named !== undefined) return KIND_BY_INSIGHT.get(String(named).toUpperCase()) ?? null;
  return filters['events'] === undefined && filters['actions'] === undefined ? null : 'trend';
}

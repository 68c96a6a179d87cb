/**
 * Answers of saved insights. They come from the store whatever their age, and are recomputed when a refresh is
 * requested and due (`staleness.ts`).
 */
import { createHash } from 'node:crypto';
import { canonical } from '../../base/json.ts';
import { formatIso } from '../../base/time.ts';
import { type Patch, Written } from '../../base/written.ts';
import { type ErrorBody, ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Interval, TimeRange } from '../../model/question/query.ts';
import type { Refresh } from '../../model/question/refresh.ts';
import type { Resolved } from '../../model/question/result.ts';
import { TUNING } from '../../model/tuning.ts';
import type { ProjectContext } from '../contract/context.ts';
import { type Linked, linksAt } from '../present/people_links.ts';
import type { Result } from '../present/showing.ts';
import { questionOf } from '../questions/question.ts';
import { keepQuestion } from '../resolve/kept_questions.ts';
import { computeWith, lastingLinks, withDoubt, worded } from './compute.ts';
import { isDue, isExpired, nextRefreshMs, staleFromMs } from './staleness.ts';
import { readText, readTextAtOnce, type StoredText, storeText } from './stored_texts.ts';

export interface InsightAnswer {
  /** null if the insight cannot be computed as it is; `error` says why. */
  readonly result: Written<Result> | null;
  readonly resolved: Resolved | null;
  readonly last_refresh: string | null;
  readonly next_allowed_client_refresh: string | null;
  /** When the result becomes stale. */
  readonly cache_target_age: string | null;
  readonly is_cached: boolean;
  readonly timezone: string | null;
  readonly error: ErrorBody | null;
}

export interface InsightOptions {
  readonly refresh: Refresh;
  /** Compute with this dashboard's filters. Such results are stored separately. */
  readonly from_dashboard?: number | null;
  /** Whether it is read through a sharing link. */
  readonly shared?: boolean;
  /** Whether to omit the result, which may be long. */
  readonly basic?: boolean;
}

/** Stored beside the result's text. */
interface StoredInsight {
  readonly text: StoredText;
  /** Item of the result -> end offset. */
  readonly ends: readonly number[];
  readonly patches: readonly Patch[];
  readonly resolved: Resolved;
  readonly interval: Interval | null;
  readonly range: TimeRange;
  /** The question that links to people refer to. */
  readonly asks: Linked;
}

/** A saved insight's result; null if this kind is not computed here. */
export async function computeInsight(
  context: ProjectContext,
  filters: unknown,
  query: unknown,
  options: InsightOptions,
): Promise<InsightAnswer | null> {
  try {
    const ask = questionOf({ filters, query });
    if (ask === null) return null;
    const key = insightKey(context, filters, query, options.from_dashboard ?? null);
    const stored = await readStored(context, key);
    const { refresh, shared = false } = options;
    if (stored && !isDue(stored, refresh, context.now_ms, shared)) return linkedInsight(context, stored, true, options);
    if (refresh === 'force_cache') return NOTHING_STORED;
    const question = ask(context);
    const { range, interval, asked, filters: echo } = question;
    const asks = { kind: asked.kind, filters: echo };
    const erasures = context.service.store.events.erasures(context.project.id);
    const { answer } = await computeWith(context, { ...question, refresh: true }, lastingLinks(context, asks));
    const made = { ...answer, range, interval, asks, computed_at_ms: context.now_ms };
    await store(context, key, made, erasures);
    return linkedInsight(context, made, false, options);
  } catch (error) {
    // An insight that asks for something impossible must stay readable, so that somebody can fix it.
    if (isRefusal(error)) return failedInsight(context, error);
    throw error;
  }
}

/** Whether it is the question, or who asks it, that was refused. */
export function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && [400, 403].includes(error.status) && error.code !== 'cancelled';
}

/** The stored result, whatever its age, or null. Computes nothing. */
export async function cachedInsight(
  context: ProjectContext,
  filters: unknown,
  query: unknown,
  options: InsightOptions,
): Promise<InsightAnswer | null> {
  const key = insightKey(context, filters, query, options.from_dashboard ?? null);
  const stored = options.basic ? withText(findStored(context, key), UNREAD) : await readStored(context, key);
  return stored && insightAnswer(context, stored, true, options);
}

/**
 * Like `cachedInsight`, but synchronous, for transactions.
 * @throws ServiceError not_supported if the result is too long to be read there
 */
export function cachedInsightAtOnce(
  context: ProjectContext,
  filters: unknown,
  query: unknown,
  options: InsightOptions,
  most_bytes: number,
): InsightAnswer | null {
  const key = insightKey(context, filters, query, options.from_dashboard ?? null);
  const found = findStored(context, key);
  if (found && found.text.pieces > Math.max(1, most_bytes / TUNING.stored_piece_bytes)) throw longResult();
  const place = { project_id: context.project.id, key };
  const stored = found && withText(found, readTextAtOnce(context.service.store, place, found.text));
  return stored && insightAnswer(context, stored, true, options);
}

function longResult(): ServiceError {
  return new ServiceError(
    'not_supported',
    'The result is long, and is left out of the answer to a write. Read the insight.',
  );
}

/** The key has everything that changes an answer, except the data. */
function insightKey(context: ProjectContext, filters: unknown, query: unknown, from_dashboard: number | null): string {
  const { timezone, week_start_day, test_account_filters, path_cleaning_filters } = context.project;
  const settings = [timezone, week_start_day, test_account_filters, path_cleaning_filters];
  const parts = [filters, query, from_dashboard, settings];
  // Increment the number when the stored shape changes: links in older results may lead elsewhere.
  return `insight-4:${createHash('sha256').update(canonical(parts)).digest('hex')}`;
}

type Timed = Omit<StoredInsight, 'ends' | 'text'> & {
  readonly result: Written<Result>;
  readonly computed_at_ms: number;
};

const UNREAD = new TextEncoder().encode('null');

interface Found extends StoredInsight {
  readonly computed_at_ms: number;
}

function findStored(context: ProjectContext, key: string): Found | null {
  const found = rowOf(context, key);
  return found === null || isExpired(context.now_ms, found.computed_at_ms) ? null : found;
}

function rowOf({ service, project }: ProjectContext, key: string): Found | null {
  const row = service.store.results.get(project.id, key);
  return row ? { ...(row.body as StoredInsight), computed_at_ms: row.computed_at_ms } : null;
}

function withText(found: Found | null, bytes: Uint8Array<ArrayBuffer> | null): Timed | null {
  if (found === null || bytes === null) return null;
  const { ends, text: _, ...known } = found;
  return { ...known, result: new Written<Result>(bytes, Uint32Array.from(bytes === UNREAD ? [] : ends)) };
}

async function readStored(context: ProjectContext, key: string): Promise<Timed | null> {
  let found = findStored(context, key);
  while (found !== null) {
    const bytes = await readText(context.service.store, { project_id: context.project.id, key }, found.text);
    if (bytes !== null) return withText(found, bytes);
    // If pieces are missing, there is a newer text, which is read instead, or the text is lost.
    const { made_at_ms } = found.text;
    found = findStored(context, key);
    if (found?.text.made_at_ms === made_at_ms) return null;
  }
  return null;
}

async function store(context: ProjectContext, key: string, made: Timed, erasures: number): Promise<void> {
  const { computed_at_ms, result, ...known } = made;
  const { store: database } = context.service;
  const { results } = database;
  const project_id = context.project.id;
  const before = rowOf(context, key);
  const made_of = { bytes: result.bytes, made_at_ms: computed_at_ms, erasures, before: before?.text ?? null };
  await storeText(database, { project_id, key }, made_of, (text) => {
    results.sweep(context.now_ms - LIMIT.result_age_ms);
    const body: StoredInsight = { ...known, text, ends: Array.from(result.ends) };
    results.put(project_id, { key, body, computed_at_ms });
  });
}

/** Adds links to people, except for holders of a sharing link. */
function linkedInsight(
  context: ProjectContext,
  made: Timed,
  is_cached: boolean,
  options: InsightOptions,
): InsightAnswer {
  const answer = insightAnswer(context, made, is_cached, options);
  const { url } = context;
  if (options.shared || url === null) return answer;
  // The reader may follow the links, so the question must be stored.
  keepQuestion(context, made.asks);
  return { ...answer, result: made.result.patched(linksAt(url.origin, made.patches)) };
}

function insightAnswer(
  context: ProjectContext,
  made: Timed,
  is_cached: boolean,
  options: InsightOptions,
): InsightAnswer {
  return {
    result: made.result,
    resolved: worded(context, withDoubt(context.service, made.resolved)),
    last_refresh: formatIso(made.computed_at_ms),
    next_allowed_client_refresh: formatIso(nextRefreshMs(made, options.shared ?? false)),
    cache_target_age: formatIso(staleFromMs(made.computed_at_ms, made.interval)),
    is_cached,
    timezone: context.project.timezone,
    error: null,
  };
}

export const NOTHING_STORED: InsightAnswer = {
  result: null,
  resolved: null,
  last_refresh: null,
  next_allowed_client_refresh: null,
  cache_target_age: null,
  is_cached: false,
  timezone: null,
  error: null,
};

function failedInsight(context: ProjectContext, error: ServiceError): InsightAnswer {
  const said = error.saying(context.wording(error.message)).body();
  return { ...NOTHING_STORED, timezone: context.project.timezone, error: said };
}

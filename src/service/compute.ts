/**
 * Answers questions, from what was answered before where that is allowed. A direct question is served from memory while
 * neither it nor the project's data has changed, so every acknowledged event is in the next answer. A saved insight is
 * served from the store whatever its age, and computed again when a refresh is asked for and due (`staleness.ts`).
 */
import { createHash } from 'node:crypto';
import { canonical, isObject } from '../base/json.ts';
import { formatIso } from '../base/time.ts';
import { type ErrorBody, ServiceError } from '../model/error.ts';
import { LIMIT } from '../model/limit.ts';
import type { Interval, TimeRange } from '../model/query.ts';
import type { Resolved } from '../model/result.ts';
import { SharedRuns } from './computing/shared_runs.ts';
import type { ProjectContext, Service } from './context.ts';
import { type Linked, withPeopleLinks } from './present/people_links.ts';
import { type AnyAnswer, type Question, questionOf } from './questions.ts';
import { isExpired, nextRefreshMs } from './staleness.ts';

export interface Answered<A> {
  readonly answer: A;
  readonly computed_at_ms: number;
  readonly is_cached: boolean;
}

interface Kept {
  /** The project's data it was computed from. */
  readonly revision: number;
  readonly computed_at_ms: number;
  readonly answer: AnyAnswer;
}

interface Memory {
  /** Least recently used first. */
  readonly kept: Map<string, Kept>;
  readonly running: SharedRuns<Kept>;
}

/** Of each running product; gone with it. */
const memories = new WeakMap<Service, Memory>();

function memoryOf(service: Service): Memory {
  let memory = memories.get(service);
  if (!memory) {
    memory = { kept: new Map(), running: new SharedRuns() };
    memories.set(service, memory);
  }
  return memory;
}

/** With the addresses of the people behind its numbers. */
export async function compute<A extends AnyAnswer>(
  context: ProjectContext,
  question: Question<A>,
): Promise<Answered<A>> {
  const answered = await computeBare(context, question);
  const { answer } = answered;
  const { filters, asked } = question;
  return {
    ...answered,
    answer: { ...answer, result: withPeopleLinks(context, { filters, kind: asked.kind }, answer.result) },
  };
}

async function computeBare<A extends AnyAnswer>(context: ProjectContext, question: Question<A>): Promise<Answered<A>> {
  const { service, project } = context;
  const memory = memoryOf(service);
  const key = JSON.stringify([project.id, question.parts]);
  const revision = service.datasets.revision(project);
  const kept = memory.kept.get(key);
  if (kept && kept.revision === revision && !question.refresh) {
    memory.kept.delete(key);
    memory.kept.set(key, kept);
    return { answer: kept.answer as A, computed_at_ms: kept.computed_at_ms, is_cached: true };
  }
  const { running } = service.computing;
  const fresh = await running.wait(project.id, question.client_query_id, context.signal, (leave) =>
    memory.running.join(`${revision} ${key}`, leave, async (signal) => {
      const computing = service.computing.answer(project, question.asked, signal);
      const [numbers, presenter] = await Promise.all([computing, presenterOf(question)]);
      const made = { revision, computed_at_ms: context.now_ms, answer: presenter.present(numbers) };
      keep(memory.kept, key, made);
      return made;
    }),
  );
  return { answer: fresh.answer as A, computed_at_ms: fresh.computed_at_ms, is_cached: false };
}

/** A promise, so that what it throws waits until somebody awaits it, as the computation is under way. */
async function presenterOf<A extends AnyAnswer>(question: Question<A>): Promise<ReturnType<Question<A>['presenter']>> {
  return question.presenter();
}

/** Large answers are not kept: what they cost to hold is more than what they cost to compute. */
function keep(kept: Map<string, Kept>, key: string, made: Kept): void {
  kept.delete(key);
  if (pointsOf(made.answer.result) > LIMIT.result_kept_points) return;
  kept.set(key, made);
  for (const oldest of kept.keys()) {
    if (kept.size <= LIMIT.results_kept) return;
    kept.delete(oldest);
  }
}

/** Numbers in a result: points of series, or steps; a result that is no list is small. */
function pointsOf(result: AnyAnswer['result']): number {
  if (!Array.isArray(result)) return 1;
  let points = 0;
  for (const item of result) {
    const inner = isObject(item) ? item['data'] : item;
    points += Array.isArray(inner) ? inner.length : 1;
  }
  return points;
}

export interface InsightAnswer {
  /** null where the insight cannot be computed as it stands: `error` says why. */
  readonly result: AnyAnswer['result'] | null;
  readonly resolved: Resolved | null;
  readonly last_refresh: string | null;
  readonly next_allowed_client_refresh: string | null;
  readonly is_cached: boolean;
  readonly timezone: string;
  readonly error: ErrorBody | null;
}

export interface InsightOptions {
  readonly refresh: boolean;
  /** The dashboard whose view of the insight is asked for: it has a result of its own. */
  readonly from_dashboard?: number | null;
  /** Read through a link that anybody may hold. */
  readonly shared?: boolean;
}

/** As it lies in the store. */
interface StoredInsight {
  readonly result: AnyAnswer['result'];
  readonly resolved: Resolved;
  readonly interval: Interval | null;
  readonly range: TimeRange;
  /** The question, for the addresses of the people behind its numbers. */
  readonly asks: Linked;
}

/** A saved insight's result; null when it is of a kind that is not computed here. */
export async function computeInsight(
  context: ProjectContext,
  filters: unknown,
  query: unknown,
  options: InsightOptions,
): Promise<InsightAnswer | null> {
  try {
    const ask = questionOf(filters, query);
    if (ask === null) return null;
    const key = insightKey(context, filters, query, options.from_dashboard ?? null);
    const stored = readStored(context, key);
    if (stored && !isDue(context, stored, options)) return linkedInsight(context, stored, true, options);
    const question = ask(context, { ...(isObject(filters) ? { filters } : {}), query });
    const { answer } = await computeBare(context, { ...question, refresh: true });
    const { range, interval, asked, filters: echo } = question;
    const asks = { kind: asked.kind, filters: echo };
    const made = { ...answer, range, interval, asks, computed_at_ms: context.now_ms };
    store(context, key, made);
    return linkedInsight(context, made, false, options);
  } catch (error) {
    // An insight that asks for something impossible can still be read, and so be put right.
    const is_asker = error instanceof ServiceError && error.status === 400 && error.code !== 'cancelled';
    if (is_asker) return failedInsight(context, error);
    throw error;
  }
}

/** What was computed for a saved insight, whatever its age; null where there is nothing. Computes nothing. */
export function cachedInsight(
  context: ProjectContext,
  filters: unknown,
  query: unknown,
  options: InsightOptions,
): InsightAnswer | null {
  const stored = readStored(context, insightKey(context, filters, query, options.from_dashboard ?? null));
  return stored && insightAnswer(context, stored, true, options);
}

/** Whatever changes an answer besides the data is part of the key. */
function insightKey(context: ProjectContext, filters: unknown, query: unknown, from_dashboard: number | null): string {
  const { timezone, week_start_day, test_account_filters, path_cleaning_filters } = context.project;
  const settings = [timezone, week_start_day, test_account_filters, path_cleaning_filters];
  const parts = [filters, query, from_dashboard, settings];
  // The number changes with what is stored: the links of results that older versions stored may lead elsewhere.
  return `insight-2:${createHash('sha256').update(canonical(parts)).digest('hex')}`;
}

type Timed = StoredInsight & { readonly computed_at_ms: number };

function readStored(context: ProjectContext, key: string): Timed | null {
  const found = context.service.store.results.get(context.project.id, key);
  if (!found || isExpired(context.now_ms, found.computed_at_ms)) return null;
  return { ...(found.body as StoredInsight), computed_at_ms: found.computed_at_ms };
}

function isDue(context: ProjectContext, stored: Timed, options: InsightOptions): boolean {
  return options.refresh && context.now_ms >= nextRefreshMs(stored, options.shared ?? false);
}

function store(context: ProjectContext, key: string, made: Timed): void {
  const { computed_at_ms, ...body } = made;
  const { store: database } = context.service;
  database.transaction(() => {
    database.results.sweep(context.now_ms - LIMIT.result_age_ms);
    database.results.put(context.project.id, { key, body, computed_at_ms });
  });
}

/** With those addresses; the holder of a link learns nothing of people. */
function linkedInsight(
  context: ProjectContext,
  made: Timed,
  is_cached: boolean,
  options: InsightOptions,
): InsightAnswer {
  const answer = insightAnswer(context, made, is_cached, options);
  return options.shared ? answer : { ...answer, result: withPeopleLinks(context, made.asks, made.result) };
}

function insightAnswer(
  context: ProjectContext,
  made: Timed,
  is_cached: boolean,
  options: InsightOptions,
): InsightAnswer {
  return {
    result: made.result,
    resolved: made.resolved,
    last_refresh: formatIso(made.computed_at_ms),
    next_allowed_client_refresh: formatIso(nextRefreshMs(made, options.shared ?? false)),
    is_cached,
    timezone: context.project.timezone,
    error: null,
  };
}

function failedInsight(context: ProjectContext, error: ServiceError): InsightAnswer {
  return {
    result: null,
    resolved: null,
    last_refresh: null,
    next_allowed_client_refresh: null,
    is_cached: false,
    timezone: context.project.timezone,
    error: error.body(),
  };
}

/**
 * Answers questions. A kept answer is served from memory while neither the question nor the project's data has changed,
 * so every acknowledged event is in the next answer.
 */
import { Written } from '../../base/written.ts';
import type { Explanation } from '../../model/question/explanation.ts';
import type { Resolved } from '../../model/question/result.ts';
import { requireStatements } from '../access/scopes.ts';
import type { ProjectContext, Service } from '../contract/context.ts';
import { nameWarnings } from '../names/properties.ts';
import type { Reason } from '../nothing/reasons.ts';
import { type LinkBase, type Linked, linksAt } from '../present/people_links.ts';
import type { Result, ShownKind } from '../present/showing.ts';
import type { Question } from '../questions/question.ts';
import { keepQuestion } from '../resolve/kept_questions.ts';
import type { ResultOf } from '../shown/index.ts';
import { explanationOf, keptExplanation, tell } from './explanation.ts';
import { type Answer, type Kept, keep, memoryOf, take } from './kept_answers.ts';
import { withCut, withMarks } from './marks.ts';
import { reasonTexts } from './nothing.ts';

export interface Answered<R> {
  readonly answer: Answer<R>;
  readonly computed_at_ms: number;
  readonly is_cached: boolean;
  /** How it was computed; null unless the question asks for it. */
  readonly explain: Explanation | null;
}

/** The answer includes links to the people behind the numbers. */
export async function compute<K extends ShownKind>(
  context: ProjectContext,
  question: Question<K>,
): Promise<Answered<ResultOf<K>>> {
  const links = linkBase(context, question);
  return asAsked(context, await computeWith(context, question, links));
}

/** Makes links absolute for this caller. */
function asAsked<R>(context: ProjectContext, { answer, ...rest }: Answered<R>): Answered<R> {
  const { url } = context;
  const result = url === null ? answer.result : answer.result.patched(linksAt(url.origin, answer.patches));
  return { ...rest, answer: { ...answer, result, resolved: worded(context, answer.resolved) } };
}

/** Cached answers serve both faces. This adds the reader's wording and current annotations. */
export function worded(context: ProjectContext, resolved: Resolved): Resolved {
  return withMarks(context, withCut(context, { ...resolved, warnings: resolved.warnings.map(context.wording) }));
}

/** The cached answer from the same events, or null. Computes nothing. */
export function keptAnswer<K extends ShownKind>(
  context: ProjectContext,
  question: Question<K>,
): Answered<ResultOf<K>> | null {
  const links = linkBase(context, question);
  const { kept } = lookUp(context, question, links);
  return kept && asAsked(context, fromKept(context, question, kept));
}

function lookUp(context: ProjectContext, question: Question, links: LinkBase | null) {
  const { service, project } = context;
  const memory = memoryOf(service);
  const key = JSON.stringify([project.id, links?.question_id, question.cached_as]);
  const revision = service.datasets.revision(project);
  return { memory, key, revision, kept: take(memory, key, revision) };
}

export function computeWith<K extends ShownKind>(
  context: ProjectContext,
  question: Question<K>,
  links: LinkBase | null,
): Promise<Answered<ResultOf<K>>> {
  if (question.asked.kind === 'sql') requireStatements(context, 'run');
  const span = { name: 'compute', attributes: { 'insights.kind': question.asked.kind } };
  return context.service.tracing.within(span, async (note) => {
    const answered = await keptOrComputed(context, question, links);
    note({ 'insights.is_cached': answered.is_cached });
    return answered;
  });
}

async function keptOrComputed<K extends ShownKind>(
  context: ProjectContext,
  question: Question<K>,
  links: LinkBase | null,
): Promise<Answered<ResultOf<K>>> {
  const { service, project } = context;
  const { memory, key, revision, kept } = lookUp(context, question, links);
  if (kept && !question.refresh) {
    return fromKept(context, question, kept);
  }
  const is_traced = question.explain || service.slow_ms !== null || service.tracing.is_on;
  const { in_progress } = service.computing;
  const fresh = in_progress.wait(project.id, question.client_query_id, context.signal, (leave) =>
    memory.shared.join(`${revision} ${is_traced} ${key}`, leave, async (signal) => {
      const { asked, showing } = question;
      const computing = service.computing.show(project, { asked, showing, links, is_traced }, signal);
      const [shown, resolved] = await Promise.all([computing, resolvedOf(context, question)]);
      const reasons = reasonTexts(context, unsaid(shown.reasons, resolved), question);
      const answer = {
        result: new Written<Result>(shown.json, shown.ends),
        patches: shown.patches,
        resolved: { ...resolved, warnings: [...resolved.warnings, ...shown.warnings, ...reasons] },
        has_more: shown.has_more,
      };
      const made = { revision, computed_at_ms: context.now_ms, answer };
      keep(memory, key, made);
      return { kept: made, how: shown.how };
    }),
  );
  // Warnings are made while the answer is computed. Awaiting both together catches a rejection of either.
  const [{ kept: own, how }, warnings] = await Promise.all([fresh, warningsOf(question)]);
  const explanation = how && explanationOf(context, question, how);
  if (explanation !== null) tell(context, own.answer.resolved, explanation);
  const explain = question.explain ? explanation : null;
  return { ...answered(service, own, warnings), is_cached: false, explain };
}

/** Reasons why numbers made of events are 0. */
const OF_NUMBERS: readonly Reason['kind'][] = ['zero', 'valueless', 'numberless'];

/** A warning that there is already, as of a name that does not exist, explains zeros and properties that nothing has. */
function unsaid(reasons: readonly Reason[], { warnings }: Resolved): readonly Reason[] {
  return warnings.length === 0 ? reasons : reasons.filter(({ kind }) => !OF_NUMBERS.includes(kind));
}

async function warningsOf(question: Question): Promise<readonly string[]> {
  return question.warnings();
}

function fromKept<R>(context: ProjectContext, question: Question, kept: Kept): Answered<R> {
  const explain = question.explain ? keptExplanation(context, question, kept.computed_at_ms) : null;
  return { ...answered<R>(context.service, kept, question.warnings()), is_cached: true, explain };
}

/**
 * What links to people contain. null outside HTTP, where nobody can follow them, and for statements, which name people
 * themselves.
 */
function linkBase(context: ProjectContext, { filters, asked: { kind } }: Question): LinkBase | null {
  return context.url === null || kind === 'sql' ? null : lastingLinks(context, { kind, filters });
}

/** Stores the question, so that links in cached answers work for later readers. */
export function lastingLinks(context: ProjectContext, { kind, filters }: Linked): LinkBase {
  return { project_id: context.project.id, question_id: keepQuestion(context, { kind, filters }), kind, filters };
}

/** Async so that errors surface only when awaited, because the computation is already running. */
async function resolvedOf(context: ProjectContext, question: Question): Promise<Resolved> {
  return understoodOf(context, question);
}

/** How the question was understood, with warnings of names that the project does not have. */
export function understoodOf(context: ProjectContext, { resolved, asked, filters }: Question): Resolved {
  const understood = resolved();
  const warnings = new Set([...understood.warnings, ...nameWarnings(context, asked.query, filters)]);
  return { ...understood, warnings: [...warnings] };
}

/**
 * The key includes the kind, so the result has the kind's type. Warnings are made for each caller because equal
 * questions may be phrased differently.
 */
function answered<R>(
  service: Service,
  { answer, computed_at_ms }: Kept,
  warnings: readonly string[],
): Omit<Answered<R>, 'is_cached' | 'explain'> {
  const resolved = { ...answer.resolved, warnings: [...warnings, ...answer.resolved.warnings] };
  return { answer: { ...answer, resolved: withDoubt(service, resolved) } as Answer<R>, computed_at_ms };
}

export function withDoubt(service: Service, resolved: Resolved): Resolved {
  const doubt = service.doubt();
  return doubt === null ? resolved : { ...resolved, warnings: [doubt, ...resolved.warnings] };
}

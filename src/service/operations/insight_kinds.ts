/** Operations that compute a kind of insight: from a body (POST and tool), or from a query string (GET). */
import { formatIso } from '../../base/time.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Explanation } from '../../model/question/explanation.ts';
import { KIND_NAMES } from '../../model/question/kind.ts';
import type { Resolved } from '../../model/question/result.ts';
import { compute } from '../answers/compute.ts';
import { unsaved } from '../chart/frame.ts';
import type { ProjectContext } from '../contract/context.ts';
import { type Operation, operation, type Table } from '../contract/operation.ts';
import { asUnsavedInsight, nothingAsked, UnsavedInsight, unsavedWith } from '../insights/insight_shape.ts';
import { answerIn, chartOfAnswer } from '../kinds/answer.ts';
import { ALL_KINDS, kindOf } from '../kinds/index.ts';
import type { Computing, InsightKind, Page } from '../kinds/record/kind.ts';
import { questionLike } from '../questions/question.ts';
import { isQuestion } from '../resolve/body.ts';
import { withExplanation } from '../text/explanation_text.ts';
import { written } from '../text/passages.ts';

type Raw = Readonly<Record<string, unknown>>;

/** Common to all answers of these operations. */
interface Output {
  readonly result?: unknown;
  readonly resolved?: Resolved | null;
  readonly last_refresh?: string | null;
  readonly explain?: Explanation | undefined;
}

/** The operations of all kinds that have some of their own, in the order of the kinds. */
export const INSIGHT_OPERATIONS: readonly Operation[] = ALL_KINDS.flatMap((kind) =>
  kind.computing === null ? [] : operationsOf(kind, kind.computing),
);

function operationsOf({ kind, body }: InsightKind, computing: Computing): Operation[] {
  const { path, title, description, as_json, output, answer, unasked } = computing;
  const name = KIND_NAMES[kind].operation;
  const shared = { scope: 'insight:read', effect: 'read', input: body, text: textOf, table: tableOf(kind) } as const;
  const route = { path: `/insights/${path}`, csv: true } as const;
  const compute_kind = operation({
    ...shared,
    name,
    title,
    description,
    routes: [{ ...route, method: 'POST' }],
    tool: true,
    output: output ?? unsavedWith(answer),
    chart: chartOf,
    handle: (context, sent) =>
      output === null ? insightOf(context, kind, sent) : answerOf(context, kind, sent).then(({ answer }) => answer),
  });
  const read_kind = operation({
    ...shared,
    name: name.replace(/^compute/, 'read'),
    title: `${title} from a query string`,
    description: `The same as ${name}${output === null ? '' : ', in the shape of an insight'}; ${as_json} are JSON text.`,
    routes: [{ ...route, method: 'GET' }],
    tool: false,
    output: UnsavedInsight,
    handle: (context, sent) =>
      unasked === null || isQuestion(sent)
        ? insightOf(context, kind, sent)
        : nothingAsked(context.project.timezone, unasked),
  });
  return [read_kind, compute_kind];
}

function textOf(output: Output): string {
  const answer = answerIn(output);
  if (answer === null) return 'Nothing was asked.';
  const text = written(kindOf(answer.kind).text(answer, { tokens: LIMIT.text_tokens, via: null }));
  return withExplanation(text, output.explain);
}

function tableOf(kind: InsightKind['kind']): (output: Output) => Table {
  return (output) => {
    const answer = answerIn(output);
    if (answer !== null) return kindOf(answer.kind).table(answer);
    const { table, nothing } = kindOf(kind);
    return table({ result: nothing, resolved: null });
  };
}

function chartOf(output: Output, asked: Raw) {
  const answer = answerIn(output);
  return answer && chartOfAnswer(answer, unsaved(answer.kind, asked));
}

async function insightOf(context: ProjectContext, kind: InsightKind['kind'], sent: Raw): Promise<Raw> {
  const { answer, filters } = await answerOf(context, kind, sent);
  return asUnsavedInsight(answer, filters);
}

async function answerOf(context: ProjectContext, kind: InsightKind['kind'], sent: Raw) {
  const question = questionLike(context, kind, sent);
  const { answer, computed_at_ms, is_cached, explain } = await compute(context, question);
  const { page } = question;
  return {
    filters: question.filters,
    answer: {
      result: answer.result,
      resolved: answer.resolved,
      is_cached,
      last_refresh: formatIso(computed_at_ms),
      timezone: context.project.timezone,
      ...(page === undefined ? {} : { next: nextPage(context.url, page, answer.result.length) }),
      ...(answer.has_more ? { hasMore: true } : {}),
      ...(explain === null ? {} : { explain }),
    },
  };
}

/** Breakdown values come in pages. Without HTTP the caller raises the offset instead of following a link. */
function nextPage(url: URL | null, page: Page | null, rows: number): string | null {
  if (url === null || page === null || rows < page.limit) return null;
  const next = new URL(url);
  next.searchParams.set('offset', String(page.offset + page.limit));
  return next.href;
}

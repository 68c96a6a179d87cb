/** Trends: computed for a body (POST, and the tool), and the same as an unsaved insight (GET). */
import { formatIso } from '../../base/time.ts';
import type { Unread } from '../../base/written.ts';
import { TrendBody, TrendResult } from '../../model/trend.ts';
import { compute } from '../answers/compute.ts';
import { unsaved } from '../chart/frame.ts';
import { trendChart } from '../chart/trend.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';
import { seriesQuestion, type TrendQuestion } from '../questions/questions.ts';
import { isQuestion } from '../resolve/body.ts';
import { pageOffset } from '../resolve/trend.ts';
import { trendTable } from '../text/trend_table.ts';
import { trendText } from '../text/trend_text.ts';
import { asUnsavedInsight, nothingAsked, UnsavedInsight } from './insight_shape.ts';

type Raw = Readonly<Record<string, unknown>>;

export const computeTrend = operation({
  name: 'compute_trend',
  title: 'Compute a trend',
  description:
    'How often events happened: a number per day (hour, week …) for each line, split by a property if asked. Counts events, or people with "math":"dau". "insight":"LIFECYCLE" and "STICKINESS" too.',
  routes: [{ method: 'POST', path: '/insights/trend/', csv: true }],
  tool: true,
  scope: 'insight:read',
  effect: 'read',
  input: TrendBody,
  output: TrendResult,
  text: trendText,
  table: trendTable,
  chart: (output, asked) => trendChart(output, unsaved('compute_trend', asked)),
  handle: async (context, body) => (await answerTrend(context, body)).answer,
});

export const readTrend = operation({
  name: 'read_trend',
  title: 'Compute a trend from a query string',
  description: 'The same as compute_trend, in the shape of an insight; lists are JSON text.',
  routes: [{ method: 'GET', path: '/insights/trend/', csv: true }],
  tool: false,
  scope: 'insight:read',
  effect: 'read',
  input: TrendBody,
  output: UnsavedInsight,
  text: (output) => (output['resolved'] ? trendText(output as unknown as TrendResult) : 'Nothing was asked.'),
  table: (output) => trendTable(output as unknown as TrendResult),
  handle: async (context, body) => {
    if (!isQuestion(body)) return nothingAsked(context.project.timezone, 'TRENDS');
    const { answer, filters } = await answerTrend(context, body);
    return asUnsavedInsight(answer, filters);
  },
});

async function answerTrend(
  context: ProjectContext,
  raw: Raw,
): Promise<{ answer: Unread<TrendResult>; filters: Record<string, unknown> }> {
  const question = seriesQuestion(context, raw);
  const { answer, computed_at_ms, is_cached } = await compute(context, question);
  return {
    filters: question.filters,
    answer: {
      result: answer.result,
      resolved: answer.resolved,
      is_cached,
      last_refresh: formatIso(computed_at_ms),
      timezone: context.project.timezone,
      next: nextPage(context.url, question, answer.result.length),
      ...(answer.has_more ? { hasMore: true } : {}),
    },
  };
}

/** Values of a breakdown come in pages; whoever asks outside HTTP raises the offset by itself. */
function nextPage(url: URL | null, question: TrendQuestion, series: number): string | null {
  const { page_limit: limit, body } = question;
  if (url === null || limit === null || series < limit) return null;
  const next = new URL(url);
  next.searchParams.set('offset', String(pageOffset(body) + limit));
  return next.href;
}

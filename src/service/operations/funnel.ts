/** Funnels: computed for a body (POST, and the tool), and the same as an unsaved insight (GET). */
import { formatIso } from '../../base/time.ts';
import type { Unread } from '../../base/written.ts';
import { FunnelBody, FunnelResult } from '../../model/funnel.ts';
import { compute } from '../answers/compute.ts';
import { unsaved } from '../chart/frame.ts';
import { funnelChart } from '../chart/funnel.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';
import { funnelQuestion } from '../questions/questions.ts';
import { isQuestion } from '../resolve/body.ts';
import { funnelTable } from '../text/funnel_table.ts';
import { funnelText } from '../text/funnel_text.ts';
import { asUnsavedInsight, nothingAsked, UnsavedInsight } from './insight_shape.ts';

type Raw = Readonly<Record<string, unknown>>;

export const computeFunnel = operation({
  name: 'compute_funnel',
  title: 'Compute a funnel',
  description:
    'How many people went through steps in order, how many dropped off where, and how long it took. Example: {"events":[{"id":"sign up"},{"id":"paid"}],"date_from":"-30d"}.',
  routes: [{ method: 'POST', path: '/insights/funnel/', csv: true }],
  tool: true,
  scope: 'insight:read',
  effect: 'read',
  input: FunnelBody,
  output: FunnelResult,
  text: funnelText,
  table: funnelTable,
  chart: (output, asked) => funnelChart(output, unsaved('compute_funnel', asked)),
  handle: async (context, body) => (await answerFunnel(context, body)).answer,
});

export const readFunnel = operation({
  name: 'read_funnel',
  title: 'Compute a funnel from a query string',
  description: 'The same as compute_funnel, in the shape of an insight; lists are JSON text.',
  routes: [{ method: 'GET', path: '/insights/funnel/', csv: true }],
  tool: false,
  scope: 'insight:read',
  effect: 'read',
  input: FunnelBody,
  output: UnsavedInsight,
  text: (output) => (output['resolved'] ? funnelText(output as unknown as FunnelResult) : 'Nothing was asked.'),
  table: (output) => funnelTable(output as unknown as FunnelResult),
  handle: async (context, body) => {
    if (!isQuestion(body)) return nothingAsked(context.project.timezone, 'FUNNELS');
    const { answer, filters } = await answerFunnel(context, body);
    return asUnsavedInsight(answer, filters);
  },
});

async function answerFunnel(
  context: ProjectContext,
  raw: Raw,
): Promise<{ answer: Unread<FunnelResult>; filters: Record<string, unknown> }> {
  const question = funnelQuestion(context, raw);
  const { answer, computed_at_ms, is_cached } = await compute(context, question);
  return {
    filters: question.filters,
    answer: {
      result: answer.result,
      resolved: answer.resolved,
      is_cached,
      last_refresh: formatIso(computed_at_ms),
      timezone: context.project.timezone,
    },
  };
}

/** Funnel correlation: computed for a body (POST, and the tool), and the same for a query string (GET). Both are in the shape of an insight. */
import type { z } from 'zod';
import { CorrelationBody, CorrelationResult } from '../../model/correlation.ts';
import { unsaved } from '../chart/frame.ts';
import { correlationChart } from '../chart/path.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation, type Table } from '../contract/operation.ts';
import { correlationQuestion } from '../questions/questions.ts';
import { isQuestion } from '../resolve/body.ts';
import { correlationText } from '../text/correlation_text.ts';
import { nothingAsked, UnsavedInsight, unsavedWith } from './insight_shape.ts';
import { answerUnsaved } from './unsaved.ts';

type Raw = Readonly<Record<string, unknown>>;
type Answered = z.output<typeof UnsavedInsight>;

export const computeFunnelCorrelation = operation({
  name: 'compute_funnel_correlation',
  title: 'Find what goes with a funnel',
  description:
    'What those who completed a funnel did, or are, more or less often than those who dropped off, by odds ratio. Example: {"events":[{"id":"sign up"},{"id":"paid"}],"funnel_correlation_type":"properties","funnel_correlation_names":["$all"]}.',
  routes: [{ method: 'POST', path: '/insights/funnel/correlation/', csv: true }],
  tool: true,
  scope: 'insight:read',
  effect: 'read',
  input: CorrelationBody,
  output: unsavedWith(CorrelationResult.shape.result),
  text: textOf,
  table: (output) => correlationTable(output as unknown as CorrelationResult),
  chart: (output, asked) =>
    correlationChart(output as unknown as CorrelationResult, unsaved('compute_funnel_correlation', asked)),
  handle: answerCorrelation,
});

export const readFunnelCorrelation = operation({
  name: 'read_funnel_correlation',
  title: 'Find what goes with a funnel from a query string',
  description: 'The same as compute_funnel_correlation; lists are JSON text.',
  routes: [{ method: 'GET', path: '/insights/funnel/correlation/', csv: true }],
  tool: false,
  scope: 'insight:read',
  effect: 'read',
  input: CorrelationBody,
  output: UnsavedInsight,
  text: textOf,
  table: (output) => correlationTable(output as unknown as CorrelationResult),
  handle: (context, body) =>
    isQuestion(body) ? answerCorrelation(context, body) : nothingAsked(context.project.timezone, 'FUNNELS'),
});

function answerCorrelation(context: ProjectContext, raw: Raw): Promise<Answered> {
  return answerUnsaved(context, correlationQuestion(context, raw));
}

function textOf(output: Answered): string {
  return output['resolved'] ? correlationText(output as unknown as CorrelationResult) : 'Nothing was asked.';
}

/** A row per event, property or value. Where nothing was asked the result is an empty list. */
function correlationTable({ result }: CorrelationResult): Table {
  const events = Array.isArray(result) ? [] : result.events;
  return {
    columns: ['event', 'success_count', 'failure_count', 'odds_ratio', 'correlation_type'],
    rows: events.map((row) => [
      row.event.event,
      row.success_count,
      row.failure_count,
      row.odds_ratio,
      row.correlation_type,
    ]),
  };
}

/** Retention: computed for a body (POST, and the tool), and the same for a query string (GET). Both are in the shape of an insight. */
import type { z } from 'zod';
import { RetentionBody, RetentionResult } from '../../model/retention.ts';
import { unsaved } from '../chart/frame.ts';
import { retentionChart } from '../chart/retention.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';
import { retentionQuestion } from '../questions/questions.ts';
import { retentionTable, retentionText } from '../text/retention_text.ts';
import { UnsavedInsight, unsavedWith } from './insight_shape.ts';
import { answerUnsaved } from './unsaved.ts';

type Raw = Readonly<Record<string, unknown>>;
type Answered = z.output<typeof UnsavedInsight>;

export const computeRetention = operation({
  name: 'compute_retention',
  title: 'Compute retention',
  description:
    'Who comes back: a row per start period with how many did the target event, and how many of them the returning event 1, 2, … periods later. Example: {"target_entity":{"id":"sign up"},"returning_entity":{"id":"$pageview"},"period":"Week"}.',
  routes: [{ method: 'POST', path: '/insights/retention/', csv: true }],
  tool: true,
  scope: 'insight:read',
  effect: 'read',
  input: RetentionBody,
  output: unsavedWith(RetentionResult.shape.result),
  text: (output) => retentionText(output as unknown as RetentionResult),
  table: (output) => retentionTable(output as unknown as RetentionResult),
  chart: (output, asked) => retentionChart(output as unknown as RetentionResult, unsaved('compute_retention', asked)),
  handle: answerRetention,
});

export const readRetention = operation({
  name: 'read_retention',
  title: 'Compute retention from a query string',
  description: 'The same as compute_retention; entities and lists are JSON text.',
  routes: [{ method: 'GET', path: '/insights/retention/', csv: true }],
  tool: false,
  scope: 'insight:read',
  effect: 'read',
  input: RetentionBody,
  output: UnsavedInsight,
  text: (output) => retentionText(output as unknown as RetentionResult),
  table: (output) => retentionTable(output as unknown as RetentionResult),
  handle: answerRetention,
});

function answerRetention(context: ProjectContext, raw: Raw): Promise<Answered> {
  return answerUnsaved(context, retentionQuestion(context, raw));
}

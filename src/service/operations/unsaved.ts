/** The answer of a computation nobody saved, for the kinds that the interface answers in the shape of an insight. */
import type { z } from 'zod';
import { formatIso } from '../../base/time.ts';
import { compute } from '../answers/compute.ts';
import type { ProjectContext } from '../contract/context.ts';
import type { Question } from '../questions/questions.ts';
import { asUnsavedInsight, type UnsavedInsight } from './insight_shape.ts';

export async function answerUnsaved(
  context: ProjectContext,
  question: Question,
): Promise<z.output<typeof UnsavedInsight>> {
  const { answer, computed_at_ms, is_cached } = await compute(context, question);
  const { timezone } = context.project;
  return asUnsavedInsight(
    { result: answer.result, resolved: answer.resolved, is_cached, last_refresh: formatIso(computed_at_ms), timezone },
    question.filters,
  );
}

/** An unsaved computation in the shape of an insight, which is what GET on a kind of insight returns. */
import { z } from 'zod';
import { ExplanationSchema } from '../../model/question/explanation.ts';
import { ResolvedSchema } from '../../model/question/result.ts';
import type { AnswerSchema } from '../kinds/record/kind.ts';

const NULL_FIELDS = [
  ...['id', 'short_id', 'name', 'derived_name', 'order', 'description', 'created_at', 'created_by', 'updated_at'],
  ...['last_modified_at', 'last_modified_by', 'query', 'columns', 'next_allowed_client_refresh', 'query_status'],
  ...['effective_restriction_level', 'effective_privilege_level'],
] as const;

const UNSAVED = {
  ...Object.fromEntries(NULL_FIELDS.map((name) => [name, null])),
  deleted: false,
  saved: false,
  favorited: false,
  is_sample: false,
  dashboards: [],
  dashboard_tiles: [],
  tags: [],
};

/** An unsaved insight, with a result or before any question was asked. */
export const UnsavedInsight: z.ZodObject = z.looseObject({
  id: z.null(),
  filters: z.looseObject({}),
  result: z.unknown(),
  is_cached: z.boolean(),
  last_refresh: z.string().nullable(),
  timezone: z.string(),
  explain: ExplanationSchema.optional(),
});

/** An unsaved insight with the result of such an answer. The result's schema is published, but the TypeScript type stays loose. */
export function unsavedWith(answer: AnswerSchema): z.ZodObject {
  return z.looseObject({ ...UnsavedInsight.shape, result: answer.shape.result, resolved: ResolvedSchema });
}

export function asUnsavedInsight(
  answer: Readonly<Record<string, unknown>>,
  filters: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return { ...UNSAVED, filters, ...answer };
}

/** Answer to GET without a question. */
export function nothingAsked(timezone: string, insight: string): Record<string, unknown> {
  return asUnsavedInsight({ result: [], is_cached: false, last_refresh: null, timezone, resolved: null }, { insight });
}

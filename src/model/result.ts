/** What every computed answer carries besides its `result`. */
import { z } from 'zod';
import { MarkSchema } from './annotation.ts';

/** How the question was understood. Dates are ISO 8601 with the project's offset, both inclusive. */
export const ResolvedSchema = z.looseObject({
  date_from: z.string(),
  date_to: z.string(),
  previous: z.object({ date_from: z.string(), date_to: z.string() }).optional(),
  interval: z.string().nullable(),
  timezone: z.string(),
  /** Of a funnel: how long after the first step the last may be. */
  window_ms: z.number().optional(),
  /** What was counted, in words: all of the question but its dates. Names and values of the project are quoted. */
  question: z.string().optional(),
  entities: z.array(
    z.looseObject({
      id: z.union([z.string(), z.number()]).nullable(),
      name: z.string(),
      /** A name that no other line of the question has. */
      words: z.string().optional(),
    }),
  ),
  /** What was marked on the time line within the range. */
  annotations: z.array(MarkSchema).optional(),
  warnings: z.array(z.string()),
});
export type Resolved = z.infer<typeof ResolvedSchema>;

export const RESULT_FIELDS = {
  is_cached: z.boolean(),
  last_refresh: z.string(),
  timezone: z.string(),
  resolved: ResolvedSchema,
} as const;

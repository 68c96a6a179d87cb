/** What every computed answer carries besides its `result`. */
import { z } from 'zod';

/** How the question was understood. Dates are ISO 8601 with the project's offset, both inclusive. */
export const ResolvedSchema = z.looseObject({
  date_from: z.string(),
  date_to: z.string(),
  previous: z.object({ date_from: z.string(), date_to: z.string() }).optional(),
  interval: z.string().nullable(),
  timezone: z.string(),
  entities: z.array(z.looseObject({ id: z.union([z.string(), z.number()]).nullable(), name: z.string() })),
  warnings: z.array(z.string()),
});
export type Resolved = z.infer<typeof ResolvedSchema>;

export const RESULT_FIELDS = {
  is_cached: z.boolean(),
  last_refresh: z.string(),
  timezone: z.string(),
  resolved: ResolvedSchema,
} as const;

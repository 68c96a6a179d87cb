/** What every computed answer carries besides its `result`. */
import { z } from 'zod';
import { MarkSchema } from './annotation.ts';
import { KINDS_OF_INSIGHT } from './kind.ts';

/** How the question was understood. Dates are ISO 8601 with the project's offset, both inclusive. */
export const ResolvedSchema = z.looseObject({
  /** The kind of question, and so what the result looks like. */
  kind: z.enum(KINDS_OF_INSIGHT),
  /** Of a funnel: which of its views the result is. */
  viz: z.string().optional(),
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
  /** Of statements: names of columns, and name and type of each. */
  columns: z.array(z.string()).optional(),
  types: z.array(z.array(z.string())).optional(),
  warnings: z.array(z.string()),
});
export type Resolved = z.infer<typeof ResolvedSchema>;

/** What texts, tables and charts are made of. */
export interface ComputedAnswer<R> {
  readonly result: R;
  readonly resolved: Resolved;
  readonly last_refresh: string | null;
  /** A breakdown has more values than are shown one by one. */
  readonly hasMore?: boolean | null | undefined;
}

export const RESULT_FIELDS = {
  is_cached: z.boolean(),
  last_refresh: z.string(),
  timezone: z.string(),
  resolved: ResolvedSchema,
} as const;

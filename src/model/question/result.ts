/** What every computed answer carries besides its `result`. */
import { z } from 'zod';
import { ExplanationSchema } from './explanation.ts';
import { KINDS_OF_INSIGHT } from './kind.ts';

/** An annotation as answers show it. */
const MarkSchema = z.object({ id: z.int(), date: z.string(), content: z.string() });
export type Mark = z.infer<typeof MarkSchema>;

/** Conditions that find the events behind a row: `where` holds, and each key equals the row's value in its column. */
export const BehindSchema = z.object({
  where: z.string().nullable(),
  keys: z.array(z.object({ text: z.string(), column: z.number() })).readonly(),
});

/** How the question was understood. Dates are ISO 8601 with the project's offset, inclusive. */
export const ResolvedSchema = z.looseObject({
  /** Kind of question, which determines the result's shape. */
  kind: z.enum(KINDS_OF_INSIGHT),
  /** For funnels: the view that the result shows. */
  viz: z.string().optional(),
  date_from: z.string(),
  date_to: z.string(),
  previous: z
    .object({
      date_from: z.string(),
      date_to: z.string(),
      data_from: z.string().optional().describe("Where the project's events begin, if that is later"),
    })
    .optional(),
  interval: z.string().nullable(),
  timezone: z.string(),
  /** For funnels: the longest time from the first step to the last. */
  window_ms: z.number().optional(),
  /** For funnels with a breakdown: whether somebody may have several of its values, so that their counts do not add up. */
  overlapping: z.boolean().optional(),
  /** The question in words, except its dates. Names and values of the project are quoted. */
  question: z.string().optional(),
  entities: z.array(
    z.looseObject({
      id: z.union([z.string(), z.number()]).nullable(),
      name: z.string(),
      /** A name unique within the question. */
      words: z.string().optional(),
    }),
  ),
  /** Annotations within the range. */
  annotations: z.array(MarkSchema).optional(),
  /** For statements: names of columns, then name and type of each. */
  columns: z.array(z.string()).optional(),
  types: z.array(z.array(z.string())).optional(),
  behind: BehindSchema.optional(),
  warnings: z.array(z.string()),
});
export type Resolved = z.infer<typeof ResolvedSchema>;

/** Source of texts, tables and charts. */
export interface ComputedAnswer<R> {
  readonly result: R;
  readonly resolved: Resolved;
  readonly last_refresh: string | null;
  /** Whether a breakdown has more values than are shown. */
  readonly hasMore?: boolean | null | undefined;
}

export const RESULT_FIELDS = {
  is_cached: z.boolean(),
  last_refresh: z.string(),
  timezone: z.string(),
  resolved: ResolvedSchema,
  explain: ExplanationSchema.optional(),
} as const;

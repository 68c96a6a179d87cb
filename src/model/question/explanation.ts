/** How an answer was made, beside the answer where `explain` was sent. The same for every kind of question. */
import { z } from 'zod';
import { flagField } from '../fields.ts';

export const explainField = flagField('Say how it was computed, too');

/** A statement that another database has answered. */
const StatementSchema = z.object({
  sql: z.string(),
  /** As the server reports; null where it does not. */
  rows_read: z.number().nullable(),
  bytes_read: z.number().nullable(),
  ms: z.number(),
});
export type AskedStatement = z.infer<typeof StatementSchema>;

export const ExplanationSchema = z.object({
  /** What was done, a line each; what belongs to a line stands further in below it. */
  plan: z.array(z.string()),
  /** Rows a loop looked at, each time it did. */
  rows_read: z.number(),
  /** Besides who and when. */
  columns_read: z.array(z.string()),
  /** Of the file, as they are stored; 0 where all was in memory. */
  bytes_loaded: z.number(),
  /** Stage -> milliseconds; `total` is the time since the request was admitted. */
  ms: z.record(z.string(), z.number()),
  statements: z.array(StatementSchema).optional(),
});
export type Explanation = z.infer<typeof ExplanationSchema>;

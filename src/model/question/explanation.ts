/** How an answer was made. Sent with the answer if `explain` is asked for. The same for every kind of question. */
import { z } from 'zod';
import { flagField } from '../fields.ts';

export const explainField = flagField('Say how it was computed, too');

/** A statement that another database has answered. */
const StatementSchema = z.object({
  sql: z.string(),
  /** As the server reports; null if it does not. */
  rows_read: z.number().nullable(),
  bytes_read: z.number().nullable(),
  ms: z.number(),
});
export type AskedStatement = z.infer<typeof StatementSchema>;

export const ExplanationSchema = z.object({
  /** One line for each thing done; details are indented below their line. */
  plan: z.array(z.string()),
  /** Rows that loops read; a row read twice counts twice. */
  rows_read: z.number(),
  /** Columns other than actors and times. */
  columns_read: z.array(z.string()),
  /** Stored bytes read from the file; 0 if all was in memory. */
  bytes_loaded: z.number(),
  /** Phase -> milliseconds; `total` is the time since the request was admitted. */
  ms: z.record(z.string(), z.number()),
  statements: z.array(StatementSchema).optional(),
});
export type Explanation = z.infer<typeof ExplanationSchema>;

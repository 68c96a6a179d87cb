/** A statement of SQL as it is sent, and its answer. */
import { z } from 'zod';
import { flagField, jsonField, textField, wholeField } from '../fields.ts';
import { LIMIT } from '../limit.ts';
import { ExplanationSchema, explainField } from '../question/explanation.ts';
import { refreshField } from '../question/refresh.ts';
import { BehindSchema, ResolvedSchema } from '../question/result.ts';

const Sent = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const SentValue = z.union([Sent, z.array(Sent).max(LIMIT.filter_values)]);

export const SqlBody = z.object({
  query: z
    .string()
    .max(LIMIT.sql_chars)
    .describe('HogQL: SELECT … FROM events, persons, groups, sessions, cohort_people; it only reads'),
  values: jsonField(z.record(z.string(), SentValue), 'What {name} in the statement stands for: {"country": "DE"}'),
  date_from: textField('Of what {filters} in WHERE stands for'),
  date_to: textField('Likewise'),
  properties: jsonField(z.unknown(), 'Likewise: filters, as of compute_trend').meta({ type: 'array' }),
  filter_test_accounts: flagField('Likewise: leave out our own staff'),
  limit: wholeField('Rows where the statement has no LIMIT (default 100)', { min: 1, max: LIMIT.sql_rows }),
  explain: explainField,
  refresh: refreshField('Compute again even if cached'),
  client_query_id: textField('Your own name for it, to cancel it', LIMIT.client_query_id_chars),
});
export type SqlBody = z.output<typeof SqlBody>;

export const SqlResult = z.object({
  results: z.array(z.array(z.unknown())),
  columns: z.array(z.string()),
  /** Name and type of each column. */
  types: z.array(z.array(z.string())),
  hasMore: z.boolean(),
  limit: z.number(),
  behind: BehindSchema.optional(),
  /** Over HTTP, for each row: addresses of the people behind it, and of the events. */
  persons_urls: z.array(z.object({ url: z.string().nullable() })).optional(),
  events_urls: z.array(z.object({ url: z.string().nullable() })).optional(),
  explain: ExplanationSchema.optional(),
  hogql: z.string(),
  is_cached: z.boolean(),
  last_refresh: z.string(),
  timezone: z.string(),
  resolved: ResolvedSchema,
});
export type SqlResult = z.output<typeof SqlResult>;

/** A change of a trend line between two periods: the values that changed most. */
import { z } from 'zod';
import { flagField, insightId, jsonField, listField, textField, wholeField } from '../fields.ts';
import { LIMIT } from '../limit.ts';
import { ResolvedSchema } from './result.ts';
import { TrendBody } from './trend.ts';

const DATE = '2026-01-31, -7d, -1dEnd';

/** The question on the wire. */
export const ChangeBody = z.object({
  question: jsonField(TrendBody, 'Arguments of compute_trend: {"events":[{"id":"sign up"}]}'),
  insight: insightId('').optional().describe('Or a saved trend, by number or short_id'),
  series: wholeField('Which line, from 0 (default the first)', { min: 0, max: LIMIT.entities }),
  date_from: textField(`Later period: its start (default: of the question, or the last 7 whole days): ${DATE}`),
  date_to: textField('Later period: its end'),
  before_from: textField('Earlier period: its start (default: as long a time just before)'),
  before_to: textField('Earlier period: its end'),
  properties: listField(
    z.string(),
    `Event and person properties to look at (default: up to ${LIMIT.change_properties} that divide people or events into groups)`,
  ),
  cohorts: flagField('false leaves saved cohorts out (default true)'),
  limit: wholeField('How many values to tell (default 10)', { min: 1, max: LIMIT.change_rows }),
});
export type ChangeBody = z.output<typeof ChangeBody>;

const PeriodSchema = z.object({
  date_from: z.string(),
  date_to: z.string(),
  data_from: z.string().optional().describe("Where the project's events begin, if that is later"),
  days: z.number(),
  value: z.number(),
});

const FACTOR_TYPES = ['event', 'person', 'cohort'] as const;

const FactorSchema = z.object({
  property: z.string().describe('Its name; of a cohort its number'),
  type: z.enum(FACTOR_TYPES),
  value: z.string().nullable().describe('null = without a value; of a cohort its name'),
  before: z.number().describe('Scaled to the length of the later period'),
  after: z.number(),
  change: z.number(),
  share: z.number().describe('Of the whole change; negative where it went the other way'),
  share_before: z.number().describe('Of the earlier period: what its part of an even change would be'),
  p_value: z
    .number()
    .describe('How likely chance alone gives it another part of the whole than before, as many values are compared'),
  significant: z.boolean(),
});
export type Factor = z.infer<typeof FactorSchema>;

export const ChangeResult = z.object({
  line: z.string(),
  before: PeriodSchema,
  after: PeriodSchema,
  expected: z.number().describe('The earlier value, scaled to the length of the later period'),
  change: z.number(),
  change_percent: z.number().nullable().describe('Of what was expected; null where that is 0'),
  p_value: z.number().describe('How likely chance alone makes so large a change, judged by how much days differ'),
  significant: z.boolean(),
  result: z.array(FactorSchema).describe('What accounts for more or less than its part, the most telling first'),
  looked_at: z.array(z.string()).describe('Properties and cohorts that were compared'),
  resolved: ResolvedSchema,
});
export type ChangeResult = z.infer<typeof ChangeResult>;

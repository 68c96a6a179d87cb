/** Cohorts: saved sets of people, by conditions or (static) by list. */
import { z } from 'zod';
import { restOnly } from '../fields.ts';
import { LIMIT } from '../limit.ts';
import { UserSchema } from './project.ts';

/** Behavioural conditions; `service/resolve/filters/behaviour.ts` defines each. */
export const BEHAVIOURS = [
  'performed_event',
  'performed_event_multiple',
  'performed_event_first_time',
  'performed_event_sequence',
  'performed_event_regularly',
  'stopped_performing_event',
  'restarted_performing_event',
] as const;
export type BehaviourName = (typeof BEHAVIOURS)[number];

export const COHORT_INTERVALS = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export type CohortInterval = (typeof COHORT_INTERVALS)[number];

export const COUNT_OPERATORS = ['gte', 'lte', 'gt', 'lt', 'eq', 'exact'] as const;

/** What clients may write. The service checks `filters` and `groups`. */
export const CohortWrite = z.object({
  name: z.string().min(1).max(LIMIT.name_chars).optional().describe('Who they are, as "paying customers"'),
  description: z.string().max(LIMIT.description_chars).nullable().optional().describe('For people'),
  filters: z.unknown().optional().meta({
    type: 'object',
    description:
      'Who belongs: {"properties":{"type":"OR","values":[{"type":"AND","values":[{"key":"plan","value":"pro","type":"person"},{"type":"behavioral","key":"paid","event_type":"events","value":"performed_event","time_value":30,"time_interval":"day"}]}]}}',
  }),
  groups: z.unknown().optional().meta({
    type: 'array',
    description: 'The older form; one of the groups, all properties of a group: [{"properties":{"plan":"pro"}}]',
  }),
  query: restOnly(z.unknown().optional().describe('Not supported: cohorts of a query')),
  is_static: z.boolean().optional().describe('true: exactly the people of distinct_ids, whatever they do later'),
  distinct_ids: z
    .array(z.string().max(LIMIT.distinct_id_chars))
    .max(LIMIT.cohort_members)
    .optional()
    .describe('People to add to a static cohort, each by one of their distinct ids'),
  deleted: z.boolean().optional().describe('true removes it softly, false brings it back'),
});
export type CohortWrite = z.output<typeof CohortWrite>;

export const CohortSchema = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  filters: z.unknown(),
  is_static: z.boolean(),
  /** Current members; null in lists, which do not compute it. */
  count: z.int().nullable(),
  error_message: z.string().nullable().describe('Why nobody can be counted, where the definition cannot be computed'),
  warnings: z.array(z.string()).optional().describe('What may be a slip, where nobody belongs to it'),
  deleted: z.boolean(),
  created_at: z.string(),
  created_by: UserSchema.nullable(),
  updated_at: z.string(),
});
export type Cohort = z.infer<typeof CohortSchema>;

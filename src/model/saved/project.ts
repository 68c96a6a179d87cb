/** A project, its group types, and the product's users. */
import { z } from 'zod';
import { isZone } from '../../base/time.ts';
import { restOnly } from '../fields.ts';
import { LIMIT } from '../limit.ts';
import { zoneHelp } from '../zone_help.ts';

export interface Project {
  readonly id: number;
  readonly name: string;
  /** Public token for sending events, `phc_…`. */
  readonly api_token: string;
  /** IANA name. */
  readonly timezone: string;
  /** 0 Sunday, 1 Monday. */
  readonly week_start_day: 0 | 1;
  /** Property filters (AND) for `filter_test_accounts`. Kept as given. */
  readonly test_account_filters: readonly unknown[];
  readonly path_cleaning_filters: readonly unknown[];
  /** Older events are removed; null = none are. */
  readonly retention_days: number | null;
  /** Whether the browser library captures no clicks by itself, but only what the page's code captures. */
  readonly autocapture_opt_out: boolean;
  readonly created_at_ms: number;
}

const CleaningRule = z.looseObject({
  alias: z.string().max(LIMIT.name_chars).describe('What stands there instead: /user/<id>'),
  regex: z.string().max(LIMIT.regex_chars).describe('RE2: /user/[0-9]+'),
});

/** Settings of features that only the product whose API we follow has. They are off and cannot be switched on. */
export const ABSENT_PARTS = {
  heatmaps_opt_in: false,
  session_recording_opt_in: false,
  surveys_opt_in: false,
  autocapture_exceptions_opt_in: false,
  autocapture_web_vitals_opt_in: false,
  cookieless_server_hash_mode: 0,
} as const;

function absentPart<T extends z.ZodType>(schema: T, off: z.output<T>) {
  const error = `There is no such part here: leave it out, or send ${JSON.stringify(off)}.`;
  const isOff = (value: unknown) => value === off;
  return restOnly(schema.refine(isOff, { error }).nullish().describe('Part of another product; off'));
}

/** What clients may write; all fields are optional. The service checks filters and patterns. */
export const ProjectWrite = z.object({
  name: z.string().trim().min(1).max(LIMIT.name_chars).optional().describe('What people call it'),
  timezone: z
    .string()
    .refine(isZone, { error: ({ input }) => `Not a time zone. ${zoneHelp(String(input))}` })
    .optional()
    .describe('IANA name; where its days begin'),
  week_start_day: z.literal([0, 1]).optional().describe('0: weeks begin on Sunday, 1: on Monday'),
  test_account_filters: z
    .array(z.unknown())
    .max(LIMIT.filter_leaves)
    .optional()
    .describe(
      'Filters that hold for real people, for questions with filter_test_accounts: [{"key":"email","operator":"not_icontains","value":"@example.com","type":"person"}]',
    )
    .meta({ items: { type: 'object' } }),
  path_cleaning_filters: z
    .array(CleaningRule)
    .max(LIMIT.path_rules)
    .optional()
    .describe('Rules that make paths alike, applied in order: [{"alias":"/user/<id>","regex":"/user/[0-9]+"}]'),
  retention_days: z
    .int()
    .min(1)
    .max(LIMIT.retention_days)
    .nullable()
    .optional()
    .describe('Events older than that are removed for good, once a day; null keeps all'),
  autocapture_opt_out: z
    .boolean()
    .optional()
    .describe('true: the browser library captures no clicks, changes and submits by itself'),
  heatmaps_opt_in: absentPart(z.boolean(), ABSENT_PARTS.heatmaps_opt_in),
  session_recording_opt_in: absentPart(z.boolean(), ABSENT_PARTS.session_recording_opt_in),
  surveys_opt_in: absentPart(z.boolean(), ABSENT_PARTS.surveys_opt_in),
  autocapture_exceptions_opt_in: absentPart(z.boolean(), ABSENT_PARTS.autocapture_exceptions_opt_in),
  autocapture_web_vitals_opt_in: absentPart(z.boolean(), ABSENT_PARTS.autocapture_web_vitals_opt_in),
  cookieless_server_hash_mode: absentPart(z.int(), ABSENT_PARTS.cookieless_server_hash_mode),
});
export type ProjectWrite = z.output<typeof ProjectWrite>;

export interface User {
  readonly id: number;
  readonly uuid: string;
  readonly distinct_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly is_email_verified: boolean;
  readonly hedgehog_config: Record<string, unknown>;
}

export const UserSchema = z.object({
  id: z.int(),
  uuid: z.string(),
  distinct_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  is_email_verified: z.boolean(),
  hedgehog_config: z.record(z.string(), z.unknown()),
});

export const GroupTypeSchema = z.object({
  group_type: z.string(),
  group_type_index: z.int(),
  name_singular: z.string().nullable(),
  name_plural: z.string().nullable(),
});
export type GroupType = z.infer<typeof GroupTypeSchema>;
/** Singular and plural names. Omitted ones do not change. */
export type GroupNames = Partial<Pick<GroupType, 'name_singular' | 'name_plural'>>;

/** A project, its people's groups, and the users of the product. */
import { z } from 'zod';

export interface Project {
  readonly id: number;
  readonly name: string;
  /** Public token for sending events, `phc_…`. */
  readonly api_token: string;
  /** IANA name. */
  readonly timezone: string;
  /** 0 Sunday, 1 Monday. */
  readonly week_start_day: 0 | 1;
  /** Property filters, AND, applied when a question says `filter_test_accounts`. Kept as given. */
  readonly test_account_filters: readonly unknown[];
  readonly path_cleaning_filters: readonly unknown[];
  readonly created_at_ms: number;
}

export interface User {
  readonly id: number;
  readonly uuid: string;
  readonly distinct_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly is_email_verified: boolean | null;
  readonly hedgehog_config: Record<string, unknown> | null;
}

export const UserSchema = z.object({
  id: z.int(),
  uuid: z.string(),
  distinct_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  is_email_verified: z.boolean().nullable(),
  hedgehog_config: z.record(z.string(), z.unknown()).nullable(),
});

export const GroupTypeSchema = z.object({
  group_type: z.string(),
  group_type_index: z.int(),
  name_singular: z.string().nullable(),
  name_plural: z.string().nullable(),
});
export type GroupType = z.infer<typeof GroupTypeSchema>;

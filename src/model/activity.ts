/** Who changed what: one entry for each creation or change of an insight. */
import { z } from 'zod';

/** One field of one change. Only `after` where something came to be, only `before` where it went. */
const ChangeSchema = z.object({
  type: z.string(),
  action: z.enum(['created', 'changed', 'deleted']),
  field: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
});
export type Change = z.infer<typeof ChangeSchema>;

const ActivityDetailSchema = z.object({
  id: z.null(),
  /** null at creation. */
  changes: z.array(ChangeSchema).nullable(),
  merge: z.null(),
  trigger: z.null(),
  name: z.string().nullable(),
  short_id: z.string(),
  type: z.null(),
});
export type ActivityDetail = z.infer<typeof ActivityDetailSchema>;

export const ActivitySchema = z.object({
  id: z.string(),
  user: z.looseObject({ first_name: z.string(), email: z.string().nullable() }),
  activity: z.string(),
  scope: z.string(),
  item_id: z.string(),
  detail: z.unknown(),
  created_at: z.string(),
});
export type Activity = z.infer<typeof ActivitySchema>;

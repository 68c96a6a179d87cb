/** Who changed what: one record per creation or change of an insight. */
import { z } from 'zod';

/** One field of a change. Only `after` if it was added, only `before` if it was removed. */
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

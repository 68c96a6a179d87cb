/** Alerts: bounds on the latest complete point of a saved trend. */
import { z } from 'zod';
import { insightId, numberField, restOnly, textField, wholeField } from '../fields.ts';
import { LIMIT } from '../limit.ts';

/** The same bounds as clients of the interface we follow send them. */
const Threshold = z.looseObject({
  configuration: z.looseObject({
    type: z.literal('absolute').optional(),
    bounds: z.looseObject({ lower: z.number().nullish(), upper: z.number().nullish() }).optional(),
  }),
});
const Condition = z.looseObject({ type: z.literal('absolute_value') });
const Config = z.looseObject({ series_index: z.int().min(0).max(LIMIT.entities).optional() });

/** What clients may write. */
export const AlertWrite = z.object({
  name: z.string().trim().min(1).max(LIMIT.name_chars).optional().describe('What it watches, for people'),
  insight: insightId('').optional().describe('Number or short_id of a saved trend'),
  lower: numberField('Tell when the number is below this'),
  upper: numberField('Tell when the number is above this'),
  series: wholeField('Which line of the trend, from 0 (default the first)', { min: 0, max: LIMIT.entities }),
  threshold: restOnly(Threshold.optional().describe('Or: {"configuration":{"type":"absolute","bounds":{"upper":9}}}')),
  condition: restOnly(Condition.nullish().describe('Only {"type":"absolute_value"}: the number itself is judged')),
  config: restOnly(Config.nullish().describe('Or: {"series_index":0}')),
  webhook_url: textField(
    'Told by POST, where the operator has allowed its host; "none" for no longer',
    LIMIT.url_chars,
  ),
  enabled: z.boolean().optional().describe('false: not checked for now'),
  deleted: z.boolean().optional().describe('true removes it softly, false brings it back'),
});
export type AlertWrite = z.output<typeof AlertWrite>;

export const ALERT_STATES = ['firing', 'not_firing', 'unknown'] as const;

export const AlertSchema = z.object({
  id: z.int(),
  name: z.string(),
  insight: z.int(),
  insight_short_id: z.string(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  series: z.int(),
  threshold: Threshold.describe('lower and upper once more, as other clients read them'),
  condition: Condition,
  config: Config,
  webhook_url: z.string().nullable(),
  enabled: z.boolean(),
  state: z.enum(ALERT_STATES).describe('unknown: there is no whole point yet, or the insight cannot be computed'),
  value: z.number().nullable().describe('The number that was judged'),
  point: z.string().nullable().describe('Of which day (week, …) it is; null of a number over all of the range'),
  reason: z.string().describe('In words'),
  last_notified_at: z.string().nullable(),
  deleted: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Alert = z.infer<typeof AlertSchema>;

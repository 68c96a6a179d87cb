/** Alerts: bounds on the latest complete point of a saved trend, or on its change. */
import { z } from 'zod';
import { insightId, numberField, restOnly, textField, wholeField } from '../fields.ts';
import { LIMIT } from '../limit.ts';
import { UserSchema } from './project.ts';

/** What is judged: the number itself, or how much it rose or fell since the point before. */
const CONDITIONS = ['absolute_value', 'relative_increase', 'relative_decrease'] as const;
export type AlertCondition = (typeof CONDITIONS)[number];
/** A rise or fall is measured as a difference, or as a share of the point before (0.2 is 20 %). */
const THRESHOLDS = ['absolute', 'percentage'] as const;
export type AlertThreshold = (typeof THRESHOLDS)[number];
const INTERVALS = ['hourly', 'daily', 'weekly', 'monthly'] as const;

/** The same bounds in another form, which existing API clients send. */
const Threshold = z.looseObject({
  configuration: z.looseObject({
    type: z.enum(THRESHOLDS).optional(),
    bounds: z.looseObject({ lower: z.number().nullish(), upper: z.number().nullish() }).nullish(),
  }),
});
const Condition = z.looseObject({ type: z.enum(CONDITIONS) });
const Config = z.looseObject({
  series_index: z.int().min(0).max(LIMIT.entities).nullish(),
  check_ongoing_interval: z.boolean().nullish(),
});

/** A bound is of the number itself; a share is of what it was before. */
function boundField(description: string, condition: AlertCondition) {
  return numberField(description, {}, (sent) => {
    const [, percent] = /^\s*[+-]?(\d+(?:\.\d+)?)\s*%\s*$/.exec(typeof sent === 'string' ? sent : '') ?? [];
    if (percent === undefined) return null;
    const threshold = { configuration: { type: 'percentage', bounds: { upper: Number(percent) / 100 } } };
    const asked = JSON.stringify({ condition: { type: condition }, threshold });
    return `A bound is a number, as the trend shows it. For a change by more than ${percent} % of the point before, send ${asked}.`;
  })
    .nullable()
    .describe(`${description}; null for no longer`);
}

/** What clients may write. */
export const AlertWrite = z.object({
  name: z.string().trim().min(1).max(LIMIT.name_chars).optional().describe('What it watches, for people'),
  insight: insightId('').optional().describe('Number or short_id of a saved trend'),
  lower: boundField('Tell when the number is below this', 'relative_decrease'),
  upper: boundField('Tell when the number is above this', 'relative_increase'),
  series: wholeField('Which line of the trend, from 0 (default the first)', { min: 0, max: LIMIT.entities }),
  condition: Condition.nullish().describe(
    'Bounds are of the number (default), or of its change from the point before: {"type":"relative_decrease"}, {"type":"relative_increase"}',
  ),
  threshold: Threshold.optional().describe(
    'The bounds in another form, or of a change in shares. Fell by more than half: {"configuration":{"type":"percentage","bounds":{"upper":0.5}}} with the condition relative_decrease',
  ),
  config: restOnly(
    Config.nullish().describe('Or: {"series_index":0}; {"check_ongoing_interval":true} judges the running point, too'),
  ),
  calculation_interval: restOnly(
    z.enum(INTERVALS).optional().describe('Kept for clients; a server checks every few minutes'),
  ),
  skip_weekend: restOnly(z.boolean().optional().describe('true: nobody is told on Saturdays and Sundays')),
  subscribed_users: restOnly(
    z.array(z.int()).max(LIMIT.page_max).optional().describe('Numbers of users, kept for clients; webhook_url is told'),
  ),
  webhook_url: textField(
    'Told by POST, where the operator has allowed its host; "none" for no longer',
    LIMIT.url_chars,
  ),
  enabled: z.boolean().optional().describe('false: not checked for now'),
  deleted: z.boolean().optional().describe('true removes it softly, false brings it back'),
});
export type AlertWrite = z.output<typeof AlertWrite>;
export type AlertInterval = (typeof INTERVALS)[number];

export const ALERT_STATES = ['firing', 'not_firing', 'unknown'] as const;

export const AlertSchema = z.object({
  id: z.string(),
  name: z.string(),
  insight: z.object({ id: z.int(), short_id: z.string(), name: z.string() }),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  series: z.int(),
  threshold: Threshold.describe('lower and upper once more, as other clients read them'),
  condition: Condition,
  config: Config,
  calculation_interval: z.enum(INTERVALS),
  skip_weekend: z.boolean(),
  subscribed_users: z.array(UserSchema),
  webhook_url: z
    .string()
    .nullable()
    .describe('Without the scope alert:write only its host: who knows it may post there'),
  enabled: z.boolean(),
  state: z.enum(ALERT_STATES).describe('unknown: there is no whole point yet, or the insight cannot be computed'),
  value: z.number().nullable().describe('What was judged: the number, or its change'),
  point: z.string().nullable().describe('Of which day (week, …) it is; null of a number over all of the range'),
  reason: z.string().describe('In words'),
  last_notified_at: z.string().nullable(),
  deleted: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Alert = z.infer<typeof AlertSchema>;

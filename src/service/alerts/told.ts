/** Which changes of an alert make its notifications others. */
import type { AlertRow } from '../../store/types/saved.ts';

/** What a notification is about, and whom it was sent to. */
const TOLD = [
  'insight_id',
  'lower',
  'upper',
  'series',
  'condition',
  'threshold',
  'is_ongoing',
  'webhook_url',
] as const satisfies readonly (keyof AlertRow)[];

/** Whether earlier notifications were of something else: who only renames an alert is not told of a point again. */
export function isAnother(before: AlertRow, changed: Partial<AlertRow>): boolean {
  return TOLD.some((field) => changed[field] !== undefined && changed[field] !== before[field]);
}

/** Exports that are asked for by day. */
import { DAY_MS, formatDay } from '../../base/time.ts';
import { ServiceError } from '../../model/error.ts';

/** Days from `since` to `until`, such as `2026-03-01`. @throws ServiceError if they are no days or in the wrong order */
export function daysBetween(since: string | undefined, until: string): string[] {
  if (since === undefined) {
    throw new ServiceError('invalid_input', 'Say from which day on events are taken: --since 2026-01-01');
  }
  const [from_ms, to_ms] = [dayOf(since, '--since'), dayOf(until, '--until')];
  if (to_ms < from_ms) throw new ServiceError('invalid_input', `--until ${until} lies before --since ${since}.`);
  const days = Math.round((to_ms - from_ms) / DAY_MS) + 1;
  return Array.from({ length: days }, (_, day) => formatDay('UTC', from_ms + day * DAY_MS));
}

/** The day after. @throws ServiceError if `until` is no day */
export function dayAfter(until: string): string {
  return formatDay('UTC', dayOf(until, '--until') + DAY_MS);
}

function dayOf(text: string, option: string): number {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(ms)) return ms;
  throw new ServiceError('invalid_input', `${option} takes a day as 2026-01-31; "${text}" is none.`);
}

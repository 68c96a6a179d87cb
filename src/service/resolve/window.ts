/** Conversion window of a funnel: `funnel_window_interval` in its unit, or the older `funnel_window_days`. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../base/time.ts';
import { invalid, notOneOf } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { type FunnelBody, WINDOW_UNITS, type WindowUnit } from '../../model/question/funnel.ts';

const DEFAULT_WINDOW = 14;

/** Fixed lengths, so clock changes do not matter. A month is 31 days. */
const UNIT_MS: Readonly<Record<WindowUnit, number>> = {
  second: SECOND_MS,
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 31 * DAY_MS,
};

export function resolveWindowMs(body: FunnelBody): number {
  if (body.funnel_window_days !== undefined) {
    return checked('funnel_window_days', body.funnel_window_days, 'day');
  }
  const [attr, text] =
    body.funnel_window_interval_type === undefined
      ? ['funnel_window_interval_unit', body['funnel_window_interval_unit']]
      : ['funnel_window_interval_type', body.funnel_window_interval_type];
  const unit = readUnit(attr, text ?? 'day');
  return checked('funnel_window_interval', body.funnel_window_interval ?? DEFAULT_WINDOW, unit);
}

/** Accepts spellings such as DAY, day and days. */
function readUnit(attr: string, text: unknown): WindowUnit {
  const word = String(text).trim().toLowerCase().replace(/s$/, '');
  const unit = WINDOW_UNITS.find((known) => known === word);
  if (unit) return unit;
  throw notOneOf(attr, WINDOW_UNITS);
}

function checked(attr: string, amount: number, unit: WindowUnit): number {
  if (amount < 1) throw invalid(attr, 'Ensure this field is at least 1: the time people have to convert.');
  const window_ms = amount * UNIT_MS[unit];
  if (window_ms <= LIMIT.window_ms) return window_ms;
  throw invalid(attr, `The window may be at most ${Math.floor(LIMIT.window_ms / DAY_MS)} days.`);
}

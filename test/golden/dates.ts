/** Rows of dates.json: one date each, given to the functions that resolve dates. */
import { must } from '../../src/base/assert.ts';
import { formatDay, formatIso, parseAbsolute, type Unit, type WeekStart } from '../../src/base/time.ts';
import { parseDate, previousRange, type RangeInput, resolveRange } from '../../src/service/resolve/dates/dates.ts';
import type { Row } from './case.ts';

interface DateRow {
  readonly now: string;
  readonly timezone: string;
  readonly input: string | null;
  readonly expect_iso: string;
  readonly role?: 'date_from' | 'date_to' | 'compare_from' | 'compare_until';
  readonly interval?: Unit;
  readonly week_start_day?: WeekStart;
  readonly explicit_date?: boolean;
  readonly exact_timerange?: boolean;
  readonly compare_to?: string;
  readonly human_friendly_comparison_periods?: boolean;
}

export function checkDate(sent: Row): string[] {
  const row = sent as unknown as DateRow;
  const got = answer(row);
  const text = row.expect_iso.length === 10 ? formatDay(row.timezone, got) : formatIso(got);
  const wanted = row.expect_iso.length === 10 ? row.expect_iso : formatIso(instant(row.expect_iso));
  return text === wanted ? [] : [`${row.input} as ${row.role ?? 'plain'}: expected ${wanted}, got ${text}`];
}

function instant(text: string): number {
  return must(parseAbsolute(text, 'UTC'), `the date ${text} of a case`).ms;
}

/** The last instant that counts stands for an exclusive bound. */
function answer(row: DateRow): number {
  const clock = { now_ms: instant(row.now), timezone: row.timezone, week_start: row.week_start_day ?? 0 };
  const friendly = row.human_friendly_comparison_periods ?? false;
  if (row.role === undefined) return must(parseDate(row.input ?? '', clock, friendly), 'a readable date').ms;
  const input: RangeInput = {
    ...clock,
    date_from: row.input,
    date_to: null,
    interval: row.interval ?? 'day',
    whole_first_day: true,
    explicit_date: row.explicit_date ?? false,
    exact: row.exact_timerange ?? false,
    first_event_ms: null,
  };
  if (row.role === 'date_from') return resolveRange(input).from_ms;
  if (row.role === 'date_to') {
    const open: RangeInput = { ...input, date_from: 'all', date_to: row.input, first_event_ms: instant('2000-01-01') };
    return resolveRange(open).until_ms - 1;
  }
  const previous = previousRange(input, row.compare_to ?? null, friendly);
  return row.role === 'compare_from' ? previous.from_ms : previous.until_ms - 1;
}

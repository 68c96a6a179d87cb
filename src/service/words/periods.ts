/** The range of an answer in words, and which of its points are incomplete. Uses the project's wall clock. */
import {
  addUnits,
  bucketEdges,
  DAY_MS,
  floorTo,
  formatDay,
  formatMinute,
  parseAbsolute,
  SECOND_MS,
  toCivil,
  toWall,
  weekday,
} from '../../base/time.ts';
import { INTERVALS } from '../../model/question/query.ts';
import type { Resolved } from '../../model/question/result.ts';
import { counted } from './lists.ts';
import { durationText } from './numbers.ts';

interface Dates {
  readonly date_from: string;
  readonly date_to: string;
}

/** Milliseconds since 1970, until exclusive. Both dates of an answer are inclusive to the second. */
interface Span {
  readonly from_ms: number;
  readonly until_ms: number;
}

/** Milliseconds since 1970 of a written time; NaN if unreadable. */
export function instantOf(text: string, timezone: string): number {
  return parseAbsolute(text, timezone)?.ms ?? Number.NaN;
}

export function spanOf({ date_from, date_to }: Dates, timezone: string): Span {
  const last_ms = instantOf(date_to, timezone);
  return { from_ms: instantOf(date_from, timezone), until_ms: Math.floor(last_ms / SECOND_MS) * SECOND_MS + SECOND_MS };
}

/** `2026-11-15 to 2026-11-22 (8 days, the last one so far), Europe/Berlin.`, and the comparison period. */
export function periodLines(resolved: Resolved, now_ms: number): string[] {
  const { timezone, previous } = resolved;
  const current = periodWords(resolved, timezone, now_ms);
  if (previous === undefined) return [`${current}, ${timezone}.`];
  const shared = sharedWords(resolved, previous, timezone);
  return [`Current: ${current}, ${timezone}.`, `Previous: ${periodWords(previous, timezone, now_ms)}.`, ...shared];
}

function periodWords(dates: Dates, timezone: string, now_ms: number): string {
  return spanText(spanOf(dates, timezone), timezone, now_ms);
}

/** `2026-11-15 to 2026-11-22 (8 days)` */
export function spanText(span: Span, timezone: string, now_ms: number): string {
  const { from_ms, until_ms } = span;
  const length = isWholeDays(span, timezone)
    ? counted(Math.round((toWall(timezone, until_ms) - toWall(timezone, from_ms)) / DAY_MS), 'day')
    : durationText((until_ms - from_ms) / SECOND_MS);
  const running = now_ms >= from_ms && now_ms < until_ms ? `, up to now: ${formatMinute(timezone, now_ms)}` : '';
  return `${endsOf(span, timezone).join(' to ')} (${length}${running})`;
}

/** The first and the last day, or minute unless days are whole; one if they are the same. */
export function endsOf(span: Span, timezone: string): string[] {
  const format = isWholeDays(span, timezone) ? formatDay : formatMinute;
  return [...new Set([span.from_ms, span.until_ms - SECOND_MS].map((ms) => format(timezone, ms)))];
}

function isWholeDays({ from_ms, until_ms }: Span, timezone: string): boolean {
  return [from_ms, until_ms].every((ms) => floorTo(timezone, ms, 'day', 0) === ms);
}

/** Periods of whole weeks that include today share a day. Where one begins at the instant that ends the other, they share nothing. */
function sharedWords(current: Dates, previous: Dates, timezone: string): string[] {
  const begin = Math.max(spanOf(current, timezone).from_ms, spanOf(previous, timezone).from_ms);
  const end = Math.min(spanOf(current, timezone).until_ms, spanOf(previous, timezone).until_ms);
  if (end - begin <= SECOND_MS) return [];
  const [from, to] = [begin, end - SECOND_MS].map((ms) => formatDay(timezone, ms));
  return [`Both periods hold ${from === to ? from : `${from} to ${to}`}.`];
}

/** Months of a whole calendar unit -> what `compare_to` calls it. */
const UNIT_OF_MONTHS: Readonly<Record<number, string>> = { 1: '-1m', 3: '-1q', 12: '-1y' };

/** How to compare like with like, where a month is compared with more days, or with what is no month. */
export function comparisonAdvice(resolved: Resolved, now_ms: number): string {
  const { timezone, previous } = resolved;
  if (previous === undefined) return '';
  const [is, was] = [spanOf(resolved, timezone), spanOf(previous, timezone)];
  const compare_to = UNIT_OF_MONTHS[monthsIn(was, timezone)];
  if (now_ms < is.until_ms && compare_to !== undefined && daysIn(was, timezone) > daysIn(is, timezone)) {
    return `The current period still runs and the previous one is whole: "compare_to":"${compare_to}" compares with as many days of it.`;
  }
  if (resolved.kind === 'stickiness' && now_ms < is.until_ms && was.until_ms <= now_ms) {
    return 'The current period still runs and the previous one is whole: people had more time to be active then.';
  }
  const months = monthsIn(is, timezone);
  const from_ms = addUnits(timezone, is.from_ms, -months, 'month');
  if (months === 0 || was.until_ms !== is.from_ms || was.from_ms === from_ms) return '';
  const [from, to] = [from_ms, was.until_ms - SECOND_MS].map((ms) => formatDay(timezone, ms));
  return `Previous is as many days, not the calendar months before: for those ask for ${from} to ${to} by itself.`;
}

function daysIn({ from_ms, until_ms }: Span, timezone: string): number {
  return Math.ceil((toWall(timezone, until_ms) - toWall(timezone, from_ms)) / DAY_MS);
}

/** 0 unless it is whole calendar months. */
function monthsIn({ from_ms, until_ms }: Span, timezone: string): number {
  const [from, until] = [toCivil(timezone, from_ms), toCivil(timezone, until_ms)];
  const months = Math.max(0, (until.year - from.year) * 12 + until.month - from.month);
  return from.day === 1 && addUnits(timezone, from_ms, months, 'month') === until_ms ? months : 0;
}

/** Why a point is incomplete. */
export type Lack = '' | 'not yet' | 'so far' | 'partial';

/** Behind the name of a point. */
export function lackText(lack: Lack | undefined): string {
  return lack ? ` (${lack})` : '';
}

/**
 * Point -> why it is incomplete: it has not begun, is still running, or is cut by the range. `days` has their starts as
 * written in answers. Only the first is read, for the day on which weeks begin: an hour that repeats is written twice alike.
 */
export function lacksOf(days: readonly string[], dates: Dates, resolved: Resolved, now_ms: number): Lack[] {
  const { timezone } = resolved;
  const unit = INTERVALS.find((known) => known === resolved.interval);
  const first_ms = instantOf(days[0] ?? '', timezone);
  // Stickiness counts its periods from 1.
  if (unit === undefined || Number.isNaN(first_ms)) return days.map(() => '');
  const { from_ms, until_ms } = spanOf(dates, timezone);
  const week_start = weekday(toCivil(timezone, first_ms)) === 0 ? 0 : 1;
  const edges_ms = bucketEdges({ timezone, week_start }, { from_ms, until_ms }, unit, days.length);
  const lacks = new Array<Lack>(days.length).fill('');
  // Goes backwards, as all points before a complete one are complete. There may be ten thousand.
  for (let at = days.length - 1; at >= 0; at--) {
    const [start_ms, end_ms] = [edges_ms[at]!, edges_ms[at + 1]!];
    const isEdge = at === 0 || at === days.length - 1;
    if (start_ms > now_ms) lacks[at] = 'not yet';
    else if (end_ms > now_ms && until_ms > now_ms) lacks[at] = 'so far';
    else if (isEdge && (start_ms < from_ms || end_ms > until_ms)) lacks[at] = 'partial';
    if (!isEdge && end_ms <= now_ms) at = Math.min(at, 1);
  }
  return lacks;
}

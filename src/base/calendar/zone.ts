/**
 * Offsets of time zones from the platform's database. One look-up costs microseconds, so each zone is split into
 * windows of 50 days. The offsets of a window are found once and cached.
 */
import { DAY_MS, dayNumber, SECOND_MS } from './civil.ts';

/** Years 1 to 9999; instants outside have the offset of the nearer end. */
export const MIN_MS = dayNumber(1, 1, 2) * DAY_MS;
export const MAX_MS = dayNumber(9999, 12, 31) * DAY_MS - 1;

const WINDOW_MS = 2 ** 32;
/** No zone ever changed its offset twice within less time; Boa Vista had summer time for only seven days. */
const PROBE_MS = 6 * DAY_MS;
/** Offsets change at whole seconds. */
const GRAIN_MS = SECOND_MS;

/** The times [from_ms, until_ms) of a window that have the same offset. */
interface OffsetPeriod {
  readonly from_ms: number;
  readonly until_ms: number;
  readonly offset_ms: number;
}

/** The offset at an instant. */
type Asked = (utc_ms: number) => number;

interface Zone {
  readonly ask: Asked;
  /** When the offset changes next; null if that has to be searched for, which takes longer. */
  readonly nextChange: ((utc_ms: number) => number) | null;
  /** window number -> its offsets in order */
  readonly windows: Map<number, readonly OffsetPeriod[]>;
  /** The period of the last call. It serves most calls, as most times come nearly in order. */
  last: OffsetPeriod;
}

const NOWHERE: OffsetPeriod = { from_ms: 1, until_ms: 0, offset_ms: 0 };
const zones = new Map<string, Zone>();

/** Three letters that IANA knows. Others are of ICU: BST is Dhaka there, and not London's summer. */
const SHORT_NAMES = /^(utc|gmt|uct|est|mst|hst|cet|met|eet|wet|prc|roc|rok)$/i;

/** Whether it is an IANA zone name, e.g. Europe/Berlin or UTC; bare offsets are not. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name) || (/^[A-Za-z]{3}$/.test(name) && !SHORT_NAMES.test(name))) return false;
  if (zones.has(name)) return true;
  try {
    // Decides, because Temporal knows other names. Opened so that the name is decided once.
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    openZone(name);
    return true;
  } catch {
    return false;
  }
}

/** How far the wall clock is ahead of UTC. */
export function offsetMs(zone: string, utc_ms: number): number {
  if (zone === 'UTC') return 0;
  const found = zones.get(zone) ?? openZone(zone);
  if (utc_ms >= found.last.from_ms && utc_ms < found.last.until_ms) return found.last.offset_ms;
  found.last = periodAt(found, utc_ms);
  return found.last.offset_ms;
}

/** Wall-clock reading as epoch milliseconds, as if it were UTC. */
export function toWall(zone: string, utc_ms: number): number {
  return utc_ms + offsetMs(zone, utc_ms);
}

/** Instant of a wall-clock reading: the earlier one if there are two. Skipped readings move on by the gap. */
export function fromWall(zone: string, wall_ms: number): number {
  // A day exceeds any offset, so these two lie on either side of a nearby change.
  const before_ms = offsetMs(zone, wall_ms - DAY_MS);
  const after_ms = offsetMs(zone, wall_ms + DAY_MS);
  const first_ms = wall_ms - before_ms;
  if (before_ms === after_ms || offsetMs(zone, first_ms) === before_ms) return first_ms;
  const second_ms = wall_ms - after_ms;
  return offsetMs(zone, second_ms) === after_ms ? second_ms : first_ms;
}

/** Like `toWall` for the edge of a range: a day starts at 00:00, even where the clock skips that and shows 01:00. */
export function toWallEdge(zone: string, utc_ms: number): number {
  const wall_ms = toWall(zone, utc_ms);
  const day_ms = Math.floor(wall_ms / DAY_MS) * DAY_MS;
  return fromWall(zone, day_ms) === utc_ms ? day_ms : wall_ms;
}

/** First instant with the offset of until_ms; from_ms and until_ms enclose one change. */
export function changeBetween(zone: string, from_ms: number, until_ms: number): number {
  const goal_ms = offsetMs(zone, until_ms);
  return bisect(from_ms, until_ms, (at_ms) => offsetMs(zone, at_ms) === goal_ms);
}

/** Offsets within [from_ms, until_ms): offsets_ms[i] holds before changes_ms[i]. */
export function offsetChanges(
  zone: string,
  from_ms: number,
  until_ms: number,
): { readonly changes_ms: number[]; readonly offsets_ms: number[] } {
  if (zone === 'UTC') return { changes_ms: [], offsets_ms: [0] };
  const found = zones.get(zone) ?? openZone(zone);
  const changes_ms: number[] = [];
  const offsets_ms = [offsetMs(zone, from_ms)];
  const nextChange = found.nextChange ?? ((utc_ms) => periodAt(found, utc_ms).until_ms);
  const last_ms = Math.min(until_ms, MAX_MS);
  for (let at_ms = nextChange(from_ms); at_ms < last_ms; at_ms = nextChange(at_ms)) {
    const offset_ms = askOffset(found.ask, at_ms);
    if (offset_ms === offsets_ms.at(-1)) continue;
    changes_ms.push(at_ms);
    offsets_ms.push(offset_ms);
  }
  return { changes_ms, offsets_ms };
}

function openZone(name: string): Zone {
  const temporal = byTemporal(name);
  const ask = temporal ?? byFormat(name);
  const nextChange = temporal && changesByTemporal(name);
  const zone: Zone = { ask, nextChange, windows: new Map(), last: NOWHERE };
  zones.set(name, zone);
  return zone;
}

/**
 * Both know the same offsets, but the first format of a process takes 20 ms. null: this Node has no Temporal (before 26),
 * or it does not know the name, such as PST.
 */
function byTemporal(name: string): Asked | null {
  if (typeof Temporal === 'undefined') return null;
  const ask: Asked = (utc_ms) =>
    Temporal.Instant.fromEpochMilliseconds(utc_ms).toZonedDateTimeISO(name).offsetNanoseconds / 1e6;
  try {
    ask(0);
    return ask;
  } catch {
    return null;
  }
}

function changesByTemporal(name: string): (utc_ms: number) => number {
  return (utc_ms) =>
    Temporal.Instant.fromEpochMilliseconds(Math.floor(utc_ms)).toZonedDateTimeISO(name).getTimeZoneTransition('next')
      ?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
}

/** @throws RangeError if there is no such zone */
export function byFormat(name: string): Asked {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (utc_ms) => {
    // Formatting one text costs half as much as separate parts. American texts start with the month.
    const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = format
      .format(utc_ms)
      .split(/\D+/)
      .map(Number);
    return dayNumber(year, month, day) * DAY_MS + (hour * 3600 + minute * 60 + second) * 1000 - utc_ms;
  };
}

function periodAt(zone: Zone, utc_ms: number): OffsetPeriod {
  const at_ms = Math.min(Math.max(utc_ms, MIN_MS), MAX_MS);
  const number = Math.floor(at_ms / WINDOW_MS);
  let window = zone.windows.get(number);
  if (window === undefined) {
    window = periodsOf(zone.ask, number * WINDOW_MS, (number + 1) * WINDOW_MS);
    zone.windows.set(number, window);
  }
  for (const period of window) if (at_ms < period.until_ms) return period;
  return NOWHERE;
}

function periodsOf(ask: Asked, from_ms: number, until_ms: number): readonly OffsetPeriod[] {
  const found: OffsetPeriod[] = [];
  let start_ms = from_ms;
  let offset_ms = askOffset(ask, from_ms);
  for (let at_ms = from_ms; at_ms < until_ms; at_ms += PROBE_MS) {
    const probe_ms = Math.min(at_ms + PROBE_MS, until_ms - 1);
    const next_ms = askOffset(ask, probe_ms);
    if (next_ms === offset_ms) continue;
    const change_ms = bisect(at_ms, probe_ms, (middle_ms) => askOffset(ask, middle_ms) === next_ms);
    found.push({ from_ms: start_ms, until_ms: change_ms, offset_ms });
    start_ms = change_ms;
    offset_ms = next_ms;
  }
  found.push({ from_ms: start_ms, until_ms, offset_ms });
  return found;
}

/** First whole second after from_ms for which `after` is true. It must be true for until_ms. */
function bisect(from_ms: number, until_ms: number, after: (at_ms: number) => boolean): number {
  let low = Math.floor(from_ms / GRAIN_MS);
  let high = Math.ceil(until_ms / GRAIN_MS);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (after(middle * GRAIN_MS)) high = middle;
    else low = middle;
  }
  return high * GRAIN_MS;
}

function askOffset(ask: Asked, utc_ms: number): number {
  return ask(Math.floor(Math.min(Math.max(utc_ms, MIN_MS), MAX_MS) / GRAIN_MS) * GRAIN_MS);
}

/**
 * A behavioural condition of a cohort -> what a person must have done. Windows end at a given date or now,
 * inclusive. A month has 30 days and a year 365. First time, stopped and restarted combine "did" and "did not" over two
 * windows.
 */
import { addUnits, DAY_MS, HOUR_MS, MIN_MS, MINUTE_MS } from '../../../base/time.ts';
import { invalid, notOneOf } from '../../../model/error.ts';
import { idOf } from '../../../model/fields.ts';
import { LIMIT } from '../../../model/limit.ts';
import { type Behaviour, type EventMatch, every, not, type Predicate } from '../../../model/question/predicate.ts';
import {
  BEHAVIOURS,
  type BehaviourName,
  COHORT_INTERVALS,
  COUNT_OPERATORS,
  type CohortInterval,
} from '../../../model/saved/cohort.ts';
import { type ParsedDate, parseDate } from '../dates/dates.ts';
import { type FilterSetting, resolveFilters } from './filters.ts';

export interface BehaviourSetting extends FilterSetting {
  /** Rows of a saved action. @throws ServiceError if it does not exist */
  readonly action: (id: number, attr: string) => readonly EventMatch[];
}

type Leaf = Readonly<Record<string, unknown>>;

const UNIT_MS: Readonly<Record<CohortInterval, number>> = {
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  year: 365 * DAY_MS,
};
const OFTEN = Number.MAX_SAFE_INTEGER;

/** State while reading one leaf. */
interface Reading {
  readonly leaf: Leaf;
  readonly attr: string;
  readonly setting: BehaviourSetting;
  readonly matches: readonly EventMatch[];
  /** The (wide) window; `until_ms` is exclusive. */
  readonly from_ms: number;
  readonly until_ms: number;
}

/** @throws ServiceError naming the field at fault */
export function resolveBehaviour(leaf: Leaf, attr: string, setting: BehaviourSetting): Predicate {
  const name = readChoice(leaf, 'value', BEHAVIOURS, attr);
  const matches = readMatches(leaf, 'key', 'event_type', attr, setting);
  const filters = resolveFilters(leaf['event_filters'], `${attr}__event_filters`, setting);
  const restricted = matches.map((match) => ({ ...match, where: every([match.where, filters]) }));
  const isRegular = name === 'performed_event_regularly';
  const from_ms =
    (isRegular ? null : readDate(leaf, 'explicit_datetime', attr, setting)?.ms) ??
    setting.now_ms - readLength(leaf, 'time', attr);
  const until_ms = readUntil(leaf, attr, setting);
  if (from_ms >= until_ms) throw emptyWindow(leaf, attr);
  return READERS[name]({ leaf, attr, setting, matches: restricted, from_ms, until_ms });
}

function emptyWindow(leaf: Leaf, attr: string): Error {
  return (leaf['explicit_datetime_to'] ?? '') === ''
    ? invalid(
        `${attr}__explicit_datetime`,
        'The window begins later than now, where it ends. Send an earlier time, as -30d.',
      )
    : invalid(`${attr}__explicit_datetime_to`, 'The window ends before it begins: send a later end, or leave it out.');
}

/** End of the window. A bare day is within it. */
function readUntil(leaf: Leaf, attr: string, setting: BehaviourSetting): number {
  const date = readDate(leaf, 'explicit_datetime_to', attr, setting);
  if (date === null) return setting.now_ms + 1;
  return date.has_time || date.relative !== null ? date.ms + 1 : addUnits(setting.timezone, date.ms, 1, 'day');
}

const READERS: Readonly<Record<BehaviourName, (reading: Reading) => Predicate>> = {
  performed_event: (reading) => did(reading, reading.from_ms, reading.until_ms),
  performed_event_multiple: readMultiple,
  performed_event_first_time: (reading) =>
    every([did(reading, reading.from_ms, reading.until_ms), not(did(reading, MIN_MS, reading.from_ms))]),
  performed_event_sequence: readSequence,
  performed_event_regularly: readRegular,
  stopped_performing_event: (reading) => {
    const recent_ms = readRecent(reading);
    return every([did(reading, reading.from_ms, reading.until_ms), not(did(reading, recent_ms, reading.until_ms))]);
  },
  restarted_performing_event: (reading) => {
    const recent_ms = readRecent(reading);
    return every([
      did(reading, recent_ms, reading.until_ms),
      not(did(reading, reading.from_ms, recent_ms)),
      did(reading, MIN_MS, reading.from_ms),
    ]);
  },
};

function condition(behaviour: Behaviour): Predicate {
  return { kind: 'behaviour', behaviour };
}

function did({ matches }: Reading, from_ms: number, until_ms: number, min = 1, max = OFTEN): Predicate {
  return condition({ op: 'count', deeds: { matches, from_ms, until_ms }, min, max });
}

function readMultiple(reading: Reading): Predicate {
  const { min, max } = readCount(reading);
  return did(reading, reading.from_ms, reading.until_ms, min, max);
}

function readSequence(reading: Reading): Predicate {
  const { leaf, attr, setting, matches, from_ms, until_ms } = reading;
  const later = readMatches(leaf, 'seq_event', 'seq_event_type', attr, setting);
  return condition({
    op: 'sequence',
    deeds: { matches, from_ms, until_ms },
    later: { matches: later, from_ms, until_ms },
    within_ms: readLength(leaf, 'seq_time', attr),
  });
}

/** Periods of equal length follow each other; the latest one includes now. */
function readRegular(reading: Reading): Predicate {
  const { leaf, attr, setting, matches } = reading;
  const { min, max } = readCount(reading);
  const length_ms = readLength(leaf, 'time', attr);
  const total_periods = readWhole(leaf, 'total_periods', attr, 1);
  const min_periods = readWhole(leaf, 'min_periods', attr, 1);
  if (total_periods > LIMIT.cohort_periods) {
    throw invalid(`${attr}__total_periods`, `Ensure this field is at most ${LIMIT.cohort_periods}.`);
  }
  if (min_periods > total_periods) {
    throw invalid(`${attr}__min_periods`, 'Ensure this field is at most total_periods.');
  }
  const edges_ms = Array.from({ length: total_periods }, (_, at) => setting.now_ms - (total_periods - at) * length_ms);
  return condition({
    op: 'regular',
    matches,
    edges_ms: [...edges_ms, setting.now_ms + 1],
    min_periods,
    min,
    max,
  });
}

/** Start of the recent window, for stopped and restarted. */
function readRecent({ leaf, attr, setting, from_ms }: Reading): number {
  const recent_ms = setting.now_ms - readLength(leaf, 'seq_time', attr);
  if (recent_ms >= from_ms) return recent_ms;
  throw invalid(
    `${attr}__seq_time_value`,
    'The recent window (seq_time_value, seq_time_interval) may not be wider than the whole one (time_value, time_interval).',
  );
}

/** Bounds of the count. The minimum is one for every operator: people who never did it are not members. */
function readCount({ leaf, attr }: Reading): { min: number; max: number } {
  const operator = readChoice(leaf, 'operator', COUNT_OPERATORS, attr);
  const times = readWhole(leaf, 'operator_value', attr, 0);
  switch (operator) {
    case 'gte':
      return { min: Math.max(1, times), max: OFTEN };
    case 'gt':
      return { min: times + 1, max: OFTEN };
    case 'lte':
      return { min: 1, max: times };
    case 'lt':
      return { min: 1, max: times - 1 };
    default:
      if (times > 0) return { min: times, max: times };
      throw invalid(
        `${attr}__operator_value`,
        'Exactly 0 times cannot be asked for: send performed_event with "negation": true.',
      );
  }
}

/** An event by name, or an action by number. */
function readMatches(
  leaf: Leaf,
  name: 'key' | 'seq_event',
  type_name: 'event_type' | 'seq_event_type',
  attr: string,
  setting: BehaviourSetting,
): readonly EventMatch[] {
  const type = readChoice(leaf, type_name, ['events', 'actions'] as const, attr);
  const key = given(leaf, name, attr);
  if (type === 'actions') {
    const id = idOf(key);
    if (id !== null) return setting.action(id, `${attr}__${name}`);
    throw invalid(`${attr}__${name}`, 'Expected the number of an action.');
  }
  if (typeof key !== 'string') throw invalid(`${attr}__${name}`, 'Expected the name of an event.');
  return [{ event: key, where: { kind: 'all' } }];
}

function readLength(leaf: Leaf, name: 'time' | 'seq_time', attr: string): number {
  const value = readWhole(leaf, `${name}_value`, attr, 1);
  const unit = readChoice(leaf, `${name}_interval`, COHORT_INTERVALS, attr);
  const length_ms = value * UNIT_MS[unit];
  if (length_ms <= LIMIT.window_ms) return length_ms;
  throw invalid(`${attr}__${name}_value`, `A window may be at most ${Math.floor(LIMIT.window_ms / DAY_MS)} days long.`);
}

/** null if the date was not given. */
function readDate(leaf: Leaf, name: string, attr: string, setting: BehaviourSetting): ParsedDate | null {
  const sent = leaf[name];
  if (sent === undefined || sent === null || sent === '') return null;
  const date = typeof sent === 'string' ? parseDate(sent, setting) : null;
  if (date !== null) return date;
  throw invalid(`${attr}__${name}`, 'Could not read the date. Send 2026-01-31, 2026-01-31 13:00:00, or -7d.');
}

function readWhole(leaf: Leaf, name: string, attr: string, min: number): number {
  const sent = given(leaf, name, attr);
  const number = typeof sent === 'string' && /^\s*\d{1,15}\s*$/.test(sent) ? Number(sent) : sent;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= min) return number;
  throw invalid(`${attr}__${name}`, `Expected a whole number from ${min} on.`);
}

function readChoice<const T extends readonly [string, ...string[]]>(
  leaf: Leaf,
  name: string,
  choices: T,
  attr: string,
): T[number] {
  const sent = given(leaf, name, attr, ` Send ${choices.length > 2 ? 'one of' : 'either'}: ${choices.join(', ')}.`);
  const found = choices.find((choice) => choice === sent);
  if (found !== undefined) return found;
  throw notOneOf(`${attr}__${name}`, choices);
}

function given(leaf: Leaf, name: string, attr: string, help = ''): unknown {
  const sent = leaf[name];
  if (sent !== undefined && sent !== null && sent !== '') return sent;
  throw invalid(`${attr}__${name}`, `This field is required by a behavioral condition.${help}`, 'required');
}

/**
 * How the times of a file are read. The first rows decide a field's format for the whole file. Values in another format
 * are refused. If day and month cannot be told apart, nothing is read until the user decides.
 */

import { isObject } from '../../base/json.ts';
import { hasKey } from '../../base/known.ts';
import { type DateForm, formatDateTime, formsOf, fromWall, isDateOrder, readDate } from '../../base/time.ts';
import { ServiceError } from '../../model/error.ts';
import type { TimeOf } from '../../service/ingest/lines.ts';
import type { Row } from '../formats/types.ts';
import { isEventLike } from './events.ts';
import { readError } from './rows.ts';
import type { FileSettings } from './settings.ts';
import { shownValue } from './shown.ts';
import { type FileInfo, TIME_FIELDS, type TimeField, type TimeForm } from './types.ts';

type TimeValue = string | number;

/** Format -> name on the screen. */
const FORM_TEXTS: Readonly<Record<DateForm, string>> = {
  ymd: 'year-month-day',
  dmy: 'day.month.year',
  mdy: 'month/day/year',
  named: 'with the name of the month',
  compact: 'year, month and day as digits',
  seconds: 'seconds since 1970',
  milliseconds: 'milliseconds since 1970',
  microseconds: 'microseconds since 1970',
  nanoseconds: 'nanoseconds since 1970',
};

/** Code of errors that end the file and not only a row. */
export const CONTRADICTION = 'conflict';

/**
 * @param values of the field, in order
 * @returns null if there are none
 * @throws ServiceError if no format reads any of them, or several could be meant
 */
export function decideForm(field: string, values: readonly unknown[], settings: FileSettings): TimeForm | null {
  const given = values.filter(isTimeValue);
  if (given.length === 0) return null;
  if (settings.date_format !== null) return formSaid(field, given, settings.date_format);
  const count = new Map<DateForm, number>();
  const ordered: { value: TimeValue; forms: DateForm[] }[] = [];
  const sampleOf = new Map<DateForm, TimeValue>();
  for (const value of given) {
    const forms = formsOf(value);
    if (forms.some(isDateOrder)) ordered.push({ value, forms });
    for (const form of forms) {
      count.set(form, (count.get(form) ?? 0) + 1);
      if (!sampleOf.has(form)) sampleOf.set(form, value);
    }
  }
  if (count.size === 0) throw noTimes(field, given[0]!);
  const [form, most] = [...count].reduce((best, one) => (one[1] > best[1] ? one : best));
  if (!isDateOrder(form) && most > ordered.length) return { form, said: false, sample: sampleOf.get(form)! };
  return { form: orderOf(field, ordered, settings.timezone), said: false, sample: ordered[0]!.value };
}

function formSaid(field: string, values: readonly TimeValue[], form: DateForm): TimeForm {
  const sample = values.find((value) => readDate(form, value, true) !== null);
  if (sample !== undefined) return { form, said: true, sample };
  throw new ServiceError(
    'invalid_input',
    `--date-format ${form} (${FORM_TEXTS[form]}) reads nothing in "${field}", e.g. ${shownValue(values[0])}.`,
  );
}

/** The only order of day and month in which all values can be read. */
function orderOf(
  field: string,
  ordered: readonly { readonly value: TimeValue; readonly forms: readonly DateForm[] }[],
  timezone: string,
): DateForm {
  let fitting: readonly DateForm[] = ordered[0]!.forms;
  for (const { value, forms } of ordered) {
    const both = fitting.filter((form) => forms.includes(form));
    if (both.length === 0) throw contrary(field, ordered[0]!.value, value);
    fitting = both;
  }
  if (fitting.length === 1) return fitting[0]!;
  const { value } = ordered[0]!;
  const readings = fitting.map((form) => `--date-format ${form} (${shownTime(form, value, timezone)})`);
  throw new ServiceError(
    'invalid_input',
    `"${field}" can be read in ${fitting.length} ways: say what ${shownValue(value)} means with ${readings.join(' or ')}.`,
  );
}

function contrary(field: string, one: TimeValue, other: TimeValue): ServiceError {
  return new ServiceError(
    'invalid_input',
    `"${field}" is written in more than one way, as ${shownValue(one)} and ${shownValue(other)}. Say which holds with --date-format dmy, mdy or ymd; rows written in another way are then refused.`,
  );
}

function noTimes(field: string, sample: TimeValue): ServiceError {
  return new ServiceError(
    'invalid_input',
    `"${field}" holds no times: ${shownValue(sample)} is none. Known forms: 2026-01-31T12:00:00Z, 31.01.2026 12:00, Jan 31, 2026 12:00 PM, 20260131, and seconds, milliseconds or microseconds since 1970. Another column: --map timestamp=<column>`,
  );
}

/** Times in the rows of one file. */
export class FileTimes {
  readonly #forms: Partial<Record<TimeField, TimeForm | undefined>>;
  readonly #settings: FileSettings;
  readonly #path: string;

  constructor({ path, times, settings }: Pick<FileInfo, 'path' | 'times' | 'settings'>) {
    this.#path = path;
    this.#forms = { ...times };
    this.#settings = settings;
  }

  /**
   * If a field is missing from the first rows, the first batch that has it decides. That batch is read completely before
   * its rows are handed on. Other batches are not held: most files have events only, and thousands of held rows make
   * much garbage.
   */
  *decided(rows: Iterable<Row>): Iterable<Row> {
    let held: Row[] | null = null;
    for (const row of rows) {
      if (held !== null) held.push(row);
      else if (this.isUndecided(row)) held = [row];
      else yield row;
    }
    if (held === null) return;
    this.decide(held);
    yield* held;
  }

  /** Decides from the first undecided rows that are at hand. */
  decide(rows: readonly Row[]): void {
    const values = rows.map(valueIn);
    for (const field of TIME_FIELDS) this.#forms[field] ??= this.#decide(field, values);
  }

  /** Whether event times have the usual format, which can be scanned. */
  isUsual(): boolean {
    return this.#forms.timestamp?.form === 'ymd';
  }

  /** Whether the row is among the first that decide its time's format. */
  isUndecided(row: Row): boolean {
    const value = valueIn(row);
    if (!isObject(value)) return false;
    const field = timeFieldOf(value);
    return this.#forms[field] === undefined && isTimeValue(value[field]);
  }

  #decide(field: TimeField, values: readonly unknown[]): TimeForm | undefined {
    try {
      return decideForm(field, timesIn(values, field), this.#settings) ?? undefined;
    } catch (error) {
      throw readError({ path: this.#path, packing: null }, error);
    }
  }

  /** @throws ServiceError if the value is no time in the field's format; CONTRADICTION if it proves the format wrong */
  readonly timeOf: TimeOf = (name, value) => {
    const decided = hasKey(this.#forms, name) ? this.#forms[name] : undefined;
    if (decided === undefined || !isTimeValue(value)) return null;
    const date = readDate(decided.form, value, decided.said);
    if (date === null) throw this.#misfit(name, value, decided);
    return date.zoned ? date.ms : fromWall(this.#settings.timezone, date.ms);
  };

  #misfit(name: string, value: TimeValue, { form, said, sample }: TimeForm): ServiceError {
    if (!said && isDateOrder(form) && formsOf(value).some(isDateOrder)) {
      return new ServiceError(
        CONTRADICTION,
        `${this.#path}: "${name}" was taken for ${FORM_TEXTS[form]}, as in ${shownValue(sample)}, and then says ${shownValue(value)}. Rows before this one were taken and may lie on wrong days. Say which form holds with --date-format dmy, mdy or ymd, best into a new database.`,
      );
    }
    const how = said ? 'as --date-format says' : `as ${shownValue(sample)}`;
    return new ServiceError(
      'invalid_input',
      `"${name}" is no time in the form of its column: ${FORM_TEXTS[form]}, ${how}.`,
    );
  }
}

function valueIn(row: Row): unknown {
  return 'value' in row ? row.value : null;
}

/** Values of a field, from events or from persons and groups. */
export function timesIn(values: readonly unknown[], field: TimeField): unknown[] {
  return values.map((value) => (isObject(value) && timeFieldOf(value) === field ? value[field] : undefined));
}

function timeFieldOf(value: object): TimeField {
  return isEventLike(value) ? 'timestamp' : 'created_at';
}

/** For the screen: `month/day/year, times in UTC; "12/1/2010 8:26" is 2010-12-01 08:26:00` */
export function formText({ form, said, sample }: TimeForm, timezone: string): string {
  const how = said ? ' (as said)' : '';
  return `${FORM_TEXTS[form]}${how}; ${shownValue(sample)} is ${shownTime(form, sample, timezone)}`;
}

function shownTime(form: DateForm, value: TimeValue, timezone: string): string {
  const date = readDate(form, value, true);
  if (date === null) return 'no time';
  return date.zoned ? `${formatDateTime('UTC', date.ms)} UTC` : `${formatDateTime('UTC', date.ms)} in ${timezone}`;
}

function isTimeValue(value: unknown): value is TimeValue {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}

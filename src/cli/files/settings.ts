/** The user's settings for files; whatever is omitted is detected per file. */
import { type DateForm, isZone } from '../../base/time.ts';
import { invalid } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { zoneHelp } from '../../model/zone_help.ts';
import { isOriginName, ORIGINS, type OriginName } from '../origins/index.ts';

/** Options as typed. */
export interface FileOptions {
  readonly map?: string;
  readonly delimiter?: string;
  readonly encoding?: string;
  readonly dateFormat?: string;
  readonly timezone?: string;
  readonly event?: string;
  readonly from?: string;
  readonly rows?: string;
}

/** What each row is about: events, or records of people or of groups of a type. */
export type Rows = { readonly are: 'events' } | RowsOfRecords;
export type RowsOfRecords = { readonly are: 'people' } | { readonly are: 'groups'; readonly group_type: string };

/** null: not given. */
export interface FileSettings {
  readonly map: readonly MapPair[];
  /** One character. */
  readonly delimiter: string | null;
  /** A label TextDecoder knows. */
  readonly encoding: string | null;
  readonly date_format: DateForm | null;
  /** For times without an offset. */
  readonly timezone: string;
  /** Event name for files without one. */
  readonly event: string | null;
  /** The product that exported the files; `none`: no product did. */
  readonly from: OriginName | 'none' | null;
  readonly rows: Rows;
}

/** A field or property (`name`), and the column that it is read from. */
export interface MapPair {
  readonly name: string;
  readonly column: string;
}

/** Names like `$set.email`, a property of the person, or `$groups.company`, a group of the event. */
const INNER = /^(\$set|\$set_once|\$groups)\.(.+)$/s;

/** Where such a name leads to, `$set` and `email`; null for any other name. */
export function innerPlace(name: string): { readonly outer: string; readonly inner: string } | null {
  const [, outer, inner] = INNER.exec(name) ?? [];
  return outer === undefined || inner === undefined ? null : { outer, inner };
}

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  '\\t': '\t',
  pipe: '|',
};
const FORM_NAMES: Readonly<Record<string, DateForm>> = {
  iso: 'ymd',
  iso8601: 'ymd',
  ymd: 'ymd',
  dmy: 'dmy',
  mdy: 'mdy',
  named: 'named',
  compact: 'compact',
  yyyymmdd: 'compact',
  '%y%m%d': 'compact',
  s: 'seconds',
  '%s': 'seconds',
  seconds: 'seconds',
  ms: 'milliseconds',
  milliseconds: 'milliseconds',
  us: 'microseconds',
  microseconds: 'microseconds',
  ns: 'nanoseconds',
  nanoseconds: 'nanoseconds',
};

/** @param saved further pairs of columns; options override them @throws ServiceError for invalid options */
export function parseFileOptions(options: FileOptions, saved: readonly MapPair[] = []): FileSettings {
  const said = parseMap(options.map ?? '');
  const { delimiter, encoding, dateFormat, timezone, event, from } = options;
  const map = distinctPairs([...said, ...saved.filter(({ name }) => said.every((pair) => pair.name !== name))]);
  const rows = parseRows(options.rows ?? 'events');
  if (rows.are !== 'events') refuseForRecords(rows, map, options);
  return {
    map,
    rows,
    delimiter: delimiter === undefined ? null : parseDelimiter(delimiter),
    encoding: encoding === undefined ? null : parseEncoding(encoding),
    date_format: dateFormat === undefined ? null : parseDateFormat(dateFormat),
    timezone: parseTimezone(timezone ?? 'UTC'),
    event: event === undefined ? null : parseEvent(event),
    from: from === undefined ? null : parseFrom(from),
  };
}

/** Parses `event=name,distinct_id=user_id`. */
function parseMap(text: string): MapPair[] {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  return pairs.map((pair) => {
    const [name, column, ...rest] = pair.split('=').map((part) => part.trim());
    if (!name || !column || rest.length > 0) {
      throw invalid('map', `--map takes pairs like event=name,distinct_id=user_id; "${pair}" is none.`);
    }
    return { name, column };
  });
}

/** @throws ServiceError if a name gets two columns, of which one would be lost */
function distinctPairs(map: readonly MapPair[]): readonly MapPair[] {
  for (const [at, { name, column }] of map.entries()) {
    const before = map.slice(0, at).find((pair) => pair.name === name);
    if (before === undefined || before.column === column) continue;
    throw invalid(
      'map',
      `--map gives "${name}" two columns, ${before.column} and ${column}. Leave one out, or give it another name: --map ${name}=${before.column},${name}_2=${column}`,
    );
  }
  return map;
}

function parseDelimiter(text: string): string {
  const delimiter = DELIMITER_NAMES[text.toLowerCase()] ?? text;
  if (delimiter.length !== 1 || /["\r\n]/.test(delimiter)) {
    throw invalid('delimiter', `--delimiter takes one character: , or ; or | or tab. "${text}" is none.`);
  }
  return delimiter;
}

function parseEncoding(text: string): string {
  try {
    return new TextDecoder(text).encoding;
  } catch {
    throw invalid(
      'encoding',
      `There is no encoding "${text}". Known are utf-8, utf-16le, windows-1252, windows-1254, shift_jis, gb18030, euc-kr and others.`,
    );
  }
}

/** Takes a format's name, or a pattern such as DD/MM/YYYY HH:mm or %d.%m.%Y; only the order of its parts counts. */
function parseDateFormat(text: string): DateForm {
  const named = FORM_NAMES[text.trim().toLowerCase()];
  if (named !== undefined) return named;
  const date = text.trim().split(/(?:T|\s+)?(?:%?[Hh]|%I)/)[0]!;
  if (/MMM|%b/i.test(date)) return 'named';
  const order = date
    .toLowerCase()
    .replace(/[^dmy]/g, '')
    .replace(/(.)\1+/g, '$1');
  const form = FORM_NAMES[order];
  if (form !== undefined && /[^a-z%]/i.test(date)) return form;
  throw invalid(
    'date_format',
    `--date-format takes dmy, mdy, ymd, named, compact, seconds, milliseconds, microseconds or nanoseconds, or a pattern like DD/MM/YYYY; "${text}" is none.`,
  );
}

function parseTimezone(text: string): string {
  if (isZone(text)) return text;
  throw invalid('timezone', `There is no time zone "${text}". ${zoneHelp(text)}`);
}

function parseFrom(text: string): OriginName | 'none' {
  if (text === 'none' || isOriginName(text)) return text;
  throw invalid('from', `--from takes ${Object.keys(ORIGINS).join(', ')}, or none; "${text}" is none of them.`);
}

function parseEvent(text: string): string {
  if (text !== '' && text.length <= LIMIT.event_name_chars) return text;
  throw invalid('event', `--event takes a name of 1 to ${LIMIT.event_name_chars} characters.`);
}

function parseRows(text: string): Rows {
  if (text === 'events' || text === 'people') return { are: text };
  const [, group_type] = /^groups:(.+)$/s.exec(text) ?? [];
  if (group_type !== undefined && group_type.length <= LIMIT.name_chars) return { are: 'groups', group_type };
  throw invalid(
    'rows',
    `--rows takes events, people, or groups:company (groups of that type, a name of 1 to ${LIMIT.name_chars} characters); "${text}" is none of them.`,
  );
}

/** As `--rows` takes it. */
export function rowsText(rows: Rows): string {
  return rows.are === 'groups' ? `groups:${rows.group_type}` : rows.are;
}

/** @throws ServiceError for options that say something about events only */
function refuseForRecords(rows: RowsOfRecords, map: readonly MapPair[], { event, from }: FileOptions): void {
  if (event !== undefined) throw invalid('event', `--event names events, but rows are ${rows.are}. Leave one out.`);
  if (from !== undefined && from !== 'none') {
    throw invalid('from', `--from says what rows are, and so does --rows. Leave one out.`);
  }
  for (const { name, column } of map) {
    const place = innerPlace(name);
    if (place === null) continue;
    throw invalid(
      'map',
      `${name} is about an event's person or group. Rows are ${rows.are}: --map ${place.inner}=${column}`,
    );
  }
}

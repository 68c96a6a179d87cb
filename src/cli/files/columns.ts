/** Maps columns, or members of JSON lines, to fields of an event. */

import { must } from '../../base/assert.ts';
import { isObject } from '../../base/json.ts';
import { isOneOf } from '../../base/known.ts';
import { soughtName } from '../../base/letters/caseless.ts';
import { quoted } from '../../base/visible.ts';
import { ServiceError } from '../../model/error.ts';
import { type ColumnType, holdsObject, namedColumnType } from '../formats/values.ts';
import { listed, noColumn, refuseShortened, several } from './column_errors.ts';
import type { FileSettings, MapPair, Rows } from './settings.ts';
import { shownName } from './shown.ts';

export const EVENT_FIELDS = ['event', 'distinct_id', 'timestamp', 'uuid'] as const;
/** Fields of rows that are people, or groups. */
export const RECORD_FIELDS = {
  people: ['distinct_id', 'created_at'],
  groups: ['group_key', 'created_at'],
} as const;
type Field = (typeof EVENT_FIELDS)[number] | 'group_key' | 'created_at' | 'properties';
const FIELDS: Readonly<Record<Rows['are'], readonly Field[]>> = { events: EVENT_FIELDS, ...RECORD_FIELDS };
const NEEDED: ReadonlySet<Field> = new Set(['event', 'distinct_id', 'timestamp', 'group_key']);

export interface Column {
  /** Name in the file. */
  readonly name: string;
  /** The field, or the property's name. */
  readonly as: string;
  /** `opened`: its objects contain the properties; `unused`: it is dropped. */
  readonly role: 'field' | 'property' | 'opened' | 'unused';
  readonly type: ColumnType;
  /** Index in the row; 0 for JSON. */
  readonly at: number;
  /** How the field was chosen. */
  readonly matched: 'said' | 'name' | 'alias';
}

/** JSON members have types of their own. */
const JSON_COLUMN = { role: 'field', type: 'json', at: 0 } as const;
/** Other places in which client libraries put the distinct id. */
const PERSON_PLACES = ['$distinct_id', 'properties.distinct_id', 'properties.$distinct_id'];
/** Where JSON lists all ids of a person. */
export const ALL_IDS = 'distinct_ids';

const INSIDE = 'properties.';

interface Match {
  readonly field: Field;
  readonly name: string;
  readonly matched: Column['matched'];
}

/**
 * Synonyms, ignoring case and separators. A wrong id makes every number of people wrong, so the distinct id has the one
 * synonym that tables agree on, unless another column may hold it, too. A group's key has none.
 */
const ALIASES: Readonly<Partial<Record<Field, RegExp>>> = {
  distinct_id: /^userid$/,
  event: /^(event(name|type)|activity|action)$/,
  timestamp: /^((event)?(time|ts|dt|date|datetime|timestamp)|(occurred|happened|created)at)$/,
  created_at:
    /^(created(on|date)?|creationdate|(sign|signed)up(at|on|date|dt)|(registered|joined)(at|on)|(registration|join)date)$/,
  properties: /^((event)?(properties|params)|props)$/,
};
/** Names of other columns that may say who did it. */
const OTHER_IDS = /^(anonymous|anon|visitor|device|client|customer|member|player)id$/;
/**
 * @param names columns or members, as in the file
 * @param held fields found by other means, e.g. in the properties of JSON lines
 * @throws ServiceError if a field is missing or ambiguous
 */
function matchFields(names: readonly string[], settings: FileSettings, held: ReadonlySet<string> = new Set()): Match[] {
  refuseUnknown(names, settings);
  const said = new Set(settings.map.map(({ column }) => namedColumn(names, column)));
  const free = names.filter((name) => name !== '' && !said.has(name));
  const found: Match[] = [];
  const fields = FIELDS[settings.rows.are];
  for (const field of [...fields, 'properties'] as const) {
    const pairs = settings.map.filter(({ name }) => name === field);
    for (const { column } of pairs) found.push({ field, name: namedColumn(names, column), matched: 'said' });
    if (pairs.length === 0 && !held.has(field)) found.push(...byName(field, free, settings));
  }
  const missing = fields.filter(
    (field) => NEEDED.has(field) && !held.has(field) && !found.some((match) => match.field === field),
  );
  const unnamed = missing.filter((field) => field !== 'event' || settings.event === null);
  if (unnamed.length > 0) throw noColumn(unnamed, names);
  return found;
}

const CLOCK = /^\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?\s*([ap]\.?m\.?)?$/i;

/** Days and times of day that stand in two columns, if these are all that may be the time. `csvObject` joins them. */
function dateAndTime(names: readonly string[], rows: readonly (readonly string[])[]): Match[] {
  const fitting = names.filter((name) => ALIASES.timestamp?.test(letters(name)) === true);
  if (fitting.length !== 2 || names.includes('timestamp')) return [];
  const cellsOf = (name: string): string[] => rows.map((row) => row[names.indexOf(name)]?.trim() ?? '').filter(Boolean);
  const clocks = fitting.filter((name) => cellsOf(name).some((text) => CLOCK.test(text)));
  const days = fitting.filter((name) => cellsOf(name).every((text) => !text.includes(':')));
  if (clocks.length !== 1 || days.length !== 1) return [];
  return [...days, ...clocks].map((name) => ({ field: 'timestamp', name, matched: 'alias' }));
}

/** `timestamp=day+hour` means both columns, unless one has that name. */
function withTimeOfDay(names: readonly string[], pair: MapPair): MapPair[] {
  const parts = pair.column.split('+').map((part) => part.trim());
  const are_two = pair.name === 'timestamp' && parts.length === 2 && foundColumn(names, pair.column) === undefined;
  return are_two ? parts.map((column) => ({ ...pair, column })) : [pair];
}

/** For CSV. @param rows the file's first rows */
export function csvColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  given: FileSettings,
): Column[] {
  const names = distinctNames(header);
  const settings = { ...given, map: given.map.flatMap((pair) => withTimeOfDay(names, pair)) };
  const halves = settings.map.some(({ name }) => name === 'timestamp') ? [] : dateAndTime(names, rows);
  const matches = matchFields(names, settings, new Set(halves.map(({ field }) => field))).concat(halves);
  const columns = names.flatMap((name, at) => {
    const cells = rows.map((row) => row[at] ?? '');
    const base = { name, type: namedColumnType(name, cells), at };
    if (name === '') return [{ ...base, as: '', role: 'unused', matched: 'name' } as const];
    const fields = matches.filter((match) => match.name === name).map((match) => fieldColumn(base, match, cells));
    const properties = settings.map
      .filter((pair) => namedColumn(names, pair.column) === name && !matches.some(({ field }) => field === pair.name))
      .map((pair) => ({ ...base, as: pair.name, role: 'property', matched: 'said' }) as const);
    const all = [...fields, ...properties];
    return all.length > 0 ? all : [{ ...base, as: name, role: 'property', matched: 'name' } as const];
  });
  const kept = columns.filter(({ role, matched }) => role === 'property' && matched === 'name').map(({ as }) => as);
  refuseTaken(columns, new Set(kept));
  return columns;
}

/** @param kept names of properties that keep them @throws ServiceError if --map gives one of them to another column */
function refuseTaken(columns: readonly Column[], kept: ReadonlySet<string>): void {
  for (const { name, as, role, matched } of columns) {
    if (role !== 'property' || matched !== 'said' || name === as || !kept.has(as)) continue;
    const pair = `--map ${shownName(as)}=${shownName(name)}`;
    throw new ServiceError(
      'invalid_input',
      `There is a column ${quoted(as)} already, so ${pair} would lose one of the two. Give that one another name as well: ${pair},${shownName(as)}_2=${shownName(as)}`,
      { attr: 'map' },
    );
  }
}

/** For CSV that is read without a mapping of fields: all columns with their types. */
export function plainColumns(header: readonly string[], rows: readonly (readonly string[])[]): Column[] {
  return distinctNames(header).map((name, at) => {
    const type = namedColumnType(
      name,
      rows.map((row) => row[at] ?? ''),
    );
    return { name, as: name, role: name === '' ? 'unused' : 'property', type, at, matched: 'name' };
  });
}

/** For JSON: members whose name differs from their field. @param objects those of the file's first rows */
export function jsonColumns(objects: readonly Readonly<Record<string, unknown>>[], settings: FileSettings): Column[] {
  const names = new Set<string>();
  const held = new Set<string>();
  for (const object of objects) {
    for (const name in object) {
      names.add(name);
      const inner = object[name];
      if (!isObject(inner)) continue;
      for (const member in inner) names.add(`${name}.${member}`);
    }
  }
  const own = FIELDS[settings.rows.are];
  for (const field of own) if (names.has(field)) held.add(field);
  if (names.has('properties')) held.add('properties');
  const places = settings.rows.are === 'events' ? PERSON_PLACES : [ALL_IDS];
  if (places.some((name) => names.has(name))) held.add('distinct_id');
  const matches = matchFields([...names], settings, held);
  const fields = matches.map(({ field, name, matched }) => ({ ...JSON_COLUMN, name, as: field, matched }));
  const properties = jsonColumnsSaid(settings).filter(({ role }) => role === 'property');
  const moved = new Set([...fields, ...properties].map(({ name }) => name));
  refuseTaken(properties, propertiesLeft(names, moved));
  return [...fields, ...properties];
}

/** Properties that keep their names. @param names members, and members of members */
function propertiesLeft(names: ReadonlySet<string>, moved: ReadonlySet<string>): Set<string> {
  const left = [...names].filter((name) => !moved.has(name));
  if (!names.has('properties')) return new Set(left);
  return new Set(left.flatMap((name) => (name.startsWith(INSIDE) ? [name.slice(INSIDE.length)] : [])));
}

/** For JSON: members that are dropped. */
export function unusedColumns(names: readonly string[]): Column[] {
  return names.map((name) => ({ ...JSON_COLUMN, name, as: '', role: 'unused', matched: 'name' }));
}

/** Columns given with --map, whatever the lines contain. */
export function jsonColumnsSaid({ map, rows }: FileSettings): Column[] {
  return map.map(({ name, column }) => ({
    ...JSON_COLUMN,
    name: column,
    as: name,
    role: isOneOf([...FIELDS[rows.are], 'properties'], name) ? 'field' : 'property',
    matched: 'said',
  }));
}

function fieldColumn(
  base: Pick<Column, 'name' | 'type' | 'at'>,
  { field, name, matched }: Match,
  cells: readonly string[],
): Column {
  if (field === 'distinct_id' || field === 'group_key' || field === 'uuid') refuseShortened(base.name, cells);
  if (field !== 'properties') return { ...base, as: field, role: 'field', matched };
  // A column of this name without JSON is an ordinary property.
  if (base.type === 'empty' || cells.some(holdsObject)) return { ...base, as: field, role: 'opened', matched };
  return { ...base, as: name, role: 'property', matched: 'name' };
}

/** Trims names and numbers repeated ones: name, name_2, name_3. */
function distinctNames(header: readonly string[]): string[] {
  const names: string[] = [];
  for (const cell of header) {
    const name = cell.trim();
    let distinct = name;
    for (let at = 2; name !== '' && names.includes(distinct); at++) distinct = `${name}_${at}`;
    names.push(distinct);
  }
  return names;
}

function byName(field: Field, names: readonly string[], settings: FileSettings): Match[] {
  if (names.includes(field)) {
    if (field !== 'event' || settings.event === null) return [{ field, name: field, matched: 'name' }];
    throw new ServiceError(
      'invalid_input',
      'There is a column "event" and --event as well. Leave --event out, or give the column another name: --map what=event',
    );
  }
  if (field === 'event' && settings.event !== null) return [];
  const own = new RegExp(`^${letters(field)}$`);
  for (const wanted of [own, ALIASES[field]]) {
    const fitting = names.filter((name) => wanted?.test(letters(name)) === true);
    if (fitting.length === 0) continue;
    const others = field === 'distinct_id' && wanted !== own ? OTHER_IDS : null;
    const all = [...fitting, ...names.filter((name) => others?.test(letters(name)) === true)];
    if (all.length > 1) throw several(field, all);
    return [{ field, name: fitting[0]!, matched: 'alias' }];
  }
  return [];
}

/** Ignores case and separators. */
function letters(name: string): string {
  return name.toLowerCase().replace(/[\s_.$-]/g, '');
}

/** The column that --map means; the names are known to have it. */
function namedColumn(names: readonly string[], column: string): string {
  return must(foundColumn(names, column), 'unknown columns were refused');
}

/** Case, marks and their encoding count only if two names differ in nothing else. */
function foundColumn(names: readonly string[], column: string): string | undefined {
  if (names.includes(column)) return column;
  const wanted = soughtName(column);
  const fitting = names.filter((name) => soughtName(name) === wanted);
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** @throws ServiceError that names all columns of --map that are not there */
function refuseUnknown(names: readonly string[], { map }: FileSettings): void {
  const unknown = new Set(map.map(({ column }) => column).filter((column) => foundColumn(names, column) === undefined));
  if (unknown.size === 0) return;
  const wanted = [...unknown].map((column) => quoted(column)).join(' or ');
  throw new ServiceError('invalid_input', `There is no column ${wanted}. Columns: ${listed(names)}.`, { attr: 'map' });
}

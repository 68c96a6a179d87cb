/** How files are read, as a small JSON file to save and share: the given options, and what was detected. */
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { definedOnly } from '../../base/json.ts';
import { ServiceError } from '../../model/error.ts';
import { readJson } from '../../model/fields.ts';
import { type FileOptions, type FileSettings, parseFileOptions, rowsText } from './settings.ts';
import type { FileInfo } from './types.ts';

const Mapping = z.strictObject({
  /** Field or property -> column. */
  columns: z.record(z.string(), z.string()).optional(),
  event: z.string().optional(),
  delimiter: z.string().optional(),
  encoding: z.string().optional(),
  date_format: z.string().optional(),
  timezone: z.string().optional(),
  from: z.string().optional(),
  rows: z.string().optional(),
});
type Mapping = z.output<typeof Mapping>;

export interface MappedOptions extends FileOptions {
  /** Path of a mapping file. */
  readonly mapping?: string;
}

/** Options win over the mapping file. @throws ServiceError if either is invalid */
export function settingsOf({ mapping, ...options }: MappedOptions): FileSettings {
  if (mapping === undefined) return parseFileOptions(options);
  const { columns = {}, date_format: dateFormat, ...saved } = readMapping(mapping);
  const pairs = Object.entries(columns).map(([name, column]) => ({ name, column }));
  return parseFileOptions({ ...definedOnly({ ...saved, dateFormat }), ...definedOnly(options) }, pairs);
}

function readMapping(path: string): Mapping {
  const text = attempt(path, 'cannot be read', () => readFileSync(path, 'utf8'));
  const { success, data, error } = Mapping.safeParse(attempt(path, 'is no JSON', () => readJson(text)));
  if (success) return data;
  const [issue] = error.issues;
  const where = issue!.path.length === 0 ? '' : ` at ${issue!.path.join('.')}`;
  throw new ServiceError(
    'invalid_input',
    `The mapping ${path} cannot be used${where}: ${issue!.message}. It is an object as {"columns":{"distinct_id":"user_id"},"timezone":"Europe/Berlin"}.`,
  );
}

/** Saves a mapping that reads files like this one in the same way. @throws ServiceError if it cannot be written */
export function saveMapping(path: string, { columns, origin, format, encoding, settings, times }: FileInfo): void {
  const renamed = columns.filter(({ as, name, role }) => role !== 'unused' && (role !== 'property' || as !== name));
  const time = times.timestamp ?? times.created_at;
  const mapping: Mapping = {
    ...(origin === null ? {} : { from: origin }),
    ...(settings.rows.are === 'events' ? {} : { rows: rowsText(settings.rows) }),
    columns: Object.fromEntries([...Map.groupBy(renamed, ({ as }) => as)].map(([as, own]) => [as, joinedNames(own)])),
    ...(settings.event === null ? {} : { event: settings.event }),
    ...(format.kind === 'csv' ? { delimiter: format.delimiter } : {}),
    ...(encoding === 'utf-8' ? {} : { encoding }),
    ...(time === undefined ? {} : { date_format: time.form }),
    timezone: settings.timezone,
  };
  attempt(path, 'cannot be written', () => writeFileSync(path, `${JSON.stringify(mapping, null, 2)}\n`));
}

/** A day and a time of day in two columns are one field. */
function joinedNames(columns: FileInfo['columns']): string {
  return columns.map(({ name }) => name).join('+');
}

function attempt<T>(path: string, what: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new ServiceError('invalid_input', `The mapping ${path} ${what}.`, { cause: error });
  }
}

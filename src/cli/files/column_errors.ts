/** What is wrong with the columns of a file, and what to say instead. */
import { formsOf } from '../../base/time.ts';
import { quoted } from '../../base/visible.ts';
import { ServiceError } from '../../model/error.ts';
import { numberOf } from '../../service/ingest/numeral.ts';
import { shownName } from './shown.ts';

/** How many names an error lists. */
const NAMES_LISTED = 40;

/** Likely names. They are suggested, never assumed. */
const LIKELY: Readonly<Partial<Record<string, RegExp>>> = {
  event: /(event|action|activity|verb)(?!.*id$)|^type$|[._]type$/i,
  distinct_id: /user|customer|client|visitor|person|member|account|uid|email|player/i,
  group_key: /id|key|name|slug|domain|company|account/i,
  timestamp: /time(?!d|zone|out)|(?<!up)date|^created|(^|[\s_.-])(dt|ts|tstamp|at|on|day|when)$/i,
};

/** A long number as spreadsheets show and save it. Different ids look alike then. */
const SHORTENED = /^\d(\.\d+)?E\+\d{2}$/;

/** @throws ServiceError if ids are not there any more */
export function refuseShortened(name: string, cells: readonly string[]): void {
  const cell = cells.find((text) => SHORTENED.test(text));
  if (cell === undefined) return;
  throw new ServiceError(
    'invalid_input',
    `"${shownName(name)}" holds ids that a spreadsheet has shortened: ${cell} stands for many. Export the file again without opening it in one, or with that column as text or as numbers without decimals.`,
  );
}

export function noColumn(fields: readonly string[], names: readonly string[]): ServiceError {
  const pairs = fields.map((field) => {
    const name = likely(field, names);
    return `${field}=${name === undefined ? '<column>' : shownName(name)}`;
  });
  const headless = names.some(isValue)
    ? '. The first line looks like values: if no line names the columns, put one in front of the file'
    : '';
  const one = fields.includes('event')
    ? '. One name for all events: --event <name>. Rows that are people or companies instead: --rows people, --rows groups:company'
    : '';
  return new ServiceError(
    'invalid_input',
    `No column gives ${fields.map((field) => `"${field}"`).join(' or ')}. Columns: ${listed(names)}. Say which one it is: --map ${pairs.join(',')}${headless}${one}`,
  );
}

/** A member of that name, however deep, is likelier than one whose name resembles it. */
function likely(field: string, names: readonly string[]): string | undefined {
  return names.find((name) => name.endsWith(`.${field}`)) ?? names.find((name) => LIKELY[field]?.test(name));
}

/** Times and numbers with a point or many digits are no names; a year may be one. */
function isValue(name: string): boolean {
  return name.length > 4 && (numberOf(name) !== null || formsOf(name).length > 0);
}

export function listed(names: readonly string[]): string {
  const more = names.length > NAMES_LISTED ? ` and ${names.length - NAMES_LISTED} more` : '';
  return `${names
    .slice(0, NAMES_LISTED)
    .map((name) => quoted(name))
    .join(', ')}${more}`;
}

export function several(field: string, names: readonly string[]): ServiceError {
  return new ServiceError(
    'invalid_input',
    `"${field}" could be ${names.map((name) => quoted(name)).join(' or ')}. Say which one it is: --map ${field}=${shownName(names[0]!)}`,
  );
}

/** Files that are one JSON object: the list that has the rows, and what is around it. */
import { isObject } from '../../base/json.ts';
import { quoted } from '../../base/visible.ts';
import { ServiceError } from '../../model/error.ts';
import { parsedJson } from './json_text.ts';

/** Where the rows are: the list's name, and where it begins, in bytes from the brace that opens the object. */
export interface WithinObject {
  readonly name: string;
  readonly at_bytes: number;
}

const OPEN_OBJECT = 0x7b;

/** The file from the list on. */
export async function* fromList(chunks: AsyncIterable<Buffer>, { at_bytes }: WithinObject): AsyncGenerator<Buffer> {
  let is_begun = false;
  let left = at_bytes;
  for await (const chunk of chunks) {
    const start = is_begun ? 0 : chunk.indexOf(OPEN_OBJECT);
    if (start < 0) continue;
    is_begun = true;
    const from = Math.min(chunk.length, start + left);
    left -= from - start;
    if (from < chunk.length) yield chunk.subarray(from);
  }
}

/**
 * @param behind what follows the list, including the brace that closes the object
 * @throws ServiceError if it is cut off, or has another list of objects
 */
export function judgeBehind(list: string, behind: string): void {
  const parsed = parsedJson(`{"":0${behind}`);
  if ('reason' in parsed) {
    throw new ServiceError('invalid_input', `Behind its list the file is ${parsed.reason}. Was it cut off?`);
  }
  const members = isObject(parsed.value) ? Object.entries(parsed.value) : [];
  const other = members.find(([, value]) => Array.isArray(value) && value.some(isObject));
  if (other !== undefined) throw severalLists(list, other[0]);
}

/** Only one list can be the rows. */
export function severalLists(one: string, other: string): ServiceError {
  const [first, second] = [quoted(one), quoted(other)];
  return new ServiceError(
    'invalid_input',
    `The file is one object with several lists, ${first} and ${second}. Write each into a file of its own, with jq for example: jq -c '.[${first}][]'`,
  );
}

/** Answers to statements of SQL: one list has the names of columns, another one rows of values. */
export function withoutNames(table: string): ServiceError {
  const named = `.columns as $names | .[${quoted(table)}][] | [$names, .] | transpose | map({(.[0]): .[1]}) | add`;
  return new ServiceError(
    'invalid_input',
    `The rows in the list ${quoted(table)} have no names; those stand in "columns". Give each row its names, with jq for example: jq -c '${named}'`,
  );
}

/** Reports in a header what responses have no place for: unknown names in an address or a write's body, warnings of CSV. */

import { isObject } from '../../base/json.ts';
import { besideTable } from '../../service/contract/beside_table.ts';
import { type Operation, type Route, unknownMembers } from '../../service/contract/operation.ts';
import { unknownFields } from '../../service/gate/call.ts';

/** Parameters that the faces handle for every request. */
const EVERYWHERE = ['format', 'sharing_access_token', 'export_name', 'export_insight_id', 'token'];
const NAMES_MAX = 5;
const NAME_CHARS = 50;
const TEXT_CHARS = 500;

interface Sent {
  readonly body: Readonly<Record<string, unknown>>;
  /** What the address names. It goes before the body. */
  readonly named: Readonly<Record<string, string>>;
}

/** Value of a `Warning` header (code 299); null if all that was sent is read. */
export function passedOver(
  params: URLSearchParams,
  { body, named }: Sent,
  operation: Operation,
  route: Route,
): string | null {
  const twice = Object.keys(named).filter((name) => Object.hasOwn(body, name) && String(body[name]) !== named[name]);
  const unknown = [...inAddress(params, operation, route), ...unknownFields(operation, body)];
  const texts = unknown.map(
    ([name, near]) => `${plain(name)} is passed over${near === null ? '' : `, did you mean ${near}?`}`,
  );
  return headerOf([...twice.map((name) => `${plain(name)} is passed over, the address has another`), ...texts]);
}

/** The same of what CSV has no place for. */
export function besideCsv(output: unknown): string | null {
  return isObject(output) ? headerOf(besideTable(output).map(ascii)) : null;
}

function headerOf(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : `299 insights-mcp "${texts.slice(0, NAMES_MAX).join('; ')}"`;
}

function ascii(text: string): string {
  return text
    .slice(0, TEXT_CHARS)
    .replaceAll(/["\\]/g, "'")
    .replace(/[^ -~]/g, '?');
}

function inAddress(params: URLSearchParams, operation: Operation, route: Route): ReadonlyMap<string, string | null> {
  if (operation.input.def.catchall !== undefined) return new Map();
  // Where there is no table, only JSON can be asked for.
  const is_told = (name: string) =>
    name === 'format' ? !route.csv && params.get(name) !== 'json' : !EVERYWHERE.includes(name);
  return unknownMembers(operation, [...new Set(params.keys())].filter(is_told));
}

/** Headers are ASCII, and caller text must not end the quotes or the line. */
function plain(name: string): string {
  return name.slice(0, NAME_CHARS).replace(/[^\w.[\]-]/g, '?');
}

/** Names in an address or in the body of a write that nothing takes: told in a header, as their answers have no place for it. */
import { pathText } from '../base/json.ts';
import { tellingNames } from '../service/names/unknown.ts';
import { type Operation, unknownMembers } from '../service/operation.ts';
import { nearestNames } from '../service/present/nearest.ts';

/** Taken wherever they are sent, by the faces themselves. */
const EVERYWHERE = ['format', 'sharing_access_token', 'export_name', 'export_insight_id'];
const NAMES_MAX = 5;
const NAME_CHARS = 50;

/** Value of a `Warning` header (code 299), null where every name is known. */
export function passedOver(
  params: URLSearchParams,
  body: Readonly<Record<string, unknown>>,
  operation: Operation,
): string | null {
  const texts = [...inAddress(params, operation), ...inBody(body, operation)];
  return texts.length === 0 ? null : `299 insights-mcp "${texts.slice(0, NAMES_MAX).join('; ')}"`;
}

function inAddress(params: URLSearchParams, operation: Operation): string[] {
  if (operation.input.def.catchall !== undefined) return [];
  const sent = [...new Set(params.keys())].filter((name) => !EVERYWHERE.includes(name));
  return [...unknownMembers(operation, sent)].map(([name, near]) => text(name, near ?? undefined));
}

/** Questions tell of names in their answers. */
function inBody(body: Readonly<Record<string, unknown>>, operation: Operation): string[] {
  if (operation.effect === 'read') return [];
  return tellingNames(operation.input, body).map(({ path, name, known }) =>
    text(pathText([...path, name]), nearestNames(name, known)[0]),
  );
}

function text(name: string, near: string | undefined): string {
  return `${plain(name)} is passed over${near === undefined ? '' : `, did you mean ${near}?`}`;
}

/** Headers are plain ASCII, and a caller's text ends neither the quotes nor the line. */
function plain(name: string): string {
  return name.slice(0, NAME_CHARS).replace(/[^\w.[\]-]/g, '?');
}

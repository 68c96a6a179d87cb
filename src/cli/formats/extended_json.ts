/**
 * MongoDB's extended JSON, as its exports have it: `{"$numberLong":"5"}` is 5, `{"$date":…}` an instant, `{"$oid":…}` the id.
 * Other objects stay as they are.
 */
import { isObject, losesDigits, parseText, put } from '../../base/json.ts';
import { formatIso } from '../../base/time.ts';

const MARK = /\{\s*"\$(?:oid|date|number(?:Int|Long|Double|Decimal))"\s*:/;
/** An instant that a Date holds. */
const INSTANT_MAX_MS = 8.64e15;

/** @throws SyntaxError if the text is no JSON */
export function parseExtended(text: string): unknown {
  const value = parseText(text);
  return MARK.test(text) ? plain(value) : value;
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  const meant = meantBy(value);
  if (meant !== undefined) return meant;
  const members: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) put(members, name, plain(member));
  return members;
}

/** undefined if the object says no type. */
function meantBy(value: Readonly<Record<string, unknown>>): string | number | undefined {
  const [[name, said] = [], another] = Object.entries(value);
  if (another !== undefined) return undefined;
  switch (name) {
    case '$oid':
      return typeof said === 'string' ? said : undefined;
    case '$numberInt':
    case '$numberLong':
    case '$numberDouble':
    case '$numberDecimal':
      return typeof said === 'string' ? numberIn(said) : undefined;
    case '$date':
      return typeof said === 'string' ? said : instantOf(plain(said));
    default:
      return undefined;
  }
}

/** What no number holds, as NaN or a long id, stays text. */
function numberIn(text: string): string | number {
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) || losesDigits(text) ? text : number;
}

function instantOf(ms: unknown): string | undefined {
  return typeof ms === 'number' && Math.abs(ms) <= INSTANT_MAX_MS ? formatIso(ms) : undefined;
}

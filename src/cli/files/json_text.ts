/** JSON text that a file brings, parsed. */
import { isTextWithinDepth } from '../../base/json.ts';
import { LIMIT } from '../../model/limit.ts';

/** What is shorter cannot be nested so deep that it harms. */
const HARMLESS_CHARS = 2_000;

/** Or why there is no value. A list of a million lists would keep the parser busy for a minute, and then nothing walks it. */
export function parsedJson(text: string): { readonly value: unknown } | { readonly reason: string } {
  if (text.length > HARMLESS_CHARS && !isTextWithinDepth(text, LIMIT.json_depth)) {
    return { reason: `nested deeper than ${LIMIT.json_depth} levels` };
  }
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { reason: 'not valid JSON' };
  }
}

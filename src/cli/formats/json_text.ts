/** Parses JSON text from files. */

import { isTextWithinDepth } from '../../base/json.ts';
import { LIMIT } from '../../model/limit.ts';
import { parseExtended } from './extended_json.ts';

/** Shorter texts cannot nest harmfully deep. */
const HARMLESS_CHARS = 2_000;

/**
 * The value, or why there is none. A million nested arrays would keep the parser busy for a minute, and would break code
 * that walks them.
 */
export function parsedJson(text: string): { readonly value: unknown } | { readonly reason: string } {
  if (text.length > HARMLESS_CHARS && !isTextWithinDepth(text, LIMIT.json_depth)) {
    return { reason: `nested deeper than ${LIMIT.json_depth} levels` };
  }
  try {
    return { value: parseExtended(text) };
  } catch {
    return { reason: 'not valid JSON' };
  }
}

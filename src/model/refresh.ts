/**
 * When a result that is there is computed anew, in the words of the wire. Nothing is computed in the background here: what
 * clients call "async" is answered when it is complete.
 */
import { z } from 'zod';

export type Refresh =
  /** Nothing is computed. */
  | 'force_cache'
  /** What is there is served, whatever its age. */
  | 'false'
  /** Once `next_allowed_client_refresh` has passed. */
  | 'true'
  /** Once it is past its `cache_target_age`; lazily: twice as old, about. */
  | 'blocking'
  | 'lazy_async'
  /** Whatever its age. */
  | 'force_blocking';

const MEANINGS: Readonly<Record<string, Refresh>> = {
  true: 'true',
  false: 'false',
  force_cache: 'force_cache',
  blocking: 'blocking',
  async: 'blocking',
  async_except_on_cache_miss: 'blocking',
  lazy_async: 'lazy_async',
  force_blocking: 'force_blocking',
  force_async: 'force_blocking',
};
/** Other ways to say yes and no. */
const ALIASES: Readonly<Record<string, Refresh>> = { '': 'true', '1': 'true', yes: 'true', '0': 'false', no: 'false' };

/** What means nothing is left as it is: the schema refuses it. */
function readRefresh(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  const word = String(value).trim().toLowerCase();
  if (Object.hasOwn(ALIASES, word)) return ALIASES[word];
  return Object.hasOwn(MEANINGS, word) ? MEANINGS[word] : value;
}

function isRefresh(value: unknown): boolean {
  return value === undefined || Object.values<unknown>(MEANINGS).includes(value);
}

const MESSAGE = `Not one of the allowed values: ${Object.keys(MEANINGS).join(', ')}.`;
const Word = z.unknown().refine(isRefresh, MESSAGE) as z.ZodType<Refresh | undefined>;

/** `refresh`, as everybody takes it; hosts are told of its simple form. */
export function refreshField(description: string) {
  return z.preprocess(readRefresh, Word).optional().meta({ type: 'boolean', description });
}

/** Of answers that are never old: whether they are computed again all the same. */
export function isForced(refresh: unknown): boolean {
  return refresh === 'true' || refresh === 'force_blocking';
}

/** Whether an answer is asked for, rather than what there happens to be: then a question without one is an error. */
export function insists(refresh: Refresh): boolean {
  return refresh !== 'force_cache' && refresh !== 'false';
}

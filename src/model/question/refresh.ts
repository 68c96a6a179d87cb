/**
 * When a cached result is recomputed, in the words of the wire. Nothing is computed in the background: "async" requests
 * are answered when the result is complete.
 */
import { z } from 'zod';
import { allowedText } from '../error.ts';

export type Refresh =
  /** Never compute. */
  | 'force_cache'
  /** Serve the cached result, however old. */
  | 'false'
  /** Compute once `next_allowed_client_refresh` has passed. */
  | 'true'
  /** Compute once the result is older than `cache_target_age`; `lazy_async`: about twice that age. */
  | 'blocking'
  | 'lazy_async'
  /** Always compute. */
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
/** Synonyms of yes and no. */
const ALIASES: Readonly<Record<string, Refresh>> = { '': 'true', '1': 'true', yes: 'true', '0': 'false', no: 'false' };

/** Unknown values pass through: the schema rejects them. */
function readRefresh(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  const word = String(value).trim().toLowerCase();
  if (Object.hasOwn(ALIASES, word)) return ALIASES[word];
  return Object.hasOwn(MEANINGS, word) ? MEANINGS[word] : value;
}

function isRefresh(value: unknown): boolean {
  return value === undefined || Object.values<unknown>(MEANINGS).includes(value);
}

const Word = z.unknown().refine(isRefresh, allowedText(Object.keys(MEANINGS))) as z.ZodType<Refresh | undefined>;

/** `refresh` in all accepted forms. Hosts see only the simple one. */
export function refreshField(description: string) {
  return z.preprocess(readRefresh, Word).optional().meta({ type: 'boolean', description });
}

/** Whether to recompute an answer that never ages. */
export function isForced(refresh: unknown): boolean {
  return refresh === 'true' || refresh === 'force_blocking';
}

/** Whether a result is required, so that a question without one is an error. */
export function insists(refresh: Refresh): boolean {
  return refresh !== 'force_cache' && refresh !== 'false';
}

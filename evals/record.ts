/** What each question took when it took least. */
import record from './record.json' with { type: 'json' };
import type { Cost } from './walk.ts';

export type Kept = Pick<Cost, 'calls' | 'tokens' | 'structured_tokens'>;

export const RECORD: Readonly<Record<string, Kept>> = record;

/** Never more than before, so that the slack is none to creep up by. */
export function kept(now: Cost, before: Kept = now): Kept {
  return {
    calls: Math.min(now.calls, before.calls),
    tokens: Math.min(now.tokens, before.tokens),
    structured_tokens: Math.min(now.structured_tokens, before.structured_tokens),
  };
}

/** A few tokens come and go with what chance makes: ids of links. */
const SLACK_TOKENS = 8;

export function isMore(now: Cost, before: Kept): boolean {
  return (
    now.calls > before.calls ||
    now.tokens > before.tokens + SLACK_TOKENS ||
    now.structured_tokens > before.structured_tokens + 4 * SLACK_TOKENS
  );
}

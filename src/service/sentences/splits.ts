/** Breakdowns in words. */
import { isObject } from '../../base/json.ts';
import { readJson } from '../../model/fields.ts';
import type { Breakdown, Dimension } from '../../model/question/query.ts';
import type { ProjectContext } from '../contract/context.ts';
import type { BreakdownBody } from '../resolve/series/breakdown.ts';
import { counted, listed } from '../words/lists.ts';
import { named, sourceWords } from './names.ts';

const COHORTS_SHOWN = 5;

/** For example `split by "plan" (25 largest values, then Other)`; null without a breakdown. */
export function splitWords(
  context: ProjectContext,
  body: BreakdownBody,
  breakdown: Breakdown | null,
  rest: string,
): string | null {
  if (breakdown === null) return null;
  if (breakdown.kind === 'cohorts') {
    const names = breakdown.cohorts.map(({ id, name }) => (id === 'all' ? 'everybody' : `cohort ${id} ${named(name)}`));
    return `split by ${listed(names, 'and', COHORTS_SHOWN)}`;
  }
  const keys = breakdownKeys(body);
  const parts = breakdown.dimensions.map((part, at) => partWords(context, part, keys[at]));
  return `split by ${listed(parts)} (at most ${counted(breakdown.limit, 'value')}${rest})`;
}

function partWords(context: ProjectContext, { source, bins, normalize_url }: Dimension, key: unknown): string {
  const from = source.of === 'expression' ? `expression ${named(String(key))}` : sourceWords(context, source);
  return `${from}${bins === null ? '' : ` in ${bins} bins`}${normalize_url ? ' as URLs' : ''}`;
}

interface Sent {
  readonly breakdown?: unknown;
  readonly breakdowns?: unknown;
}

/** Keys as sent, so that expressions are shown as written. */
export function breakdownKeys({ breakdown, breakdowns }: Sent): readonly unknown[] {
  const items = readJson(breakdowns);
  if (Array.isArray(items) && items.length > 0) {
    return items.map((item) => (isObject(item) ? (item['property'] ?? item['value']) : undefined));
  }
  const sent = readJson(breakdown);
  return Array.isArray(sent) ? sent : [sent];
}

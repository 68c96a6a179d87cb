/** RetentionNumbers -> rows for the wire: one per start period. A breakdown gives one table of rows per value. */
import type { GroupKey } from '../../model/question/query.ts';
import type {
  Period,
  RetentionGroup,
  RetentionNumbers,
  RetentionQuery,
  RetentionRow,
} from '../../model/question/retention.ts';
import { isoWithOffset } from '../words/labels.ts';
import { compareText, cutRanked, flatText, OTHER_VALUE } from './ranking.ts';

/** What presenting needs besides the query. */
export interface RetentionShowing {
  readonly period: Period;
  /** How many periods are shown. */
  readonly intervals: number;
  /** Older clients expect one row per breakdown value, with periods counted from each actor's own start. */
  readonly is_row_per_value: boolean;
  /** Sampled share of persons; 1 means everybody. */
  readonly sampled_share: number;
}

type Asked = RetentionShowing & { readonly query: RetentionQuery };

type Value = string | string[];

/** A group with its value as shown. */
interface Shown {
  readonly value: Value;
  readonly counts: Uint32Array;
}

export function presentRetention(asked: Asked, { groups }: RetentionNumbers): RetentionRow[] {
  const { breakdown } = asked.query;
  if (breakdown === null) return groups.flatMap((group) => periodRows(asked, group.counts));
  const shown = rankGroups(asked, groups, breakdown.limit);
  if (asked.is_row_per_value) return shown.map((group) => valueRow(asked, group));
  return shown.flatMap(({ value, counts }) =>
    periodRows(asked, counts).map((row) => ({ ...row, breakdown_value: value })),
  );
}

/** A triangle: each start period is followed up to the last period. */
function periodRows(asked: Asked, counts: Uint32Array): RetentionRow[] {
  const { query, intervals, period } = asked;
  return Array.from({ length: intervals }, (_, start) => ({
    values: Array.from({ length: intervals - start }, (_, later) =>
      cellOf(asked, counts[start * sizeOf(asked) + later]!, later),
    ),
    label: `${period} ${start}`,
    date: isoWithOffset(query.timezone, query.edges_ms[start]!).replace('+00:00', 'Z'),
    people_url: null,
  }));
}

/** Sums over all start periods. */
function valueRow(asked: Asked, { value, counts }: Shown): RetentionRow {
  const size = sizeOf(asked);
  return {
    values: Array.from({ length: asked.intervals }, (_, later) => {
      let total = 0;
      for (let start = 0; start + later < size; start++) total += counts[start * size + later]!;
      return cellOf(asked, total, later);
    }),
    label: flatText(value),
    breakdown_value: value,
    people_url: null,
  };
}

function cellOf({ period, sampled_share }: Asked, count: number, later: number): RetentionRow['values'][number] {
  return { count: Math.round(count / sampled_share), label: `${period} ${later}`, people: [], people_url: null };
}

/** How many periods are counted: one more than shown if the end is a period of its own. */
function sizeOf({ query }: Asked): number {
  return query.edges_ms.length - 1;
}

/** Ranks by starters over all periods. Values past the limit are pooled into one table. */
function rankGroups(asked: Asked, groups: readonly RetentionGroup[], limit: number): Shown[] {
  const size = sizeOf(asked);
  const ranked = groups
    .map(({ key, counts }) => ({ value: shownValue(asked, key), counts, started: startedIn(counts, size) }))
    .sort((a, b) => b.started - a.started || compareText(flatText(a.value), flatText(b.value)));
  const { kept, rest } = cutRanked(ranked, 0, limit);
  if (rest.length === 0) return kept;
  const others = new Uint32Array(size * size);
  for (const { counts } of rest) for (let cell = 0; cell < others.length; cell++) others[cell]! += counts[cell]!;
  return [...kept, { value: OTHER_VALUE, counts: others }];
}

function startedIn(counts: Uint32Array, size: number): number {
  let started = 0;
  for (let start = 0; start < size; start++) started += counts[start * size]!;
  return started;
}

/** "Everybody" becomes cohort 0; a missing value becomes empty text. */
function shownValue({ query }: Asked, key: GroupKey): Value {
  if (query.breakdown?.kind === 'cohorts') return key[0] === 'all' ? '0' : (key[0] ?? '');
  const texts = key.map((text) => text ?? '');
  return texts.length === 1 ? texts[0]! : texts;
}

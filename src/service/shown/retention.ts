/** What the computing thread does for retention: presents numbers, adds links, says why an answer is empty. */
import type { RetentionNumbers, RetentionQuery, RetentionRow } from '../../model/question/retention.ts';
import { asLine, type Line } from '../nothing/lines.ts';
import type { LinkTo } from '../present/people_links.ts';
import { isRest } from '../present/ranking.ts';
import { presentRetention, type RetentionShowing } from '../present/retention.ts';
import type { Shown } from './shown.ts';

export const retention: Shown<'retention', RetentionShowing, RetentionRow[]> = {
  present: (query, showing, numbers) => ({ result: presentRetention({ ...showing, query }, numbers) }),
  linked: linkRows,
  lines: ({ target, returning, range }) => [target, returning].map((line) => asLine(line, range)),
  empty: whoIsMissing,
};

/** Adds links either to a table of periods per breakdown value, or to one row per value over all periods. */
function linkRows(
  rows: readonly RetentionRow[],
  link: LinkTo,
  { breakdown }: RetentionQuery,
  { intervals, is_row_per_value }: RetentionShowing,
): RetentionRow[] {
  const has_value_rows = breakdown !== null && is_row_per_value;
  return rows.map((row, at) => {
    const { breakdown_value } = row;
    if (isRest(breakdown_value)) return row;
    const of_row = { cohort: has_value_rows ? undefined : at % intervals, breakdown_value };
    return {
      ...row,
      people_url: link(of_row),
      values: row.values.map((cell, later) => ({ ...cell, people_url: link({ ...of_row, later }) })),
    };
  });
}

/** Finds why it is empty: nobody started, or nobody who started came back. */
function whoIsMissing({ target, returning, range }: RetentionQuery, { groups }: RetentionNumbers): Line[] {
  if (groups.every(({ counts }) => counts.every((count) => count === 0)))
    return [{ ...asLine(target, range), is_start: true }];
  const periods = Math.sqrt(groups[0]?.counts.length ?? 0);
  const nobodyBack = groups.every(({ counts }) => counts.every((count, at) => count === 0 || at % periods === 0));
  return nobodyBack ? [asLine(returning, range)] : [];
}

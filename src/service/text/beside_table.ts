/** What an answer says beside its rows. A table has no place for it, so whoever writes one tells it elsewhere. */
import { z } from 'zod';
import { LIMIT } from '../../model/limit.ts';

const Warned = z.object({ warnings: z.array(z.string()).catch([]) });

const Cut = z.object({
  results: z.array(z.unknown()),
  columns: z.array(z.string()),
  hasMore: z.literal(true),
  /** Of query nodes, which say their page in fields. */
  offset: z.int().optional(),
});

/** Warnings, and that there are more rows: a table that was cut looks whole. */
export function besideTable(answer: Readonly<Record<string, unknown>>): string[] {
  // Lists of people have their warnings beside the rows.
  const { warnings } = Warned.parse(answer['resolved'] ?? answer);
  const { success, data } = Cut.safeParse(answer);
  if (!success) return warnings;
  const { results, offset } = data;
  return [...warnings, offset === undefined ? moreRows(results.length) : moreInNode(results.length)];
}

export function moreRows(rows: number): string {
  const most = LIMIT.sql_rows.toLocaleString('en');
  return `There are more than these ${rows} rows: a LIMIT brings up to ${most}, OFFSET those after them, GROUP BY makes them fewer.`;
}

function moreInNode(rows: number): string {
  return `There are more than these ${rows} rows: "limit" and "offset" of the node bring them.`;
}

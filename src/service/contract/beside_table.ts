/** What an answer says beside its rows. A table has no place for it, so whoever writes one tells it elsewhere. */
import { z } from 'zod';
import { moreRows } from '../words/more_rows.ts';

const Warned = z.object({ warnings: z.array(z.string()).catch([]) });
const CutPeople = z.object({
  results: z.array(z.unknown()),
  hasMore: z.literal(true),
  resolved: z.undefined().optional(),
});

export function besideTable(answer: Readonly<Record<string, unknown>>): string[] {
  // Lists of people have their warnings beside the rows, and none that there are more.
  const { warnings } = Warned.parse(answer['resolved'] ?? answer);
  const { success, data } = CutPeople.safeParse(answer);
  return success ? [...warnings, moreRows(data.results.length)] : warnings;
}

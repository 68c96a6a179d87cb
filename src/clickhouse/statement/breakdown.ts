/** Breakdowns: a key of texts per row. Missing, null and '' are one group, ''. */

import { binText, lowerBound } from '../../base/bins.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Breakdown, Dimension, GroupKey } from '../../model/question/query.ts';
import type { Asking, Cell } from './asking.ts';
import { everyDefined, numberOf } from './condition.ts';
import { Frame } from './frame.ts';
import { list, numberList, type Sql, sql } from './sql.ts';
import type { Staged } from './staged.ts';

/** For a binned part: where each bin starts, and where the last one ends; null = there are no numbers. */
type Bounds = Float64Array | null;

/** The parts of a question's keys. */
export interface Split {
  readonly parts: readonly Dimension[];
  /** part -> its bins; undefined without bins. */
  readonly bounds: readonly (Bounds | undefined)[];
}

export const UNSPLIT: Split = { parts: [], bounds: [] };

/** `measured`: minimum and maximum of a part among the rows that count; null = none. */
export async function splitBy(
  breakdown: Breakdown | null,
  measured: (part: Dimension) => Promise<readonly [number, number] | null | undefined>,
): Promise<Split | null> {
  const parts = breakdown?.kind === 'values' ? breakdown.dimensions : [];
  const bounds: (Bounds | undefined)[] = [];
  for (const part of parts) {
    if (part.bins === null) {
      bounds.push(undefined);
      continue;
    }
    const span = await measured(part);
    if (span === undefined) return null;
    bounds.push(span === null ? null : boundsOf(span, part.bins));
  }
  return { parts, bounds };
}

function boundsOf([min, max]: readonly [number, number], count: number): Float64Array {
  return Float64Array.from({ length: count + 1 }, (_, bin) => lowerBound({ count, min, max }, bin));
}

/** row -> Array(String); undefined if SQL cannot express a value. */
export function keyColumn({ parts, bounds }: Split, frame: Frame): Sql | undefined {
  if (parts.length === 0) return sql`emptyArrayString()`;
  const texts = everyDefined(
    parts.map((part, at) => {
      const text = frame.text(part.source);
      return text && partText(part, bounds[at], text);
    }),
  );
  return texts && sql`[${list(texts)}]`;
}

function partText(part: Dimension, bounds: Bounds | undefined, text: Sql): Sql {
  if (bounds === null) return sql`''`;
  if (bounds !== undefined) return binOf(numberOf(text), bounds);
  const shown = part.normalize_url ? withoutUrlEnd(text) : text;
  return sql`ifNull(substringUTF8(${shown}, 1, ${LIMIT.breakdown_value_chars}), '')`;
}

/** The bin's number as text. */
function binOf(number: Sql, bounds: Float64Array): Sql {
  const begins = numberList(bounds.subarray(0, -1));
  return sql`ifNull(if(isNull(${number}), null, toString(arrayLastIndex(begin -> ${number} >= begin, ${begins}) - 1)), '')`;
}

function withoutUrlEnd(text: Sql): Sql {
  const cut = sql`replaceRegexpOne(ifNull(${text}, ''), '[/?#]+$', '')`;
  return sql`if(isNull(${text}), null, if(${cut} = '', '/', ${cut}))`;
}

export function keyOf({ bounds }: Split, cell: Cell | undefined): GroupKey {
  if (!Array.isArray(cell)) return [];
  return cell.map((text, at) => {
    if (text === '') return null;
    const of_bins = bounds[at];
    if (!of_bins) return text;
    const bin = Number(text);
    return binText(of_bins[bin]!, of_bins[bin + 1]!, bin === of_bins.length - 2);
  });
}

/** Minimum and maximum of a value; null if there is none, undefined if SQL cannot express it. */
export async function measure(
  asking: Asking,
  part: Dimension,
  chosen: (frame: Frame) => Sql | undefined,
): Promise<readonly [number, number] | null | undefined> {
  const rows = await asking.rows((scope) => measuring(new Frame(scope), part, chosen));
  if (rows === undefined) return undefined;
  const [least, greatest, count] = rows[0] ?? [];
  return Number(count ?? 0) === 0 ? null : [Number(least), Number(greatest)];
}

function measuring(frame: Frame, part: Dimension, chosen: (frame: Frame) => Sql | undefined): Staged | undefined {
  const text = frame.text(part.source);
  const rows = chosen(frame);
  if (text === undefined || rows === undefined) return undefined;
  return {
    inner: sql`select min(number) as least, max(number) as greatest, count(number) as numbers
      from (select ${numberOf(text)} as number from ${rows})`,
    outer: (parts) => sql`select min(least), max(greatest), sum(numbers) from ${parts} where numbers > 0`,
    per: 'shard',
  };
}

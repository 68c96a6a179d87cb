/** Pages of a list as text: the total, how to get the other pages, one line per item. */

import { counted, plural } from '../words/lists.ts';
import { type Passage, written } from './passages.ts';

interface Page<T> {
  readonly count: number;
  /** Address of the next page, or its query string. */
  readonly next: string | null;
  readonly results: readonly T[];
}

/** `noun` is in the singular. */
export function listText<T>(noun: string, page: Page<T>, line: (item: T) => string): string {
  return written(listPassages(noun, page, line));
}

export function listPassages<T>(noun: string, { count, next, results }: Page<T>, line: (item: T) => string): Passage[] {
  const all = counted(count, noun);
  if (results.length === 0)
    return [count === 0 ? `There are no ${plural(noun)}.` : `Nothing at this offset; there are ${all}.`];
  const [, name, place] = /[?&](offset|page)=(\d+)/.exec(next ?? '') ?? [];
  const more = name === undefined ? '' : ` More with \`${name}\` ${place}.`;
  return [
    `${results.length === count ? all : `${results.length} of ${all}`}.${more}`,
    {
      head: [],
      rows: results.map(line),
      keep: 'first',
      noun: plural(noun),
      how: 'A lower `limit` gives pages that fit.',
    },
  ];
}

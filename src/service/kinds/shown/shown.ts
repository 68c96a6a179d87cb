/**
 * The half of a kind of insight that is needed where numbers are computed: how they are shown, which people stand behind
 * them, and which lines came to nothing. Threads that start without the schemas load it, so nothing here may load them.
 */
import type { NumbersOf, QueryOf } from '../../../engine/answer.ts';
import type { Line } from '../../nothing/lines.ts';
import type { LinkTo } from '../../present/people_links.ts';
import type { Presented, Result, ShownKind } from '../../present/showing.ts';

/** `Showing`: what numbers are shown with besides the query, as plain data. `R`: the result as the wire has it. */
export interface Shown<K extends ShownKind, Showing, R extends Result> {
  /** `checkpoint` is passed again and again, and may give up by throwing. */
  readonly present: (
    query: QueryOf<K>,
    showing: Showing,
    numbers: NumbersOf<K>,
    checkpoint: () => void,
  ) => Presented<R>;
  /** The result with the addresses of the people behind its numbers. */
  readonly linked: (result: R, link: LinkTo, query: QueryOf<K>, showing: Showing) => Result;
  /** What the question looks for, line by line. */
  readonly lines: (query: QueryOf<K>) => readonly Line[];
  /** Those of them for which nothing was found. */
  readonly empty: (query: QueryOf<K>, numbers: NumbersOf<K>, result: R) => readonly Line[];
}

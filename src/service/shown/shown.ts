/**
 * The half of a kind that is needed where numbers are computed: how to present them, which people are behind them, and
 * which lines found nothing. Threads load this without the schemas, so nothing here may import those.
 */
import type { NumbersOf, QueryOf } from '../../engine/answer.ts';
import type { Line } from '../nothing/lines.ts';
import type { LinkTo } from '../present/people_links.ts';
import type { Presented, Result, ShownKind } from '../present/showing.ts';

/** `Showing`: what presenting needs besides the query, as plain data. `R`: the result on the wire. */
export interface Shown<K extends ShownKind, Showing, R extends Result> {
  /** Calls `checkpoint` regularly; it throws to cancel. */
  readonly present: (
    query: QueryOf<K>,
    showing: Showing,
    numbers: NumbersOf<K>,
    checkpoint: () => void,
  ) => Presented<R>;
  /** Adds links to the people behind the numbers. */
  readonly linked: (result: R, link: LinkTo, query: QueryOf<K>, showing: Showing) => Result;
  /** Lines of the question. */
  readonly lines: (query: QueryOf<K>) => readonly Line[];
  /** Lines that found nothing. `idle`: those of which presenting noticed it. */
  readonly empty: (query: QueryOf<K>, numbers: NumbersOf<K>, idle: readonly number[]) => readonly Line[];
}

/** Lines of a question: what it looks for, and in which range. */
import type { EventMatch, ValueSource } from '../../model/question/predicate.ts';
import type { Entity, TimeRange } from '../../model/question/query.ts';
import type { Compared } from './compared.ts';

/** Steps at which paths must begin and end, and whether edges are chosen by how many take them. */
export interface PathEnds {
  readonly start_point: string | null;
  readonly end_point: string | null;
  readonly is_weighed: boolean;
}

export interface Line {
  /** null for all events. */
  readonly name: string | null;
  readonly matches: readonly EventMatch[];
  readonly range: TimeRange;
  /** Nobody begins without it: if it is empty, so is the whole answer. */
  readonly is_start?: true;
  /** Paths only. */
  readonly points?: PathEnds;
  /** Paths only: names of steps that are left out. */
  readonly left_out?: readonly string[];
  /** Statements only: texts that properties are compared with. */
  readonly compared?: readonly Compared[];
  /** What the line's number is made of, unless it counts. */
  readonly made_of?: ValueSource;
  /** For a funnel split by a value that nobody has: all its steps, one of which may have it. */
  readonly split?: { readonly source: ValueSource; readonly steps: readonly Pick<Entity, 'name' | 'matches'>[] };
  /** For funnel steps after the first: place counted from 1, the step before, and the window. */
  readonly step?: { readonly place: number; readonly before: string; readonly window_ms: number };
}

export function isNothing(values: Float64Array | undefined): boolean {
  return values === undefined || values.every((value) => value === 0 || Number.isNaN(value));
}

export function asLine({ name, matches }: Entity, range: TimeRange): Line {
  return { name, matches, range };
}

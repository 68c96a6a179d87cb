/** The lines of a question: what it looks for, and where. */
import type { EventMatch } from '../../model/question/predicate.ts';
import type { Entity, TimeRange } from '../../model/question/query.ts';

export interface Line {
  /** null where the question is about all events alike. */
  readonly name: string | null;
  readonly matches: readonly EventMatch[];
  readonly range: TimeRange;
  /** Of paths: steps that they have to come by. */
  readonly points?: readonly string[];
  /** Of a funnel's later steps: its place, from 1, the step before it, and the window. */
  readonly step?: { readonly place: number; readonly before: string; readonly window_ms: number };
}

export function isNothing(values: Float64Array | undefined): boolean {
  return values === undefined || values.every((value) => value === 0 || Number.isNaN(value));
}

export function asLine({ name, matches }: Entity, range: TimeRange): Line {
  return { name, matches, range };
}

/** What a funnel sees of one actor: its events in order, what each may do, and for which values they are judged. */
import type { FunnelQuery } from '../../src/model/question/funnel.ts';
import type { EventMatch } from '../../src/model/question/predicate.ts';
import { type Happening, isWithin, matchesAny, passes, textOfProperty } from './happening.ts';

/** One event as the rule sees it. */
export interface Moment {
  readonly time_ms: number;
  /** Levels this event may reach, ascending; empty for an event of no step. */
  readonly levels: readonly number[];
  /** Levels before which this event is an exclusion, ascending. */
  readonly spoils: readonly number[];
  /** Values of the breakdown's parts, '' where there is none. */
  readonly key: readonly string[];
}

/** An actor as it is judged for one value of the breakdown. */
export interface Cast {
  /** The value as JSON. */
  readonly value: string;
  readonly moments: readonly Moment[];
  /** Whether the event may do this level, for this value. */
  readonly mayDo: (moment: Moment, level: number) => boolean;
  /** Whether it may be what is done first, where steps come in any order. */
  readonly mayBegin: (moment: Moment) => boolean;
}

/** In time order; of one instant by event name, then as they arrived. */
export function momentsOf(query: FunnelQuery, actor: number, history: readonly Happening[]): Moment[] {
  const own = history
    .filter((happening) => happening.actor === actor)
    .sort((a, b) => a.time_ms - b.time_ms || (a.event < b.event ? -1 : a.event > b.event ? 1 : 0));
  const parts = query.breakdown?.kind === 'values' ? query.breakdown.dimensions : [];
  return own
    .filter((happening) => isWithin(query.range, happening))
    .map((happening) => ({
      happening,
      time_ms: happening.time_ms,
      levels: query.steps.flatMap((step, index) =>
        matchesAny(step.matches, happening) && isFirst(step.first_of, step.matches, happening, own) ? [index + 1] : [],
      ),
      spoils: spoiledLevels(query, happening),
      key: parts.map(({ source }) => ('key' in source ? textOfProperty(happening, source.key) : '')),
    }))
    .filter(
      ({ happening, levels, spoils }) =>
        levels.length > 0 || spoils.length > 0 || (query.order === 'strict' && passes(query.where, happening)),
    );
}

/** Of several at the very first instant, the first that can be the step. */
function isFirst(
  first_of: readonly EventMatch[] | null,
  matches: readonly EventMatch[],
  happening: Happening,
  own: readonly Happening[],
): boolean {
  if (first_of === null) return true;
  const first = own.find((other) => matchesAny(first_of, other));
  return happening === own.find((other) => other.time_ms === first?.time_ms && matchesAny(matches, other));
}

/** An exclusion of steps from..to (zero-based) stands before levels from + 2 ... to + 1. */
function spoiledLevels(query: FunnelQuery, happening: Happening): number[] {
  return query.steps.flatMap((_, step) =>
    query.exclusions.some(
      (exclusion) =>
        exclusion.from_step < step && step <= exclusion.to_step && matchesAny(exclusion.matches, happening),
    )
      ? [step + 1]
      : [],
  );
}

const anything = (): boolean => true;

/** How the actor is judged: once without a breakdown, else once for each value that the attribution gives it. */
export function castsOf(query: FunnelQuery, moments: readonly Moment[]): Cast[] {
  const { attribution, order } = query;
  const asJson = (moment: Moment): string => JSON.stringify(moment.key);
  const whole = (value: string): Cast => ({ value, moments, mayDo: anything, mayBegin: anything });
  if (moments.length === 0) return [];
  if (query.breakdown === null) return [whole('[]')];
  const valued = moments.filter((moment) => moment.key.some((text) => text !== ''));
  switch (attribution.kind) {
    case 'first_touch':
      return [whole(asJson(valued[0] ?? moments[0]!))];
    case 'last_touch':
      return [whole(asJson(valued.at(-1) ?? moments[0]!))];
    case 'all_events':
      return [...new Set(moments.map(asJson))].map((value) => ({
        ...whole(value),
        moments: moments.filter((moment) => asJson(moment) === value),
      }));
    case 'step': {
      const level = attribution.step + 1;
      const tried = moments.filter(({ levels }) =>
        order === 'unordered' ? levels.length > 0 : levels.includes(level),
      );
      return [...new Set(tried.map(asJson))].map((value) => ({
        value,
        moments,
        mayDo: (moment, asked) => asked !== level || asJson(moment) === value,
        mayBegin: (moment) => asJson(moment) === value,
      }));
    }
  }
}

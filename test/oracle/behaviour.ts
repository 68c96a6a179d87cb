/** Who did what, asked of every person and every event. Slow and obvious on purpose. */
import type { Behaviour, Deeds } from '../../src/model/question/predicate.ts';
import { type Happening, isWithin, matchesAny } from './happening.ts';

export function didBehave(behaviour: Behaviour, person: number, history: readonly Happening[]): boolean {
  const own = history.filter((row) => row.actor === person);
  switch (behaviour.op) {
    case 'count': {
      const count = timesOf(behaviour.deeds, own).length;
      return count >= behaviour.min && count <= behaviour.max;
    }
    case 'sequence': {
      const later = timesOf(behaviour.later, own);
      return timesOf(behaviour.deeds, own).some((first) =>
        later.some((second) => second > first && second - first <= behaviour.within_ms),
      );
    }
    case 'regular': {
      const { matches, edges_ms, min, max } = behaviour;
      const periods = edges_ms.slice(0, -1).filter((from_ms, at) => {
        const count = timesOf({ matches, from_ms, until_ms: edges_ms[at + 1]! }, own).length;
        return count >= min && count <= max;
      });
      return periods.length >= behaviour.min_periods;
    }
  }
}

function timesOf(deeds: Deeds, rows: readonly Happening[]): number[] {
  return rows.filter((row) => isWithin(deeds, row) && matchesAny(deeds.matches, row)).map((row) => row.time_ms);
}

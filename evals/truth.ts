/** The slow path: one event after the other, as somebody would count with paper and pencil. */
import type { Happened, Person, World } from './world.ts';

type Test = (happened: Happened) => boolean;

export function all(world: World, event: string, ...tests: readonly Test[]): Happened[] {
  return world.events.filter((happened) => happened.event === event && tests.every((test) => test(happened)));
}

/** From that day to that one, both included. */
export function days(from: string, to = '9999'): Test {
  return ({ day }) => day >= from && day <= to;
}

export function is(property: string, value: unknown): Test {
  return ({ properties }) => properties[property] === value;
}

export function peopleIn(events: readonly Happened[]): Set<Person> {
  return new Set(events.map(({ person }) => person));
}

export function sum(events: readonly Happened[], property: string): number {
  return events.reduce((total, { properties }) => total + Number(properties[property] ?? 0), 0);
}

/** The property's values, the most frequent first; equal ones by name. */
export function counts(events: readonly Happened[], keyOf: (happened: Happened) => unknown): [string, number][] {
  const found = new Map<string, number>();
  for (const happened of events) {
    const key = String(keyOf(happened));
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  return [...found].toSorted(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
}

/** How many people did each step after the one before, within so long of the first, from a first in these days. */
export function funnel(world: World, steps: readonly string[], window_ms: number, from: string, to = '9999'): number[] {
  const reached = world.people.map((person) => stepsDone(person.events.filter(days(from, to)), steps, window_ms));
  return steps.map((_, step) => reached.filter((most) => most > step).length);
}

/** The most steps that anybody with these events did, from whichever first step. */
export function stepsDone(events: readonly Happened[], steps: readonly string[], window_ms: number): number {
  return events.reduce((most, first, start) => {
    if (first.event !== steps[0]) return most;
    let step = 1;
    for (const later of events.slice(start + 1)) {
      if (later.time_ms - first.time_ms > window_ms) break;
      if (later.event === steps[step]) step++;
    }
    return Math.max(most, step);
  }, 0);
}

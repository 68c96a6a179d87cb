/** Behaviour -> the persons who did so. All rows of the project are looked at, whatever the question's own dates are. */
import { unreachable } from '../base/assert.ts';
import { allocate, set } from '../base/bitmap.ts';
import type { Behaviour, Deeds, EventMatch } from '../model/predicate.ts';
import type { DatasetView } from './dataset.ts';
import { countDeeds, type DeedRows, markSequences } from './kernels/behaviour.ts';
import { eventsOf, runsOf } from './matching.ts';
import type { Run } from './run.ts';

/** Handed in, as the rows of an event are found by predicates, and those may ask for persons in turn. */
export type MatchRows = (matches: readonly EventMatch[], run: Run, view: DatasetView) => Uint32Array | null | undefined;

/** Bits over persons. */
export function behavedPersons(behaviour: Behaviour, view: DatasetView, match: MatchRows): Uint32Array {
  switch (behaviour.op) {
    case 'count': {
      const counts = countPersons(behaviour.deeds, view, match);
      return personsBetween(counts, behaviour.min, behaviour.max);
    }
    case 'regular':
      return regularPersons(behaviour, view, match);
    case 'sequence':
      return sequencePersons(behaviour, view, match);
    default:
      return unreachable(behaviour);
  }
}

/** person -> how often. */
function countPersons(deeds: Deeds, view: DatasetView, match: MatchRows): Uint32Array {
  const parts = partRows(deeds, view, match);
  const counts = new Uint32Array(view.actorCount({ kind: 'person' }));
  for (const runs of parts) for (const rows of runs) countDeeds(rows, deeds.from_ms, deeds.until_ms, counts);
  return counts;
}

function personsBetween(counts: Uint32Array, min: number, max: number): Uint32Array {
  const persons = allocate(counts.length);
  for (let person = 0; person < counts.length; person++) {
    const count = counts[person]!;
    if (count >= min && count <= max) set(persons, person);
  }
  return persons;
}

function regularPersons(
  { matches, edges_ms, min_periods, min, max }: Extract<Behaviour, { op: 'regular' }>,
  view: DatasetView,
  match: MatchRows,
): Uint32Array {
  const parts = partRows({ matches, from_ms: edges_ms[0]!, until_ms: edges_ms.at(-1)! }, view, match);
  const person_count = view.actorCount({ kind: 'person' });
  // person -> periods in which the count was right
  const periods = new Uint32Array(person_count);
  const counts = new Uint32Array(person_count);
  for (let period = 0; period + 1 < edges_ms.length; period++) {
    counts.fill(0);
    for (const runs of parts) {
      for (const rows of runs) countDeeds(rows, edges_ms[period]!, edges_ms[period + 1]!, counts);
    }
    for (let person = 0; person < person_count; person++) {
      const count = counts[person]!;
      if (count >= min && count <= max) periods[person]!++;
    }
  }
  return personsBetween(periods, min_periods, Number.POSITIVE_INFINITY);
}

function sequencePersons(
  { deeds, then, within_ms }: Extract<Behaviour, { op: 'sequence' }>,
  view: DatasetView,
  match: MatchRows,
): Uint32Array {
  const first = partRows(deeds, view, match);
  const second = partRows(then, view, match);
  const persons = allocate(view.actorCount({ kind: 'person' }));
  // A person's rows are all in the same part, whatever the event.
  for (const [part, runs] of first.entries()) {
    markSequences(runs, deeds, second[part]!, then, within_ms, persons);
  }
  return persons;
}

/** part -> its runs that have such rows. */
function partRows({ matches, from_ms, until_ms }: Deeds, view: DatasetView, match: MatchRows): DeedRows[][] {
  const events = eventsOf([{ matches }]);
  const parts = view.parts({ events, from_ms, until_ms, actor: { kind: 'person' } });
  return parts.map((part) => {
    const runs: DeedRows[] = [];
    for (const run of runsOf(part, events)) {
      const select = match(matches, run, view);
      if (select === undefined) continue;
      runs.push({ actor: run.actor, time_ms: run.time_ms, select, skip: part.skip });
    }
    return runs;
  });
}

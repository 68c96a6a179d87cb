/** Behaviour -> bitmap of persons. Reads all rows of the project, whatever range the question has. */
import { unreachable } from '../../base/assert.ts';
import { allocate, fromFlags, set } from '../../base/bitmap.ts';
import type { Behaviour, Deeds, EventMatch } from '../../model/question/predicate.ts';
import type { DatasetView } from '../frame/dataset.ts';
import type { Run } from '../frame/run.ts';
import { tracing } from '../frame/trace.ts';
import { countDeeds, countPeriods, type DeedRows, markDoers, markSequences } from '../kernels/activity/behaviour.ts';
import { eventsAsOne, runsOf } from './matching.ts';
import { rowsIn } from './skipped.ts';

const MOST_DEEDS = 2 ** 31 - 1;
/** Persons per block. */
const BLOCK_PERSONS = 4096;

/** Passed in to avoid a cycle: predicates may contain behaviours. */
export type MatchRows = (matches: readonly EventMatch[], run: Run, view: DatasetView) => Uint32Array | null | undefined;

/** Returns a bitmap over persons. */
export function behavedPersons(behaviour: Behaviour, view: DatasetView, match: MatchRows): Uint32Array {
  switch (behaviour.op) {
    case 'count': {
      const { deeds, min, max } = behaviour;
      // Most cohorts ask whether somebody did it at all, and most people did not.
      if (min === 1 && max >= MOST_DEEDS) return doers(deeds, view, match);
      return personsBetween(countPersons(deeds, view, match), min, max);
    }
    case 'regular':
      return regularPersons(behaviour, view, match);
    case 'sequence':
      return sequencePersons(behaviour, view, match);
    default:
      return unreachable(behaviour);
  }
}

function doers(deeds: Deeds, view: DatasetView, match: MatchRows): Uint32Array {
  const parts = partRows(deeds, view, match);
  const persons = allocate(view.actorCount({ kind: 'person' }));
  for (const runs of parts) for (const rows of runs) markDoers(rows, deeds.from_ms, deeds.until_ms, persons);
  return persons;
}

/** person -> number of deeds. */
function countPersons(deeds: Deeds, view: DatasetView, match: MatchRows): Uint32Array {
  const parts = partRows(deeds, view, match);
  const counts = new Uint32Array(view.actorCount({ kind: 'person' }));
  for (const runs of parts) for (const rows of runs) countDeeds(rows, deeds.from_ms, deeds.until_ms, counts);
  return counts;
}

/** Branch-free, because who is between is unpredictable, and in 32 bits: nobody has done anything as often as that. */
function personsBetween(counts: Uint32Array, min: number, max: number): Uint32Array {
  const flags = new Uint8Array(counts.length);
  const least = Math.min(min, MOST_DEEDS) | 0;
  const most = Math.min(max, MOST_DEEDS) | 0;
  for (let person = 0; person < counts.length; person++) {
    const count = counts[person]! | 0;
    flags[person] = Number(count >= least) & Number(count <= most);
  }
  return fromFlags(flags);
}

/** Works in blocks of persons: counts of all persons and periods at once would be large. */
function regularPersons(
  { matches, edges_ms, min_periods, min, max }: Extract<Behaviour, { op: 'regular' }>,
  view: DatasetView,
  match: MatchRows,
): Uint32Array {
  const parts = partRows({ matches, from_ms: edges_ms[0]!, until_ms: edges_ms.at(-1)! }, view, match);
  const edges = Float64Array.from(edges_ms);
  const periods = edges.length - 1;
  const person_count = view.actorCount({ kind: 'person' });
  const persons = allocate(person_count);
  const counts = new Uint32Array(BLOCK_PERSONS * periods);
  for (let first = 0; first < person_count; first += BLOCK_PERSONS) {
    const until = Math.min(first + BLOCK_PERSONS, person_count);
    counts.fill(0);
    for (const runs of parts) for (const rows of runs) countPeriods(rows, edges, first, until, counts);
    for (let person = first; person < until; person++) {
      const from = (person - first) * periods;
      if (countBetween(counts, from, from + periods, min, max) >= min_periods) set(persons, person);
    }
  }
  return persons;
}

/** How many of counts[from .. until) are within the bounds. */
function countBetween(counts: Uint32Array, from: number, until: number, min: number, max: number): number {
  let found = 0;
  for (let at = from; at < until; at++) if (counts[at]! >= min && counts[at]! <= max) found++;
  return found;
}

function sequencePersons(
  { deeds, later, within_ms }: Extract<Behaviour, { op: 'sequence' }>,
  view: DatasetView,
  match: MatchRows,
): Uint32Array {
  const first = partRows(deeds, view, match);
  const second = partRows(later, view, match);
  const persons = allocate(view.actorCount({ kind: 'person' }));
  // A person's rows are all in one part, whatever the event.
  for (const [part, runs] of first.entries()) {
    markSequences({ runs, span: deeds }, { runs: second[part]!, span: later }, within_ms, persons);
  }
  return persons;
}

/** part -> its runs with rows of these deeds. */
function partRows({ matches, from_ms, until_ms }: Deeds, view: DatasetView, match: MatchRows): DeedRows[][] {
  const events = eventsAsOne(matches);
  const parts = view.parts({ ...events, from_ms, until_ms, actor: { kind: 'person' } });
  return parts.map((part) => {
    const runs: DeedRows[] = [];
    for (const run of runsOf(part, events.events)) {
      const select = match(matches, run, view);
      if (select === undefined) continue;
      tracing()?.note('rows', rowsIn(run, select, part.skip));
      runs.push({ actor: run.actor, time_ms: run.time_ms, select, skip: part.skip });
    }
    return runs;
  });
}

/** Makes a part from runs. The first run caches their timeline, and each run its positions, by the numbers of all. */
import { must } from '../../base/assert.ts';
import type { Part, Timeline } from '../frame/run.ts';
import type { Team } from '../frame/team.ts';
import { tracing } from '../frame/trace.ts';
import { makeTimeline, positionsOf } from '../kernels/rows/timeline.ts';
import type { MergedRun } from './merged_run.ts';

/** `runs`: event name -> run. */
export function partOf(skip: Uint32Array | null, runs: ReadonlyMap<string, MergedRun>): Part {
  const events = [...runs.keys()].sort();
  const sorted = events.map((event) => runs.get(event)!);
  const timeline = (team: Team): Timeline => timelineOf(sorted, team);
  return {
    ...{ skip, events, timeline },
    run: (event) => runs.get(event),
    positions(event, team) {
      const run = must(runs.get(event), 'an event of the part');
      return run.numbers(`place among ${nameOf(sorted)}`, () =>
        positionsOf(timeline(team), sorted.indexOf(run), run.rows),
      );
    },
  };
}

function timelineOf(runs: readonly MergedRun[], team: Team): Timeline {
  const make = (): Timeline => {
    const made = makeTimeline(runs, team);
    tracing()?.note('timeline', made.row.length);
    return made;
  };
  return runs[0]?.timeline(nameOf(runs), make) ?? make();
}

function nameOf(runs: readonly MergedRun[]): string {
  return runs.map(({ number }) => number).join();
}

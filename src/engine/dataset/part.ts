/** Runs as a part. Their timeline is kept with the first of them, by which runs they are: it is of no use for others. */
import { makeTimeline } from '../kernels/timeline.ts';
import type { Part, Timeline } from '../run.ts';
import type { Team } from '../team.ts';
import type { MergedRun } from './merged_run.ts';

/** `runs`: by name. */
export function partOf(skip: Uint32Array | null, runs: ReadonlyMap<string, MergedRun>): Part {
  const events = [...runs.keys()];
  const sorted = events.sort().map((event) => runs.get(event)!);
  return { skip, events, run: (event) => runs.get(event), timeline: (team) => timelineOf(sorted, team) };
}

function timelineOf(runs: readonly MergedRun[], team: Team): Timeline {
  const make = () => makeTimeline(runs, team);
  return runs[0]?.timeline(runs.map(({ number }) => number).join(), make) ?? make();
}

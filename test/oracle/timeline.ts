/** A timeline, the slow and obvious way: all rows of a part's runs in one list, sorted. */
import { expect } from 'vitest';
import type { Part } from '../../src/engine/frame/run.ts';
import { alone } from '../../src/engine/frame/team.ts';

export function expectTimeline(part: Part): void {
  const { begin, run, row } = part.timeline(alone());
  const runs = [...part.events].sort().map((event) => part.run(event)!);
  const rows = runs
    .flatMap(({ actor, time_ms }, number) =>
      [...actor].map((of, at) => ({ of, time_ms: time_ms[at], number, row: at })),
    )
    .sort((a, b) => a.of - b.of || a.time_ms! - b.time_ms!);
  const isTied = (place: number, other: number): boolean =>
    rows[place]!.of === rows[other]?.of && rows[place]!.time_ms === rows[other].time_ms;
  const codes = rows.map(
    ({ number }, place) => 2 * number + Number(isTied(place, place - 1) || isTied(place, place + 1)),
  );
  expect([...run]).toEqual(codes);
  expect([...row]).toEqual(rows.map((each) => each.row));
  const actors = rows.length === 0 ? 0 : rows.at(-1)!.of + 1;
  const firsts = Array.from({ length: actors + 1 }, (_, actor) => rows.findIndex(({ of }) => of >= actor));
  expect([...begin]).toEqual(firsts.map((first) => (first < 0 ? rows.length : first)));
  for (const [number, { event }] of runs.entries()) {
    const places = [...rows.keys()].filter((place) => rows[place]!.number === number);
    expect([...part.positions(event, alone())]).toEqual(places);
  }
}

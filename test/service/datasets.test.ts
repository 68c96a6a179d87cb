/** Datasets over a real file see whatever any connection committed, and nothing else. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openDatasets } from '../../src/service/data/datasets.ts';
import { runs } from '../support/runs.ts';
import { atMost, DAY_MS, play, type Step, step, World } from './two_sides.ts';

describe('datasets', () => {
  test('are what the file says after any history of two connections', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(0, 3_000, 1e9),
        atMost,
        (steps, memory_bytes, ids_at_most) => {
          const world = new World(memory_bytes);
          try {
            for (const one of steps) play(world, one as Step);
            for (const on of world.sides) {
              world.check(on);
              world.checkKnown(on, ids_at_most);
            }
          } finally {
            world.close();
          }
        },
      ),
      { numRuns: runs(50) },
    );
  });

  test('a number that a failed transaction had may come back with other events', () => {
    const world = new World(1e9);
    const [ours, theirs] = world.sides;
    const row = (mixed: string) => ({ event: 'view', distinct: 0, time_ms: DAY_MS, properties: { mixed } });
    world.append(ours, [row('first')]);
    world.check(ours);
    world.appendInVain(ours, [row('never stored')]);
    world.append(theirs, [row('stored')]);
    world.check(ours);
    world.checkKnown(ours);
    world.close();
  });

  test('projects do not see each other, and a revision is a number that changes', () => {
    const world = new World(1e9);
    const [{ datasets, store }] = world.sides;
    const { id: _, ...values } = world.project;
    const other = store.projects.create({ ...values, api_token: 'phc_2' });
    const before = datasets.revision(world.project);
    world.append(world.sides[0], [{ event: 'view', distinct: 0, time_ms: 5, properties: { mixed: 'a' } }]);
    expect(datasets.revision(world.project)).toBeGreaterThan(before);
    expect(datasets.current(other).months(null)).toEqual([]);
    expect(datasets.current(world.project).months(null)).toEqual([0]);
    expect(
      datasets.current(world.project).topValues({ owner: 'event', event: 'view' }, 'mixed', { search: '', limit: 5 }),
    ).toEqual([{ value: 'a', count: 1 }]);
    expect(datasets.bytes()).toBeGreaterThan(0);
    world.close();
  });

  test('what was kept of data before an erasure is given back with it', () => {
    const world = new World(1e9);
    const [side] = world.sides;
    const rows = Array.from({ length: 50 }, (_, at) => ({
      event: 'view',
      distinct: at % 5,
      time_ms: at * DAY_MS,
      properties: { mixed: `value ${at}` },
    }));
    world.append(side, rows);
    const bytesAfterAsking = (datasets: typeof side.datasets): number => {
      const wanted = { search: '', limit: 5 };
      expect(
        datasets.current(world.project).topValues({ owner: 'event', event: 'view' }, 'mixed', wanted),
      ).toHaveLength(5);
      return datasets.bytes();
    };
    bytesAfterAsking(side.datasets);
    for (const distinct of [1, 2, 3]) {
      world.erase(side, distinct);
      expect(bytesAfterAsking(side.datasets)).toBe(bytesAfterAsking(openDatasets(side.store, 1e9)));
    }
    world.close();
  });
});

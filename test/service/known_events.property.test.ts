/** Which events are known, whatever was removed, sealed or merged, while ids are read or leave memory. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { monthOf } from '../../src/base/time.ts';
import { runs } from '../support/runs.ts';
import { ACTORS, ALWAYS, atMost, DAY_MS, play, type Step, World } from './two_sides.ts';

describe('known events', () => {
  test('ids are those of stored events, whatever is removed, sealed or merged while they are read', () => {
    const few = fc.record({
      event: fc.constantFrom('view', 'view', 'buy'),
      distinct: fc.nat(2),
      time_ms: fc.constantFrom(DAY_MS, 2 * DAY_MS, 40 * DAY_MS),
      properties: fc.constant({}),
    });
    const some = fc.array(few, { minLength: 1, maxLength: 4 });
    // What one side does, and what the other one does meanwhile; the first one sees it at once, or later.
    const [ours, theirs] = [0, 1] as const;
    const see: Step = ['ask', ours, 0];
    const steps = fc.oneof<fc.Arbitrary<Step[]>[]>(
      some.map((rows) => [['append', ours, rows, 0]]),
      some.map((rows) => [['append', theirs, rows]]),
      some.map((rows) => [
        ['append', theirs, rows],
        ['seal', theirs, 99],
      ]),
      fc.nat(2).map((distinct) => [['erase', theirs, distinct], see]),
      fc.nat(2).map((distinct) => [['erase', theirs, distinct]]),
      fc.constantFrom<Step[]>(
        [['seal', theirs, 1]],
        [['compact', theirs]],
        [['reopen', ours], see],
        [['reopen', ours]],
      ),
      fc.constant([see]),
      fc.integer({ min: 1, max: 4 }).map((count) => [['read', ours, count]]),
      fc.integer({ min: 1, max: 4 }).map((count) => [['warm', ours, count]]),
      atMost.map((most) => [['known', ours, most]]),
    );
    const history = fc.tuple(some, some, fc.array(steps, { minLength: 4, maxLength: 14 }));
    fc.assert(
      fc.property(history, ([first, second, after]) => {
        const world = new World(1e9);
        try {
          for (const rows of [first, second]) {
            world.append(world.sides[ours], rows);
            world.seal(world.sides[theirs], 99);
          }
          world.checkKnown(world.sides[ours]);
          for (const one of after.flat()) play(world, one);
          for (const on of world.sides) world.checkKnown(on, 0);
        } finally {
          world.close();
        }
      }),
      { numRuns: runs(50) },
    );
  });

  test('ids that are preloaded after two removals are certain', () => {
    const world = new World(1e9);
    const [ours, theirs] = world.sides;
    const row = (event: string, distinct: number) => ({ event, distinct, time_ms: DAY_MS, properties: {} });
    for (const rows of [[row('buy', 2), row('buy', 1), row('view', 0)], [row('buy', 0)]]) {
      world.append(ours, rows);
      world.seal(theirs, 99);
    }
    world.checkKnown(ours);
    for (const distinct of [0, 1]) {
      world.erase(theirs, distinct);
      world.ask(ours, 0);
    }
    world.warm(ours, 2);
    world.checkKnown(ours, 0);
    world.close();
  });

  test('what arrives while ids are read beforehand is known as well', () => {
    const world = new World(1e9);
    const [ours, theirs] = world.sides;
    const row = (event: string) => ({ event, distinct: 0, time_ms: DAY_MS, properties: {} });
    world.append(ours, [row('view')]);
    world.seal(ours, 99);
    world.warm(ours, 1);
    world.append(theirs, [row('view')]);
    world.append(ours, [row('buy')]);
    world.warm(ours, 4);
    expect(ours.warming).toBe(null);
    world.checkKnown(ours);
    world.close();
  });

  test('ids that leave memory while they are read beforehand stay away', () => {
    const world = new World(1);
    const [ours, theirs] = world.sides;
    const row = { event: 'view', distinct: 0, time_ms: DAY_MS, properties: {} };
    world.append(theirs, [row, row]);
    world.seal(theirs, 99);
    world.warm(ours, 1);
    // Takes their room.
    for (const part of ours.datasets.current(world.project).parts({ ...ALWAYS, actor: ACTORS[0]! })) part.run('view');
    world.append(theirs, [row]);
    ours.store.transaction(() => ours.datasets.known(world.project));
    world.warm(ours, 1);
    expect(ours.warming).toBe(null);
    world.checkKnown(ours);
    world.close();
  });

  test('after a removal, what was not there is new at once, and the rest once ids are read', () => {
    const world = new World(1e9);
    const [ours, theirs] = world.sides;
    const row = (event: string, distinct: number) => ({ event, distinct, time_ms: DAY_MS, properties: {} });
    world.append(ours, [row('view', 0), row('view', 1), row('view', 0), row('buy', 0)]);
    world.seal(theirs, 99);
    world.reopen(ours);
    const { store, datasets } = ours;
    const view = (id: number) => [0, DAY_MS, world.uuidOf(id), 0] as const;
    const isSureOf = (...asked: readonly (readonly [number, number, Uint8Array, number])[]) =>
      store.transaction(() => {
        const known = datasets.known(world.project, 0);
        const news = asked.map((one) => known.take(...one));
        known.undo();
        return known.isSure() ? news : null;
      });
    const buy = [1, DAY_MS, world.uuidOf(3), 0] as const;
    expect(isSureOf(view(0), buy)).toBe(null);
    for (const _ of datasets.readKnown(world.project));
    expect(isSureOf(view(0), view(1), view(9), buy)).toEqual([false, false, true, false]);
    world.erase(theirs, 1);
    // Nothing was removed of those who buy.
    expect(isSureOf(view(9), buy)).toEqual([true, false]);
    // Nor does it matter who sends what is new.
    world.append(ours, [row('view', 0)], 0);
    world.append(theirs, [row('view', 0)]);
    expect(isSureOf(view(9))).toEqual([true]);
    expect(isSureOf(view(9), view(0))).toBe(null);
    expect(isSureOf(view(9), view(1))).toBe(null);
    for (const _ of datasets.readKnown(world.project));
    expect(isSureOf(view(0), view(1), view(2), view(9), buy)).toEqual([false, true, false, true, false]);
    world.close();
  });

  test('ids that transactions need stay in memory, above its bound if need be; columns leave', () => {
    const [tight, roomy] = [0, 1e9].map((memory_bytes) => {
      const world = new World(memory_bytes);
      const [ours] = world.sides;
      const rows = ['view', 'buy'].map((event) => ({ event, distinct: 0, time_ms: DAY_MS, properties: {} }));
      world.append(ours, rows);
      world.seal(ours, 99);
      world.append(ours, rows);
      const [held, excess] = [ours.datasets.bytes(), ours.datasets.excessBytes()];
      for (const part of ours.datasets.current(world.project).parts({ ...ALWAYS, actor: ACTORS[0]! })) part.run('view');
      const with_columns = ours.datasets.bytes();
      ours.datasets.resize(0);
      ours.datasets.current(world.project);
      world.close();
      return { held, excess, left: with_columns - ours.datasets.bytes() };
    });
    expect([tight!.held, tight!.excess, roomy!.excess, roomy!.left > 0]).toEqual([roomy!.held, roomy!.held, 0, true]);
  });

  test('an event is new once: by name, month and uuid', () => {
    const world = new World(1e9);
    const [{ datasets, store }] = world.sides;
    store.transaction(() => {
      const known = datasets.known(world.project);
      const uuid = world.uuidOf(1);
      expect(known.take(0, DAY_MS, uuid, 0)).toBe(true);
      expect(known.take(0, 2 * DAY_MS, uuid, 0)).toBe(false);
      expect(known.take(1, DAY_MS, uuid, 0)).toBe(true);
      expect(monthOf(40 * DAY_MS)).toBe(1);
      expect(known.take(0, 40 * DAY_MS, uuid, 0)).toBe(true);
      known.undo(); // the next transaction has not taken anything yet
      expect(datasets.known(world.project).take(0, DAY_MS, uuid, 0)).toBe(true);
    });
    world.close();
  });
});

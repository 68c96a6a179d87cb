import fc from 'fast-check';
import { expect, test } from 'vitest';
import { has } from '../../src/base/bitmap.ts';
import { personsWhere, select } from '../../src/engine/select/predicate.ts';
import type { Behaviour, Deeds, Predicate } from '../../src/model/question/predicate.ts';
import { didBehave } from '../oracle/behaviour.ts';
import { runs } from '../support/runs.ts';
import { ACTORS, entity, fresh, history, viewOf } from './history.ts';

const matches = entity.map((one) => one.matches);
const deeds: fc.Arbitrary<Deeds> = fc
  .tuple(matches, fc.integer({ min: -1, max: 31 }), fc.integer({ min: -1, max: 31 }))
  .map(([of, a, b]) => ({ matches: of, from_ms: Math.min(a, b), until_ms: Math.max(a, b) }));
const often = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constant(Number.MAX_SAFE_INTEGER));
const bounds = fc.tuple(fc.integer({ min: 1, max: 3 }), often);

const behaviour: fc.Arbitrary<Behaviour> = fc.oneof(
  fc.tuple(deeds, bounds).map(([of, [min, max]]): Behaviour => ({ op: 'count', deeds: of, min, max })),
  fc
    .tuple(deeds, deeds, fc.nat(12))
    .map(([of, later, within_ms]): Behaviour => ({ op: 'sequence', deeds: of, later, within_ms })),
  fc
    .tuple(matches, fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 5 }), bounds)
    .map(([of, length, min_periods, [min, max]]): Behaviour => {
      const edges_ms = [0, 1, 2, 3, 4].map((at) => 31 - (4 - at) * length);
      return { op: 'regular', matches: of, edges_ms, min_periods, min, max };
    }),
);

test('the persons who behaved so, whatever part their rows are in', () => {
  fc.assert(
    fc.property(history, fresh, behaviour, (rows, fresh_actors, asked) => {
      const view = viewOf(rows, fresh_actors);
      const persons = personsWhere({ kind: 'behaviour', behaviour: asked }, view);
      const people = Array.from({ length: ACTORS }, (_, person) => person);
      expect(people.filter((person) => has(persons, person))).toEqual(
        people.filter((person) => didBehave(asked, person, rows)),
      );
    }),
    { numRuns: runs(550) },
  );
});

test('rows of a cohort are the rows of its members', () => {
  fc.assert(
    fc.property(history, behaviour, (rows, asked) => {
      const view = viewOf(rows);
      const where: Predicate = { kind: 'not', of: { kind: 'behaviour', behaviour: asked } };
      for (const event of view.parts({} as never)[0]!.events) {
        const run = view.parts({} as never)[0]!.run(event)!;
        const found = select({ kind: 'cohort', where }, run, view)!;
        for (let row = 0; row < run.rows; row++) {
          expect(has(found, row)).toBe(!didBehave(asked, run.actor[row]!, rows));
        }
      }
    }),
    { numRuns: runs(300) },
  );
});

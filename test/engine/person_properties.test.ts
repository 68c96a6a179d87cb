import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PersonProperties } from '../../src/engine/dataset/person_properties.ts';
import { valueAt } from '../oracle/rows.ts';
import { runs } from '../support/runs.ts';
import { byProperty } from './dataset_world.ts';

const NAMES = ['plan', 'seats', '__proto__'];
const value = fc.constantFrom<unknown>('a', 'b', 5, true, null);
const change = fc.record({
  ord: fc.nat(4),
  properties: fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 3, noNullPrototype: true }),
});
const step = fc.oneof(
  fc.record({ kind: fc.constant('change' as const), change }),
  fc.record({ kind: fc.constant('column' as const), name: fc.constantFrom(...NAMES) }),
  fc.record({ kind: fc.constant('names' as const) }),
  fc.record({ kind: fc.constant('stopped' as const), name: fc.constantFrom(...NAMES, null) }),
);

test("a person's properties are those of today, whichever are asked for and when", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const asked = new PersonProperties();
      const persons = new Map<number, { revision: number; properties: Record<string, unknown> }>();
      const met = new Set<string>();
      let revision = 0;
      function* since(from: number, only: ReadonlySet<string> | null) {
        for (const [ord, { revision: at, properties }] of persons) {
          if (at > from) yield byProperty([{ ord, properties }], only);
        }
      }
      function* stopped(from: number, only: ReadonlySet<string> | null) {
        for (const changed of since(from, only)) {
          yield changed;
          throw new RangeError('stopped');
        }
      }
      for (const one of steps) {
        if (one.kind === 'change') {
          persons.set(one.change.ord, { revision: ++revision, properties: one.change.properties });
        } else if (one.kind === 'stopped') {
          const { name } = one;
          try {
            if (name === null) asked.names(revision, stopped);
            else asked.column(name, 5, revision, stopped);
          } catch (error) {
            if (!(error instanceof RangeError)) throw error;
          }
        } else if (one.kind === 'column') {
          const column = asked.column(one.name, 5, revision, since);
          for (let ord = 0; ord < 5; ord++) {
            const properties = persons.get(ord)?.properties ?? {};
            const wanted = Object.hasOwn(properties, one.name) ? properties[one.name] : null;
            expect(valueAt(column, ord)).toEqual(wanted);
          }
        } else {
          const names = asked.names(revision, since);
          for (const { properties } of persons.values()) for (const name of Object.keys(properties)) met.add(name);
          for (const name of met) expect(names).toContain(name);
        }
      }
    }),
    { numRuns: runs(500) },
  );
});

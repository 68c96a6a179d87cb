import { describe, expect, it } from 'vitest';
import { count, has } from '../../src/base/bitmap.ts';
import type { DatasetView } from '../../src/engine/frame/dataset.ts';
import { hashText, sampledPersons } from '../../src/engine/select/sample.ts';
import { viewOf } from './history.ts';

const PERSONS = 20_000;

/** Every person has two distinct ids, the second of all after the first of all. */
function manyPersons(): DatasetView {
  const ids = [0, 1].flatMap((turn) => Array.from({ length: PERSONS }, (_, person) => `id-${turn}-${person}`));
  return {
    ...viewOf([]),
    actorCount: () => PERSONS,
    distinctColumn: () => ({
      kind: 'dictionary',
      codes: Uint32Array.from(ids, (_, at) => at + 1),
      values: [null, ...ids],
    }),
    distinctPersons: () => Uint32Array.from(ids, (_, at) => at % PERSONS),
  };
}

describe('a sample of the persons', () => {
  const view = manyPersons();
  const everybody = Array.from({ length: PERSONS }, (_, person) => person);

  it('is about as large as asked for, and larger ones hold smaller ones', () => {
    const [tenth, half] = [sampledPersons(0.1, view), sampledPersons(0.5, view)];
    expect(count(tenth) / PERSONS).toBeCloseTo(0.1, 2);
    expect(count(half) / PERSONS).toBeCloseTo(0.5, 1);
    expect(everybody.filter((person) => has(tenth, person) && !has(half, person))).toEqual([]);
    expect(count(sampledPersons(1, view))).toBe(PERSONS);
  });

  it('goes by the first distinct id, so that a second one changes nothing', () => {
    const sample = sampledPersons(0.3, view);
    const isIn = (person: number) => hashText(`id-0-${person}`) < 0.3 * 2 ** 32;
    expect(everybody.filter((person) => has(sample, person) !== isIn(person))).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { seeded } from '../../src/base/random.ts';
import type { DatasetView } from '../../src/engine/dataset.ts';
import { actorSlices, rowSlices, type Slice, wholeActorSlices } from '../../src/engine/slices.ts';

/** A view that only counts its checkpoints. */
function counting(): { view: DatasetView; passed: () => number } {
  let passed = 0;
  return { view: { checkpoint: () => void passed++ } as unknown as DatasetView, passed: () => passed };
}

function expectWhole(slices: readonly Slice[], count: number): void {
  let at = 0;
  for (const { first, until } of slices) {
    expect(first).toBe(at);
    expect(until).toBeGreaterThan(first);
    at = until;
  }
  expect(at).toBe(count);
}

test.each([0, 1, 4_096, 4_097, 1_000_000])('slices of %i hold each once, with a checkpoint before each', (count) => {
  for (const cut of [actorSlices, rowSlices]) {
    const { view, passed } = counting();
    const slices = [...cut(count, view)];
    expectWhole(slices, count);
    expect(passed()).toBe(slices.length);
  }
});

test('there are no more slices than may be', () => {
  expect([...actorSlices(1_000_000, counting().view, 8)]).toHaveLength(8);
  expect([...actorSlices(10, counting().view, 8)]).toHaveLength(1);
});

test.each([1, 3, 5_000, 700_000])('all rows of an actor are in one slice, with up to %i rows each', (most) => {
  const random = seeded(most);
  const actor = new Uint32Array(600_000);
  for (let row = 0, who = 0; row < actor.length; who += 1 + random.below(3)) {
    for (let left = 1 + random.below(most); left > 0 && row < actor.length; left--) actor[row++] = who;
  }
  const { view, passed } = counting();
  const slices = [...wholeActorSlices(actor, view)];
  expectWhole(slices, actor.length);
  expect(passed()).toBe(slices.length);
  for (const { first } of slices.slice(1)) expect(actor[first]).not.toBe(actor[first - 1]);
});

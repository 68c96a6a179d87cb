import { expect, test } from 'vitest';
import { seeded } from '../../src/base/random.ts';
import { actorCuts, rowCuts, wholeActorCuts, wordCuts } from '../../src/engine/frame/slices.ts';
import { alone, counting, shareAll, shareCounts } from '../../src/engine/frame/team.ts';

function expectWhole(cuts: Uint32Array, count: number): void {
  expect(cuts[0]).toBe(0);
  expect(cuts.at(-1)).toBe(count);
  for (let at = 1; at < cuts.length; at++) expect(cuts[at]).toBeGreaterThan(cuts[at - 1]!);
}

test.each([0, 1, 4_096, 4_097, 1_000_000])('stretches of %i hold each once', (count) => {
  for (const cut of [actorCuts, rowCuts, wordCuts]) expectWhole(cut(count), count);
});

test('there are no more stretches than may be', () => {
  expect(actorCuts(1_000_000, 8)).toHaveLength(9);
  expect(actorCuts(10, 8)).toHaveLength(2);
});

test.each([1, 3, 5_000, 700_000])('all rows of an actor are in one stretch, with up to %i rows each', (most) => {
  const random = seeded(most);
  const actor = new Uint32Array(600_000);
  for (let row = 0, who = 0; row < actor.length; who += 1 + random.below(3)) {
    for (let left = 1 + random.below(most); left > 0 && row < actor.length; left--) actor[row++] = who;
  }
  const cuts = wholeActorCuts(actor);
  expectWhole(cuts, actor.length);
  for (const first of cuts.subarray(1, -1)) expect(actor[first]).not.toBe(actor[first - 1]);
  const cuts_32 = wholeActorCuts(actor, 32);
  expectWhole(cuts_32, actor.length);
  for (const first of cuts_32.subarray(1, -1)) expect(actor[first]! >>> 5).not.toBe(actor[first - 1]! >>> 5);
});

test('several ranges in one round are each added as if alone', () => {
  const task = counting<{ name: number; zeros: Uint32Array }>('of a test', ({ name }, seen, first, until) => {
    for (let at = first; at < until; at++) seen[name * 10 + at]!++;
  });
  const job = (name: number, cuts: readonly number[]) => ({
    args: { name, zeros: new Uint32Array(50) },
    cuts: Uint32Array.from(cuts),
  });
  const jobs = [job(0, [0, 2, 5]), job(1, [0]), job(2, [0, 0, 1, 1]), job(3, [0, 9]), job(4, [0])];
  const [seen] = shareAll(alone(), task, jobs);
  expect([...seen!.keys()].filter((at) => seen![at] === 1)).toEqual([
    ...[0, 1, 2, 3, 4, 20],
    ...[30, 31, 32, 33, 34, 35, 36, 37, 38],
  ]);
  expect(Math.max(...seen!)).toBe(1);
  expect(shareAll(alone(), task, [])).toEqual([]);
});

test('work that is shared passes a checkpoint before each stretch, and is added to what is there', () => {
  const rows = Uint8Array.from({ length: 100 }, (_, row) => row % 3);
  const task = counting<{ rows: Uint8Array }>('of a test', (args, counts, first, until) => {
    for (const value of args.rows.subarray(first, until)) counts[value]!++;
  });
  let passed = 0;
  const team = alone(() => void passed++);
  const counts = Uint32Array.of(10, 0, 0);
  shareCounts(team, task, [{ args: { rows }, cuts: Uint32Array.of(0, 40, 41, 100) }], counts);
  expect([[...counts], passed]).toEqual([[44, 33, 33], 3]);
});

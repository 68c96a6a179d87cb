import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { seeded } from '../../src/base/random.ts';
import { sharedWords } from '../../src/base/shared.ts';
import { rangesOf } from '../../src/engine/frame/run.ts';
import { wordCuts } from '../../src/engine/frame/slices.ts';
import { alone, shareAll, type Task, type Team } from '../../src/engine/frame/team.ts';
import { type EdgeLog, logEdge } from '../../src/engine/kernels/path/edges.ts';
import { sumHeaviest } from '../../src/engine/kernels/path/heavy.ts';
import { STICKINESS_PRESENT } from '../../src/engine/kernels/presence/stickiness.ts';
import { makeTimeline } from '../../src/engine/kernels/rows/timeline.ts';
import { openTeam, type ThreadTeam } from '../../src/service/computing/team.ts';

const HELPERS = 2;
const WORDS = 100_000;
const SETS = 12;

/** Nobody wakes who waits for it. */
const NEVER = new Int32Array(new SharedArrayBuffer(4));

const flag = new Int32Array(new SharedArrayBuffer(4));
const args = { present: randomSets(), skip: null, zeros: new Uint32Array(SETS + 1) };
const cuts = wordCuts(WORDS);
const garbage = { done: { young: 0, all: 0 } };
let team: ThreadTeam;

function randomSets(): Uint32Array[] {
  const random = seeded(5);
  return Array.from({ length: SETS }, () => {
    const set = sharedWords(WORDS);
    for (let word = 0; word < WORDS; word++) set[word] = random.below(2 ** 32);
    return set;
  });
}

function total(sums: readonly Uint32Array[]): number[] {
  return Array.from(args.zeros, (_, number) => sums.reduce((sum, counts) => sum + counts[number]!, 0));
}

beforeAll(async () => {
  team = openTeam({ helpers: HELPERS, flag }, garbage);
  expect(team.share(STICKINESS_PRESENT, args, cuts)).toHaveLength(1);
  team.start();
  while (team.share(STICKINESS_PRESENT, args, cuts).length <= HELPERS) await sleep(10);
});

describe('a team of threads', () => {
  const wanted = total(alone().share(STICKINESS_PRESENT, args, cuts));

  test('counts as one thread does, whoever takes which stretch', () => {
    let shared = 0;
    for (let round = 0; round < 20; round++) {
      const sums = team.share(STICKINESS_PRESENT, args, cuts);
      expect(total(sums)).toEqual(wanted);
      if (sums.slice(1).some((counts) => counts.some((count) => count > 0))) shared++;
    }
    // On a busy machine helpers may come too late for a round, but not for all of them.
    expect(shared).toBeGreaterThan(0);
  });

  test('goes on as before when helpers have collected garbage', () => {
    for (let round = 0; round < 5; round++) {
      garbage.done = { young: round, all: round >> 1 };
      expect(total(team.share(STICKINESS_PRESENT, args, cuts))).toEqual(wanted);
    }
  });

  test('works on several arguments in one round', () => {
    const others = { ...args, present: args.present.slice(0, 3) };
    const jobs = [args, others].map((each) => ({ args: each, cuts }));
    const both = total(alone().share(STICKINESS_PRESENT, others, cuts)).map((count, at) => count + wanted[at]!);
    for (let round = 0; round < 10; round++) expect(total(shareAll(team, STICKINESS_PRESENT, jobs))).toEqual(both);
  });

  test('puts rows in one order as one thread does, each thread those of other actors', () => {
    const random = seeded(7);
    const runs = [1, 3, 9].map((every) => {
      const actor = Uint32Array.from({ length: 150_000 }, (_, row) => Math.floor((row * every) / 9));
      // An actor's rows are at most nine: their times ascend with the row.
      const time_ms = Float64Array.from(actor, (_, row) => (row % 9) * 4 + random.below(4));
      for (let row = 1; row < actor.length; row++) {
        if (actor[row] === actor[row - 1]) time_ms[row] = Math.max(time_ms[row]!, time_ms[row - 1]!);
      }
      return { rows: actor.length, time_ms, ranges: rangesOf(actor) };
    });
    const timeline = makeTimeline(runs, alone());
    for (let round = 0; round < 5; round++) expect(makeTimeline(runs, team)).toEqual(timeline);
  });

  test('thins out a log as one thread does, each thread into chunks of its own', () => {
    const log: EdgeLog = [];
    for (let at = 0; at < 700_000; at++) logEdge(log, (at * 7_919) % (at % 3 === 0 ? 100_003 : 211), at % 7, at % 13);
    const heaviest = (of: Team) => {
      const { source, target, count, total_ms } = sumHeaviest({ chunks: log, team: of }, 50).sums;
      const edges = Array.from(source, (from, edge) => [from, target[edge], count[edge], total_ms[edge]]);
      return edges.map((edge) => edge.join(' ')).sort();
    };
    const found = heaviest(alone());
    expect(found.length).toBeGreaterThan(50);
    for (let round = 0; round < 5; round++) expect(heaviest(team)).toEqual(found);
  });

  test('does small tasks without helpers', () => {
    expect(team.share(STICKINESS_PRESENT, args, cuts.subarray(0, 3))).toHaveLength(1);
  });

  test('an error in any thread is an error here, and the team goes on', () => {
    // By this name the helpers do something else, with arguments that are none. They have time to come, and rounds.
    const elsewhere: Task<object, number, number> = {
      name: 'total',
      begin: () => 0,
      add: () => void Atomics.wait(NEVER, 0, 0, 5),
      end: (sum) => sum,
    };
    const shareOften = () => {
      for (let round = 0; round < 20; round++) team.share(elsewhere, {}, cuts);
    };
    expect(shareOften).toThrow();
    const unknown: Task<object, number, number> = { ...elsewhere, name: 'no such task' };
    expect(() => team.share(unknown, {}, cuts)).toThrow('a task that threads can share');
    const failing: typeof STICKINESS_PRESENT = {
      ...STICKINESS_PRESENT,
      end() {
        throw new Error('this thread fails');
      },
    };
    expect(() => team.share(failing, args, cuts)).toThrow('this thread fails');
    expect(total(team.share(STICKINESS_PRESENT, args, cuts))).toEqual(wanted);
  });

  test('is cancelled in all threads when nobody waits any more', () => {
    Atomics.store(flag, 0, 1);
    expect(() => team.share(STICKINESS_PRESENT, args, cuts)).toThrow('cancelled');
    Atomics.store(flag, 0, 0);
    expect(total(team.share(STICKINESS_PRESENT, args, cuts))).toEqual(wanted);
  });
});

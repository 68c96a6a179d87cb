/** Limits beyond a kernel's capacity fail when the engine is loaded, not in an answer. */
import { expect, test } from 'vitest';
import { STEPS_MAX } from '../../src/engine/kernels/funnel/audience.ts';
import { computeFunnel } from '../../src/engine/kinds/funnel/funnel.ts';
import { checkLimits } from '../../src/engine/limits.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { plainQuery, plainStep } from './funnel_questions.ts';
import { viewOf } from './history.ts';

test.each([
  ['funnel_steps', 31],
  ['path_names', Math.floor(2 ** 32 / LIMIT.path_steps)],
  ['path_steps', Math.floor(2 ** 32 / LIMIT.path_names)],
  ['breakdown_cells', 2 ** 31 - 1],
  ['entities', 26],
  ['groups_per_project', 10],
])('%s may be %i, and not one more', (name, most) => {
  expect(() => checkLimits(LIMIT)).not.toThrow();
  expect(() => checkLimits({ ...LIMIT, [name]: most })).not.toThrow();
  expect(() => checkLimits({ ...LIMIT, [name]: most + 1 })).toThrow(/LIMIT\./);
});

test.each(['ordered', 'strict', 'unordered'] as const)('a funnel of as many steps as a word has bits, %s', (order) => {
  const names = Array.from({ length: STEPS_MAX + 1 }, (_, step) => `s${step}`);
  const rows = names.flatMap((event, time_ms) =>
    // One of the three does all steps, the others stop on the way.
    [0, 1, 2]
      .filter((actor) => time_ms < [99, 30, 1][actor]!)
      .map((actor) => ({ actor, time_ms, event, properties: {} })),
  );
  const asked = plainQuery(names.slice(0, STEPS_MAX).map(plainStep), order);
  const numbers = computeFunnel(asked, viewOf(rows));
  const [whole] = numbers.viz === 'steps' ? numbers.groups : [];
  expect([...whole!.counts]).toEqual([3, ...Array(29).fill(2), 1]);
  expect(() => computeFunnel(plainQuery(names.map(plainStep), order), viewOf(rows))).toThrow('at most 31 steps');
});

/** Limits beyond what a kernel can hold fail when the engine is loaded, not in an answer. */
import { expect, test } from 'vitest';
import { checkLimits } from '../../src/engine/limits.ts';
import { LIMIT } from '../../src/model/limit.ts';

test.each([
  ['funnel_steps', 33],
  ['path_names', 2 ** 26],
  ['path_steps', 2_200],
  ['breakdown_cells', 2 ** 31],
  ['entities', 27],
  ['groups_per_project', 11],
])('%s may not be %i', (name, value) => {
  expect(() => checkLimits(LIMIT)).not.toThrow();
  expect(() => checkLimits({ ...LIMIT, [name]: value })).toThrow(/LIMIT\./);
});

/** Checks that configured limits are not higher than kernels can represent. */
import { assert } from '../base/assert.ts';
import { STEPS_MAX } from './kernels/funnel/audience.ts';
import { EDGE_SOURCES_MAX } from './kernels/path/edges.ts';

/** A subset of LIMIT with plain numbers, so that tests can try other values. */
type Limits = Readonly<
  Record<'funnel_steps' | 'path_steps' | 'path_names' | 'breakdown_cells' | 'entities' | 'groups_per_project', number>
>;

/** Cells of a breakdown are signed 32-bit numbers. */
const CELLS_MAX = 2 ** 31 - 1;
/** Formulas name series by letter. */
const LETTERS = 26;
/** `$group_0` to `$group_9`: a group type is always one digit. */
const GROUP_DIGITS = 10;

/** Called at start. @throws an assertion that names the limit at fault */
export function checkLimits(limit: Limits): void {
  const fits = (name: keyof Limits, value: number, most: number) =>
    assert(value <= most, `LIMIT.${name} is ${limit[name]}, but the engine holds ${most} (here ${value})`);
  fits('funnel_steps', limit.funnel_steps, STEPS_MAX);
  fits('path_names', limit.path_names * limit.path_steps, EDGE_SOURCES_MAX);
  fits('breakdown_cells', limit.breakdown_cells, CELLS_MAX);
  fits('entities', limit.entities, LETTERS);
  fits('groups_per_project', limit.groups_per_project, GROUP_DIGITS);
}

/** Where limits meet kernels: what one may be raised to before numbers no longer fit where a kernel keeps them. */
import { assert } from '../base/assert.ts';
import { STEPS_MAX } from './kernels/funnel/audience.ts';
import { EDGE_SOURCES_MAX } from './kernels/path/edges.ts';

/** What is looked at, so that other values than those of the product can be tried. */
type Limits = Readonly<
  Record<'funnel_steps' | 'path_steps' | 'path_names' | 'breakdown_cells' | 'entities' | 'groups_per_project', number>
>;

/** Cells of a breakdown are numbered by signed words. */
const CELLS_MAX = 2 ** 31 - 1;
/** Formulas call lines by letters. */
const LETTERS = 26;
/** `$group_0` to `$group_9`: a group type is one digit wherever it is written. */
const GROUP_DIGITS = 10;

/** Asked at the start, before anything was answered wrongly. @throws an assertion that names the limit at fault */
export function checkLimits(limit: Limits): void {
  const fits = (name: keyof Limits, value: number, most: number) =>
    assert(value <= most, `LIMIT.${name} is ${limit[name]}, but the engine holds ${most} (here ${value})`);
  fits('funnel_steps', limit.funnel_steps, STEPS_MAX);
  fits('path_names', limit.path_names * limit.path_steps, EDGE_SOURCES_MAX);
  fits('breakdown_cells', limit.breakdown_cells, CELLS_MAX);
  fits('entities', limit.entities, LETTERS);
  fits('groups_per_project', limit.groups_per_project, GROUP_DIGITS);
}

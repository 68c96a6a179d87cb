/** Every task by name, so that helper threads can look it up. */
import { BIN_NUMBERS } from './frame/bins.ts';
import { inOneRound, type Task } from './frame/team.ts';
import { LIFECYCLE } from './kernels/activity/lifecycle.ts';
import { RETENTION } from './kernels/activity/retention.ts';
import { STICKINESS } from './kernels/activity/stickiness.ts';
import { FUNNEL } from './kernels/funnel/steps.ts';
import { FUNNEL_TIMES } from './kernels/funnel/times.ts';
import { FUNNEL_ENTRIES } from './kernels/funnel/trend.ts';
import { COUNT_CELLS, KEEP_HEAVY } from './kernels/path/heavy.ts';
import { PATHS } from './kernels/path/walk.ts';
import { ACTIVE_PRESENT } from './kernels/presence/active.ts';
import { LIFECYCLE_PRESENT } from './kernels/presence/lifecycle.ts';
import { MARK_PRESENCE } from './kernels/presence/marks.ts';
import { RETENTION_PRESENT } from './kernels/presence/retention.ts';
import { STICKINESS_PRESENT } from './kernels/presence/stickiness.ts';
import { SUM_CELLS } from './kernels/rows/cell_sums.ts';
import { FILL_CELLS } from './kernels/rows/code_cells.ts';
import { COUNT_CODES } from './kernels/rows/code_counts.ts';
import { COUNT_CHANGES } from './kernels/rows/distinct_keys.ts';
import { DISTINCT_ROWS } from './kernels/rows/distinct_rows.ts';
import { MARK_ROWS } from './kernels/rows/mark_rows.ts';
import { SEARCH_VALUES } from './kernels/rows/search_values.ts';
import { SELECT_ORDERED } from './kernels/rows/select_ordered.ts';
import { BUILD_TIMELINE } from './kernels/rows/timeline.ts';
import { FIRST } from './kernels/trend/first.ts';
import { TOTAL } from './kernels/trend/total.ts';
import { UNIQUE, UNIQUE_TOGETHER } from './kernels/trend/unique.ts';

/** The types of arguments and sums depend on the task. */
type AnyTask = Task<unknown, unknown, unknown>;

const ALL: readonly AnyTask[] = [
  ACTIVE_PRESENT,
  BIN_NUMBERS,
  COUNT_CELLS,
  COUNT_CHANGES,
  COUNT_CODES,
  DISTINCT_ROWS,
  FILL_CELLS,
  FIRST,
  FUNNEL,
  FUNNEL_ENTRIES,
  FUNNEL_TIMES,
  KEEP_HEAVY,
  LIFECYCLE,
  LIFECYCLE_PRESENT,
  MARK_ROWS,
  MARK_PRESENCE,
  PATHS,
  BUILD_TIMELINE,
  RETENTION,
  RETENTION_PRESENT,
  SEARCH_VALUES,
  SELECT_ORDERED,
  STICKINESS,
  STICKINESS_PRESENT,
  SUM_CELLS,
  TOTAL,
  UNIQUE,
  UNIQUE_TOGETHER,
];

/** Name -> task. Each is in it twice: for one set of arguments, and for several in one round. */
export const TASKS: ReadonlyMap<string, AnyTask> = new Map(
  ALL.flatMap((task) => [task, inOneRound(task)]).map((task) => [task.name, task]),
);

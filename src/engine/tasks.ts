/** Every task that threads can share, by name: what a helping thread has to know of the engine. */
import { BIN_NUMBERS } from './bins.ts';
import { SUM_CELLS } from './kernels/cell_sums.ts';
import { DISTINCT_ROWS } from './kernels/distinct_rows.ts';
import { FUNNEL } from './kernels/funnel_steps.ts';
import { FUNNEL_TIMES } from './kernels/funnel_times.ts';
import { FUNNEL_ENTRIES } from './kernels/funnel_trend.ts';
import { LIFECYCLE } from './kernels/lifecycle.ts';
import { COUNT_CELLS, KEEP_HEAVY } from './kernels/path_heavy.ts';
import { PATHS } from './kernels/path_walk.ts';
import { ACTIVE_PRESENT } from './kernels/presence_active.ts';
import { LIFECYCLE_PRESENT } from './kernels/presence_lifecycle.ts';
import { MARK_CHOSEN, MARK_PRESENCE } from './kernels/presence_marks.ts';
import { RETENTION_PRESENT } from './kernels/presence_retention.ts';
import { STICKINESS_PRESENT } from './kernels/presence_stickiness.ts';
import { RETENTION } from './kernels/retention.ts';
import { SELECT_ORDERED } from './kernels/select_ordered.ts';
import { STICKINESS } from './kernels/stickiness.ts';
import { PLACE_ROWS } from './kernels/timeline.ts';
import { FIRST } from './kernels/trend_first.ts';
import { TOTAL } from './kernels/trend_total.ts';
import { UNIQUE, UNIQUE_TOGETHER } from './kernels/trend_unique.ts';
import { inOneRound, type Task } from './team.ts';

/** Arguments and sums are whatever the task of that name takes and makes. */
type AnyTask = Task<never, unknown, unknown>;

const ALL = [
  ACTIVE_PRESENT,
  BIN_NUMBERS,
  COUNT_CELLS,
  DISTINCT_ROWS,
  FIRST,
  FUNNEL,
  FUNNEL_ENTRIES,
  FUNNEL_TIMES,
  KEEP_HEAVY,
  LIFECYCLE,
  LIFECYCLE_PRESENT,
  MARK_CHOSEN,
  MARK_PRESENCE,
  PATHS,
  PLACE_ROWS,
  RETENTION,
  RETENTION_PRESENT,
  SELECT_ORDERED,
  STICKINESS,
  STICKINESS_PRESENT,
  SUM_CELLS,
  TOTAL,
  UNIQUE,
  UNIQUE_TOGETHER,
] as unknown as readonly AnyTask[];

/** Each of one's arguments and of several. */
export const TASKS: ReadonlyMap<string, AnyTask> = new Map(
  ALL.flatMap((task) => [task, inOneRound(task) as unknown as AnyTask]).map((task) => [task.name, task]),
);

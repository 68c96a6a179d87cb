/** Every task that threads can share, by name: what a helping thread has to know of the engine. */
import type { Task } from './team.ts';

/** Arguments and sums are whatever the task of that name takes and makes. */
type AnyTask = Task<never, unknown, unknown>;

const ALL: readonly AnyTask[] = [];

export const TASKS: ReadonlyMap<string, AnyTask> = new Map(ALL.map((task) => [task.name, task]));

/** Dense numbers per project: 0, 1, 2, … without gaps. */
import type { Database } from './database.ts';

/**
 * Makes a function that takes the next free number of a project. `sql` reads it (as `next`) once per transaction; from
 * then on it is counted in memory. Reading it per row would halve the rate of new ids.
 */
export function denseCounter(database: Database, sql: string): (project_id: number) => number {
  /** project -> next number, valid in `epoch`. */
  const next = new Map<number, number>();
  let epoch: number | null = null;
  return (project_id) => {
    const now = database.epoch();
    if (now === null || now !== epoch) next.clear();
    epoch = now;
    const number = next.get(project_id) ?? database.get<{ next: number }>(sql, project_id)!.next;
    next.set(project_id, number + 1);
    return number;
  };
}

/**
 * Questions and upkeep may use all cores, but capturing must not wait for one. So their threads run at lower priority,
 * which costs nothing while cores are idle.
 */
import { constants, setPriority } from 'node:os';

/** For the calling thread: Linux has a priority per thread. Elsewhere it would apply to the whole process. */
export function stepBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A sandbox may forbid it; then all threads are equal.
  }
}

/**
 * Questions and upkeep may use all cores, but capturing must not wait for one. So their threads have lower priority,
 * which costs nothing while cores are idle.
 */
import { constants, setPriority } from 'node:os';

/**
 * Applies to the calling thread. On Linux each thread has a priority; beside a thread with the usual one, this thread
 * gets a tenth of a core. With a quarter (niceness 5), slow questions are faster on a crowded machine, but the slowest
 * hundredth of batches takes twice as long at 20,000 events a second. Other systems would apply it to the whole
 * process.
 */
export function stepBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A sandbox may forbid it. Then all threads are equal.
  }
}

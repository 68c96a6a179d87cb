/**
 * Questions and upkeep may use all cores, but capturing must not wait for one. So their threads run at lower priority,
 * which costs nothing while cores are idle.
 */
import { setPriority } from 'node:os';

/**
 * On Linux the share of a core that such a thread gets beside one of usual priority is a fourth. At 10, which Node calls
 * "below normal", it is a tenth: other programs that keep the machine busy then starve questions, not only capturing.
 */
const NICENESS = 5;

/** For the calling thread: Linux has a priority per thread. Elsewhere it would apply to the whole process. */
export function stepBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, NICENESS);
  } catch {
    // A sandbox may forbid it; then all threads are equal.
  }
}

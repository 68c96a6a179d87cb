/**
 * Questions and upkeep may take all cores there are; whoever sends an event meanwhile must not wait for one. The threads
 * that do them come second where others want the same core, and lose nothing where nobody does.
 */
import { constants, setPriority } from 'node:os';

/** Of the calling thread: Linux keeps a priority for each of them. Elsewhere it would be that of the whole process. */
export function stepBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A sandbox may refuse it: then all threads are alike, as elsewhere.
  }
}

/**
 * Upgrades older formats before anything is read: segments of one event and month each are merged into segments of the
 * usual size. Each step is a transaction, so an interrupted upgrade resumes.
 */

import type { Log } from '../../base/log.ts';
import { openOutdatedSegment } from '../../engine/storage/outdated_segment.ts';
import { mergeArrivals } from '../../engine/storage/seal.ts';
import { TUNING } from '../../model/tuning.ts';
import type { OutdatedSegment, Store } from '../../store/types/store.ts';

/** How many segments are listed at once. A step may take many small ones. */
const SEGMENTS_A_LOOK = 10_000;

/** @throws ServiceError data_corrupted if a segment cannot be read; the rest stays as it was */
export function upgrade(store: Store, log: Log): void {
  if (!store.outdated.exists()) return;
  const rows = store.outdated.rows();
  let done = 0;
  // Another process may do some of the steps meanwhile.
  for (let made = upgradeSome(store); made > 0; made = upgradeSome(store)) {
    done += made;
    log.info({ rows: done, of: rows }, 'upgrading the database file: events are put into a new form');
  }
}

/** Returns how many rows were rebuilt; 0 when done. */
function upgradeSome(store: Store): number {
  const { outdated, people } = store;
  return store.transaction(() => {
    if (!outdated.exists()) return 0;
    const step = nextStep(outdated.oldest(SEGMENTS_A_LOOK));
    const [first] = step;
    if (first === undefined) {
      outdated.drop();
      return 0;
    }
    const sources = step.map(({ id, header }) => openOutdatedSegment(header, (name) => outdated.column(id, name)));
    const made = mergeArrivals(sources, people.personOf(first.project_id, 0));
    const ids = step.map(({ id }) => id);
    outdated.replace(first.project_id, ids, made);
    return made.rows;
  });
}

/** Segments of one project that together make one of the usual size. */
function nextStep(oldest: readonly OutdatedSegment[]): OutdatedSegment[] {
  const step: OutdatedSegment[] = [];
  let rows = 0;
  for (const segment of oldest) {
    if (segment.project_id !== oldest[0]!.project_id || rows >= TUNING.seal_events) break;
    step.push(segment);
    rows += segment.rows;
  }
  return step;
}

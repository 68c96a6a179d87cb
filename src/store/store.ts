/** The store: one SQLite file behind the contract of `types.ts`. */
import { LIMIT } from '../model/limit.ts';
import { actionStore } from './actions.ts';
import { activityStore } from './activity.ts';
import { saveCopy, structureProblems } from './backup.ts';
import { cohortStore } from './cohorts.ts';
import { dashboardStore } from './dashboards.ts';
import { openDatabase } from './database.ts';
import { definitionStore } from './definitions.ts';
import { datasync, type Sync } from './durability.ts';
import { eventStore } from './events.ts';
import { groupStore } from './groups.ts';
import { insightStore } from './insights.ts';
import { keyStore } from './keys.ts';
import { alertStore, annotationStore } from './marks.ts';
import { migrate } from './migrations.ts';
import { outdatedStore } from './outdated.ts';
import { peopleStore } from './people.ts';
import { projectStore } from './projects.ts';
import { repeatableStore } from './repeatable.ts';
import { resultStore } from './results.ts';
import { sharingStore } from './sharing.ts';
import type { Store } from './types.ts';
import { userStore } from './users.ts';
import { viewStore } from './views.ts';

export interface StoreOptions {
  /** Whether a commit may fold a long write-ahead log into the file, which takes longer than most commits. */
  readonly folds?: boolean;
  readonly sync?: Sync;
}

/**
 * Opens a file, creating it or bringing it up to date as needed. `:memory:` makes a store that ends with the process.
 * @throws ServiceError where the file is not ours, is newer than this program, or cannot be opened
 */
export function openStore(path: string, { folds = true, sync = datasync }: StoreOptions = {}): Store {
  const database = openDatabase(path, LIMIT.store_busy_ms, sync);
  try {
    migrate(database, path);
    if (!folds) database.execute('PRAGMA wal_autocheckpoint = 0');
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    path,
    transaction: (run) => database.transaction(run),
    transactionAhead: (run) => database.transactionAhead(run),
    durable: () => database.durable(),
    refusal: () => database.refusal(),
    isFree: () => database.isFree(),
    waitForLocks: (ms) => database.waitForLocks(ms),
    snapshot: (run) => database.snapshot(run),
    shrink() {
      const free = () => database.get<{ freelist_count: number }>('PRAGMA freelist_count')!.freelist_count;
      const before = free();
      database.execute(`PRAGMA incremental_vacuum(${LIMIT.store_shrink_pages})`);
      return free() > 0 && free() < before;
    },
    checkpoint: () => database.execute('PRAGMA wal_checkpoint(PASSIVE)'),
    projects: projectStore(database),
    users: userStore(database),
    keys: keyStore(database),
    insights: insightStore(database),
    dashboards: dashboardStore(database),
    actions: actionStore(database),
    annotations: annotationStore(database),
    alerts: alertStore(database),
    cohorts: cohortStore(database),
    activity: activityStore(database),
    views: viewStore(database),
    sharing: sharingStore(database),
    results: resultStore(database),
    repeatable: repeatableStore(database),
    people: peopleStore(database),
    groups: groupStore(database),
    definitions: definitionStore(database),
    events: eventStore(database),
    outdated: outdatedStore(database),
    problems: () => structureProblems(database),
    backup: (target) => saveCopy(database, target),
    close: () => database.close(),
  };
}

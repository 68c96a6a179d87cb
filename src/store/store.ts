/** The store: one SQLite file behind the contracts in `types/`. */
import { LIMIT } from '../model/limit.ts';
import { TUNING } from '../model/tuning.ts';
import { saveCopy, structureProblems } from './backup.ts';
import { definitionStore } from './events/definitions.ts';
import { erasureStore } from './events/erasures.ts';
import { eventStore } from './events/events.ts';
import { importStore } from './events/imports.ts';
import { outdatedStore } from './events/outdated.ts';
import { cacheOf, type Database, openDatabase } from './file/database.ts';
import { datasync, type Sync } from './file/durability.ts';
import { repeatableStore } from './file/repeatable.ts';
import { checkFormat, openCurrent, readMigrated } from './migrations.ts';
import { groupStore } from './people/groups.ts';
import { peopleStore } from './people/people.ts';
import { actionStore } from './saved/actions.ts';
import { activityStore } from './saved/activity.ts';
import { auditStore } from './saved/audit.ts';
import { cohortStore } from './saved/cohorts.ts';
import { dashboardStore } from './saved/dashboards.ts';
import { insightStore } from './saved/insights.ts';
import { keyStore } from './saved/keys.ts';
import { alertStore, annotationStore } from './saved/marks.ts';
import { projectStore } from './saved/projects.ts';
import { resultStore } from './saved/results.ts';
import { sharingStore } from './saved/sharing.ts';
import { userStore } from './saved/users.ts';
import { viewStore } from './saved/views.ts';
import type { Store } from './types/store.ts';

export interface StoreOptions {
  /** Whether a commit may checkpoint a long write-ahead log. That takes longer than most commits. */
  readonly folds?: boolean;
  readonly sync?: Sync;
  /** Most pages that the file may have. More are refused as if the disk were full. */
  readonly pages_max?: number;
  /** Pages kept in memory, per connection. */
  readonly cache_bytes?: number;
  /** Told the format of an older file that was upgraded. */
  readonly upgraded?: (format: number) => void;
}

/**
 * Opens a file, creating or upgrading it as needed. `:memory:` lives as long as the process.
 * @throws ServiceError if the file is not ours, is newer than this program, older and in use, or cannot be opened
 */
export function openStore(path: string, options: StoreOptions = {}): Store {
  const { folds = true, sync = datasync, pages_max, cache_bytes, upgraded } = options;
  const database = openCurrent(path, () => openDatabase(path, LIMIT.store_busy_ms, sync), upgraded);
  try {
    if (cache_bytes !== undefined) database.execute(cacheOf(cache_bytes));
    if (pages_max !== undefined) database.execute(`PRAGMA max_page_count = ${pages_max}`);
    if (!folds) database.execute('PRAGMA wal_autocheckpoint = 0');
  } catch (error) {
    database.close();
    throw error;
  }
  return storeOf(database, path);
}

/** Runs reads on one snapshot of a file, and changes nothing in it: an older one is upgraded for as long as they take. */
export function inspectFile<T>(path: string, read: (store: Store) => T): T {
  const database = openDatabase(path);
  try {
    return readMigrated(database, path, () => read(storeOf(database, path)));
  } finally {
    database.close();
  }
}

/**
 * Copies a file as it is, of an older format, too: with a backup from before an upgrade, one can go back.
 * @param check inspects the copy before it appears
 */
export async function copyFile(path: string, target: string, check: (copy: string) => void): Promise<void> {
  const database = openDatabase(path);
  try {
    checkFormat(database, path);
    await saveCopy(database, target, check);
  } finally {
    database.close();
  }
}

function storeOf(database: Database, path: string): Store {
  return {
    path,
    transaction: (run) => database.transaction(run),
    transactionAhead: (run) => database.transactionAhead(run),
    durable: () => database.durable(),
    refusal: () => database.refusal(),
    isFree: () => database.isFree(),
    waitForLocks: (ms) => database.waitForLocks(ms),
    snapshot: (run) => database.snapshot(run),
    snapshotInTurns: (values) => database.snapshotInTurns(values),
    shrink() {
      const free = () => database.get<{ freelist_count: number }>('PRAGMA freelist_count')!.freelist_count;
      const before = free();
      database.execute(`PRAGMA incremental_vacuum(${TUNING.store_shrink_pages})`);
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
    audit: auditStore(database),
    views: viewStore(database),
    sharing: sharingStore(database),
    results: resultStore(database),
    repeatable: repeatableStore(database),
    people: peopleStore(database),
    groups: groupStore(database),
    definitions: definitionStore(database),
    events: eventStore(database),
    erasures: erasureStore(database, path),
    imports: importStore(database),
    outdated: outdatedStore(database),
    problems: () => structureProblems(database),
    backup: (target, check = () => {}) => saveCopy(database, target, check),
    close: () => database.close(),
  };
}

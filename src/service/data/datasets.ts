/**
 * Datasets of all projects, updated from the store before each use. Columns hold committed data only. Ids added by a
 * failed transaction are removed again (`KnownEvents.undo`).
 */
import { Budget, Part } from '../../engine/dataset/budget.ts';
import type { Dataset } from '../../engine/frame/dataset.ts';
import { alone, type Team } from '../../engine/frame/team.ts';
import type { Project } from '../../model/saved/project.ts';
import type { Store } from '../../store/types/store.ts';
import { DatasetFeed } from './dataset_feed.ts';
import { type KnownEvents, UuidIndex } from './known_events.ts';

export type { KnownEvents };

export interface Datasets {
  /** Has all events and identities as of now, whichever process wrote them. Not within a transaction. */
  current(project: Project): Dataset;
  /** Changes with every event and identity; part of the key of cached results. */
  revision(project: Project): number;
  /**
   * Call within a transaction before its first write (`nextRevision` and identities included). The result is valid for
   * that transaction only. It reads at most about this many ids; if it needs more, `isSure` returns false.
   */
  known(project: Project, ids_at_most?: number): KnownEvents;
  /** Reads the ids that `known` lacked, one slice per step. Not within a transaction. */
  readKnown(project: Project): Generator<void>;
  /** Reads ids of events since `from_ms` for `known`, one slice per step. Not within a transaction. */
  warmKnown(project: Project, from_ms: number): Generator<void>;
  /** Bytes of columns held and of data that cannot be dropped. */
  bytes(): number;
  /** The part of these bytes beyond the memory limit. */
  excessBytes(): number;
  /** Sets the memory limit anew. */
  resize(memory_bytes: number): void;
  /** Gives back the room that reading left for more; takes some milliseconds after much was read. */
  trim(): void;
}

interface OpenProject {
  readonly feed: DatasetFeed;
  readonly uuids: UuidIndex;
  /** What the feed's data keeps. */
  readonly kept: Part;
}

/** Columns and sets that can be rebuilt get at least this share of the memory. */
const KEPT_SHARE = 0.25;

/**
 * `memory_bytes` is for columns and sets that can be rebuilt, tails, dictionaries and properties; identities are extra.
 * `team` computes on the datasets.
 */
export function openDatasets(store: Store, memory_bytes: number, team: Team = alone()): Datasets {
  let limit_bytes = memory_bytes;
  const budget = new Budget(memory_bytes);
  const projects = new Map<number, OpenProject>();
  let transactions = 0;
  const open = (project_id: number): OpenProject => {
    const before = projects.get(project_id);
    const same = before?.feed.isErased() ? before : undefined;
    if (same === undefined) before?.uuids.forget();
    before?.kept.clear();
    const kept = new Part(budget);
    const feed = new DatasetFeed(store, project_id, kept, team, same?.feed.data.rows);
    const opened = { feed, kept, uuids: same?.uuids ?? new UuidIndex(feed.data.rows, budget) };
    projects.set(project_id, opened);
    return opened;
  };
  /** If `sync` returns false, the store went back or something was erased: start over. */
  const upToDate = (
    project_id: number,
    sync: (feed: DatasetFeed) => boolean,
    known = projects.get(project_id) ?? open(project_id),
  ): OpenProject => {
    if (sync(known.feed)) {
      known.uuids.follow(known.feed.data.rows);
      return known;
    }
    // Another process may erase something again meanwhile.
    return upToDate(project_id, sync, open(project_id));
  };
  const residentBytes = (): number =>
    projects.values().reduce((bytes, { feed }) => bytes + feed.data.residentBytes(), 0);
  return {
    current(project) {
      const { data } = upToDate(project.id, (feed) => feed.sync()).feed;
      data.forgetBrief();
      budget.resize(Math.max(limit_bytes - residentBytes(), limit_bytes * KEPT_SHARE));
      return data;
    },
    revision: (project) => store.events.revision(project.id),
    known(project, ids_at_most = Number.POSITIVE_INFINITY) {
      const { feed, uuids } = upToDate(project.id, (opened) => opened.syncRows());
      transactions++;
      for (const opened of projects.values()) opened.uuids.release(transactions);
      const known = uuids.known(transactions, ids_at_most);
      return {
        ...known,
        committed(written) {
          feed.wrote(written);
          known.committed(written);
        },
      };
    },
    warmKnown(project, from_ms) {
      const { uuids } = store.snapshot(() => upToDate(project.id, (feed) => feed.syncRows()));
      return uuids.warm(from_ms);
    },
    readKnown(project) {
      const { uuids } = store.snapshot(() => upToDate(project.id, (feed) => feed.syncRows()));
      return uuids.read();
    },
    bytes: () => budget.bytes + residentBytes(),
    excessBytes: () => Math.max(0, budget.bytes + residentBytes() - limit_bytes),
    resize(now_bytes) {
      limit_bytes = now_bytes;
    },
    trim() {
      for (const { feed } of projects.values()) feed.data.rows.trim();
    },
  };
}

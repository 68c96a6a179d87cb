/**
 * Datasets of all projects, updated from the store before each use. Columns hold committed data only; the ids that a
 * failed transaction took are given back (`KnownEvents.undo`).
 */
import { Budget } from '../../engine/dataset/budget.ts';
import type { Dataset } from '../../engine/frame/dataset.ts';
import { alone, type Team } from '../../engine/frame/team.ts';
import type { Project } from '../../model/saved/project.ts';
import type { Store } from '../../store/types/store.ts';
import { DatasetFeed } from './dataset_feed.ts';
import { type KnownEvents, UuidIndex } from './known_events.ts';

export type { KnownEvents };

export interface Datasets {
  /** Events and identities as of now, whichever process wrote them. Not within a transaction. */
  current(project: Project): Dataset;
  /** Changes with every event and identity; part of the key of cached results. */
  revision(project: Project): number;
  /**
   * Call within a transaction before its first write (`nextRevision` and identities included). The object is valid for
   * that transaction only. It reads about so many ids at most; where more are needed, it `isSure` no more.
   */
  known(project: Project, ids_at_most?: number): KnownEvents;
  /** Reads what `known` was not sure of, one slice per step. Not within a transaction. */
  readKnown(project: Project): Generator<void>;
  /** Reads what `known` needs of events since `from_ms`, one slice per step. Not within a transaction. */
  warmKnown(project: Project, from_ms: number): Generator<void>;
  /** Bytes of columns held, and of what cannot be dropped. */
  bytes(): number;
  /** Of these, what does not fit into the memory there is. */
  excessBytes(): number;
  /** As if it had been opened with this much. */
  resize(memory_bytes: number): void;
}

interface OpenProject {
  readonly feed: DatasetFeed;
  readonly uuids: UuidIndex;
}

/** Share of the memory for columns and sets that can be rebuilt, however much the rest takes. */
const KEPT_SHARE = 0.25;

/**
 * `memory_bytes`: for columns and sets that can be rebuilt, tails, dictionaries and properties; identities come on top.
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
    const feed = new DatasetFeed(store, project_id, budget, team, same?.feed.data.rows);
    const opened = { feed, uuids: same?.uuids ?? new UuidIndex(feed.data.rows, budget) };
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
    // Something may be erased again meanwhile, if another process does it.
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
  };
}

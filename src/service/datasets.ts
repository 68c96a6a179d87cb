/** The projects' datasets in memory, brought up to date from the store before each use. */
import type { DatasetView } from '../engine/dataset.ts';
import type { EventRow } from '../engine/table.ts';
import type { Project } from '../model/project.ts';

export interface Datasets {
  /** The project's events and identities as of now, whatever process wrote them last. */
  current(project: Project): DatasetView;
  /** Changes with every event or identity change: part of the key of a cached result. */
  revision(project: Project): number;
  /** Whether the project holds an event with this uuid under this name and month (tail or sealed). */
  knows(project: Project, event_ord: number, time_ms: number, uuid: Uint8Array): boolean;
  /**
   * Rows that the caller's open transaction has just appended under `seq` (null = straight into segments): saves
   * reading them back. Forgotten again when that transaction fails: the next `current` compares with the store.
   */
  appended(project: Project, rows: readonly EventRow[], seq: number | null): void;
  /** Bytes of columns held. */
  bytes(): number;
}

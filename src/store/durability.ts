/**
 * When what was committed is on the disk. SQLite waits for the disk inside of a commit, and everything else in this
 * thread with it. A commit that does not wait is there wholly or not at all after a power loss; waiting for the
 * write-ahead log afterwards, off this thread, makes it as lasting as the others.
 */
import { realpathSync } from 'node:fs';
import { open } from 'node:fs/promises';

export class WalSync {
  readonly #path: string;
  /** Began before some commit, so it says nothing of that. */
  #running: Promise<void> = Promise.resolve();
  /** Begins when that one has ended; for all who ask until then. */
  #next: Promise<void> | null = null;

  /** The file is there. Behind a symbolic link, its log lies beside what the link leads to. */
  constructor(database_path: string) {
    this.#path = `${realpathSync(database_path)}-wal`;
  }

  /** Resolves when all that is committed by now is on the disk. */
  sync(): Promise<void> {
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      const written = this.#write();
      this.#running = written.catch(() => {});
      return written;
    });
    return this.#next;
  }

  async #write(): Promise<void> {
    // SQLite's locks are on another file: closing this one takes none away.
    const file = await open(this.#path, 'r+');
    try {
      await file.datasync();
    } finally {
      await file.close();
    }
  }
}

/**
 * Makes commits durable off the main thread. SQLite blocks on fsync inside a commit. A commit without fsync is still
 * atomic after a power loss; syncing the write-ahead log afterwards makes it durable.
 */
import { closeSync, fdatasync, openSync, realpathSync } from 'node:fs';
import { promisify } from 'node:util';

/** Resolves once everything written to the open file is on disk. */
export type Sync = (file: number) => Promise<void>;

export const datasync: Sync = promisify(fdatasync);

export class WalSync {
  readonly #path: string;
  readonly #datasync: Sync;
  /** Opened once, because each opening and closing would queue for a thread. */
  #file: number | null = null;
  /** The current sync. It may have started before the latest commit, so it does not cover that one. */
  #running: Promise<void> = Promise.resolve();
  /** The next sync, which starts when the current one ends. Everyone who asks until then shares it. */
  #next: Promise<void> | null = null;

  /** The first write error, kept because the system reports it only once and then drops the data. */
  #failed: { readonly error: unknown } | null = null;

  /** The file must exist. For a symbolic link, the log is beside its target. */
  constructor(database_path: string, sync: Sync) {
    this.#path = `${realpathSync(database_path)}-wal`;
    this.#datasync = sync;
  }

  /** Resolves once everything committed so far is on disk. After a failure it always rejects. */
  sync(): Promise<void> {
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      const written = this.#write();
      this.#running = written.catch((error: unknown) => {
        this.#failed ??= { error };
      });
      return written;
    });
    return this.#next;
  }

  /** Closes after all requested syncs. This releases no SQLite lock, because those are on another file. */
  close(): void {
    const asked = this.#next ?? this.#running;
    void asked
      .catch(() => {})
      .then(() => {
        if (this.#file !== null) closeSync(this.#file);
        this.#file = null;
      });
  }

  async #write(): Promise<void> {
    if (this.#failed !== null) throw this.#failed.error;
    // SQLite keeps this file as long as a connection is open, and one is.
    this.#file ??= openSync(this.#path, 'r+');
    await this.#datasync(this.#file);
  }
}

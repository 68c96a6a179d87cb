/**
 * Makes commits durable off the main thread. SQLite blocks on fsync inside a commit; committing without fsync is still
 * atomic after a power loss, and syncing the write-ahead log afterwards makes it durable.
 */
import { closeSync, fdatasync, openSync, realpathSync } from 'node:fs';
import { promisify } from 'node:util';

/** Resolves once everything written to the open file is on disk. */
export type Sync = (file: number) => Promise<void>;

export const datasync: Sync = promisify(fdatasync);

export class WalSync {
  readonly #path: string;
  readonly #datasync: Sync;
  /** Opened once: opening and closing would each queue for a thread. */
  #file: number | null = null;
  /** Started before some commit, so it does not cover that one. */
  #running: Promise<void> = Promise.resolve();
  /** Starts when the current one ends, for everyone who asks until then. */
  #next: Promise<void> | null = null;

  /** The system's write error; it reports that once and then forgets the data. */
  #failed: { readonly error: unknown } | null = null;

  /** The file exists. For a symbolic link, the log is beside its target. */
  constructor(database_path: string, sync: Sync) {
    this.#path = `${realpathSync(database_path)}-wal`;
    this.#datasync = sync;
  }

  /** Resolves once everything committed so far is on disk; never again after a failure. */
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

  /** Once all requested syncs have ended. Closing releases no SQLite lock, as those are on another file. */
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

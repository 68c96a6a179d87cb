/**
 * When what was committed is on the disk. SQLite waits for the disk inside of a commit, and everything else in this
 * thread with it. A commit that does not wait is there wholly or not at all after a power loss; waiting for the
 * write-ahead log afterwards, off this thread, makes it as lasting as the others.
 */
import { closeSync, fdatasync, openSync, realpathSync } from 'node:fs';
import { promisify } from 'node:util';

/** Resolves when all that was written to the open file is on the disk. */
export type Sync = (file: number) => Promise<void>;

export const datasync: Sync = promisify(fdatasync);

export class WalSync {
  readonly #path: string;
  readonly #datasync: Sync;
  /** Open from the first time on: each opening and closing would wait for a thread of its own. */
  #file: number | null = null;
  /** Began before some commit, so it says nothing of that. */
  #running: Promise<void> = Promise.resolve();
  /** Begins when that one has ended; for all who ask until then. */
  #next: Promise<void> | null = null;

  /** What the system told when it could not write; it tells that once, and forgets what it could not write. */
  #failed: { readonly error: unknown } | null = null;

  /** The file is there. Behind a symbolic link, its log lies beside what the link leads to. */
  constructor(database_path: string, sync: Sync) {
    this.#path = `${realpathSync(database_path)}-wal`;
    this.#datasync = sync;
  }

  /** Resolves when all that is committed by now is on the disk; never again after it has failed once. */
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

  /** When all that was asked for has ended. SQLite's locks are on another file: closing this one takes none away. */
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
    // SQLite keeps the one file for as long as a connection is open, and there is one.
    this.#file ??= openSync(this.#path, 'r+');
    await this.#datasync(this.#file);
  }
}

/** Empty databases: the tables are made once in each process, and copied from then on, which takes a tenth of the time. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { upgrade } from '../../src/service/data/upgrade.ts';
import { openStore } from '../../src/store/store.ts';
import { SILENT } from './log.ts';

let made: Uint8Array | null = null;

/** Makes the file, which must not exist; returns its path. */
export function emptyDatabase(path: string): string {
  made ??= make();
  writeFileSync(path, made, { flag: 'wx' });
  return path;
}

/** Empty databases for runs of a property, which open many: what is open is closed and removed by `clear`, after each run. */
export class EmptyDatabases<Opened extends { close(): unknown }> {
  readonly #folder = mkdtempSync(join(tmpdir(), 'insights-test-'));
  readonly #opened = new Map<string, Opened>();
  readonly #open: (path: string) => Opened;
  #made = 0;

  constructor(open: (path: string) => Opened) {
    this.#open = open;
  }

  open(): Opened {
    const path = emptyDatabase(join(this.#folder, `${++this.#made}.db`));
    const opened = this.#open(path);
    this.#opened.set(path, opened);
    return opened;
  }

  async clear(): Promise<void> {
    for (const [path, opened] of this.#opened) {
      await opened.close();
      rmSync(path);
    }
    this.#opened.clear();
  }

  async end(): Promise<void> {
    await this.clear();
    rmSync(this.#folder, { recursive: true });
  }
}

function make(): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'insights-test-'));
  try {
    const path = join(folder, 'empty.db');
    const store = openStore(path);
    upgrade(store, SILENT);
    store.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

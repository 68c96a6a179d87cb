/**
 * A disk that forgets. Everything written is there until the power fails; then what was not synced is there or not, each
 * sector for itself. What is synced: by the product, told by its `sync`; by SQLite, known from what it documents (a commit
 * with synchronous = FULL, and before and after a checkpoint). Folders are not modelled: files appear and vanish at once.
 */
import { closeSync, existsSync, fstatSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import type { Random } from '../../../src/base/random.ts';

const SECTOR_BYTES = 512;
/** It begins anew with other salts when its content has gone into the file; SQLite syncs it before it writes on. */
const WAL_HEADER_BYTES = 32;
/** Where the header of the database file says how many pages it has. */
const PAGES_AT = 28;

/** Content of the database file and of the write-ahead log beside it. */
interface Image {
  readonly file: Buffer;
  readonly log: Buffer;
}

export type Fall = 'kill' | 'power';

export class Disk {
  readonly path: string;
  #file: number;
  #log: number | null = null;
  #durable: Image;

  /** @param durable what of it is on the disk already; all unless said */
  constructor(path: string, durable?: Image) {
    this.path = path;
    // Closing would release the locks that SQLite has on it, so it stays open.
    this.#file = openSync(path, 'r');
    this.#durable = durable ?? this.#now();
  }

  /** All that was written to the log so far is on the disk. */
  logSynced(): void {
    this.#durable = { file: this.#durable.file, log: this.#now().log };
  }

  /** All of it, as after a checkpoint that has ended. */
  allSynced(): void {
    this.#durable = this.#now();
  }

  /** Of the database file, as its header says. */
  pages(): number {
    return this.#now().file.readUInt32BE(PAGES_AT);
  }

  /** Content of both files as other processes see it. */
  #now(): Image {
    const wal = `${this.path}-wal`;
    if (this.#log === null && existsSync(wal)) this.#log = openSync(wal, 'r');
    return { file: contentOf(this.#file), log: this.#log === null ? Buffer.alloc(0) : contentOf(this.#log) };
  }

  /** What is there afterwards, as files of its own at `path`. A killed process loses nothing that it has written. */
  fall(how: Fall, random: Random, path: string): Disk {
    const now = this.#now();
    const left = how === 'kill' ? now : afterPowerLoss(this.#durable, now, random);
    return Disk.#of(path, left, how === 'kill' ? this.#durable : left);
  }

  /** The power fails while a checkpoint moves the log's content into the file: it had synced the log before. */
  fallIn(checkpoint: () => void, random: Random, path: string): Disk {
    const before = this.#now();
    checkpoint();
    const after = this.#now();
    const left = { file: mixed(before.file, after.file, random), log: before.log };
    return Disk.#of(path, left, left);
  }

  static #of(path: string, { file, log }: Image, durable: Image): Disk {
    writeFileSync(path, file);
    writeFileSync(`${path}-wal`, log);
    return new Disk(path, durable);
  }

  close(): void {
    closeSync(this.#file);
    if (this.#log !== null) closeSync(this.#log);
    this.#log = null;
  }

  remove(): void {
    this.close();
    for (const ending of ['', '-wal', '-shm']) rmSync(this.path + ending, { force: true });
  }
}

function contentOf(file: number): Buffer {
  const bytes = Buffer.alloc(fstatSync(file).size);
  for (let at = 0; at < bytes.length; ) {
    const read = readSync(file, bytes, at, bytes.length - at, at);
    if (read === 0) return bytes.subarray(0, at);
    at += read;
  }
  return bytes;
}

function afterPowerLoss(durable: Image, now: Image, random: Random): Image {
  const head = (log: Buffer) => log.subarray(0, WAL_HEADER_BYTES);
  const has_begun_anew = now.log.length > 0 && !head(now.log).equals(head(durable.log));
  const log = has_begun_anew ? Buffer.concat([head(now.log), durable.log.subarray(WAL_HEADER_BYTES)]) : durable.log;
  return { file: durable.file, log: mixed(log, now.log, random) };
}

/** Each sector that differs is old or new, and the length is anything between the two. */
function mixed(old: Buffer, now: Buffer, random: Random): Buffer {
  const shorter = Math.min(old.length, now.length);
  const length = random.chance(0.5) ? now.length : shorter + random.below(Math.abs(now.length - old.length) + 1);
  const result = Buffer.alloc(length);
  old.copy(result, 0, 0, length);
  // All gone, nothing gone, and anything between are alike worth a try.
  const share = [0, 1, random.next(), 1 - 0.02][random.below(4)]!;
  for (let at = 0; at < length; at += SECTOR_BYTES) {
    if (random.chance(share)) now.copy(result, at, at, Math.min(at + SECTOR_BYTES, length));
  }
  return result;
}

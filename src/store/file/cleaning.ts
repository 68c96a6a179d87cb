/**
 * Overwrites unused bytes of the file with zeros, in short steps between which others write. SQLite itself leaves deleted
 * data in free pages, in gaps of used pages and behind the end of long values. Only rewriting the whole file (VACUUM)
 * would remove all of it, and that blocks writers for seconds.
 *
 * Pages are overwritten in place, without SQLite. This is safe for three reasons:
 * - Meanwhile this connection has the write lock, and the whole write-ahead log is in the file. So nobody else writes to
 *   the file or reads an earlier state, and the log has no newer page.
 * - Only bytes without meaning change. Whoever reads a page at that moment, or finds it half written after a power loss,
 *   finds the same content.
 * - Others may hold the old page in memory and write it back. So the transaction also changes a row: then all connections
 *   drop their pages from memory before they write.
 */
import { fdatasyncSync, fstatSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { pause } from '../../base/pause.ts';
import type { Cleaning } from '../types/erasures.ts';
import { type Database, openDatabase } from './database.ts';
import {
  cleanOverflow,
  cleanTree,
  cleanTrunk,
  FILE_HEADER_BYTES,
  lastBytes,
  nextOverflow,
  PAGE,
  UnreadablePage,
} from './page.ts';
import { damagedRow } from './row_crc.ts';

const PAUSE_MS = 1;
/** How many pages are read at once. */
const CHUNK_PAGES = 64;
/** Byte offsets in the file's header. */
const PAGE_BYTES_AT = 16;
const RESERVED_AT = 20;
const PAGES_AT = 28;
const TRUNK_AT = 32;
const MAPPED_AT = 52;
/** SQLite locks bytes at this position and leaves their page unused. */
const LOCKED_AT = 0x40000000;
const MAP_ENTRY_BYTES = 5;

/** Open files by device and inode. They stay open, because closing one would release SQLite's locks on it. */
const files = new Map<string, number>();

function fileAt(path: string): number {
  const { dev, ino } = statSync(path, { bigint: true });
  const key = `${dev} ${ino}`;
  const file = files.get(key) ?? openSync(path, 'r+');
  files.set(key, file);
  return file;
}

/** Cleaning of a file. A store in memory needs none. */
export function cleaningOf(database: Database, path: string): Cleaning {
  const file = fileAt(path);
  const log = openDatabase(path, 0);
  let next = 1;
  let used = 0;
  /** Whether other connections may still have old copies of overwritten pages in memory. */
  let is_stale = true;
  return {
    step(most_ms) {
      const until_ms = performance.now() + most_ms;
      if (!isLogInFile(log, until_ms)) return 'held';
      const pages = new Pages(file);
      // If the file became shorter, pages from its end may have moved to places that were cleaned before.
      if (pages.used < used) next = 1;
      used = pages.used;
      const first = next === 1 ? rootsOf(database) : [];
      for (const page of first) is_stale = pages.clean(page) || is_stale;
      let at = next;
      do {
        for (const end = Math.min(at + CHUNK_PAGES, pages.count + 1); at < end; at++) {
          is_stale = pages.clean(at) || is_stale;
        }
      } while (at <= pages.count && performance.now() < until_ms);
      if (is_stale) forgetPages(database);
      is_stale = false;
      next = at;
      return next > pages.count ? 'done' : 'more';
    },
    bringToDisk: () => fdatasyncSync(file),
    close: () => log.close(),
  };
}

/** Waits until no reader needs an earlier state and the log is in the file; false if that takes too long. */
function isLogInFile(log: Database, until_ms: number): boolean {
  const sql = 'PRAGMA wal_checkpoint(PASSIVE)';
  for (;;) {
    const state = log.get<{ busy: number; log: number; checkpointed: number }>(sql)!;
    if (state.busy === 0 && state.log === state.checkpointed) return true;
    if (performance.now() > until_ms) return false;
    pause(PAUSE_MS);
  }
}

/** Cleaned before all other pages, because SQLite copies whole root pages to other places. */
function rootsOf(database: Database): number[] {
  const sql = 'SELECT rootpage FROM sqlite_schema WHERE rootpage > 0';
  return database.all<{ rootpage: number }>(sql).map(({ rootpage }) => rootpage);
}

/** Makes all connections drop their pages: others by changing a row, this one by a pragma. */
function forgetPages(database: Database): void {
  database.execute('PRAGMA shrink_memory');
  const row = database.get<{ removals: number; scrubbed: number }>('SELECT removals, scrubbed FROM scrubbing')!;
  // An update to the same values would write nothing.
  database.run('DELETE FROM scrubbing');
  database.run('INSERT INTO scrubbing (id, removals, scrubbed) VALUES (1, ?, ?)', row.removals, row.scrubbed);
}

/** The file's pages during one step. */
class Pages {
  readonly #file: number;
  readonly #bytes: number;
  readonly #usable: number;
  readonly #mapped: number;
  readonly #trunks = new Set<number>();
  /** Pages of the pointer map, by page number. */
  readonly #maps = new Map<number, Buffer>();
  /** The pages read last, which begin with page `#from`. */
  #chunk: Buffer = Buffer.alloc(0);
  #from = 0;
  /** How many pages the database has. The file may have more, which mean nothing. */
  readonly used: number;
  /** How many pages the file has, at least `used`. */
  readonly count: number;

  constructor(file: number) {
    this.#file = file;
    const header = Buffer.alloc(FILE_HEADER_BYTES);
    readSync(file, header, 0, header.length, 0);
    this.#bytes = header.readUInt16BE(PAGE_BYTES_AT) === 1 ? 65_536 : header.readUInt16BE(PAGE_BYTES_AT);
    this.#usable = this.#bytes - header[RESERVED_AT]!;
    this.#mapped = Math.floor(this.#usable / MAP_ENTRY_BYTES) + 1;
    this.used = header.readUInt32BE(PAGES_AT);
    this.count = Math.max(this.used, Math.floor(fstatSync(file).size / this.#bytes));
    if (header.readUInt32BE(MAPPED_AT) === 0) throw damagedRow('file', 'its header');
    for (let trunk = header.readUInt32BE(TRUNK_AT); trunk !== 0; trunk = nextOverflow(this.#read(trunk))) {
      if (this.#trunks.has(trunk)) throw damagedRow('file', `page ${trunk}`);
      this.#trunks.add(trunk);
    }
  }

  /** Returns whether anything was overwritten. @throws ServiceError data_corrupted */
  clean(page: number): boolean {
    const mapAt = this.#mapOf(page);
    if (page === mapAt || page === LOCKED_AT / this.#bytes + 1) return false;
    try {
      const before = this.#inChunk(page);
      const after = this.#cleaned(page, before);
      if (after === null || after.equals(before)) return false;
      writeSync(this.#file, after, 0, after.length, (page - 1) * this.#bytes);
      after.copy(before);
      return true;
    } catch (error) {
      throw error instanceof UnreadablePage || error instanceof RangeError ? damagedRow('file', `page ${page}`) : error;
    }
  }

  /** null if every byte is used. */
  #cleaned(page: number, before: Buffer): Buffer | null {
    if (page > this.used) return Buffer.alloc(this.#bytes);
    if (page === 1) return cleanTree(before, FILE_HEADER_BYTES, this.#usable);
    const { kind } = this.#mapEntry(page);
    switch (kind) {
      case PAGE.free:
        return this.#trunks.has(page) ? cleanTrunk(before) : Buffer.alloc(this.#bytes);
      case PAGE.root:
      case PAGE.tree:
        return cleanTree(before, 0, this.#usable);
      case PAGE.firstOverflow:
      case PAGE.overflow:
        return nextOverflow(before) === 0 ? cleanOverflow(before, this.#lastBytes(page), this.#usable) : null;
      default:
        throw new UnreadablePage();
    }
  }

  /** Number of used bytes in the last page of a long value. */
  #lastBytes(last: number): number {
    let first = last;
    let pages = 1;
    let entry = this.#mapEntry(last);
    for (; entry.kind === PAGE.overflow; pages++) {
      if (pages > this.used) throw new UnreadablePage();
      first = entry.parent;
      entry = this.#mapEntry(first);
    }
    if (entry.kind !== PAGE.firstOverflow) throw new UnreadablePage();
    const owner = this.#read(entry.parent);
    return lastBytes(owner, entry.parent === 1 ? FILE_HEADER_BYTES : 0, this.#usable, { first, pages });
  }

  #mapEntry(page: number): { readonly kind: number; readonly parent: number } {
    const mapAt = this.#mapOf(page);
    const map = this.#maps.get(mapAt) ?? this.#read(mapAt);
    this.#maps.set(mapAt, map);
    const at = MAP_ENTRY_BYTES * (page - mapAt - 1);
    return { kind: map[at]!, parent: map.readUInt32BE(at + 1) };
  }

  /** The page of the pointer map that has this page's entry. */
  #mapOf(page: number): number {
    if (page < 2) return 0;
    const mapAt = Math.floor((page - 2) / this.#mapped) * this.#mapped + 2;
    return mapAt === LOCKED_AT / this.#bytes + 1 ? mapAt + 1 : mapAt;
  }

  /** A page, read in chunks because pages are cleaned in order. */
  #inChunk(page: number): Buffer {
    const at = (page - this.#from) * this.#bytes;
    if (at >= 0 && at + this.#bytes <= this.#chunk.length) return this.#chunk.subarray(at, at + this.#bytes);
    this.#from = page;
    this.#chunk = this.#read(page, Math.min(CHUNK_PAGES, this.count - page + 1));
    return this.#chunk.subarray(0, this.#bytes);
  }

  #read(page: number, pages = 1): Buffer {
    if (page < 1 || page > this.count) throw new UnreadablePage();
    const bytes = Buffer.alloc(pages * this.#bytes);
    readSync(this.#file, bytes, 0, bytes.length, (page - 1) * this.#bytes);
    return bytes;
  }
}

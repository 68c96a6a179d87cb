/**
 * Distinct ids: each has a dense number (`ord`), a text, and the person it leads to. Thirty-two neighbours share a row,
 * because a row for each would take more room than its text. Texts are found by a short hash. Numbers never change or
 * disappear; a text disappears only with its person.
 */
import { assert } from '../../base/assert.ts';
import { formatUuid, parseUuid, UUID_BYTES, UUID_CHARS } from '../../base/uuid.ts';
import type { Database } from '../file/database.ts';
import { digest } from '../file/digest.ts';
import { PackedReader, PackedWriter } from '../file/packed.ts';
import { checkRow, damagedRow, pageName, rowCrc } from '../file/row_crc.ts';
import type { FoundId, NewDistinctId } from '../types/people.ts';

/** Ids per page: ord / PAGE_IDS is the page. Part of the file format. */
export const PAGE_IDS = 32;
/** Pages per read. Nothing stays open between reads, whatever the reader does. */
const READ_PAGES = 256;

/** A UUID as bytes, if its canonical form equals the text; otherwise UTF-8. */
interface PackedId {
  readonly is_uuid: boolean;
  readonly text: Uint8Array;
  readonly person_ord: number;
}

interface PageRow {
  readonly page: number;
  readonly ids: number;
  readonly bytes: Uint8Array;
  readonly crc: number | null;
}

const PAGE = 'page, ids, bytes, crc';

export class DistinctIds {
  readonly #database: Database;
  readonly #out = new PackedWriter();
  /** Texts that were looked up together last -> their places in `distinct_hash`. */
  #places: ReadonlyMap<string, number> = new Map();
  #places_of = -1;

  constructor(database: Database) {
    this.#database = database;
  }

  /** How many ids there are, i.e. the next ord. */
  count(project_id: number): number {
    const sql = 'SELECT page, ids FROM distinct_page WHERE project_id = ? ORDER BY page DESC LIMIT 1';
    const last = this.#database.get<{ page: number; ids: number }>(sql, project_id);
    return last === undefined ? 0 : last.page * PAGE_IDS + last.ids;
  }

  find(project_id: number, distinct_id: string): FoundId | undefined {
    const wanted = packText(distinct_id);
    // The hash may come from another project's text, but the page belongs to this project: its text decides.
    const sql = `SELECT distinct_hash.ord, page, ids, bytes, crc FROM distinct_hash LEFT JOIN distinct_page
                 ON distinct_page.project_id = ? AND distinct_page.page = distinct_hash.ord / ${PAGE_IDS}
                 WHERE distinct_hash.hash = ?`;
    for (let place = placeOf(project_id, distinct_id); ; place++) {
      const row = this.#database.get<{ ord: number } & (PageRow | { bytes: null })>(sql, project_id, place);
      if (row === undefined) return undefined;
      const page = row.bytes === null ? [] : openPage(project_id, row, new Set([row.ord]));
      const found = page[row.ord % PAGE_IDS];
      if (found !== undefined && isSameText(found, wanted)) return { ord: row.ord, person_ord: found.person_ord };
    }
  }

  /** What `find` finds for each, in the same order. Each page is read once, so that neighbours cost little. */
  findAll(project_id: number, texts: readonly string[]): (FoundId | undefined)[] {
    const places = texts.map((text) => placeOf(project_id, text));
    // Most texts that are not found are added next.
    this.#places = new Map(texts.map((text, at) => [text, places[at]!]));
    this.#places_of = project_id;
    const sql = 'SELECT hash, distinct_hash.ord FROM json_each(?) JOIN distinct_hash ON hash = value';
    const rows = this.#database.all<{ hash: number; ord: number }>(sql, JSON.stringify(places));
    const ords = new Map(rows.map(({ hash, ord }) => [hash, ord]));
    const opened = this.#opened(project_id, new Set(ords.values()));
    return texts.map((text, at) => {
      const ord = ords.get(places[at]!);
      if (ord === undefined) return undefined;
      const id = opened.get(Math.floor(ord / PAGE_IDS))?.[ord % PAGE_IDS];
      // Another text may have taken the place.
      return id !== undefined && unpackText(id) === text
        ? { ord, person_ord: id.person_ord }
        : this.find(project_id, text);
    });
  }

  /** Adds ids, whose ords continue from `count` in order. */
  add(project_id: number, ids: readonly NewDistinctId[]): void {
    this.#addPlaces(project_id, ids);
    for (const [page, group] of Map.groupBy(ids, ({ ord }) => Math.floor(ord / PAGE_IDS))) {
      const packed = this.#read(project_id, page);
      for (const { ord, distinct_id, person_ord } of group) {
        assert(packed.length === ord % PAGE_IDS, `distinct id ${ord} of project ${project_id} is the next one`);
        packed.push({ ...packText(distinct_id), person_ord });
      }
      this.#write(project_id, page, packed);
    }
  }

  /** Leads ids to other persons. @param moves by ascending ord */
  move(project_id: number, moves: readonly { readonly distinct_ord: number; readonly person_ord: number }[]): void {
    for (const [page, group] of Map.groupBy(moves, ({ distinct_ord }) => Math.floor(distinct_ord / PAGE_IDS))) {
      const packed = this.#read(project_id, page);
      for (const { distinct_ord: ord, person_ord } of group) {
        packed[ord % PAGE_IDS] = { ...idAt(packed, project_id, ord), person_ord };
      }
      this.#write(project_id, page, packed);
    }
  }

  /** Replaces or removes the texts of these ids; an id without a text leads to nobody. */
  erase(project_id: number, ords: readonly number[], others: ReadonlyMap<number, string>): void {
    for (const [page, group] of Map.groupBy(ords, (ord) => Math.floor(ord / PAGE_IDS))) {
      const packed = this.#read(project_id, page);
      for (const ord of group) {
        const { person_ord, ...before } = idAt(packed, project_id, ord);
        this.#removePlace(project_id, unpackText({ ...before, person_ord }), ord);
        packed[ord % PAGE_IDS] = { ...packText(others.get(ord) ?? ''), person_ord };
      }
      this.#write(project_id, page, packed);
      for (const ord of group) if (others.has(ord)) this.#addPlace(project_id, others.get(ord)!, ord);
    }
  }

  /** Returns a function from ord to text. Consecutive ords on the same page share a read. */
  reader(project_id: number): (ord: number) => string {
    let page = -1;
    let packed: readonly PackedId[] = [];
    return (ord) => {
      if (Math.floor(ord / PAGE_IDS) !== page) {
        page = Math.floor(ord / PAGE_IDS);
        packed = this.#read(project_id, page);
      }
      return unpackText(idAt(packed, project_id, ord));
    };
  }

  /** Texts of these ords, which may be in any order; each page is read once. */
  texts(project_id: number, ords: readonly number[]): string[] {
    const opened = this.#opened(project_id, new Set(ords));
    return ords.map((ord) => unpackText(idAt(opened.get(Math.floor(ord / PAGE_IDS)), project_id, ord)));
  }

  /** The pages of these ords, without what the other ids on them are. */
  #opened(project_id: number, wanted: ReadonlySet<number>): Map<number, readonly PackedId[]> {
    const sql = `SELECT ${PAGE} FROM json_each(?)
                 CROSS JOIN distinct_page ON distinct_page.project_id = ? AND page = value`;
    const pages = [...new Set([...wanted].map((ord) => Math.floor(ord / PAGE_IDS)))];
    const rows = this.#database.all<PageRow>(sql, JSON.stringify(pages), project_id);
    return new Map(rows.map((row) => [row.page, openPage(project_id, row, wanted)]));
  }

  *textsFrom(project_id: number, from_ord: number): IterableIterator<string> {
    for (const ids of this.#pagesFrom(project_id, from_ord)) for (const id of ids) yield unpackText(id);
  }

  /** Persons of the ids from `from_ord` on. */
  personsFrom(project_id: number, from_ord: number): number[] {
    const persons: number[] = [];
    for (const ids of this.#pagesFrom(project_id, from_ord)) {
      for (let at = 0; at < ids.length; at++) persons.push(ids[at]!.person_ord);
    }
    return persons;
  }

  /** Numbers of existing pages. */
  pages(project_id: number): number[] {
    const sql = 'SELECT page FROM distinct_page WHERE project_id = ? ORDER BY page';
    return this.#database.all<{ page: number }>(sql, project_id).map(({ page }) => page);
  }

  /** Ids of a page; none if it is missing. */
  pageIds(project_id: number, page: number): NewDistinctId[] {
    return this.#read(project_id, page).map((id, at) => ({
      ord: page * PAGE_IDS + at,
      distinct_id: unpackText(id),
      person_ord: id.person_ord,
    }));
  }

  /** Replaces the page. `find` does not know its ids until `place`. */
  putPage(project_id: number, page: number, ids: readonly NewDistinctId[]): void {
    const packed = ids.map(({ distinct_id, person_ord }) => ({ ...packText(distinct_id), person_ord }));
    this.#write(project_id, page, packed);
  }

  /** Enters ids in the hash table, so that `find` finds them. */
  place(project_id: number, ids: readonly NewDistinctId[]): void {
    this.#addPlaces(project_id, ids);
  }

  /** Ids from `from_ord` on, page by page. */
  *#pagesFrom(project_id: number, from_ord: number): IterableIterator<PackedId[]> {
    const sql = `SELECT ${PAGE} FROM distinct_page WHERE project_id = ? AND page >= ? ORDER BY page LIMIT ${READ_PAGES}`;
    let skipped = from_ord % PAGE_IDS;
    for (let page = Math.floor(from_ord / PAGE_IDS); ; page += READ_PAGES) {
      const rows = this.#database.all<PageRow>(sql, project_id, page);
      for (const [at, row] of rows.entries()) {
        if (row.page !== page + at) throw damagedRow('distinct_page', pageName(project_id, page + at));
        yield openPage(project_id, row).slice(skipped);
        skipped = 0;
      }
      if (rows.length < READ_PAGES) return;
    }
  }

  /** Inserts all at once, as most places are free, then gives each id whose place was taken the next free one. */
  #addPlaces(project_id: number, ids: readonly NewDistinctId[]): void {
    const known = this.#places_of === project_id ? this.#places : new Map<string, number>();
    const placed_at = (id: string): number => known.get(id) ?? placeOf(project_id, id);
    const places = ids.map(({ distinct_id, ord }) => [placed_at(distinct_id), ord] as const);
    this.#places = new Map();
    places.sort(([one], [other]) => one - other);
    const sql = `INSERT INTO distinct_hash (hash, ord) SELECT value ->> 0, value ->> 1 FROM json_each(?) WHERE true
                 ON CONFLICT (hash) DO NOTHING RETURNING ord`;
    const placed = this.#database.all<{ ord: number }>(sql, JSON.stringify(places));
    if (placed.length === ids.length) return;
    const ords = new Set(placed.map(({ ord }) => ord));
    for (const { distinct_id, ord } of ids) if (!ords.has(ord)) this.#addPlace(project_id, distinct_id, ord);
  }

  /** Frees an id's place. If the next place is taken, probes may have to pass this one, so it becomes a tombstone. */
  #removePlace(project_id: number, text: string, ord: number): void {
    let place = placeOf(project_id, text);
    const ordAt = (at: number) =>
      this.#database.get<{ ord: number }>('SELECT ord FROM distinct_hash WHERE hash = ?', at)?.ord;
    for (let found = ordAt(place); found !== ord; found = ordAt(++place)) {
      if (found === undefined) throw damagedRow('distinct_hash', `id ${ord} of project ${project_id}`);
    }
    const is_last = ordAt(place + 1) === undefined;
    const sql = is_last
      ? 'DELETE FROM distinct_hash WHERE hash = ?'
      : 'UPDATE distinct_hash SET ord = -1 WHERE hash = ?';
    this.#database.run(sql, place);
  }

  /** Places an id at its hash, or at the next free place (linear probing). */
  #addPlace(project_id: number, distinct_id: string, ord: number): void {
    const sql = 'INSERT INTO distinct_hash (hash, ord) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING';
    const first = placeOf(project_id, distinct_id);
    for (let place = first; ; place++) {
      if (this.#database.run(sql, place, ord).changes === 1) return;
      if (place === first) assert(!this.find(project_id, distinct_id), `${distinct_id} is a new distinct id`);
    }
  }

  #read(project_id: number, page: number): PackedId[] {
    const sql = `SELECT ${PAGE} FROM distinct_page WHERE project_id = ? AND page = ?`;
    const row = this.#database.get<PageRow>(sql, project_id, page);
    return row === undefined ? [] : openPage(project_id, row);
  }

  #write(project_id: number, page: number, ids: readonly PackedId[]): void {
    const bytes = this.#packed(ids);
    this.#database.run(
      `INSERT INTO distinct_page (project_id, page, ids, bytes, crc) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (project_id, page) DO UPDATE SET ids = excluded.ids, bytes = excluded.bytes, crc = excluded.crc`,
      project_id,
      page,
      ids.length,
      bytes,
      rowCrc(bytes, project_id, page, ids.length),
    );
  }

  /** Stores persons as differences from the previous id's, because most ids created their persons in sequence. */
  #packed(ids: readonly PackedId[]): Uint8Array {
    const out = this.#out;
    out.clear();
    let before = 0;
    for (const { is_uuid, text, person_ord } of ids) {
      out.putNumber(is_uuid ? 0 : text.length + 1);
      out.putBytes(text);
      out.putSigned(person_ord - before);
      before = person_ord;
    }
    return out.taken();
  }
}

function idAt(page: readonly PackedId[] | undefined, project_id: number, ord: number): PackedId {
  const id = page?.[ord % PAGE_IDS];
  if (id === undefined) throw damagedRow('distinct_page', pageName(project_id, Math.floor(ord / PAGE_IDS)));
  return id;
}

/** Placeholder for ids that are skipped. */
const PASSED: PackedId = { is_uuid: false, text: new Uint8Array(0), person_ord: 0 };

/** @param wanted ords to unpack; null for all */
function openPage(
  project_id: number,
  { page, ids: count, bytes, crc }: PageRow,
  wanted: ReadonlySet<number> | null = null,
): PackedId[] {
  checkRow(crc, rowCrc(bytes, project_id, page, count), 'distinct_page', pageName(project_id, page));
  const from = new PackedReader(bytes);
  const ids: PackedId[] = [];
  let person_ord = 0;
  while (!from.isAtEnd()) {
    const length = from.number();
    if (wanted?.has(page * PAGE_IDS + ids.length) === false) {
      from.pass(length === 0 ? UUID_BYTES : length - 1);
      person_ord += from.signed();
      ids.push(PASSED);
      continue;
    }
    const text = from.bytes(length === 0 ? UUID_BYTES : length - 1);
    person_ord += from.signed();
    ids.push({ is_uuid: length === 0, text, person_ord });
  }
  return ids;
}

function packText(text: string): Pick<PackedId, 'is_uuid' | 'text'> {
  const uuid = text.length === UUID_CHARS && text === text.toLowerCase() ? parseUuid(text) : null;
  return uuid === null ? { is_uuid: false, text: Buffer.from(text, 'utf8') } : { is_uuid: true, text: uuid };
}

function unpackText({ is_uuid, text }: PackedId): string {
  return is_uuid ? formatUuid(text) : Buffer.from(text.buffer, text.byteOffset, text.length).toString('utf8');
}

function isSameText(one: PackedId, other: Pick<PackedId, 'is_uuid' | 'text'>): boolean {
  return one.is_uuid === other.is_uuid && Buffer.compare(one.text, other.text) === 0;
}

/**
 * Where lookups start: a 35-bit hash, which SQLite stores in five bytes. A few ids per million collide. Nobody can
 * force collisions, because the hash is cryptographic. (Parsing hexadecimal is three times as fast as reading bytes.)
 */
function placeOf(project_id: number, distinct_id: string): number {
  return Math.floor(Number.parseInt(digest('sha1', `${project_id}:${distinct_id}`, 'hex').slice(0, 9), 16) / 2);
}

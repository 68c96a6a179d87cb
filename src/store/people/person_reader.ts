/** Reads the persons of pages with one cursor: creating an object per person would take longer than all else. */
import { PackedReader } from '../file/packed.ts';

/** Persons per page: a person's page is floor(number / PAGE_PERSONS). Part of the file format. */
export const PAGE_PERSONS = 16;
export const IDENTIFIED = 1;
export const MERGED = 2;
export const APART = 4;

/** A person with packed properties. */
export interface PackedPerson {
  readonly first_distinct: number;
  readonly created_at_ms: number;
  readonly is_identified: boolean;
  /** Merged into another person. Only the number is left. */
  readonly is_merged: boolean;
  readonly revision: number;
  /** null if stored apart (`PersonPages.properties`). */
  readonly properties: Uint8Array | null;
}

/** Pages as read, their bytes end to end. */
export interface PagesRead {
  readonly pages: readonly number[];
  readonly revisions: readonly number[];
  readonly ends: readonly number[];
  readonly bytes: Uint8Array;
}

export class PersonReader {
  readonly read: PagesRead;
  ord = -1;
  first_distinct = 0;
  created_at_ms = 0;
  revision = 0;
  /** Where properties begin and end. */
  begin = 0;
  end = 0;
  #flags = 0;
  readonly #from: PackedReader;
  #page = -1;
  #pageRevision = 0;
  #pageEnd = 0;

  constructor(read: PagesRead) {
    this.read = read;
    this.#from = new PackedReader(read.bytes);
  }

  get isMerged(): boolean {
    return (this.#flags & MERGED) !== 0;
  }

  get isApart(): boolean {
    return (this.#flags & APART) !== 0;
  }

  /** Goes to the next person; false if there is none. */
  next(isWhole = true): boolean {
    const from = this.#from;
    if (from.at >= this.#pageEnd && !this.#nextPage()) return false;
    this.ord++;
    this.#flags = from.number();
    if (isWhole) {
      this.first_distinct += from.signed();
      this.created_at_ms += from.signed();
    } else {
      from.passNumber();
      from.passNumber();
    }
    this.revision = this.#pageRevision - from.number();
    const length = this.isApart ? 0 : from.number();
    this.begin = from.at;
    from.pass(length);
    this.end = from.at;
    return true;
  }

  /**
   * Goes to the next living person that changed after a revision.
   * @param isWhole if false, first ids and times are passed over, which is faster
   */
  nextChanged(since: number, isWhole = true): boolean {
    while (this.next(isWhole)) if (!this.isMerged && this.revision > since) return true;
    return false;
  }

  person(): PackedPerson {
    const { first_distinct, created_at_ms, isMerged: is_merged, revision } = this;
    const properties = this.isApart ? null : this.read.bytes.subarray(this.begin, this.end);
    return {
      first_distinct,
      created_at_ms,
      is_identified: (this.#flags & IDENTIFIED) !== 0,
      is_merged,
      revision,
      properties,
    };
  }

  #nextPage(): boolean {
    const { pages, revisions, ends } = this.read;
    if (++this.#page >= pages.length) return false;
    this.ord = pages[this.#page]! * PAGE_PERSONS - 1;
    this.#pageRevision = revisions[this.#page]!;
    this.#pageEnd = ends[this.#page]!;
    this.first_distinct = 0;
    this.created_at_ms = 0;
    return true;
  }
}

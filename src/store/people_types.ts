/** The store's contract for persons and the distinct ids that lead to them. */

/** A person, addressed by a dense number per project that is never used again. */
export interface Person {
  readonly ord: number;
  readonly uuid: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly created_at_ms: number;
  readonly is_identified: boolean;
}

export interface PeopleStore {
  /** Who a distinct id belongs to. `ord` is the distinct id's own dense number per project. */
  find(project_id: number, distinct_id: string): { ord: number; person_ord: number } | undefined;
  /** A new distinct id of an existing person; returns its dense number. */
  addDistinct(project_id: number, distinct_id: string, person_ord: number): number;
  get(project_id: number, person_ord: number): Person | undefined;
  add(project_id: number, values: Omit<Person, 'ord'>, revision: number): Person;
  save(project_id: number, person: Person, revision: number): void;
  /** Moves all distinct ids of one person to another, removes the first, and remembers it under `revision`. */
  merge(project_id: number, from_ord: number, into_ord: number, revision: number): void;
  distinctIds(project_id: number, person_ord: number): string[];
  /** Texts of distinct ids by their dense numbers (for listing). */
  distinctTexts(project_id: number, ords: readonly number[]): string[];
  /** Texts of the distinct ids with ord >= from_ord, in order of ord. */
  distinctTextsFrom(project_id: number, from_ord: number): IterableIterator<string>;
  distinctCount(project_id: number): number;
  /** One more than the largest person number. */
  personLimit(project_id: number): number;
  /** person number of each distinct id with ord >= from_ord, in order of ord. */
  personOf(project_id: number, from_ord: number): Uint32Array;
  /** Makes `personOf` faster, where that pays: it answered this from 0 on at that revision of the project, or later. */
  keepPersonOf(project_id: number, person_of: Uint32Array, revision: number): void;
  /** Distinct ids that were moved to another person after a revision. */
  movedSince(project_id: number, revision: number): { distinct_ord: number; person_ord: number }[];
  /** Persons made or changed after a revision. */
  changedSince(project_id: number, revision: number): IterableIterator<Person>;
}

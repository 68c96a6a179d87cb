/** Contract for persons and the distinct ids that lead to them. */

/** A person. `ord` is dense per project and never reused. */
export interface Person {
  readonly ord: number;
  /** Ordinal of the distinct id that created it; never changes. */
  readonly first_distinct: number;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly created_at_ms: number;
  readonly is_identified: boolean;
}

/** A person with its distinct ids: the one that created it, then the others by ordinal. */
export interface ListedPerson extends Person {
  /** The id that created it. */
  readonly first_id: string;
  readonly distinct_ids: readonly string[];
}

/** Ordinals of a distinct id and of its person. */
export interface FoundId {
  readonly ord: number;
  readonly person_ord: number;
}

/** A distinct id and its person. */
export interface NewDistinctId {
  readonly distinct_id: string;
  /** Dense per project. */
  readonly ord: number;
  readonly person_ord: number;
}

export interface PeopleChanges {
  readonly persons: readonly Person[];
  readonly ids: readonly NewDistinctId[];
}

/** Properties of many persons. */
export interface PropertiesOfMany {
  readonly persons: readonly number[];
  /** Property -> those of them who have it. */
  readonly holders: ReadonlyMap<string, PropertyHolders>;
}

export interface PropertyHolders {
  readonly ords: number[];
  readonly values: unknown[];
}

/** Which names and recurring values (terms) of properties are in use. */
export interface PropertiesInUse {
  /** How many terms there were. */
  readonly terms: number;
  readonly used: Set<number>;
  readonly used_names: Set<number>;
  /** Names that are not terms. */
  readonly names: Set<string>;
}

/** Facts for people whose rows are lost. */
export interface KnownOfPeople {
  /** Bitmap of ordinals of the distinct ids that events have, and one more than the largest of them. */
  readonly ids_seen: Uint32Array;
  readonly ids_least: number;
  /** For people about whom nothing else is known. */
  readonly created_at_ms: number;
  readonly revision: number;
}

/** What was lost about people. */
export interface PeopleLost {
  /** How many distinct ids lost their text and got a new one. */
  readonly texts: number;
  /** How many distinct ids lost their person. Each belongs to a new person. */
  readonly strangers: number;
  /** Persons who lost their properties and creation time. */
  readonly persons: readonly number[];
  /** Persons who lost their properties. */
  readonly properties: readonly number[];
  /** Property -> how many persons lost it; null counts properties with lost names. */
  readonly values: ReadonlyMap<string | null, number>;
}

/** What a removed person leaves behind. */
export interface Removal {
  /** Creation time of those who stay without properties and with new ids; null if nobody stays. */
  readonly nameless_created_at_ms: number | null;
  /** A new text for a distinct id. It must not tell who that was. */
  newId(distinct_ord: number): string;
}

/** A merge of one person into another. */
export interface Merge {
  readonly from_ord: number;
  readonly into_ord: number;
}

export interface PeopleStore {
  /** Reads what `write` needs to know of all persons, some milliseconds at a time. */
  readAhead(project_id: number): Generator<void>;
  /** Finds a distinct id and its person. */
  find(project_id: number, distinct_id: string): FoundId | undefined;
  /** What `find` finds for each, in the order asked; many cost a tenth of a `find` each. */
  findAll(project_id: number, distinct_ids: readonly string[]): (FoundId | undefined)[];
  get(project_id: number, person_ord: number): Person | undefined;
  /** What `get` gets for each that it finds, in a few statements for all. */
  getAll(project_id: number, person_ords: readonly number[]): Person[];
  /** ord -> person, without those merged away or removed. Costs the same for one or many. */
  list(project_id: number, person_ords: readonly number[]): Map<number, ListedPerson>;
  /**
   * Adds persons and distinct ids, and changes persons. Ordinals of new ones follow `personLimit` and `distinctCount`; a
   * new person comes with its first distinct id.
   */
  write(project_id: number, changes: PeopleChanges, revision: number): void;
  /** For each merge in order: moves all distinct ids to the other person and removes the person, under `revision`. */
  merge(project_id: number, merges: readonly Merge[], revision: number): void;
  /** The distinct id that came with a person, also with one merged away or removed. */
  firstDistinct(project_id: number, person_ord: number): number | undefined;
  /** Person -> ordinals of all its distinct ids, the creating one first; without persons merged away or removed. */
  idsOf(project_id: number, person_ords: readonly number[]): ReadonlyMap<number, readonly number[]>;
  /** Removes persons and the texts of their distinct ids. Returns the texts. Ordinals stay. */
  erase(project_id: number, person_ords: readonly number[], removal: Removal, revision: number): string[];
  /** Makes rows consistent after some were lost, and reports what is gone. All remaining rows must be intact. */
  mend(project_id: number, known: KnownOfPeople): PeopleLost;
  /** Terms and names in properties of persons changed after a revision (-1 = all), except those of `without`. */
  propertiesInUse(project_id: number, revision: number, without: ReadonlySet<number>): PropertiesInUse;
  /** Forgets all names and values but those in use and newer ones. Returns the names in use. */
  forgetUnused(project_id: number, used: PropertiesInUse): ReadonlySet<string>;
  /** Texts of these distinct ids. */
  distinctTexts(project_id: number, ords: readonly number[]): string[];
  /** Texts of distinct ids from `from_ord` on, in order. */
  distinctTextsFrom(project_id: number, from_ord: number): IterableIterator<string>;
  distinctCount(project_id: number): number;
  /** One more than the largest `ord` of a person. */
  personLimit(project_id: number): number;
  /** Persons of distinct ids from `from_ord` on, in order. */
  personOf(project_id: number, from_ord: number): Uint32Array;
  /** Makes `personOf` faster if that pays. `person_of` is its answer from 0 on, at that revision or later. */
  keepPersonOf(project_id: number, person_of: Uint32Array, revision: number): void;
  /** Distinct ids that moved to another person after a revision. */
  movedSince(project_id: number, revision: number): { distinct_ord: number; person_ord: number }[];
  /** Persons created or changed after a revision. */
  changedSince(project_id: number, revision: number): IterableIterator<Person>;
  /** Like `changedSince`, but only properties (all, or those named), which is many times as fast. */
  propertiesSince(
    project_id: number,
    revision: number,
    names: ReadonlySet<string> | null,
  ): IterableIterator<PropertiesOfMany>;
  /** Like `changedSince`, but only the texts of the creating ids. */
  firstIdsSince(project_id: number, revision: number): IterableIterator<{ ord: number; first_id: string }>;
  /** Like `changedSince`, but only creation times, which is many times as fast. */
  createdSince(project_id: number, revision: number): IterableIterator<Pick<Person, 'ord' | 'created_at_ms'>>;
}

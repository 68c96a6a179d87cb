/**
 * Current properties of persons, loaded per property on first use, as questions use few of them. Later uses load only
 * changes.
 */
import type { Column } from '../frame/column.ts';
import { OwnerColumn } from './property_table.ts';

/** Properties of some persons. */
interface Changed {
  readonly persons: readonly number[];
  /** Property -> those of them who have it. */
  readonly holders: ReadonlyMap<string, { readonly ords: readonly number[]; readonly values: readonly unknown[] }>;
}

/** Persons created or changed after a revision (-1 = all persons), with the named properties (null = all). */
export type ReadPersons = (revision: number, names: ReadonlySet<string> | null) => Iterable<Changed>;

/** A column, and the revision it was read at. */
interface Kept {
  readonly column: OwnerColumn;
  revision: number;
}

export class PersonProperties {
  /** property -> column */
  readonly #columns = new Map<string, Kept>();
  /** All property names, as of a revision; -1 = not loaded. */
  readonly #names = new Set<string>();
  #named = -1;

  /** `persons`: how many persons there are. */
  column(property: string, persons: number, revision: number, read: ReadPersons): Column {
    const kept = this.#kept(property);
    if (kept.revision < revision) {
      // Columns of the same age are brought up to date together: reading a person costs more than one more property.
      const since = kept.revision;
      const names = new Set(this.#columns.keys().filter((name) => this.#columns.get(name)!.revision === since));
      for (const changed of read(since, names)) for (const name of names) this.#take(name, changed);
      for (const name of names) this.#kept(name).revision = revision;
    }
    return kept.column.column(persons);
  }

  /** Callers usually ask for the columns next, so these are filled on the way. */
  names(revision: number, read: ReadPersons): string[] {
    if (this.#named < revision) {
      for (const changed of read(this.#named, null)) {
        for (const name of changed.holders.keys()) {
          this.#names.add(name);
          this.#kept(name); // if it is new, nobody had it before
        }
        for (const name of this.#columns.keys()) this.#take(name, changed);
      }
      // These columns have now seen all changes.
      for (const kept of this.#columns.values()) kept.revision = revision;
      this.#named = revision;
    }
    return [...this.#names];
  }

  bytes(): number {
    return this.#columns.values().reduce((bytes, { column }) => bytes + column.bytes(), 0);
  }

  #kept(property: string): Kept {
    let kept = this.#columns.get(property);
    if (kept === undefined) {
      kept = { column: new OwnerColumn(), revision: -1 };
      this.#columns.set(property, kept);
    }
    return kept;
  }

  #take(name: string, { persons, holders }: Changed): void {
    const { column } = this.#kept(name);
    for (const person of persons) column.set(person, undefined);
    const { ords, values } = holders.get(name) ?? NOBODY;
    for (let at = 0; at < ords.length; at++) column.set(ords[at]!, values[at]);
  }
}

const NOBODY = { ords: [], values: [] };

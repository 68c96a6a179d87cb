/**
 * Current properties of persons, loaded per property on first use, as questions use few of them. Later uses load only
 * changes.
 */
import type { Column } from '../frame/column.ts';
import { OwnerColumn } from './property_table.ts';

interface Changed {
  readonly ord: number;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Persons created or changed after a revision; -1 = all. */
type ReadSince = (revision: number) => Iterable<Changed>;

export class PersonProperties {
  /** property -> column, and the revision it was read at. */
  readonly #columns = new Map<string, { readonly column: OwnerColumn; revision: number }>();
  /** All property names, as of a revision; -1 = not loaded. */
  readonly #names = new Set<string>();
  #named = -1;

  /** `persons`: their number. `read` may return just that property. */
  column(property: string, persons: number, revision: number, read: ReadSince): Column {
    let kept = this.#columns.get(property);
    if (kept === undefined) {
      kept = { column: new OwnerColumn(), revision: -1 };
      this.#columns.set(property, kept);
    }
    if (kept.revision < revision) {
      for (const { ord, properties } of read(kept.revision)) kept.column.set(ord, ownOf(properties, property));
      kept.revision = revision;
    }
    return kept.column.column(persons);
  }

  /** `read` returns all properties. Callers usually ask for the columns next, so these are filled on the way. */
  names(revision: number, read: ReadSince): string[] {
    if (this.#named < revision) {
      for (const { ord, properties } of read(this.#named)) {
        for (const name of Object.keys(properties)) if (!this.#names.has(name)) this.#add(name);
        for (const [name, { column }] of this.#columns) column.set(ord, ownOf(properties, name));
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

  /** A new property: nobody had it before. */
  #add(name: string): void {
    this.#names.add(name);
    if (!this.#columns.has(name)) this.#columns.set(name, { column: new OwnerColumn(), revision: -1 });
  }
}

function ownOf(properties: Changed['properties'], name: string): unknown {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

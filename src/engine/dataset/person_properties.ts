/**
 * Today's properties of persons, each read when it is first asked for: people have dozens, of which questions use a few. What
 * changed since is read when it is asked for again.
 */
import type { Column } from '../frame/column.ts';
import { OwnerColumn } from './property_table.ts';

interface Changed {
  readonly ord: number;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Who was made or changed after a revision; -1 = everybody. */
type ReadSince = (revision: number) => Iterable<Changed>;

export class PersonProperties {
  /** property -> its column, and the revision it is of. */
  readonly #columns = new Map<string, { readonly column: OwnerColumn; revision: number }>();
  /** All that somebody has or had, as of a revision; -1 = not known yet. */
  readonly #names = new Set<string>();
  #named = -1;

  /** `persons`: how many there are. `read` need not read more than that property. */
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

  /** `read` brings all properties. Whoever asks for all names asks for their columns next: these are filled on the way. */
  names(revision: number, read: ReadSince): string[] {
    if (this.#named < revision) {
      for (const { ord, properties } of read(this.#named)) {
        for (const name of Object.keys(properties)) if (!this.#names.has(name)) this.#add(name);
        for (const [name, { column }] of this.#columns) column.set(ord, ownOf(properties, name));
      }
      // What was asked for is no older than the names, so that it has seen all of these changes now.
      for (const kept of this.#columns.values()) kept.revision = revision;
      this.#named = revision;
    }
    return [...this.#names];
  }

  bytes(): number {
    return this.#columns.values().reduce((bytes, { column }) => bytes + column.bytes(), 0);
  }

  /** Nobody had it before, or nobody was read before. */
  #add(name: string): void {
    this.#names.add(name);
    if (!this.#columns.has(name)) this.#columns.set(name, { column: new OwnerColumn(), revision: -1 });
  }
}

function ownOf(properties: Changed['properties'], name: string): unknown {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/**
 * Who is who, in memory: distinct id -> numbers, person number -> person. A bounded window onto the store that is
 * written back by its owner. Two generations make the bound cheap: what was not asked for while one filled is dropped.
 */
import type { Person } from '../../store/types/people.ts';

export class RecentMap<Key, Value> {
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  readonly #capacity: number;

  /** Holds between `capacity` and twice as many of the last used entries. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: Key): Value | undefined {
    const found = this.#young.get(key);
    if (found !== undefined) return found;
    const aged = this.#old.get(key);
    if (aged !== undefined) this.set(key, aged);
    return aged;
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#capacity) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  delete(key: Key): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}

/** A distinct id's own number and, as of when it was read, its person's. */
export interface KnownId {
  readonly ord: number;
  person_ord: number;
  /** The person has a profile: an event that changes nothing need not look at it. Never becomes false again. */
  has_profile: boolean;
  /** Properties of a visit (see `visitBits`) that the person had when nothing had been taken away since `unsets`. */
  visit: number;
  unsets: number;
}

/** A person as this transaction sees it. */
export interface KnownPerson {
  readonly ord: number;
  readonly first_distinct: number;
  properties: Person['properties'];
  created_at_ms: number;
  is_identified: boolean;
}

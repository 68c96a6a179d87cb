/**
 * Identities in memory: distinct id -> numbers, person number -> person. A bounded cache over the store; its owner
 * writes changes back. Two generations keep it cheap: entries not used while the young one filled up are dropped.
 */
import type { Person } from '../../store/types/people.ts';

export class RecentMap<Key, Value> {
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  readonly #capacity: number;

  /** Keeps the most recently used entries: at least `capacity`, at most twice as many. */
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

/** A distinct id's number and its person's number, as of when it was read. */
export interface KnownId {
  readonly ord: number;
  person_ord: number;
  /** Whether the person has a profile, so events that change nothing need not load it. Never becomes false again. */
  has_profile: boolean;
  /** Visit properties (see `visitBits`) the person had. Valid while `unsets` equals the current count of removals. */
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

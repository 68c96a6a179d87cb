/**
 * Cache of things that can be rebuilt: least recently used go first, within a byte budget shared by all caches.
 * Dropping a value only forgets it; whoever holds it can go on.
 */

interface Kept {
  readonly bytes: number;
  /** Number of uses when last used. */
  used: number;
  /** Stays even if there is no room. */
  held: boolean;
  forget(): void;
}

/** Share of the room that is in use after making room, so that it is not made for each value. */
const ROOM_SHARE = 0.9;
/** Share of the budget for values that are not held, however much the others take. */
const FREE_SHARE = 0.5;
/** Uses between two attempts to make room, if held values leave too little. */
const CROWDED_USES = 256;

export class Budget {
  #limit_bytes: number;
  readonly #kept = new Set<Kept>();
  #bytes = 0;
  #uses = 0;
  #crowded_until = 0;

  constructor(limit_bytes: number) {
    this.#limit_bytes = limit_bytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Changes the limit, and makes room if there is less than before. */
  resize(limit_bytes: number): void {
    this.#limit_bytes = limit_bytes;
    if (this.#bytes > limit_bytes && this.#uses >= this.#crowded_until) this.#makeRoom(null);
  }

  /**
   * Makes room by dropping others. A value larger than the whole budget stays alone until the next one comes; held
   * values may exceed the budget.
   */
  add(kept: Kept): void {
    this.#kept.add(kept);
    this.#bytes += kept.bytes;
    this.touch(kept);
    if (this.#bytes > this.#limit_bytes && this.#uses >= this.#crowded_until) this.#makeRoom(kept);
  }

  #makeRoom(newest: Kept | null): void {
    const free = [...this.#kept].filter(({ held }) => !held);
    const held_bytes = free.reduce((rest, { bytes }) => rest - bytes, this.#bytes);
    const room_bytes = Math.max(this.#limit_bytes - held_bytes, this.#limit_bytes * FREE_SHARE);
    for (const oldest of free.sort((a, b) => a.used - b.used)) {
      if (this.#bytes - held_bytes <= room_bytes * ROOM_SHARE || oldest === newest) break;
      // Dropping a value also drops what was derived from it.
      if (this.#kept.has(oldest)) {
        this.remove(oldest);
        oldest.forget();
      }
    }
    if (held_bytes > this.#limit_bytes * FREE_SHARE) this.#crowded_until = this.#uses + CROWDED_USES;
  }

  touch(kept: Kept): void {
    kept.used = this.#uses++;
  }

  remove(kept: Kept): void {
    if (this.#kept.delete(kept)) this.#bytes -= kept.bytes;
  }
}

/** Named values of one kind, within the budget. */
export class Shelf<T> {
  readonly #budget: Budget;
  readonly #sizeOf: (value: T) => number;
  readonly #forgotten: (value: T) => void;
  readonly #entries = new Map<string, Kept & { readonly value: T }>();

  /** `forgotten` is called for every value that leaves. */
  constructor(budget: Budget, sizeOf: (value: T) => number, forgotten: (value: T) => void = () => {}) {
    this.#budget = budget;
    this.#sizeOf = sizeOf;
    this.#forgotten = forgotten;
  }

  get(name: string): T | undefined {
    const entry = this.#entries.get(name);
    if (entry !== undefined) this.#budget.touch(entry);
    return entry?.value;
  }

  /** Also after a value has changed its size. `held`: it stays even if there is no room, until it is released. */
  put(name: string, value: T, held = false): T {
    const before = this.#entries.get(name);
    if (before !== undefined) this.#budget.remove(before);
    const entry = {
      value,
      used: 0,
      bytes: this.#sizeOf(value),
      held,
      forget: () => {
        this.#entries.delete(name);
        this.#forgotten(value);
      },
    };
    this.#entries.set(name, entry);
    this.#budget.add(entry);
    return value;
  }

  release(name: string): void {
    const entry = this.#entries.get(name);
    if (entry !== undefined) entry.held = false;
  }

  /** First value that passes the test; counts as used. */
  find(test: (value: T, name: string) => boolean): T | undefined {
    for (const [name, { value }] of this.#entries) if (test(value, name)) return this.get(name);
    return undefined;
  }

  /** Drops values that fail the test; all without one. */
  clear(keep: (value: T, name: string) => boolean = () => false): void {
    for (const [name, entry] of this.#entries) {
      if (keep(entry.value, name)) continue;
      this.#budget.remove(entry);
      entry.forget();
    }
  }
}

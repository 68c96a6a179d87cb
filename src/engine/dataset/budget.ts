/**
 * Cache of things that can be rebuilt: drops the least recently used first, within a byte budget that all caches share.
 * Holders of a dropped value can keep using it.
 */

interface Kept {
  readonly bytes: number;
  /** The part of a budget that it was added to; undefined for the whole. */
  part?: Part;
  /** When it was last used, on a clock that counts the uses of all values. */
  used: number;
  /** Stays even if there is no room. */
  held: boolean;
  forget(): void;
}

/** Making room stops at this share of the room, so that not every new value has to make room again. */
const ROOM_SHARE = 0.9;
/** Share of the budget reserved for values that are not held, however much held ones take. */
const FREE_SHARE = 0.5;
/** Uses between two attempts to make room while held values take too much. */
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

  /** Changes the limit, and makes room if the values exceed it. */
  resize(limit_bytes: number): void {
    this.#limit_bytes = limit_bytes;
    if (this.#bytes > limit_bytes && this.#uses >= this.#crowded_until) this.#makeRoom(null);
  }

  /**
   * Adds a value, and makes room by dropping others. A value larger than the whole budget drops all others and
   * stays until the next one comes. Held values may exceed the budget.
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
      this.#drop(oldest);
    }
    if (held_bytes > this.#limit_bytes * FREE_SHARE) this.#crowded_until = this.#uses + CROWDED_USES;
  }

  #drop(kept: Kept): void {
    // Forgetting a value may already have removed others that were derived from it.
    if (!this.#kept.has(kept)) return;
    this.remove(kept);
    kept.forget();
  }

  /** Drops all values of a part. */
  dropPart(part: Part): void {
    for (const kept of [...this.#kept]) if (kept.part === part) this.#drop(kept);
  }

  touch(kept: Kept): void {
    kept.used = this.#uses++;
  }

  remove(kept: Kept): void {
    if (this.#kept.delete(kept)) this.#bytes -= kept.bytes;
  }
}

/** Where values are kept: in a budget, or in a part of one. */
export type Room = Pick<Budget, 'add' | 'touch' | 'remove'>;

/** Values of one owner within a budget. When the owner goes, they would stay until there is no room, and keep the owner. */
export class Part implements Room {
  readonly #whole: Budget;

  constructor(whole: Budget) {
    this.#whole = whole;
  }

  add(kept: Kept): void {
    kept.part = this;
    this.#whole.add(kept);
  }

  touch(kept: Kept): void {
    this.#whole.touch(kept);
  }

  remove(kept: Kept): void {
    this.#whole.remove(kept);
  }

  clear(): void {
    this.#whole.dropPart(this);
  }
}

/** Named values of one kind, within the budget. */
export class Shelf<T> {
  readonly #budget: Room;
  readonly #sizeOf: (value: T) => number;
  readonly #forgotten: (value: T) => void;
  readonly #entries = new Map<string, Kept & { readonly value: T }>();

  /** `forgotten` is called for every value that leaves. */
  constructor(budget: Room, sizeOf: (value: T) => number, forgotten: (value: T) => void = () => {}) {
    this.#budget = budget;
    this.#sizeOf = sizeOf;
    this.#forgotten = forgotten;
  }

  get(name: string): T | undefined {
    const entry = this.#entries.get(name);
    if (entry !== undefined) this.#budget.touch(entry);
    return entry?.value;
  }

  /** Adds or replaces a value, or notes its new size. `held`: never dropped for room until released. */
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

  /** All values; looking at them does not count as a use. */
  *values(): Iterable<T> {
    for (const { value } of this.#entries.values()) yield value;
  }

  /** First value that passes the test; finding it counts as a use. */
  find(test: (value: T, name: string) => boolean): T | undefined {
    for (const [name, { value }] of this.#entries) if (test(value, name)) return this.get(name);
    return undefined;
  }

  /** Drops values that fail the test; without a test, all of them. */
  clear(keep: (value: T, name: string) => boolean = () => false): void {
    for (const [name, entry] of this.#entries) {
      if (keep(entry.value, name)) continue;
      this.#budget.remove(entry);
      entry.forget();
    }
  }
}

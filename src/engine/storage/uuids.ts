/**
 * A set of 16-byte ids, stored as 63 bits of a hash: 9 to 12 bytes per id. Over ten million ids, the chance that any
 * new one is mistaken for a known one is 1 in 180,000.
 *
 * All ids at once can be put in doubt (`doubt`), when some were removed elsewhere and nobody knows which. Adding an id
 * in doubt makes it certain again; those that nobody adds are dropped in the end. The last bit of a hash is replaced by
 * a flag: whether the id is certain.
 *
 * Extendible hashing: small tables, found by the first bits of the hash. A full table grows by a quarter, so that little
 * of it is empty; a large one splits in two, so that growing never takes longer than moving one table.
 *
 *     directory   00 01 10 11        depth 2
 *                  \ /   |  |
 *     tables        A    B  C        depth 1, 2, 2
 */
import { assert } from '../../base/assert.ts';

/** How many slots a table has, at first and at most; a slot holds one id. */
const FIRST_SLOTS = 32;
const MOST_SLOTS = 4_096;
/** Share of a table in use before it grows, and after. */
const FULL = 0.85;
const ROOMY = 0.68;
const DEEPEST = 24;

/** All bits of a high word but the last. */
const HIGH = ~1;
/** Tables visited per step of settling; a step takes about a millisecond. */
const TABLES_A_STEP = 64;

interface Table {
  /** Leading bits that all its hashes share. */
  readonly depth: number;
  /** 2 * slot -> low word of a hash, 0 if free; beside it the high word, whose last bit says if the id is certain. */
  words: Int32Array;
  /** Slots in use. */
  count: number;
}

export class UuidSet {
  /** How many leading bits select a table, and the table for each value of these bits. */
  private depth = 0;
  private tables: Table[] = [tableOf(0, FIRST_SLOTS)];
  private count = 0;
  private doubtful = 0;
  /** Last bit of certain ids; ignored while `isStale`, when all ids are in doubt. */
  private certain = 0;
  private isStale = false;
  private slots = FIRST_SLOTS;
  /** Hash of the id looked at last. */
  private low = 0;
  private high = 0;

  /** How many ids are not in doubt. */
  get size(): number {
    return this.isStale ? 0 : this.count;
  }

  bytes(): number {
    return 2 * this.slots * Int32Array.BYTES_PER_ELEMENT;
  }

  isInDoubt(bytes: Uint8Array, offset: number): boolean {
    const bit = this.bitOf(bytes, offset);
    return bit !== null && (bit !== this.certain || this.isStale);
  }

  /** Adds the id at that offset; true if it was absent or in doubt. */
  add(bytes: Uint8Array, offset: number): boolean {
    this.hash(bytes, offset);
    return this.addHash(this.low, this.high);
  }

  /** Adds ids that lie one after the other. */
  addAll(bytes: Uint8Array): void {
    for (let offset = 0; offset < bytes.length; offset += 16) this.add(bytes, offset);
  }

  /** Removes an id that must be there. Those behind it move up, as a search ends at a free slot. */
  remove(bytes: Uint8Array, offset: number): void {
    this.hash(bytes, offset);
    const table = this.tables[indexOf(this.high, this.depth)]!;
    const { words } = table;
    let free = slotOf(words, this.low, this.high);
    if (this.isCertain(words, free)) this.count--;
    else this.doubtful--;
    words[free] = 0;
    table.count--;
    for (let at = after(words, free); words[at] !== 0; at = after(words, at)) {
      const [low, high] = [words[at]!, words[at + 1]!];
      words[at] = 0;
      free = slotOf(words, low, high & HIGH);
      words[free] = low;
      words[free + 1] = high;
    }
  }

  /** From now on no id is certain. If some are in doubt already, call `refresh` before any is made certain. */
  doubt(): void {
    if (this.doubtful > 0) {
      this.isStale = true;
      return;
    }
    this.certain ^= 1;
    this.doubtful = this.count;
    this.count = 0;
  }

  /** Lets ids be made certain again. Ids added meanwhile may be in doubt. Start anew if `doubt` is called meanwhile. */
  *refresh(): Generator<void> {
    if (!this.isStale) return;
    yield* this.eachTable((table) => this.doubtTable(table));
    this.isStale = false;
  }

  /** Drops ids in doubt. Ids added meanwhile stay. If `doubt` is called meanwhile, abandon it. */
  *settle(): Generator<void> {
    if (this.doubtful > 0) yield* this.eachTable((table) => this.dropDoubtful(table));
  }

  /** Visits some tables per step. Tables that split meanwhile are visited again. */
  private *eachTable(visit: (table: Table) => void): Generator<void> {
    for (let at = 0; at < this.tables.length; at++) {
      if (this.tables[at] !== this.tables[at - 1]) visit(this.tables[at]!);
      if (at % TABLES_A_STEP === TABLES_A_STEP - 1) yield;
    }
  }

  private doubtTable({ words }: Table): void {
    for (let at = 0; at < words.length; at += 2) {
      if (!this.isCertain(words, at)) continue;
      words[at + 1] = words[at + 1]! ^ 1;
      this.count--;
      this.doubtful++;
    }
  }

  private dropDoubtful(table: Table): void {
    const { words } = table;
    let left = 0;
    for (let at = 0; at < words.length; at += 2) if (this.isCertain(words, at)) left++;
    if (left === table.count) return;
    const slots = Math.max(FIRST_SLOTS, Math.ceil(left / ROOMY));
    table.words = new Int32Array(2 * slots);
    for (let at = 0; at < words.length; at += 2) if (this.isCertain(words, at)) copySlot(words, at, table.words);
    this.slots += slots - words.length / 2;
    this.doubtful -= table.count - left;
    table.count = left;
  }

  private isCertain(words: Int32Array, at: number): boolean {
    return words[at] !== 0 && (words[at + 1]! & 1) === this.certain;
  }

  /** The id's last bit, which says whether it is certain; null = not there. */
  private bitOf(bytes: Uint8Array, offset: number): number | null {
    this.hash(bytes, offset);
    const { words } = this.tables[indexOf(this.high, this.depth)]!;
    const at = slotOf(words, this.low, this.high);
    return words[at] === 0 ? null : words[at + 1]! & 1;
  }

  private addHash(low: number, high: number): boolean {
    const table = this.tables[indexOf(high, this.depth)]!;
    const { words } = table;
    const at = slotOf(words, low, high);
    if (words[at] !== 0) {
      if ((words[at + 1]! & 1) === this.certain) return false;
      words[at + 1] = high | this.certain;
      this.doubtful--;
      this.count++;
      return true;
    }
    words[at] = low;
    words[at + 1] = high | this.certain;
    this.count++;
    if (++table.count * 2 > words.length * FULL) this.grow(table, high);
    return true;
  }

  /**
   * Sets `low` and `high`. Ids need not be random (some are counted up). If two ids differ in one word only, their
   * `low` differs; `high` mixes in every state that `low` goes through.
   */
  private hash(bytes: Uint8Array, offset: number): void {
    let low = 0x3c6e_f372;
    let high = 0x1b87_3593;
    for (let at = offset; at < offset + 16; at += 4) {
      low = Math.imul(low ^ wordAt(bytes, at), 0x85eb_ca77);
      low ^= low >>> 15;
      high = Math.imul(high ^ low, 0x9e37_79b1);
      high ^= high >>> 14;
      low = Math.imul(low, 0xc2b2_ae3d);
      low ^= low >>> 13;
    }
    high = Math.imul(high, 0x27d4_eb2f);
    this.low = low === 0 ? 1 : low;
    this.high = (high ^ (high >>> 15)) & HIGH;
  }

  private grow(table: Table, high: number): void {
    const { words, depth } = table;
    const slots = Math.ceil(table.count / ROOMY);
    if (slots <= MOST_SLOTS) {
      this.slots += slots - words.length / 2;
      table.words = new Int32Array(2 * slots);
      for (let at = 0; at < words.length; at += 2) if (words[at] !== 0) copySlot(words, at, table.words);
      return;
    }
    const halves = this.halvesOf(table);
    if (depth === this.depth) this.deepen();
    const span = 2 ** (this.depth - depth - 1);
    const first = indexOf(high, depth) * span * 2;
    this.tables.fill(halves[0], first, first + span);
    this.tables.fill(halves[1], first + span, first + 2 * span);
  }

  private halvesOf({ words, depth, count }: Table): readonly [Table, Table] {
    let upper = 0;
    for (let at = 0; at < words.length; at += 2) {
      if (words[at] !== 0) upper += indexOf(words[at + 1]!, depth + 1) & 1;
    }
    const slots = [count - upper, upper].map((ids) => Math.max(FIRST_SLOTS, Math.ceil(ids / ROOMY)));
    this.slots += slots[0]! + slots[1]! - words.length / 2;
    const halves = [tableOf(depth + 1, slots[0]!), tableOf(depth + 1, slots[1]!)] as const;
    for (let at = 0; at < words.length; at += 2) {
      if (words[at] === 0) continue;
      const half = halves[indexOf(words[at + 1]!, depth + 1) & 1]!;
      copySlot(words, at, half.words);
      half.count++;
    }
    return halves;
  }

  private deepen(): void {
    assert(this.depth < DEEPEST, 'hashes are spread');
    this.tables = this.tables.flatMap((table) => [table, table]);
    this.depth++;
  }
}

function tableOf(depth: number, slots: number): Table {
  return { depth, words: new Int32Array(2 * slots), count: 0 };
}

/** The leading bits as a number. Shifting by 32 would do nothing. */
function indexOf(high: number, depth: number): number {
  return (high >>> 1) >>> (31 - depth);
}

function wordAt(bytes: Uint8Array, offset: number): number {
  return bytes[offset]! | (bytes[offset + 1]! << 8) | (bytes[offset + 2]! << 16) | (bytes[offset + 3]! << 24);
}

/**
 * Slot of the hash, or the free slot where it belongs. The order of hashes depends on the table's size: with one order
 * for all, hashes moved to another table one by one would crowd at its beginning.
 */
function slotOf(words: Int32Array, low: number, high: number): number {
  const slots = words.length >>> 1;
  let at = Math.floor(((Math.imul(low, 0x9e37_79b1 + 2 * slots) >>> 0) * slots) / 2 ** 32) * 2;
  while (words[at] !== 0 && (words[at] !== low || (words[at + 1]! & HIGH) !== high)) at = after(words, at);
  return at;
}

function after(words: Int32Array, at: number): number {
  return at + 2 === words.length ? 0 : at + 2;
}

function copySlot(from: Int32Array, at: number, into: Int32Array): void {
  const slot = slotOf(into, from[at]!, from[at + 1]! & HIGH);
  into[slot] = from[at]!;
  into[slot + 1] = from[at + 1]!;
}

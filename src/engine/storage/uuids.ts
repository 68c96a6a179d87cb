/**
 * A set of 16-byte ids. The ids lie one after the other; an open-addressing table, at most half full, says where.
 * Growing the table needs the hashes only, and a miss is mostly settled without looking at an id.
 */

const FIRST_SLOTS = 64;

export class UuidSet {
  /** 4 * index -> the four 32-bit words of the id that was added as that one. */
  private ids = new Int32Array(FIRST_SLOTS * 2);
  /** 2 * slot -> 1 + index of its id (0 = free), and beside it the id's hash. */
  private table = new Int32Array(FIRST_SLOTS * 2);
  private count = 0;

  get size(): number {
    return this.count;
  }

  bytes(): number {
    return this.ids.byteLength + this.table.byteLength;
  }

  has(bytes: Uint8Array, offset: number): boolean {
    const a = wordAt(bytes, offset);
    const b = wordAt(bytes, offset + 4);
    const c = wordAt(bytes, offset + 8);
    const d = wordAt(bytes, offset + 12);
    return this.table[probe(this.table, this.ids, hashOf(a, b, c, d), a, b, c, d)] !== 0;
  }

  /** Adds the id at that offset; true when it was not there. */
  add(bytes: Uint8Array, offset: number): boolean {
    const a = wordAt(bytes, offset);
    const b = wordAt(bytes, offset + 4);
    const c = wordAt(bytes, offset + 8);
    const d = wordAt(bytes, offset + 12);
    const hash = hashOf(a, b, c, d);
    const at = probe(this.table, this.ids, hash, a, b, c, d);
    if (this.table[at] !== 0) return false;
    if (this.count * 4 === this.ids.length) this.grow();
    const { ids } = this;
    const id_at = this.count * 4;
    ids[id_at] = a;
    ids[id_at + 1] = b;
    ids[id_at + 2] = c;
    ids[id_at + 3] = d;
    this.count++;
    insert(this.table, hash, this.count);
    return true;
  }

  /** Adds ids that lie one after the other. */
  addAll(bytes: Uint8Array): void {
    for (let offset = 0; offset < bytes.length; offset += 16) this.add(bytes, offset);
  }

  private grow(): void {
    const old = this.table;
    const ids = new Int32Array(this.ids.length * 2);
    const table = new Int32Array(old.length * 2);
    ids.set(this.ids);
    for (let at = 0; at < old.length; at += 2) if (old[at] !== 0) insert(table, old[at + 1]!, old[at]!);
    this.ids = ids;
    this.table = table;
  }
}

function wordAt(bytes: Uint8Array, offset: number): number {
  return bytes[offset]! | (bytes[offset + 1]! << 8) | (bytes[offset + 2]! << 16) | (bytes[offset + 3]! << 24);
}

/** Ids need not be random (some are counted up): all their words are mixed. */
function hashOf(a: number, b: number, c: number, d: number): number {
  let hash = Math.imul(a, 0x9e37_79b1) ^ Math.imul(b, 0x85eb_ca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2_ae3d) ^ Math.imul(c, 0x27d4_eb2f) ^ Math.imul(d, 0x1656_67b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9_f3b);
  return hash ^ (hash >>> 15);
}

/** Where in the table the id is, or the free place where it belongs. Bare arguments: called per event taken in. */
function probe(table: Int32Array, ids: Int32Array, hash: number, a: number, b: number, c: number, d: number): number {
  const mask = table.length - 1;
  let at = (hash << 1) & mask;
  for (;;) {
    const entry = table[at]!;
    if (entry === 0) return at;
    if (table[at + 1] === hash) {
      const id_at = (entry - 1) * 4;
      if (ids[id_at] === a && ids[id_at + 1] === b && ids[id_at + 2] === c && ids[id_at + 3] === d) return at;
    }
    at = (at + 2) & mask;
  }
}

function insert(table: Int32Array, hash: number, entry: number): void {
  const mask = table.length - 1;
  let at = (hash << 1) & mask;
  while (table[at] !== 0) at = (at + 2) & mask;
  table[at] = entry;
  table[at + 1] = hash;
}

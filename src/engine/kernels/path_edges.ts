/**
 * Edges of paths: a log that the walk writes, summed up at its end. The log is spread over partitions by a hash of the
 * edge first, so that each partition's table stays in the processor's cache however many different edges there are.
 */

/** All arrays have the entry as their index, below `length`. */
export interface EdgeLog {
  length: number;
  /** entry -> its source: (place on the path - 1) * number of names + name. */
  source: Uint32Array;
  /** entry -> name of its target. */
  target: Uint32Array;
  /** entry -> milliseconds from the one to the other. */
  took_ms: Float64Array;
}

/** Different edges; all arrays have the edge as their index. */
export interface EdgeSums {
  readonly source: Uint32Array;
  readonly target: Uint32Array;
  /** edge -> entries of the log. */
  readonly count: Uint32Array;
  /** edge -> milliseconds of all of them. */
  readonly total_ms: Float64Array;
}

const FIRST_ENTRIES_MAX = 2 ** 20;

/** With room for so many entries, if they are not too many: it grows. */
export function newEdgeLog(entries: number): EdgeLog {
  return { length: 0, ...arrays(Math.min(Math.max(entries, 1), FIRST_ENTRIES_MAX)) };
}

function arrays(size: number): Omit<EdgeLog, 'length'> {
  return { source: new Uint32Array(size), target: new Uint32Array(size), took_ms: new Float64Array(size) };
}

export function logEdge(log: EdgeLog, source: number, target: number, took_ms: number): void {
  const at = log.length;
  reserveEdges(log, 1);
  log.source[at] = source;
  log.target[at] = target;
  log.took_ms[at] = took_ms;
  log.length = at + 1;
}

/** Room for so many entries more. */
export function reserveEdges(log: EdgeLog, entries: number): void {
  const { source, target, took_ms, length } = log;
  if (length + entries <= source.length) return;
  Object.assign(log, arrays(Math.max(source.length * 2, length + entries)));
  log.source.set(source);
  log.target.set(target);
  log.took_ms.set(took_ms);
}

/** About so many entries to a partition: its table of 16 bytes a slot and half full fits the second-level cache. */
const PARTITION_BITS = 13;
const PARTITIONS_BITS_MAX = 8;

export function sumEdges(log: EdgeLog): EdgeSums {
  const bits = Math.min(PARTITIONS_BITS_MAX, Math.max(0, 32 - Math.clz32(log.length) - PARTITION_BITS));
  if (bits === 0) return sumPartitions(log, Uint32Array.of(0, log.length));
  const { parted, begins } = spread(log, bits);
  return sumPartitions(parted, begins);
}

/** Mixes both numbers; the upper bits choose the partition, the lower ones the slot. */
function hashOf(source: number, target: number): number {
  let hash = Math.imul(source, 0x9e37_79b1) ^ Math.imul(target, 0x85eb_ca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2_ae3d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** The log in the order of partitions, and where each begins (with the end of the last one behind). */
function spread(log: EdgeLog, bits: number): { parted: EdgeLog; begins: Uint32Array } {
  const { source, target, took_ms, length } = log;
  const shift = 32 - bits;
  const begins = new Uint32Array((1 << bits) + 1);
  for (let at = 0; at < length; at++) begins[(hashOf(source[at]!, target[at]!) >>> shift) + 1]!++;
  for (let part = 1; part < begins.length; part++) begins[part]! += begins[part - 1]!;
  /** partition -> where its next entry goes. */
  const next = begins.slice(0, -1);
  const parted: EdgeLog = { length, ...arrays(length) };
  for (let at = 0; at < length; at++) {
    const to = next[hashOf(source[at]!, target[at]!) >>> shift]!++;
    parted.source[to] = source[at]!;
    parted.target[to] = target[at]!;
    parted.took_ms[to] = took_ms[at]!;
  }
  return { parted, begins };
}

/** Sums up partition by partition. The sums overwrite the log from its beginning: there are never more of them. */
function sumPartitions(log: EdgeLog, begins: Uint32Array): EdgeSums {
  const { source, target, took_ms } = log;
  const count = new Uint32Array(log.length);
  let longest = 0;
  for (let part = 0; part + 1 < begins.length; part++) {
    longest = Math.max(longest, begins[part + 1]! - begins[part]!);
  }
  /** slot -> 1 + edge that has it, 0 = free; at most half full. */
  const slots = new Uint32Array(slotsFor(longest));
  let edges = 0;
  for (let part = 0; part + 1 < begins.length; part++) {
    const end = begins[part + 1]!;
    const mask = slotsFor(end - begins[part]!) - 1;
    slots.fill(0, 0, mask + 1);
    for (let at = begins[part]!; at < end; at++) {
      const from = source[at]!;
      const to = target[at]!;
      let slot = hashOf(from, to) & mask;
      let edge = slots[slot]!;
      while (edge !== 0 && (source[edge - 1] !== from || target[edge - 1] !== to)) {
        slot = (slot + 1) & mask;
        edge = slots[slot]!;
      }
      if (edge === 0) {
        slots[slot] = edges + 1;
        const took = took_ms[at]!;
        source[edges] = from;
        target[edges] = to;
        took_ms[edges] = took;
        count[edges++] = 1;
      } else {
        count[edge - 1]!++;
        took_ms[edge - 1]! += took_ms[at]!;
      }
    }
  }
  return {
    source: source.subarray(0, edges),
    target: target.subarray(0, edges),
    count: count.subarray(0, edges),
    total_ms: took_ms.subarray(0, edges),
  };
}

function slotsFor(entries: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(entries, 1) * 2));
}

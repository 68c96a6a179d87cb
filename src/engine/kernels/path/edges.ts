/**
 * The edge log of paths, and its sums.
 * Each thread appends (source, target, duration) records to chunks of its own; all chunks together are the log. Summing
 * first spreads records over shards by hash, so that each shard's hash table fits the cache. Cost: two passes over the
 * records.
 */
import { sharedNumbers, sharedWords } from '../../../base/shared.ts';

/** All chunks but the last are full. */
export type EdgeLog = EdgeChunk[];

/** Indexed by record, below `length`. */
export interface EdgeChunk {
  length: number;
  /** record -> source: (depth - 1) * names + name. */
  readonly source: Uint32Array;
  /** record -> name of the target. */
  readonly target: Uint32Array;
  /** record -> milliseconds in between. */
  readonly took_ms: Float64Array;
}

/** Distinct edges; arrays are indexed by edge. */
export interface EdgeSums {
  readonly source: Uint32Array;
  readonly target: Uint32Array;
  /** edge -> records. */
  readonly count: Uint32Array;
  /** edge -> total milliseconds: whole numbers, so their order does not matter. */
  readonly total_ms: Float64Array;
}

/** Sources are 32-bit. */
export const EDGE_SOURCES_MAX = 2 ** 32;

/** A megabyte: allocation is rare, and little of the last chunk is wasted. */
const CHUNK_RECORDS = 2 ** 16;

function newChunk(records: number): EdgeChunk {
  return {
    length: 0,
    source: sharedWords(records),
    target: sharedWords(records),
    took_ms: sharedNumbers(records),
  };
}

/** The current chunk, with room for this many more records. */
export function roomFor(log: EdgeLog, records: number): EdgeChunk {
  const last = log.at(-1);
  if (last !== undefined && last.length + records <= last.source.length) return last;
  const chunk = newChunk(Math.max(records, CHUNK_RECORDS));
  log.push(chunk);
  return chunk;
}

export function logEdge(log: EdgeLog, source: number, target: number, took_ms: number): void {
  const chunk = roomFor(log, 1);
  const at = chunk.length++;
  chunk.source[at] = source;
  chunk.target[at] = target;
  chunk.took_ms[at] = took_ms;
}

/** Empties the log but keeps one chunk. */
export function clearEdges(log: EdgeLog): void {
  log.length = Math.min(log.length, 1);
  for (const chunk of log) chunk.length = 0;
}

export function recordsOf(chunks: readonly EdgeChunk[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}

export function recordsOfEdge(chunks: readonly EdgeChunk[], wanted_source: number, wanted_target: number): number {
  let records = 0;
  for (const { source, target, length } of chunks) {
    for (let at = 0; at < length; at++) {
      if (source[at] === wanted_source && target[at] === wanted_target) records++;
    }
  }
  return records;
}

/** Mixes both numbers; upper bits choose the shard, lower bits the table slot. */
export function hashOf(source: number, target: number): number {
  let hash = Math.imul(source, 0x9e37_79b1) ^ Math.imul(target, 0x85eb_ca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2_ae3d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Records per shard: a half-full table of 16-byte slots fits L2. */
const SHARD_RECORDS_BITS = 13;
const SHARD_BITS_MAX = 8;

/** Edges come in an arbitrary order. */
export function sumEdges(chunks: readonly EdgeChunk[]): EdgeSums {
  const length = recordsOf(chunks);
  const bits = Math.min(SHARD_BITS_MAX, Math.max(1, 32 - Math.clz32(length) - SHARD_RECORDS_BITS));
  const shift = 32 - bits;
  /** shard -> first record; the last item is the number of records. */
  const begins = new Uint32Array((1 << bits) + 1);
  for (const chunk of chunks) countShards(chunk, shift, begins);
  for (let shard = 1; shard < begins.length; shard++) begins[shard]! += begins[shard - 1]!;
  /** shard -> where its next record goes. */
  const next = begins.slice(0, -1);
  const sharded = newChunk(length);
  for (const chunk of chunks) spread(chunk, shift, next, sharded);
  return sumShards(sharded, length, begins);
}

/** begins[shard + 1] grows by the shard's records. */
function countShards({ source, target, length }: EdgeChunk, shift: number, begins: Uint32Array): void {
  for (let at = 0; at < length; at++) begins[(hashOf(source[at]!, target[at]!) >>> shift) + 1]!++;
}

function spread(
  { source, target, took_ms, length }: EdgeChunk,
  shift: number,
  next: Uint32Array,
  into: EdgeChunk,
): void {
  for (let at = 0; at < length; at++) {
    const to = next[hashOf(source[at]!, target[at]!) >>> shift]!++;
    into.source[to] = source[at]!;
    into.target[to] = target[at]!;
    into.took_ms[to] = took_ms[at]!;
  }
}

/** Sums each shard. Sums overwrite the records in place: there are never more of them. */
function sumShards({ source, target, took_ms }: EdgeChunk, length: number, begins: Uint32Array): EdgeSums {
  const count = new Uint32Array(length);
  let longest = 0;
  for (let shard = 0; shard + 1 < begins.length; shard++) {
    longest = Math.max(longest, begins[shard + 1]! - begins[shard]!);
  }
  /** table slot -> edge + 1, 0 = free; at most half full. */
  const slots = new Uint32Array(slotsFor(longest));
  let edges = 0;
  for (let shard = 0; shard + 1 < begins.length; shard++) {
    const end = begins[shard + 1]!;
    const mask = slotsFor(end - begins[shard]!) - 1;
    slots.fill(0, 0, mask + 1);
    for (let at = begins[shard]!; at < end; at++) {
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

function slotsFor(records: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(records, 1) * 2));
}
